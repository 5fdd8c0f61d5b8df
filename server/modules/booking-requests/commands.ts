// Asking for a place, and deciding who gets one. Everything that moves seats is in the event's ledger.
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { BookingRequest, ManagedRequest } from '../../../contract/booking-requests.ts'
import { AppError } from '../../../contract/errors.ts'
import { BOOKING_REQUESTS } from '../../../contract/limits.ts'
import { writeHistory } from '../../access/history.ts'
import { requireSight } from '../../access/sight.ts'
import type { Tx } from '../../db/client.ts'
import { retryKeyedWhileAway } from '../../db/retry-while-away.ts'
import { bookingRequests } from '../../db/schema/booking-requests.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'
import { waitingEntries } from '../../db/schema/waiting-list.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { keyReused, requireSameWish } from '../../http/repeated-key.ts'
import type { Job } from '../../jobs/job.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import { requestsUntil, requireBookable } from '../../ledger/bookable.ts'
import { inLedger, type LedgerChange } from '../../ledger/in-ledger.ts'
import type { LedgerEvent } from '../../ledger/ledger.ts'
import { entryColumns, entryOf } from '../../ledger/open.ts'
import { entryOfUser, requireRoom } from '../../ledger/take-seats.ts'
import { requireNoBlockedLink } from '../../screening/blocked-links.ts'
import { findEvent, getEventFor } from '../events/queries.ts'
import { countOwn, findLast, findOwn, readRequests, seatsOfPeople, type RequestRow } from './queries.ts'

function requireInTime(event: LedgerEvent, now: Date) {
  if (requestsUntil(event) <= now) throw new AppError('requests_closed')
}

export interface Wish {
  numberOfTickets: number
  text?: string
  idempotencyKey: string | null
  /** Of an unlisted event. */
  key?: string
}

/** A key that was used before: for this event it returns what there is, and never asks again after withdrawing. */
async function requireFreshKey({ tx, ledger }: LedgerChange, userId: number, key: string | null): Promise<boolean> {
  if (key === null) return true
  const [first] = await tx
    .select({ eventId: bookingRequests.eventId })
    .from(bookingRequests)
    .where(and(eq(bookingRequests.userId, userId), eq(bookingRequests.idempotencyKey, key)))
  if (first) requireSameWish(first, { eventId: ledger.event.id }, 'request')
  return !first
}

export interface Asked {
  request: BookingRequest
  isNew: boolean
}

export async function ask(deps: Deps, user: SessionUser, eventId: number, wish: Wish): Promise<Asked> {
  const { numberOfTickets, text, idempotencyKey, key } = wish
  await deps.limits.take('booking', user.id)
  await requireNoBlockedLink(deps.db, [text])
  const askOnce = () =>
    inLedger(
      deps,
      eventId,
      async (change) => {
        const { ledger, tx, now } = change
        const last = await findLast(tx, eventId, user.id)
        if (last && !last.endedAt) return false
        if (!(await requireFreshKey(change, user.id, idempotencyKey))) return false
        await requireSight(tx, await findEvent(tx, eventId), user, key)
        requireBookable(ledger.event, now)
        if (!ledger.event.approval) throw new AppError('places_left')
        // Accepted, and waits for a place.
        if (last && entryOfUser(ledger, user.id)) return false
        requireInTime(ledger.event, now)
        await requireRoom(change, user.id, numberOfTickets)
        if ((await countOwn(tx, eventId, user.id)) >= BOOKING_REQUESTS.perPerson)
          throw new AppError('asked_too_often', { values: { n: BOOKING_REQUESTS.perPerson } })
        await tx
          .insert(bookingRequests)
          .values({ eventId, userId: user.id, numberOfTickets, text: text || null, idempotencyKey, createdAt: now })
        return true
      },
      { userId: user.id },
    )
  return retryKeyedWhileAway(idempotencyKey, async () => {
    const isNew = await askOnce()
    const request = await findOwn(deps.db, eventId, user.id, deps.clock())
    // Withdrawn since, in another tab.
    if (!request) throw keyReused('request')
    return { request, isNew }
  })
}

/** What was decided stays: a booking is given back, and a place on the list is left. Again changes nothing. */
export const withdraw = (deps: Deps, user: SessionUser, eventId: number): Promise<null> =>
  inLedger(deps, eventId, async ({ tx, now }) => {
    const last = await findLast(tx, eventId, user.id)
    if (!last) await requireSight(tx, await findEvent(tx, eventId), user)
    if (last?.ending === 'accepted') throw new AppError('request_decided')
    if (last && !last.endedAt)
      await tx
        .update(bookingRequests)
        .set({ endedAt: now, ending: 'withdrawn' })
        .where(and(eq(bookingRequests.id, last.id), isNull(bookingRequests.endedAt)))
    return null
  })

