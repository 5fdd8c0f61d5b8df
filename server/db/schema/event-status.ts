// contract/event-status.ts as SQL, for queries and partial indexes alike; `of` is the table's alias.
import { sql, type SQL } from 'drizzle-orm'

export const publicOnly = (of = 'events'): SQL =>
  sql.raw(`"${of}"."status" = 'published' and "${of}"."hidden_at" is null`)

/** Whose cancellation feeds still tell. */
export const calledOffOnly = (of = 'events'): SQL =>
  sql.raw(`"${of}"."status" in ('cancelled', 'postponed') and "${of}"."hidden_at" is null`)

export const visibleOnly = (of = 'events'): SQL =>
  sql.raw(`"${of}"."status" <> 'draft' and "${of}"."hidden_at" is null`)
