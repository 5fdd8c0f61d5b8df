// Seats that come back: given back by their holder, undone, taken back by the organiser. Each is released once.
import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { HOUR, MINUTE } from '../../../contract/durations.ts'
import { AppError } from '../../../contract/errors.ts'
import { RETURNS_AN_HOUR, UNDO_DISOWNING_MINUTES, UNDO_RETURN_MINUTES } from '../../../contract/limits.ts'
import { ownSeats } from '../../../contract/own-seats.ts'
import type { OwnTicket, Ticket } from '../../../contract/tickets.ts'
import { writeHistory } from '../../access/history.ts'
import type { Tx } from '../../db/client.ts'
import { retryKeyedWhileAway } from '../../db/retry-while-away.ts'
import { ticketPlaces } from '../../db/schema/ticket-places.ts'
import { ticketReturns, tickets } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { keyReused } from '../../http/repeated-key.ts'
import { isBookable, isOver } from '../../ledger/bookable.ts'
import { findStandby, type Standby } from '../../ledger/confirming.ts'
import { inLedger, type LedgerChange } from '../../ledger/in-ledger.ts'
import { requireNoBlockedLink } from '../../screening/blocked-links.ts'
import { isPending, type LedgerEvent, type Return } from '../../ledger/ledger.ts'
import { entryOfUser, orderedBy, roomFor } from '../../ledger/take-seats.ts'
import { shareAccount } from '../auth/queries.ts'
import { findEvent, getEventFor } from '../events/queries.ts'
import { readOpenPlaces, type PlaceRow } from '../places/queries.ts'
import { findUndoable, getOwnRow, getOwnTicket, toTicket, type TicketRow } from './queries.ts'

/** As it is now that the event is locked. The door counts on the row itself, so it is locked too. */
async function lockTicket(tx: Tx, { id }: TicketRow): Promise<TicketRow> {
  const [row] = await tx.select().from(tickets).where(eq(tickets.id, id)).for('no key update')
  if (!row) throw new AppError('ticket_not_found')
  return row
}

/** Out of the ticket, into the ledger, which decides who gets them. Friends' places that go with them open no door. */
export async function release(
  { ledger, tx, now }: LedgerChange,
  ticket: Pick<TicketRow, 'id' | 'eventId' | 'numberOfTickets' | 'firstQuantity'>,
  how: Pick<Return, 'seats' | 'places' | 'by' | 'reason' | 'idempotencyKey' | 'undoUntil'>,
): Promise<TicketRow> {
  const left = ticket.numberOfTickets - how.seats
  const [row] = await tx
    .update(tickets)
    .set({
      numberOfTickets: left,
      firstQuantity: ticket.firstQuantity ?? ticket.numberOfTickets,
      returnedAt: left === 0 ? now : null,
    })
    .where(eq(tickets.id, ticket.id))
    .returning()
  if (!row) throw new AppError('ticket_not_found')
  if (how.places.length > 0)
    await tx.update(ticketPlaces).set({ takenBackAt: now }).where(inArray(ticketPlaces.id, how.places))
  ledger.sold -= how.seats
  ledger.returns.push({
    id: null,
    ticketId: ticket.id,
    eventId: ticket.eventId,
    held: 0,
    isFresh: true,
    returnedAt: now,
    undoneAt: null,
    undoKey: null,
    lastPlacesAt: null,
    lastPlacesTimes: 0,
    releasedAt: how.undoUntil <= now ? now : null,
    ...how,
  })
  return row
}

export interface GiveBack {
  numberOfTickets?: number
  of?: number
  /** Places sent to friends that are given back too. */
  places?: number[]
  /** For an account that is deleted: whatever is not in, however often the ticket was returned. */
  isLeaving?: true
  idempotencyKey: string | null
}

/** A key that was used for this ticket before: nothing more is given back. */
async function isRepeated({ tx }: LedgerChange, { id }: TicketRow, wanted: GiveBack) {
  const { idempotencyKey, places, numberOfTickets = places?.length } = wanted
  if (idempotencyKey === null) return false
  const [first] = await tx
    .select({ seats: ticketReturns.seats, places: ticketReturns.places })
    .from(ticketReturns)
    .where(and(eq(ticketReturns.ticketId, id), eq(ticketReturns.idempotencyKey, idempotencyKey)))
  if (!first) return false
  const isOther =
    (numberOfTickets !== undefined && numberOfTickets !== first.seats) ||
    (places !== undefined && places.toSorted().join() !== first.places.toSorted().join())
  if (isOther) throw keyReused()
  return true
}