/**
 * Of an account that is deleted, before its seats are given back. It waits for a decision that is under way, whose seats are
 * given back then; what is decided afterwards finds it ended.
 */
export const withdrawAll = ({ db, clock }: Deps, userId: number) =>
  db
    .update(bookingRequests)
    .set({ endedAt: clock(), ending: 'withdrawn' })
    .where(and(eq(bookingRequests.userId, userId), isNull(bookingRequests.endedAt)))

export interface Decision {
  ids: number[]
  accept: boolean
  reason?: string
}

interface Candidate {
  request: RequestRow
  deletionAt: Date | null
  suspendedUntil: Date | null
}

/** In the order of asking; locked, because they also end by themselves. */
async function lockRequests({ tx, ledger }: LedgerChange, ids: number[]): Promise<Candidate[]> {
  const rows = await tx
    .select({ request: bookingRequests, deletionAt: users.deletionAt, suspendedUntil: users.suspendedUntil })
    .from(bookingRequests)
    .innerJoin(users, eq(users.id, bookingRequests.userId))
    .where(and(inArray(bookingRequests.id, ids), eq(bookingRequests.eventId, ledger.event.id)))
    .orderBy(asc(bookingRequests.id))
    .for('no key update', { of: bookingRequests })
  if (rows.length < ids.length) throw new AppError('request_not_found')
  return rows.filter(({ request }) => !request.endedAt)
}

/** Those who cannot be booked stay as they are. */
async function bookable({ tx, ledger: { event }, now }: LedgerChange, open: Candidate[]): Promise<RequestRow[]> {
  const present = open.filter(
    ({ deletionAt, suspendedUntil }) => !deletionAt && !(suspendedUntil && suspendedUntil > now),
  )
  const requests = present.map(({ request }) => request)
  const { maxPerPerson } = event
  if (maxPerPerson === null) return requests
  const userIds = requests.map(({ userId }) => userId)
  const seats = await seatsOfPeople(tx, event.id, userIds)
  return requests.filter(({ userId, numberOfTickets }) => (seats.get(userId) ?? 0) + numberOfTickets <= maxPerPerson)
}

const end = (tx: Tx, ids: number[], columns: Partial<typeof bookingRequests.$inferInsert>) =>
  ids.length === 0 ? null : tx.update(bookingRequests).set(columns).where(inArray(bookingRequests.id, ids))

/** Each of these ends with the row that was made for its person. */
const endWith = (
  tx: Tx,
  column: 'ticket_id' | 'entry_id',
  made: { id: number; userId: number | null }[],
  accepted: Ended,
) =>
  tx.execute(sql`
    update booking_requests r set ended_at = ${accepted.now}, ending = 'accepted', reason = ${accepted.reason},
      ${sql.identifier(column)} = made.id
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as made (id int, "userId" int)
    where r.user_id = made."userId" and r.id = any (${sql.param(accepted.ids)}::int[])`)

interface Ended {
  ids: number[]
  now: Date
  reason: string | null
}

/** Seats that anybody could book, were it not for the decision. However many are accepted, it is the same few statements. */
async function bookAll(
  { mails }: Deps,
  { tx, ledger, now }: LedgerChange,
  requests: RequestRow[],
  reason: string | null,
) {
  if (requests.length === 0) return
  const eventId = ledger.event.id
  const made = await tx
    .insert(tickets)
    .values(requests.map(({ userId, numberOfTickets }) => ({ eventId, userId, numberOfTickets, createdAt: now })))
    .returning({ id: tickets.id, userId: tickets.userId })
  await endWith(tx, 'ticket_id', made, { ids: requests.map(({ id }) => id), now, reason })
  await mails.addAll(
    tx,
    made.map(({ id, userId }) => ({ kind: 'request-accepted', userId, ticketId: id, payload: { reason } })),
  )
}

