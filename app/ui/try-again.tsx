import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/** In place of what could not be loaded: what is missing, and a way to ask again. */
export const TryAgain = ({ children, onPress }: { children: ReactNode; onPress: () => void }) => (
  <Notice isError>
    {children}
    <Button look="outlined" onClick={onPress}>
      Try again
    </Button>
  </Notice>
)
