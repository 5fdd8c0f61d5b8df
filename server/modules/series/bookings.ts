// Several dates of a series in one press: one transaction, their events locked in the order of their ids.
import { createHash } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import type { SeriesBooking } from '../../../contract/series-visitors.ts'
import { retryKeyedWhileAway } from '../../db/retry-while-away.ts'
import { events } from '../../db/schema/events.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { inLedgers, type LedgerChange } from '../../ledger/in-ledger.ts'
import { bookIn, refusalOf } from '../tickets/module.ts'
import { joinIn } from '../waiting-list/module.ts'
import { findSeries, hasKeyOf, isPublicSeries } from './queries.ts'

interface SeveralDates {
  eventIds: number[]
  numberOfTickets: number
  ifFull: 'refuse' | 'skip' | 'wait'
  idempotencyKey: string | null
  /** Of the link to an unlisted series. */
  key?: string
}

/** A date's own key, made of the one for all: sent again, each date returns what it did the first time. */
const keyOf = (key: string | null, eventId: number) =>
  key === null ? null : createHash('sha256').update(`${key} ${eventId}`).digest('base64url')

/** A date of another series is as unknown as one that does not exist. */
async function requireDates({ db }: Deps, seriesId: number, { eventIds, key }: SeveralDates) {
  const series = await findSeries(db, seriesId)
  const hasKey = series !== null && hasKeyOf(series, key)
  if (!hasKey && !(await isPublicSeries(db, seriesId))) throw new AppError('series_not_found')
  const own = await db
    .select({ id: events.id, linkKey: events.linkKey })
    .from(events)
    .where(and(eq(events.seriesId, seriesId), inArray(events.id, eventIds)))
  if (own.length < eventIds.length) throw new AppError('series_not_found')
  // Who has the link of the series has those of its dates.
  return new Map(hasKey ? own.map(({ id, linkKey }) => [id, linkKey ?? undefined]) : [])
}

/** What POST /tickets would answer, by date. Where all or nothing is asked for, the first refusal ends it all. */
async function bookDate(
  deps: Deps,
  change: LedgerChange,
  user: SessionUser,
  { numberOfTickets, ifFull, idempotencyKey }: SeveralDates,
  linkKey: string | undefined,
): Promise<SeriesBooking> {
  const eventId = change.ledger.event.id
  const key = keyOf(idempotencyKey, eventId)
  const wish = { numberOfTickets, key: linkKey }
  const booked = await bookIn(deps, change, user.id, { ...wish, idempotencyKey: key }).catch(toRefusal)
  if (!(booked instanceof AppError) && booked.ticketId !== null)
    return { eventId, outcome: 'booked', ticketId: booked.ticketId }
  const refusal = booked instanceof AppError ? booked : refusalOf(booked)
  const message = refusal?.message ?? ''
  if (refusal?.code === 'idempotency_key_reused') throw refusal
  if (ifFull === 'refuse') throw new AppError('dates_not_bookable', { values: { why: message } })
  if (ifFull === 'skip' || refusal?.code !== 'sold_out') return { eventId, outcome: 'refused', message }
  const joined = await joinIn(change, user, wish, key).catch(toRefusal)
  return joined instanceof AppError
    ? { eventId, outcome: 'refused', message: joined.message }
    : { eventId, outcome: 'waiting' }
}

/** Nothing was written before it was refused. */
function toRefusal(error: unknown): AppError {
  if (error instanceof AppError && error.statusCode < 500) return error
  throw error
}

export async function bookDates(
  deps: Deps,
  user: SessionUser,
  seriesId: number,
  booking: SeveralDates,
): Promise<{ dates: SeriesBooking[] }> {
  await deps.limits.take('booking', user.id)
  const linkKeys = await requireDates(deps, seriesId, booking)
  const book = (change: LedgerChange) => bookDate(deps, change, user, booking, linkKeys.get(change.ledger.event.id))
  const dates = await retryKeyedWhileAway(booking.idempotencyKey, () =>
    inLedgers(deps, booking.eventIds, book, { userId: user.id }),
  )
  for (const { outcome } of dates) deps.metrics.bookings.inc({ outcome })
  return { dates }
}