/** The next free seats are offered to them, in the order of asking. */
async function lineUp(deps: Deps, { tx, ledger, now }: LedgerChange, requests: RequestRow[], reason: string | null) {
  if (requests.length === 0) return
  const eventId = ledger.event.id
  const [last] = await tx
    .select({ turn: sql<number>`coalesce(max(${waitingEntries.turn}), 0)` })
    .from(waitingEntries)
    .where(eq(waitingEntries.eventId, eventId))
  const made = await tx
    .insert(waitingEntries)
    .values(
      requests.map(({ userId, numberOfTickets }, index) => ({
        eventId,
        userId,
        numberOfTickets,
        atLeast: numberOfTickets,
        turn: (last?.turn ?? 0) + 1 + index,
        createdAt: now,
      })),
    )
    .returning(entryColumns)
  ledger.entries.push(...made.map((row) => entryOf(row, null)))
  await endWith(
    tx,
    'entry_id',
    made.map(({ id, userId }) => ({ id, userId })),
    { ids: requests.map(({ id }) => id), now, reason },
  )
  await writeLetters(deps, tx, requests)
}

const writeLetters = ({ mails }: Deps, tx: Tx, requests: RequestRow[]) =>
  mails.addAll(
    tx,
    requests.map(({ id, userId }) => ({ kind: 'request-answered', userId, payload: { requestId: id } })),
  )

/** Booked if a seat is free, otherwise offered the next ones: in the order of asking, whatever order they are named in. */
async function acceptAll(deps: Deps, change: LedgerChange, open: Candidate[], reason: string | null) {
  const { ledger, tx, now } = change
  requireBookable(ledger.event, now)
  const leaving = open.filter(({ deletionAt }) => deletionAt).map(({ request }) => request.id)
  await end(tx, leaving, { endedAt: now, ending: 'withdrawn' })
  const booked: RequestRow[] = []
  const waiting: RequestRow[] = []
  for (const request of await bookable(change, open)) {
    const { numberOfTickets, userId } = request
    // Waits already, since a time without approval: the entry keeps its place.
    if (numberOfTickets > ledger.open || entryOfUser(ledger, userId)) {
      waiting.push(request)
      continue
    }
    ledger.sold += numberOfTickets
    ledger.open -= numberOfTickets
    booked.push(request)
  }
  await bookAll(deps, change, booked, reason)
  await lineUp(deps, change, waiting, reason)
}

export async function decide(
  deps: Deps,
  user: SessionUser,
  eventId: number,
  { ids, accept, reason }: Decision,
): Promise<{ requests: ManagedRequest[] }> {
  await getEventFor(deps.db, user, 'event.manage-guests', eventId)
  await deps.limits.take('decideRequests', user.id)
  await requireNoBlockedLink(deps.db, [reason])
  return inLedger(deps, eventId, async (change) => {
    const { tx, now, ledger } = change
    await getEventFor(tx, user, 'event.manage-guests', eventId, 'no key update')
    const open = await lockRequests(change, ids)
    if (open.length > 0) {
      requireInTime(ledger.event, now)
      const said = reason || null
      if (accept) await acceptAll(deps, change, open, said)
      else {
        const requests = open.map(({ request }) => request)
        await end(
          tx,
          requests.map(({ id }) => id),
          { endedAt: now, ending: 'declined', reason: said },
        )
        await writeLetters(deps, tx, requests)
      }
      await writeHistory(tx, { eventId, userId: user.id, act: 'decided-requests', at: now })
    }
    return { requests: await readRequests(tx, ids, now) }
  })
}

const AT_ONCE = 500

/**
 * The job end-requests: nobody has decided them, and it is two hours before the start or booking has closed. What somebody is
 * deciding at this moment is left for the next time. Of events that do not take place people are notified otherwise.
 */
export async function endRequests({ db, clock, jobs }: Deps, { lease }: Pick<Job, 'lease'>): Promise<void> {
  for (;;) {
    lease.check()
    const now = clock()
    const { rows } = await db.execute(sql`
      with late as (
        select r.id from booking_requests r join events e on e.id = r.event_id
        where r.ended_at is null and e.status <> 'postponed'
          and least(e.start_time - interval '2 hours', e.booking_closes_at) <= ${now}
        order by r.id limit ${AT_ONCE} for no key update of r skip locked
      ), ended as (
        update booking_requests r set ended_at = ${now}, ending = 'expired' from late where r.id = late.id
        returning r.id, r.user_id
      )
      insert into mails (kind, user_id, payload, priority)
      select 'request-answered', user_id, jsonb_build_object('requestId', id), ${PRIORITY.soon} from ended
      returning 1`)
    if (rows.length > 0) jobs.nudge()
    if (rows.length < AT_ONCE) return
  }
}
