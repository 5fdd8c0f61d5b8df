// Books in two fields: an address without an account gets account, session and ticket in one transaction; one with an
// account gets a code, and nothing is booked in its name.
import { sql } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { requireSight } from '../../access/sight.ts'
import { isUniqueViolation, type Tx } from '../../db/client.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import { Answer } from '../../http/answer.ts'
import type { CallMeta } from '../../http/bind.ts'
import { networkOf } from '../../http/network.ts'
import { settleIfThere } from '../../ledger/settling.ts'
import { answerWithCode, browserCookies, markBrowser, newBrowser, readBrowser, startSession } from '../auth/module.ts'
import { findAccountByEmail } from '../auth/queries.ts'
import { findEvent } from '../events/queries.ts'
import { announce, ticketOf, type Booking, type BookingOutcome } from './commands.ts'

export interface QuickBooking extends Booking {
  name: string
  email: string
}

/** The rest may be empty, as for people with one name. */
function splitName(name: string) {
  const [firstName = '', ...rest] = name.trim().split(/\s+/)
  return { firstName, lastName: rest.join(' ') }
}

/** One unit a seat, all of them or none. Returns how to undo that. */
async function takeSeatsOfNetwork({ limits }: Deps, { eventId, numberOfTickets }: Booking, ip: string) {
  const { near, wide } = networkOf(ip)
  const counts = [
    { name: 'quickSeats', key: [eventId, near] },
    ...(wide ? [{ name: 'quickSeatsWide', key: [eventId, wide] }] : []),
  ]
  const taken: (() => Promise<void>)[] = []
  const undo = async () => {
    for (const giveBack of taken) await giveBack()
  }
  try {
    for (const { name, key } of counts)
      for (let seat = 0; seat < numberOfTickets; seat++) {
        // Before it is taken: one that is refused is counted too.
        taken.push(() => limits.giveBack(name, key))
        await limits.take(name, key)
      }
  } catch (error) {
    await undo()
    throw error
  }
  return undo
}

/** The same statement as for a batch of bookings, inside of a transaction that writes more. */
async function bookInside(tx: Tx, userId: number, booking: Booking, now: Date): Promise<BookingOutcome> {
  const { eventId, numberOfTickets, idempotencyKey, cameFrom } = booking
  const source = cameFrom ? JSON.stringify(cameFrom) : null
  // That it may be seen, where it is unlisted, is known already.
  await tx.execute(sql`select set_config('hooley.seen_event', ${String(eventId)}, true)`)
  const { rows } = await tx.execute<{
    outcome: BookingOutcome['outcome']
    ticket: number | null
    booked_at: string | null
    seats_left: number
    quantity: number
    most: number | null
  }>(sql`
    select outcome, ticket, booked_at, seats_left, quantity, most from book_places(
      array[${userId}::int], array[${eventId}::int], array[${numberOfTickets}::int],
      array[${idempotencyKey}::text], array[${source}::text], ${now})`)
  const [row] = rows
  if (!row) throw new AppError('internal')
  const bookedAt = row.booked_at === null ? null : new Date(row.booked_at)
  const { outcome, ticket: ticketId, seats_left: seatsLeft, quantity, most } = row
  return { outcome, ticketId, bookedAt, seatsLeft, numberOfTickets: quantity, most }
}

/** Something in the event's ledger is due first: nothing of the transaction may stay. */
class Unsettled extends Error {}

/** Somebody may book on another instance at the same time, so that something is due again; not without end. */
const MAX_ROUNDS = 5

const openAndBook = (deps: Deps, { name, email, ...booking }: QuickBooking, meta: CallMeta) => {
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    const [user] = await tx
      .insert(users)
      .values({ email, ...splitName(name) })
      .returning({ id: users.id })
    if (!user) throw new AppError('internal')
    const token = await startSession(tx, { id: user.id, email }, { now, userAgent: meta.userAgent })
    if (!token) throw new AppError('internal')
    await deps.mails.add(tx, { kind: 'confirm-address', userId: user.id })
    const outcome = await bookInside(tx, user.id, booking, now)
    if (outcome.outcome === 'unsettled') throw new Unsettled()
    // Where its organiser decides, the new account asks for a place next.
    const ticket = outcome.outcome === 'ask_for_a_place' ? null : ticketOf(booking, outcome)
    return { userId: user.id, token, outcome, ticket }
  })
}

async function openSettled(deps: Deps, booking: QuickBooking, meta: CallMeta) {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    try {
      return await openAndBook(deps, booking, meta)
    } catch (error) {
      if (!(error instanceof Unsettled)) throw error
      await settleIfThere(deps, booking.eventId)
    }
  }
  throw new AppError('unavailable', { retryAfterSeconds: 1 })
}

export async function bookQuickly(
  deps: Deps,
  booking: QuickBooking,
  cookie: string | undefined,
  meta: CallMeta,
): Promise<Answer> {
  const { limits, config, secrets } = deps
  await limits.take('signUp', meta.ip)
  // Without a session the key alone shows an unlisted event.
  await requireSight(deps.db, await findEvent(deps.db, booking.eventId), null, booking.key)
  const sendCode = () => answerWithCode(deps, booking.email, cookie, meta)
  if (await findAccountByEmail(deps.db, booking.email)) return sendCode()
  const undo = await takeSeatsOfNetwork(deps, booking, meta.ip)
  try {
    const { userId, token, outcome, ticket } = await openSettled(deps, booking, meta)
    if (!ticket) await undo()
    await limits.count('booking', userId)
    deps.jobs.nudge()
    announce(deps, [{ ...booking, userId }], [outcome])
    deps.metrics.bookings.inc({ outcome: outcome.outcome })
    const browser = markBrowser(secrets, readBrowser(cookie) ?? newBrowser(), userId)
    const headers = { 'set-cookie': browserCookies(config.publicUrl, browser) }
    return new Answer({ access_token: token, ticket }, { headers })
  } catch (error) {
    await undo()
    // Pressed twice, or in two tabs: the other press has just made the account and booked.
    if (isUniqueViolation(error, 'users_email_unique')) return sendCode()
    throw error
  }
}
