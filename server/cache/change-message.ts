// What instances tell each other through NOTIFY. Anybody who may connect to the database can send anything on the channel,
// and so may a newer Hooley: what cannot be read means that anything may have changed, and is never an error.

export interface ChangeMessage {
  v: 1
  /** The instance that sent it, which knows already. */
  from: string
  tags: string[]
  /** Sent inside a transaction: its sender may not have heard whether it was committed. */
  announcement?: number
}

export const writeMessage = (message: Omit<ChangeMessage, 'v'>): string => JSON.stringify({ v: 1, ...message })

const isText = (value: unknown): value is string => typeof value === 'string'

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return undefined
  }
}

/** null: unreadable. The version before this one sent the same without `v`. */
export function readMessage(payload: string | undefined): ChangeMessage | null {
  const value = parse(payload ?? '')
  if (typeof value !== 'object' || value === null) return null
  const { v = 1, from, tags, announcement } = value as Record<string, unknown>
  if (v !== 1 || !isText(from) || !Array.isArray(tags) || !tags.every(isText)) return null
  return { v, from, tags, ...(typeof announcement === 'number' && { announcement }) }
}
