// Books in two fields: an address without an account gets account, session and ticket in one transaction; one with an
// account gets a code, and nothing is booked in its name.
import { sql } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { requireSight } from '../../access/sight.ts'
import { isUniqueViolation } from '../../db/client.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import { Answer } from '../../http/answer.ts'
import type { CallMeta } from '../../http/bind.ts'
import { networkOf } from '../../http/network.ts'
import { answerWithCode, browserCookies, markBrowser, newBrowser, readBrowser, startSession } from '../auth/module.ts'
import { findAccountByEmail } from '../auth/queries.ts'
import { findEvent } from '../events/queries.ts'
import { announce, bookInside, onceSettled, ticketOf, Unsettled, type Booking } from './commands.ts'

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
    // That it may be seen, where it is unlisted, is known already.
    await tx.execute(sql`select set_config('hooley.seen_event', ${String(booking.eventId)}, true)`)
    const [outcome] = await bookInside(tx, { ...booking, userId: user.id, eventIds: [booking.eventId] }, now)
    if (!outcome) throw new AppError('internal')
    if (outcome.outcome === 'unsettled') throw new Unsettled([booking.eventId])
    // Where its organiser decides, the new account asks for a place next; where it is paid, it orders one.
    const isNext = outcome.outcome === 'ask_for_a_place' || outcome.outcome === 'pay_first'
    const ticket = isNext ? null : ticketOf(booking, outcome)
    return { userId: user.id, token, outcome, ticket }
  })
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
    const { userId, token, outcome, ticket } = await onceSettled(deps, () => openAndBook(deps, booking, meta))
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
