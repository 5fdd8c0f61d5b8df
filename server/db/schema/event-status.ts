// The states of an event, and who may see which: written once, for queries, indexes and policies.
import { sql, type SQL } from 'drizzle-orm'

export const EVENT_STATUSES = ['draft', 'published', 'postponed', 'cancelled'] as const
export type EventStatus = (typeof EVENT_STATUSES)[number]

interface Shown {
  status: EventStatus
  hiddenAt: Date | null
}

/** Stands in lists, search, typeahead and the sitemap, and can be booked. */
export const isPublic = ({ status, hiddenAt }: Shown) => status === 'published' && hiddenAt === null

/** The same in SQL, word for word as the partial indexes have it; `of` is the table's alias. */
export const publicOnly = (of = 'events'): SQL =>
  sql.raw(`"${of}"."status" = 'published' and "${of}"."hidden_at" is null`)

/** Can be read by whoever has its address: what was put off or called off still says so. */
export const isVisible = ({ status, hiddenAt }: Shown) => status !== 'draft' && hiddenAt === null

/** The same in SQL. */
export const visibleOnly = (of = 'events'): SQL =>
  sql.raw(`"${of}"."status" <> 'draft' and "${of}"."hidden_at" is null`)