/** Those first that were not sent; a friend's place only if it is named, or if everything goes. */
function chooseSeats(ticket: TicketRow, sent: PlaceRow[], { numberOfTickets, of, places, isLeaving }: GiveBack) {
  const toCome = sent.filter(({ usedAt }) => !usedAt).map(({ id }) => id)
  const free = ticket.numberOfTickets - ticket.admitted
  if (isLeaving) return { seats: free, places: toCome }
  const named = places ?? []
  const seats = numberOfTickets ?? places?.length ?? ticket.numberOfTickets
  const isKnown = named.every((id) => sent.some((place) => place.id === id))
  if ((of !== undefined && of !== ticket.numberOfTickets) || seats > ticket.numberOfTickets || !isKnown)
    throw new AppError('booking_changed')
  if (named.some((id) => !toCome.includes(id))) throw new AppError('place_used')
  if (seats > free) throw new AppError('already_in', { values: { n: ticket.admitted } })
  if (numberOfTickets === undefined && places === undefined) return { seats, places: toCome }
  if (seats - named.length > ownSeats({ ...ticket, sent }).free)
    throw new AppError('places_sent', { values: { n: toCome.length - named.length } })
  return { seats, places: named }
}

/** Each return may email everybody who waits. Those that were undone count too. */
async function requireNotTooOften({ tx, now }: LedgerChange, { id }: TicketRow) {
  const recent = await tx
    .select({ at: ticketReturns.returnedAt })
    .from(ticketReturns)
    .where(
      and(
        eq(ticketReturns.ticketId, id),
        inArray(ticketReturns.by, ['guest', 'link']),
        gt(ticketReturns.returnedAt, new Date(now.getTime() - HOUR)),
      ),
    )
    .orderBy(desc(ticketReturns.id))
    .limit(RETURNS_AN_HOUR)
  const oldest = recent[RETURNS_AN_HOUR - 1]
  if (!oldest) return
  throw new AppError('too_many_requests', {
    message: `You have given places of this ticket back ${RETURNS_AN_HOUR} times within an hour. Please try again later.`,
    retryAfterSeconds: Math.max(1, Math.ceil((oldest.at.getTime() + HOUR - now.getTime()) / 1_000)),
  })
}

const undoUntilOf = (now: Date, minutes: number) => new Date(now.getTime() + minutes * MINUTE)

/**
 * Null: the account is kept after all. Its row is shared since before the event was locked, and keeping it waits for that:
 * a seat is either given back before, and can be undone, or not at all.
 */
async function undoUntilOfLeaver(tx: Tx, userId: number, now: Date): Promise<Date | null> {
  const { deletionAt, disownedAt } = users
  const [account] = await tx.select({ deletionAt, disownedAt }).from(users).where(eq(users.id, userId))
  if (!account?.deletionAt) return null
  if (account.disownedAt) return undoUntilOf(account.disownedAt, UNDO_DISOWNING_MINUTES)
  return undoUntilOf(now, UNDO_RETURN_MINUTES.signedIn)
}

async function giveBack(deps: Deps, change: LedgerChange, user: SessionUser, found: TicketRow, wanted: GiveBack) {
  const { ledger, tx, now } = change
  const ticket = await lockTicket(tx, found)
  if (await isRepeated(change, ticket, wanted)) return
  if (ticket.numberOfTickets === 0) return
  if (isOver(ledger.event, now)) throw new AppError('event_ended')
  const { seats, places } = chooseSeats(ticket, await readOpenPlaces(tx, ticket.id), wanted)
  if (seats === 0) return
  if (!wanted.isLeaving) await requireNotTooOften(change, ticket)
  const undoUntil = wanted.isLeaving
    ? await undoUntilOfLeaver(tx, user.id, now)
    : undoUntilOf(now, user.link ? UNDO_RETURN_MINUTES.byLink : UNDO_RETURN_MINUTES.signedIn)
  if (!undoUntil) return
  // Who says how many do not come says that the others do.
  if (seats < ticket.numberOfTickets)
    await tx.update(tickets).set({ confirmedAt: now }).where(eq(tickets.id, ticket.id))
  await release(change, ticket, {
    seats,
    places,
    by: user.link ? 'link' : 'guest',
    reason: null,
    idempotencyKey: wanted.idempotencyKey,
    undoUntil,
  })
  if (user.link)
    await deps.mails.add(tx, { kind: 'returned-by-link', userId: user.id, ticketId: ticket.id, payload: { seats } })
}

