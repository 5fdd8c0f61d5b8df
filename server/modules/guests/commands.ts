// Guests added by name: a booking like any other, without an account behind it.
import { AppError } from '../../../contract/errors.ts'
import type { Guest } from '../../../contract/guests.ts'
import { writeHistory } from '../../access/history.ts'
import { retryKeyedWhileAway } from '../../db/retry-while-away.ts'
import { tickets } from '../../db/schema/tickets.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { keyReused, requireSameWish } from '../../http/repeated-key.ts'
import { requireBookable } from '../../ledger/bookable.ts'
import { inLedger, type LedgerChange } from '../../ledger/in-ledger.ts'
import { getEventFor, type EventRow } from '../events/queries.ts'
import { findAdded, getGuest } from './queries.ts'

export async function getManagedEvent({ db }: Deps, user: SessionUser, eventId: number): Promise<EventRow> {
  return getEventFor(db, user, 'event.manage-guests', eventId)
}

export interface NewGuest {
  name: string
  numberOfTickets: number
  email?: string
  /** They asked to have the ticket mailed. */
  mail?: boolean
  idempotencyKey: string | null
}

type TicketRow = typeof tickets.$inferSelect

/** Who was added with the key before; a key that was used for somebody else would swallow this guest. */
function requireSame(first: TicketRow, eventId: number, { name, numberOfTickets, email, mail }: NewGuest) {
  const seats = first.firstQuantity ?? first.numberOfTickets
  const wish = { eventId, guestName: name, guestEmail: email ?? null, wantsMail: mail ?? false }
  requireSameWish({ ...first, seats }, { ...wish, seats: numberOfTickets }, 'guest')
}

/**
 * Of the seats that anybody could book: what is held for those who wait stays theirs. That booking has closed is for those who
 * book, and not for who closed it.
 */
function takeOpenSeats({ ledger, now }: LedgerChange, seats: number) {
  requireBookable({ ...ledger.event, bookingClosesAt: null }, now)
  const left = Math.max(0, ledger.open)
  if (left < seats) throw new AppError(left === 0 ? 'sold_out' : 'too_few_left', { values: { n: left } })
  ledger.sold += seats
  ledger.open -= seats
}

export async function addGuest(deps: Deps, user: SessionUser, eventId: number, wanted: NewGuest): Promise<Guest> {
  await getManagedEvent(deps, user, eventId)
  await deps.limits.take('booking', user.id)
  if (wanted.mail) await deps.limits.take('guestTicket', user.id)
  const addOnce = () =>
    inLedger(deps, eventId, async (change) => {
      const { tx, now } = change
      const { name, numberOfTickets, email, mail = false, idempotencyKey } = wanted
      const first = await findAdded(tx, user.id, idempotencyKey)
      if (first) {
        requireSame(first, eventId, wanted)
        return getGuest(tx, first.id)
      }
      await getEventFor(tx, user, 'event.manage-guests', eventId, 'no key update')
      takeOpenSeats(change, numberOfTickets)
      const [ticket] = await tx
        .insert(tickets)
        .values({
          eventId,
          guestName: name,
          guestEmail: email,
          wantsMail: mail,
          numberOfTickets,
          addedBy: user.id,
          idempotencyKey,
          createdAt: now,
        })
        // The same key at another event at the same moment.
        .onConflictDoNothing()
        .returning({ id: tickets.id })
      if (!ticket) throw keyReused('guest')
      if (mail) await deps.mails.add(tx, { kind: 'guest-ticket', userId: null, ticketId: ticket.id })
      await writeHistory(tx, { eventId, userId: user.id, act: 'added-guest', at: now })
      return getGuest(tx, ticket.id)
    })
  return retryKeyedWhileAway(wanted.idempotencyKey, addOnce)
}
