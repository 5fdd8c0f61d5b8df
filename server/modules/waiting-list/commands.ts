// Joining and leaving the waiting list, and answering an offer. Who gets which seats is decided in server/ledger/settle.ts.
import { and, eq } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { isVisible } from '../../../contract/event-status.ts'
import type { ListedEntry, WaitingEntry } from '../../../contract/waiting-list.ts'
import { requireSight } from '../../access/sight.ts'
import { retryKeyedWhileAway } from '../../db/retry-while-away.ts'
import { waitingEntries } from '../../db/schema/waiting-list.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { requireSameWish } from '../../http/repeated-key.ts'
import { isOver, requireBookable } from '../../ledger/bookable.ts'
import { inLedger, type LedgerChange } from '../../ledger/in-ledger.ts'
import { endEntry, endOffer, type Entry, type Ledger } from '../../ledger/ledger.ts'
import { entryColumns, entryOf, findLastEntry } from '../../ledger/open.ts'
import { entryOfUser, requireRoom } from '../../ledger/take-seats.ts'
import { findEvent, toEvent } from '../events/queries.ts'
import {
  describeEntries,
  describeEntry,
  findLastListed,
  findWaitingEntry,
  listOpenEntries,
  nextTurn,
} from './queries.ts'

export interface Wish {
  numberOfTickets: number
  /** Absent: all or nothing. */
  atLeast?: number
  automatic?: boolean
  /** Of an unlisted event. */
  key?: string
}

/** An email's link is for its own entry: any other is not there. */
export function findOwn({ ledger }: LedgerChange, user: SessionUser): Entry | null {
  const entry = entryOfUser(ledger, user.id)
  return entry && (!user.link || user.link.subjectId === entry.id) ? entry : null
}

/** Somebody who is not on the list learns of no event that they may not see. */
export async function requireKnown({ ledger, tx }: LedgerChange, user: SessionUser, key?: string) {
  if (!entryOfUser(ledger, user.id)) await requireSight(tx, await findEvent(tx, ledger.event.id), user, key)
}

function getOwn(change: LedgerChange, user: SessionUser): Entry {
  const entry = findOwn(change, user)
  if (!entry) throw new AppError('waiting_entry_not_found')
  return entry
}

export async function getEntry(deps: Deps, user: SessionUser, eventId: number): Promise<WaitingEntry> {
  const entry = await findWaitingEntry(deps, eventId, user.id, deps.clock())
  if (!entry || (user.link && user.link.subjectId !== entry.id)) throw new AppError('waiting_entry_not_found')
  return entry
}

/** What is hidden is not there, and of what is over nothing can come; of what is off everything may. */
export async function listOwnEntries(deps: Deps, user: SessionUser): Promise<ListedEntry[]> {
  const now = deps.clock()
  const rows = await listOpenEntries(deps.db, user.id)
  const shown = rows.filter(({ event }) => isVisible(event) && !isOver(event, now))
  const entries = await describeEntries(deps, shown, now)
  const listed = shown.flatMap(({ event }, at) => {
    const entry = entries[at]
    return entry ? [{ ...entry, event: toEvent(event, { userId: user.id }) }] : []
  })
  return listed.sort((a, b) => Date.parse(a.event.startTime) - Date.parse(b.event.startTime))
}

/** A key that was used before: for this list it returns the current entry, and never joins again after leaving. */
async function requireFreshKey({ tx, ledger }: LedgerChange, user: SessionUser, key: string | null) {
  if (key === null) return
  const [first] = await tx
    .select({ eventId: waitingEntries.eventId })
    .from(waitingEntries)
    .where(and(eq(waitingEntries.userId, user.id), eq(waitingEntries.idempotencyKey, key)))
  if (!first) return
  requireSameWish(first, { eventId: ledger.event.id })
  throw new AppError('waiting_entry_not_found')
}

export interface Joined {
  entry: WaitingEntry
  isNew: boolean
}

/** Under the event's lock; whether there was no entry before. */
export async function joinIn(
  change: LedgerChange,
  user: SessionUser,
  { numberOfTickets, atLeast = numberOfTickets, automatic = false, key }: Wish,
  idempotencyKey: string | null,
): Promise<boolean> {
  const { ledger, tx, now } = change
  const eventId = ledger.event.id
  await requireKnown(change, user, key)
  requireBookable(ledger.event, now)
  if (entryOfUser(ledger, user.id)) return false
  await requireFreshKey(change, user, idempotencyKey)
  if (ledger.event.approval) throw new AppError('ask_for_a_place')
  if (ledger.event.ballot === 'running') throw new AppError('enter_the_ballot')
  if (ledger.open > 0) throw new AppError('places_left')
  await requireRoom(change, user.id, numberOfTickets)
  const turn = await nextTurn(tx, eventId)
  const [row] = await tx
    .insert(waitingEntries)
    .values({ eventId, userId: user.id, numberOfTickets, atLeast, automatic, turn, idempotencyKey, createdAt: now })
    .returning(entryColumns)
  if (row) ledger.entries.push(entryOf(row, null))
  return true
}

