import { TryAgain } from '../ui/message.tsx'
import { useSession } from './session.tsx'

/** In place of what only a signed-in person sees, while nobody can say who they are. It comes by itself when it can. */
export function AccountUnavailable() {
  const { retry } = useSession()
  return (
    <TryAgain onPress={retry}>
      <p>Your account could not be loaded.</p>
    </TryAgain>
  )
}
