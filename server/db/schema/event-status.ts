// contract/event-status.ts as SQL, for queries and partial indexes alike; `of` is the table's alias. The one place that
// says what everybody may see: server/public-addresses.test.ts goes through every address that shows events.
import { sql, type SQL } from 'drizzle-orm'

const notHidden = (of: string) => `"${of}"."hidden_at" is null`
const isPublished = (of: string) => `"${of}"."status" = 'published' and ${notHidden(of)}`
const isCalledOff = (of: string) => `"${of}"."status" in ('cancelled', 'postponed') and ${notHidden(of)}`
/** What waits to be looked at is seen by its link alone. In one index only (listedIndexed): hardly any event waits. */
const isReleased = (of: string) => `"${of}"."review" is null and ${isForAll(of)}`
/** The link of an unlisted event carries a key. */
const isForAll = (of: string) => `"${of}"."link_key" is null`

/** Takes place and can be booked, also while it waits to be looked at. */
export const openOnly = (of = 'events'): SQL => sql.raw(isPublished(of))

/** Is in lists, feeds, search and the sitemap. */
export const publicOnly = (of = 'events'): SQL => sql.raw(`${isPublished(of)} and ${isReleased(of)}`)

/** Whose cancellation feeds still tell. */
export const calledOffOnly = (of = 'events'): SQL => sql.raw(`${isCalledOff(of)} and ${isReleased(of)}`)

/** Anybody with its link can read it. */
export const visibleOnly = (of = 'events'): SQL => sql.raw(`"${of}"."status" <> 'draft' and ${notHidden(of)}`)

/** Its number alone is enough to read it. */
export const findableOnly = (of = 'events'): SQL =>
  sql.raw(`"${of}"."status" <> 'draft' and ${notHidden(of)} and ${isForAll(of)}`)

/** contract/event-status.ts says when an event is over; postponed, it has no end until it has a new date. */
export const notOver = (now: Date, of = 'events'): SQL =>
  sql`(${sql.raw(`"${of}"."end_time"`)} > ${now} or ${sql.raw(`"${of}"."status"`)} = 'postponed')`

/** contract/event-status.ts has the same for a row. */
export const seatsLeft = (of = 'events'): SQL =>
  sql.raw(`("${of}"."capacity" - "${of}"."tickets_sold" - "${of}"."held")`)
/** Compares columns, so that an estimate of the planner fits. */
export const hasSeats = (of = 'events'): SQL => sql.raw(`"${of}"."capacity" > "${of}"."tickets_sold" + "${of}"."held"`)

/** For partial indexes, which these conditions imply. */
export const publicIndexed = (): SQL => sql.raw(isPublished('events'))
/** Of what a search passes by the thousand: all that it asks of an event is in the index, so that the event is not read. */
export const listedIndexed = (): SQL => sql.raw(`${isPublished('events')} and ${isReleased('events')}`)
export const calledOffIndexed = (): SQL => sql.raw(isCalledOff('events'))
