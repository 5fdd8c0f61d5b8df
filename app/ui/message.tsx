import type { ReactNode } from 'react'
import { classes } from '../lib/classes.ts'
import style from './message.module.css'
import { Button } from './button.tsx'

/** In place of what could not be loaded: what is missing, and a way to ask again. */
export const TryAgain = ({ children, onPress }: { children: ReactNode; onPress: () => void }) => (
  <Notice isError>
    {children}
    <Button look="outlined" onClick={onPress}>
      Try again
    </Button>
  </Notice>
)

/** In place of a list: that it is empty, or why it is missing, and what to do about it. */
export const Notice = ({ children, isError }: { children: ReactNode; isError?: boolean }) => (
  <div className={style.notice} role={isError ? 'alert' : undefined}>
    {children}
  </div>
)

interface FormMessageProps {
  /** What fields at fault refer to, so that they say what is wrong when somebody comes back to them. */
  id?: string | undefined
  problem?: string | null
  success?: string | null
}

/** The outcome of a form, announced at once. The live regions are rendered from the start: screen readers ignore ones added later. */
export const FormMessage = ({ id, problem, success }: FormMessageProps) => (
  <>
    <div id={id} role="alert" className={style.region}>
      {problem && <p className={classes(style.message, style.problem)}>{problem}</p>}
    </div>
    <div role="status" className={style.region}>
      {success && <p className={classes(style.message, style.success)}>{success}</p>}
    </div>
  </>
)