export async function join(
  deps: Deps,
  user: SessionUser,
  eventId: number,
  { numberOfTickets, atLeast = numberOfTickets, automatic = false, key }: Wish,
  idempotencyKey: string | null,
): Promise<Joined> {
  await deps.limits.take('booking', user.id)
  const wish = { numberOfTickets, atLeast, automatic, key }
  const joinOnce = () =>
    inLedger(deps, eventId, (change) => joinIn(change, user, wish, idempotencyKey), { userId: user.id })
  return retryKeyedWhileAway(idempotencyKey, async () => {
    const isNew = await joinOnce()
    return { entry: await getEntry(deps, user, eventId), isNew }
  })
}

/** If the call itself books (`automatic`), the reply says so, even if the entry has ended with it. */
async function entryAfter(deps: Deps, user: SessionUser, { event, booked }: Ledger): Promise<WaitingEntry> {
  const own = booked.findLast(({ userId }) => userId === user.id)
  const row = own && (await findLastListed(deps.db, event.id, user.id))
  if (!row) return getEntry(deps, user, event.id)
  const entry = await describeEntry(deps, row, deps.clock())
  return { ...entry, booked: { ticketId: own.ticketId, numberOfTickets: own.seats } }
}

/** Fewer keeps the place, more goes to the end. An offer that was made stays valid as far as it still fits the wish. */
export async function changeWish(deps: Deps, user: SessionUser, eventId: number, wish: Wish): Promise<WaitingEntry> {
  const { numberOfTickets, atLeast = numberOfTickets } = wish
  const ledger = await inLedger(
    deps,
    eventId,
    async (change) => {
      const { ledger, tx, now } = change
      await requireKnown(change, user)
      requireBookable(ledger.event, now)
      const entry = getOwn(change, user)
      // Nobody has accepted more than they asked for.
      if (ledger.event.approval && numberOfTickets > entry.numberOfTickets) throw new AppError('ask_for_a_place')
      await requireRoom(change, user.id, numberOfTickets)
      if (numberOfTickets > entry.numberOfTickets) {
        Object.assign(entry, { turn: await nextTurn(tx, eventId), passedOver: 0, firstPassedAt: null })
        ledger.entries.sort((a, b) => a.turn - b.turn)
      }
      Object.assign(entry, { numberOfTickets, atLeast, automatic: wish.automatic ?? entry.automatic })
      if (!entry.offer) return ledger
      if (entry.offer.seats < atLeast) endOffer(entry, 'withdrawn', now)
      else entry.offer.seats = Math.min(entry.offer.seats, numberOfTickets)
      return ledger
    },
    { userId: user.id },
  )
  return entryAfter(deps, user, ledger)
}

export const leave = (deps: Deps, user: SessionUser, eventId: number): Promise<null> =>
  inLedger(
    deps,
    eventId,
    async (change) => {
      await requireKnown(change, user)
      const entry = findOwn(change, user)
      if (entry) end(change, entry, 'left')
      return null
    },
    { userId: user.id },
  )

function end({ ledger, now }: LedgerChange, entry: Entry, ending: 'left' | 'declined') {
  endOffer(entry, ending, now)
  endEntry(ledger, entry, ending, now)
}

/** Without an open offer there is nothing to decline: a press in an old tab must not cost the place on the list. */
export async function decline(deps: Deps, user: SessionUser, eventId: number) {
  await inLedger(
    deps,
    eventId,
    async (change) => {
      const entry = findOwn(change, user)
      if (entry && !entry.offer) throw new AppError('offer_expired')
      if (entry) return end(change, entry, 'declined')
      // Once more, from the same email; or it was booked for them this very moment.
      const last = await findLastEntry(change.tx, eventId, user.id)
      if (last && (!user.link || user.link.subjectId === last.id)) return
      await requireKnown(change, user)
      throw new AppError('waiting_entry_not_found')
    },
    { userId: user.id },
  )
  return { state: 'ended' as const }
}

/** Still interested: waits again, at the old place. */
export async function resume(deps: Deps, user: SessionUser, eventId: number): Promise<WaitingEntry> {
  const ledger = await inLedger(
    deps,
    eventId,
    async (change) => {
      await requireKnown(change, user)
      requireBookable(change.ledger.event, change.now)
      getOwn(change, user).restingSince = null
      return change.ledger
    },
    { userId: user.id },
  )
  return entryAfter(deps, user, ledger)
}
