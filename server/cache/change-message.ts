// What instances announce to each other through NOTIFY. Anybody who may connect to the database can send anything on the channel,
// and so may a newer Hooley: what cannot be read means that anything may have changed, and is never an error.

export interface ChangeMessage {
  v: 1
  /** The instance that sent it, which knows already. */
  from: string
  tags: string[]
  /** Sent inside a transaction: its sender may not know whether it was committed. */
  announcement?: number
  /** The write-ahead log after the change: a replica that has replayed up to here shows it. Older versions leave it out. */
  lsn?: string
}

/** After the commit, the position is known; inside the transaction that commits it is not, and its receiver has to ask. */
export const PUBLISH = `select pg_notify($1, ($2::jsonb || jsonb_build_object('lsn', pg_current_wal_flush_lsn()::text))::text)`

export const writeMessage = (message: Omit<ChangeMessage, 'v' | 'lsn'>): string => JSON.stringify({ v: 1, ...message })

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
  const { v = 1, from, tags, announcement, lsn } = value as Record<string, unknown>
  if (v !== 1 || !isText(from) || !Array.isArray(tags) || !tags.every(isText)) return null
  return { v, from, tags, ...(typeof announcement === 'number' && { announcement }), ...(isText(lsn) && { lsn }) }
}
