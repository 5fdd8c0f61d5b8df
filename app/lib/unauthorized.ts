// Any 401 in use: the session listens here and sends the person to sign in again.
type Listener = (token: string | null) => void

const listeners = new Set<Listener>()

/** `token` is the one that was refused. */
export const announceUnauthorized: Listener = (token) => {
  for (const listener of listeners) listener(token)
}

export function onUnauthorized(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
