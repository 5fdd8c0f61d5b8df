// "Book me for every date": the dates that are there are booked at once, and each new one before it is public, in the
// order of asking.
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { SERIES } from '../../../contract/limits.ts'
import type { Db, Tx } from '../../db/client.ts'
import { mails } from '../../db/schema/mails.ts'
import { seriesFollows, standingPlaces, type STANDING_ENDINGS } from '../../db/schema/series.ts'
import { tickets } from '../../db/schema/tickets.ts'
import type { Deps } from '../../deps.ts'
import { shareAccount } from '../auth/queries.ts'
import type { EventRow } from '../events/queries.ts'
import { isPaid } from '../../ledger/ledger.ts'
import { announce, bookInside, onceSettled, Unsettled, type BookingOutcome } from '../tickets/module.ts'
import { isPaidFor, versionOn, type SeriesRow } from './dates.ts'
import { findSeries, findVersions, getSeriesForUpdate, isPublicSeries } from './queries.ts'

interface Person {
  id: number
}

/** Some dozens of people are a room; so many rows are written for each new date. */
const MOST_STANDING = 1_000

const findStanding = (tx: Tx, seriesId: number) =>
  tx
    .select({ userId: standingPlaces.userId, seats: standingPlaces.numberOfTickets })
    .from(standingPlaces)
    .innerJoin(
      sql`users`,
      sql`users.id = ${standingPlaces.userId} and users.deletion_at is null and users.email_confirmed_at is not null and (users.suspended_until is null or users.suspended_until <= now())`,
    )
    .where(and(eq(standingPlaces.seriesId, seriesId), isNull(standingPlaces.endedAt)))
    .orderBy(asc(standingPlaces.since), asc(standingPlaces.id))
    .limit(MOST_STANDING)

/** Who gets seats of one date: everybody in turn for whom there are enough. */
function share(
  standing: { userId: number; seats: number }[],
  { capacity, maxPerPerson }: EventRow,
  most: number | null,
) {
  let left = Math.min(most ?? Math.floor(capacity / 2), capacity)
  return standing.filter(({ seats }) => {
    if (seats > left || (maxPerPerson !== null && seats > maxPerPerson)) return false
    left -= seats
    return true
  })
}

/** New dates, which nobody else can see yet: nobody waits, and nothing is sold. One email for each person. */
export async function bookStanding(deps: Deps, tx: Tx, series: SeriesRow, dates: EventRow[]): Promise<EventRow[]> {
  const bookable = dates.filter(
    (date) =>
      date.status === 'published' &&
      date.hiddenAt === null &&
      !date.approval &&
      date.admission === 'book' &&
      !isPaid(date),
  )
  const standing = series.standingAllowed && bookable.length > 0 ? await findStanding(tx, series.id) : []
  if (standing.length === 0) return dates
  const taken = bookable.flatMap((date) =>
    share(standing, date, series.standingSeats).map(({ userId, seats }) => ({
      eventId: date.id,
      userId,
      numberOfTickets: seats,
      createdAt: deps.clock(),
    })),
  )
  if (taken.length === 0) return dates
  const made: { id: number; eventId: number; userId: number | null; seats: number }[] = []
  for (let at = 0; at < taken.length; at += MOST_STANDING)
    made.push(
      ...(await tx
        .insert(tickets)
        .values(taken.slice(at, at + MOST_STANDING))
        .returning({
          id: tickets.id,
          eventId: tickets.eventId,
          userId: tickets.userId,
          seats: tickets.numberOfTickets,
        })),
    )
  const sold = new Map<number, number>()
  for (const { eventId, seats } of made) sold.set(eventId, (sold.get(eventId) ?? 0) + seats)
  await tx.execute(sql`
    update events e set tickets_sold = e.tickets_sold + sold.seats
    from unnest(${sql.param([...sold.keys()])}::int[], ${sql.param([...sold.values()])}::int[]) as sold (id, seats)
    where e.id = sold.id`)
  const ofPerson = Map.groupBy(made, ({ userId }) => userId)
  await deps.mails.addAll(
    tx,
    [...ofPerson].flatMap(([userId, own]) =>
      userId === null ? [] : [{ kind: 'standing-booked', userId, payload: { ticketIds: own.map(({ id }) => id) } }],
    ),
  )
  return dates.map((date) => ({ ...date, ticketsSold: date.ticketsSold + (sold.get(date.id) ?? 0) }))
}

