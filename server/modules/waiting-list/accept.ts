// An offer becomes a booking.
import { AppError } from '../../../contract/errors.ts'
import { retryKeyedWhileAway } from '../../db/retry-while-away.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { requireSameWish } from '../../http/repeated-key.ts'
import { requireBookable } from '../../ledger/bookable.ts'
import { inLedger, type LedgerChange } from '../../ledger/in-ledger.ts'
import { isPaid, type Entry } from '../../ledger/ledger.ts'
import { findLastEntry } from '../../ledger/open.ts'
import { findByKey, requireRoom, roomFor, takeSeats } from '../../ledger/take-seats.ts'
import { findOwn, requireKnown } from './commands.ts'
import { findLastOffer } from './queries.ts'

export interface Accepted {
  ticketId: number
  /** Accepted before: the same ticket. */
  isNew: boolean
}

/**
 * The ticket of what was accepted last, unless they were notified since that something became free. As stored: what settling for
 * this very press has found they do not know of, so the press repeats the one before.
 */
async function findAccepted({ tx, ledger }: LedgerChange, user: SessionUser): Promise<number | null> {
  const entry = await findLastEntry(tx, ledger.event.id, user.id)
  if (!entry || (user.link && user.link.subjectId !== entry.id)) return null
  const offer = await findLastOffer(tx, entry.id)
  const isNotifiedSince = offer?.endedAt && entry.lastPlacesAt && entry.lastPlacesAt > offer.endedAt && !entry.endedAt
  return offer?.ending === 'accepted' && !isNotifiedSince ? offer.ticketId : null
}

/** What there is for this person. `isEnough`: fewer than they were offered, so that they wish for no more. */
interface Chosen {
  seats: number
  isEnough: boolean
}

function fromOffer(offered: number, wanted = offered): Chosen {
  if (wanted > offered) throw new AppError('offer_smaller', { values: { n: offered } })
  return { seats: wanted, isEnough: wanted < offered }
}

/** Too late, or in the last hour: what is free is theirs, because seats are only open when nobody before could take them. */
async function withoutOffer({ ledger, tx }: LedgerChange, entry: Entry, wanted: number | undefined): Promise<Chosen> {
  const { open } = ledger
  if (open <= 0) throw new AppError('offer_expired')
  // One that has expired in this very transaction is not stored yet.
  const last = ledger.offers.findLast(({ entryId }) => entryId === entry.id) ?? (await findLastOffer(tx, entry.id))
  const wish = last?.ending === 'expired' ? Math.min(last.seats, entry.numberOfTickets) : entry.numberOfTickets
  const seats = wanted ?? (open < wish && open >= entry.atLeast ? open : wish)
  if (seats > open) throw new AppError('offer_smaller', { values: { n: open } })
  return { seats, isEnough: last?.ending === 'expired' && wanted !== undefined && wanted < last.seats }
}

export async function accept(
  deps: Deps,
  user: SessionUser,
  eventId: number,
  wanted: number | undefined,
  idempotencyKey: string | null,
): Promise<Accepted> {
  await deps.limits.take('booking', user.id)
  const acceptOnce = () =>
    inLedger(
      deps,
      eventId,
      async (change): Promise<Accepted> => {
        const { ledger, now } = change
        const first = await findByKey(change, user.id, idempotencyKey)
        if (first) {
          requireSameWish(first, { eventId })
          return { ticketId: first.id, isNew: false }
        }
        const entry = findOwn(change, user)
        const before = entry?.offer ? null : await findAccepted(change, user)
        if (before !== null) return { ticketId: before, isNew: false }
        await requireKnown(change, user)
        requireBookable(ledger.event, now)
        if (isPaid(ledger.event)) throw new AppError('pay_first')
        if (!entry) throw new AppError('waiting_entry_not_found')
        const chosen = entry.offer ? fromOffer(entry.offer.seats, wanted) : await withoutOffer(change, entry, wanted)
        // A limit that was set since they joined: who has named no number takes what it leaves.
        const seats = wanted ?? Math.max(1, Math.min(chosen.seats, await roomFor(change.tx, ledger.event, user.id)))
        await requireRoom(change, user.id, seats)
        // Accepting means they are still interested.
        entry.restingSince = null
        const ticket = await takeSeats(deps, change, { ...chosen, userId: user.id, entry, seats, idempotencyKey })
        return { ticketId: ticket.id, isNew: true }
      },
      { userId: user.id },
    )
  return retryKeyedWhileAway(idempotencyKey, acceptOnce)
}