export const returnTickets = (deps: Deps, user: SessionUser, id: number, wanted: GiveBack): Promise<OwnTicket> =>
  retryKeyedWhileAway(wanted.idempotencyKey, async () => {
    const found = await getOwnRow(deps.db, user, id)
    const first = wanted.isLeaving && ((tx: Tx) => shareAccount(tx, user.id))
    await inLedger(deps, found.eventId, (change) => giveBack(deps, change, user, found, wanted), { first })
    return getOwnTicket(deps, user, id)
  })

/** Restoring a booking is always allowed; the limit per person applies only if they booked or ordered again in between. */
async function requireStillAllowed(
  tx: Tx,
  event: LedgerEvent,
  ticket: TicketRow,
  { seats, returnedAt }: Pick<Return, 'seats' | 'returnedAt'>,
) {
  const { id: eventId, maxPerPerson: n } = event
  if (n === null || ticket.userId === null) return
  const ordered = await orderedBy(tx, event, ticket.userId)
  const own = await tx
    .select({ seats: tickets.numberOfTickets, createdAt: tickets.createdAt })
    .from(tickets)
    .where(and(eq(tickets.eventId, eventId), eq(tickets.userId, ticket.userId)))
  const total = own.reduce((sum, one) => sum + one.seats, seats + ordered)
  const hasBookedSince = ordered > 0 || own.some((one) => one.seats > 0 && one.createdAt > returnedAt)
  if (hasBookedSince && total > n) throw new AppError('per_person_limit', { values: { n } })
}

/** A key that has undone a return of this ticket before undoes nothing more. */
async function isUndoneBy(tx: Tx, { id }: TicketRow, key: string | null) {
  if (key === null) return false
  const isIt = and(eq(ticketReturns.ticketId, id), eq(ticketReturns.undoKey, key))
  return (await tx.$count(ticketReturns, isIt)) > 0
}

/** The latest return that was not undone, within its own time and while its seats are neither offered nor booked. */
async function undo(change: LedgerChange, found: TicketRow, key: string | null) {
  const { ledger, tx, now } = change
  const ticket = await lockTicket(tx, found)
  if (await isUndoneBy(tx, ticket, key)) return
  if (isOver(ledger.event, now)) throw new AppError('event_ended')
  const last = await findUndoable(tx, ticket.id, now)
  const standby = last ? null : await findStandby(tx, ticket.id)
  if (standby) return leaveStandby(change, ticket, standby, key)
  const pending = ledger.returns.find((one) => one.id === last?.id && isPending(one))
  if (!last || !pending) throw new AppError('undo_too_late')
  const fromOpen = pending.seats - pending.held
  if (fromOpen > ledger.open) throw new AppError('undo_too_late')
  await requireStillAllowed(tx, ledger.event, ticket, pending)
  pending.undoneAt = now
  pending.held = 0
  ledger.open -= fromOpen
  ledger.sold += pending.seats
  await tx
    .update(tickets)
    .set({ numberOfTickets: ticket.numberOfTickets + pending.seats, returnedAt: null })
    .where(eq(tickets.id, ticket.id))
  if (last.places.length > 0)
    await tx.update(ticketPlaces).set({ takenBackAt: null }).where(inArray(ticketPlaces.id, last.places))
  if (key !== null) await tx.update(ticketReturns).set({ undoKey: key }).where(eq(ticketReturns.id, last.id))
  await askIfBeyond(change, ticket)
}