type Ending = (typeof STANDING_ENDINGS)[number]

const endStanding = (tx: Db | Tx, seriesId: number, userIds: number[], ending: Ending, at: Date) =>
  tx
    .update(standingPlaces)
    .set({ ending, endedAt: at })
    .where(
      and(
        eq(standingPlaces.seriesId, seriesId),
        inArray(standingPlaces.userId, userIds),
        isNull(standingPlaces.endedAt),
      ),
    )

/** The organiser no longer allows it. */
export const endAllStanding = (tx: Tx, seriesId: number, at: Date) =>
  tx
    .update(standingPlaces)
    .set({ ending: 'not-allowed', endedAt: at })
    .where(and(eq(standingPlaces.seriesId, seriesId), isNull(standingPlaces.endedAt)))

/** Two dates in a row at which the door was used, neither come to nor given back: somebody else may want the seats. */
export async function endMissed({ clock }: Deps, tx: Tx, { id }: SeriesRow): Promise<void> {
  const { rows } = await tx.execute<{ userId: number }>(sql`
    select s.user_id as "userId" from standing_places s
    cross join lateral (
      select bool_and(past.missed) as missed, count(*) as dates from (
        select exists (
            select 1 from tickets t where t.event_id = e.id and t.user_id = s.user_id and t.number_of_tickets > 0)
          and not exists (
            select 1 from tickets t where t.event_id = e.id and t.user_id = s.user_id and t.admitted > 0) as missed
        from events e
        where e.series_id = s.series_id and e.end_time <= ${clock()} and e.start_time >= s.since and e.status = 'published'
          and exists (select 1 from tickets t where t.event_id = e.id and t.admitted > 0)
        order by e.start_time desc limit 2) as past
    ) as lately
    where s.series_id = ${id} and s.ended_at is null and lately.dates = 2 and lately.missed`)
  const missed = rows.map(({ userId }) => userId)
  if (missed.length > 0) await endStanding(tx, id, missed, 'missed', clock())
}

/**
 * Of the dates that are there already, those with enough seats for it: what people with a standing place hold counts towards
 * the seats that these may take. Somebody who has booked a date or waits for it keeps that. Locks the coming dates.
 */
async function findOpenDates(
  tx: Tx,
  { id: seriesId, standingSeats }: SeriesRow,
  { userId, seats, now }: { userId: number; seats: number; now: Date },
): Promise<number[]> {
  await tx.execute(sql`
    select 1 from events where series_id = ${seriesId} and start_time > ${now} order by id for no key update`)
  // A separate statement: it sees what others have committed while we waited for the locks.
  const { rows } = await tx.execute<{ id: number }>(sql`
    select e.id from events e
    where e.series_id = ${seriesId} and e.start_time > ${now} and e.status = 'published' and e.review is null
      and ${seats} + (
        select coalesce(sum(t.number_of_tickets), 0) from tickets t
        join standing_places s on s.series_id = ${seriesId} and s.user_id = t.user_id and s.ended_at is null
        where t.event_id = e.id) <= coalesce(${standingSeats}::int, e.capacity / 2)
      and not exists (
        select from tickets t where t.event_id = e.id and t.user_id = ${userId} and t.number_of_tickets > 0)
      and not exists (
        select from waiting_entries w where w.event_id = e.id and w.user_id = ${userId} and w.ended_at is null)
    order by e.id`)
  return rows.map(({ id }) => id)
}

