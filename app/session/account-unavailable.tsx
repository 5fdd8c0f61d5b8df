import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useSession } from './session.tsx'

/** In place of what only a signed-in person sees, while nobody can say who they are. It comes by itself when it can. */
export function AccountUnavailable() {
  const { retry } = useSession()
  return (
    <Notice isError>
      <p>Your account could not be loaded.</p>
      <Button look="outlined" onClick={retry}>
        Try again
      </Button>
    </Notice>
  )
}