/** Takes a place that was not confirmed back, while nobody else has it. It keeps its code. */
async function leaveStandby(change: LedgerChange, ticket: TicketRow, { returnId, seats }: Standby, key: string | null) {
  const { ledger, tx, now } = change
  if (seats > ledger.open || !isBookable(ledger.event, now)) throw new AppError('standby_only')
  await requireStillAllowed(tx, ledger.event, ticket, { seats, returnedAt: ticket.returnedAt ?? now })
  ledger.open -= seats
  ledger.sold += seats
  await tx
    .update(tickets)
    .set({ numberOfTickets: ticket.numberOfTickets + seats, returnedAt: null, coming: true, confirmedAt: now })
    .where(eq(tickets.id, ticket.id))
  await tx
    .update(ticketReturns)
    .set({ undoneAt: now, releasedAt: null, undoKey: key })
    .where(eq(ticketReturns.id, returnId))
  await askIfBeyond(change, ticket)
}

/** Somebody who has joined the waiting list since is asked before they are booked beyond the limit per person. */
async function askIfBeyond({ ledger, tx }: LedgerChange, { userId }: TicketRow) {
  const entry = userId === null ? null : entryOfUser(ledger, userId)
  if (!entry?.automatic) return
  entry.automatic = entry.numberOfTickets <= (await roomFor(tx, ledger.event, entry.userId))
}

export const undoReturn = (deps: Deps, user: SessionUser, id: number, key: string | null): Promise<OwnTicket> =>
  retryKeyedWhileAway(key, async () => {
    const found = await getOwnRow(deps.db, user, id)
    await inLedger(deps, found.eventId, (change) => undo(change, found, key), { userId: user.id })
    return getOwnTicket(deps, user, id)
  })

export interface TakeBack {
  eventId: number
  ticketId: number
  reason: string
}

/** There is nothing to undo: the seats go on at once. */
/** Of a series' date: its organiser does not book them for the next ones either. */
const endStandingPlace = (tx: Tx, { eventId, userId }: { eventId: number; userId: number | null }, at: Date) =>
  tx.execute(sql`
    update standing_places s set ended_at = ${at}, ending = 'cancelled' from events e
    where e.id = ${eventId} and s.series_id = e.series_id and s.user_id = ${userId}::int and s.ended_at is null`)

export async function takeBack(
  deps: Deps,
  user: SessionUser,
  { eventId, ticketId, reason }: TakeBack,
): Promise<Ticket> {
  await requireNoBlockedLink(deps.db, [reason])
  const [found] = await deps.db
    .select()
    .from(tickets)
    .where(and(eq(tickets.id, ticketId), eq(tickets.eventId, eventId)))
  if (!found) throw new AppError('ticket_not_found')
  return inLedger(deps, eventId, async (change) => {
    const { ledger, tx, now } = change
    await getEventFor(tx, user, 'event.manage-guests', eventId, 'no key update')
    const ticket = await lockTicket(tx, found)
    if (ticket.numberOfTickets === 0) return toTicket(ticket)
    if (isOver(ledger.event, now)) throw new AppError('event_ended')
    if (ticket.admitted > 0) throw new AppError('guests_inside', { values: { n: ticket.admitted } })
    const seats = ticket.numberOfTickets
    const places = (await readOpenPlaces(tx, ticket.id)).map((place) => place.id)
    const left = await release(change, ticket, {
      seats,
      places,
      by: 'organiser',
      reason,
      idempotencyKey: null,
      undoUntil: now,
    })
    await endStandingPlace(tx, ticket, now)
    if (ticket.userId !== null || ticket.wantsMail)
      await deps.mails.add(tx, {
        kind: 'taken-back',
        userId: ticket.userId,
        ticketId: ticket.id,
        payload: { seats, reason },
      })
    await writeHistory(tx, { eventId, userId: user.id, act: 'took-back', at: now })
    return toTicket(left)
  })
}

/** `false` takes the answer back. Seats are given back by returnTickets alone. */
export async function answerReminder(deps: Deps, user: SessionUser, id: number, coming: boolean): Promise<OwnTicket> {
  const ticket = await getOwnRow(deps.db, user, id)
  const event = await findEvent(deps.db, ticket.eventId)
  if (event && isOver(event, deps.clock())) throw new AppError('event_ended')
  await deps.db
    .update(tickets)
    .set({ coming: coming ? true : null, confirmedAt: coming ? deps.clock() : null })
    .where(eq(tickets.id, id))
  return getOwnTicket(deps, user, id)
}