/** The same rule as for any booking; one email for all of them in place of one for each. */
async function bookOpenDates(deps: Deps, tx: Tx, series: SeriesRow, userId: number, numberOfTickets: number) {
  const now = deps.clock()
  const eventIds = await findOpenDates(tx, series, { userId, seats: numberOfTickets, now })
  if (eventIds.length === 0) return []
  const outcomes = await bookInside(tx, { userId, eventIds, numberOfTickets }, now)
  const unsettled = eventIds.filter((_, at) => outcomes[at]?.outcome === 'unsettled')
  if (unsettled.length > 0) throw new Unsettled(unsettled)
  const ticketIds = outcomes.flatMap(({ outcome, ticketId }) => (outcome === 'booked' && ticketId ? [ticketId] : []))
  if (ticketIds.length > 0) {
    await tx.delete(mails).where(and(eq(mails.kind, 'booking'), inArray(mails.ticketId, ticketIds)))
    await deps.mails.add(tx, { kind: 'standing-booked', userId, payload: { ticketIds } })
  }
  return eventIds.map((eventId, at) => ({ eventId, outcome: outcomes[at] as BookingOutcome }))
}

/** In the order of asking. Again changes the number of seats for new dates and keeps the turn. */
const standIn = (deps: Deps, user: Person, seriesId: number, numberOfTickets: number) =>
  deps.db.transaction(async (tx) => {
    const account = await shareAccount(tx, user.id)
    if (!account?.emailConfirmedAt) throw new AppError('address_unconfirmed')
    const series = await getSeriesForUpdate(tx, seriesId)
    const { body, texts } = versionOn(await findVersions(tx, seriesId), deps.clock().toISOString().slice(0, 10))
    if (!series.standingAllowed || body.approval || body.admission !== 'book' || isPaidFor(texts))
      throw new AppError('standing_not_allowed')
    if (body.maxPerPerson !== null && numberOfTickets > body.maxPerPerson)
      throw new AppError('per_person_limit', { values: { n: body.maxPerPerson } })
    const [row] = await tx
      .insert(standingPlaces)
      .values({ seriesId, userId: user.id, numberOfTickets, since: deps.clock() })
      .onConflictDoUpdate({
        target: [standingPlaces.seriesId, standingPlaces.userId],
        targetWhere: isNull(standingPlaces.endedAt),
        set: { numberOfTickets },
      })
      .returning({ isNew: sql<boolean>`xmax = 0` })
    return row?.isNew ? bookOpenDates(deps, tx, series, user.id, numberOfTickets) : []
  })

export async function stand(deps: Deps, user: Person, seriesId: number, numberOfTickets: number): Promise<null> {
  await deps.limits.take('booking', user.id)
  if (!(await isPublicSeries(deps.db, seriesId))) throw new AppError('series_not_found')
  const asked = await onceSettled(deps, () => standIn(deps, user, seriesId, numberOfTickets))
  announce(
    deps,
    asked.map(({ eventId }) => ({ eventId, userId: user.id, numberOfTickets, idempotencyKey: null })),
    asked.map(({ outcome }) => outcome),
  )
  return null
}

export async function leaveStanding({ db, clock }: Deps, user: Person, seriesId: number): Promise<null> {
  await endStanding(db, seriesId, [user.id], 'left', clock())
  return null
}

export async function followSeries({ db, clock }: Deps, user: Person, seriesId: number): Promise<null> {
  const series = await findSeries(db, seriesId)
  if (!series || !(await isPublicSeries(db, seriesId))) throw new AppError('series_not_found')
  const { rowCount } = await db.execute(sql`
    insert into series_follows (user_id, series_id, since)
    select ${user.id}::int, ${seriesId}::int, ${clock().toISOString()}::timestamptz
    where (select count(*) from series_follows where user_id = ${user.id}::int) < ${SERIES.mostFollowed}
    on conflict do nothing`)
  const isMine = and(eq(seriesFollows.userId, user.id), eq(seriesFollows.seriesId, seriesId))
  if (!rowCount && (await db.$count(seriesFollows, isMine)) === 0)
    throw new AppError('follow_limit', {
      message: `You follow ${SERIES.mostFollowed} series already. Please stop following one of them first.`,
    })
  return null
}

export async function unfollowSeries({ db }: Deps, user: Person, seriesId: number): Promise<null> {
  await db.delete(seriesFollows).where(and(eq(seriesFollows.userId, user.id), eq(seriesFollows.seriesId, seriesId)))
  return null
}
