// Any 401 in use: the session listens here and sends the person to sign in again.
type Listener = () => void

const listeners = new Set<Listener>()

export const announceUnauthorized = () => {
  for (const listener of listeners) listener()
}

export function onUnauthorized(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
