// Stores what has changed in a ledger, in the transaction that opened it, with its emails. However many rows
// there are of a sort, they are one statement: everybody else who wants seats of this event waits for the lock.
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { events } from '../db/schema/events.ts'
import { ticketReturns, tickets } from '../db/schema/tickets.ts'
import { offers } from '../db/schema/waiting-list.ts'
import { portionsOf, updateAll } from '../db/update-all.ts'
import type { Deps } from '../deps.ts'
import { PRIORITY } from '../jobs/priority.ts'
import { followReturns } from '../payments/planned-refunds.ts'
import { isPaid, type Ledger, type Return } from './ledger.ts'
import { isChanged, markClean } from './dirty-rows.ts'
import { addBroadcasts, notifyOfOffers } from './notify-waiting.ts'

export const SETTLE_JOB = 'settle-event'

type Writing = Pick<Deps, 'mails'>

export async function writeLedger({ mails }: Writing, tx: Tx, ledger: Ledger, now: Date): Promise<void> {
  const { event, sold, held, settleAt } = ledger
  // First and at once: the constraint on sold and held is checked at the end of each statement.
  await tx.update(events).set({ ticketsSold: sold, held, settleAt }).where(eq(events.id, event.id))
  await writeReturns(tx, ledger, now)
  await writeOffers(mails, tx, ledger)
  await writeEntries(tx, ledger)
  await bookAutomatically(mails, tx, ledger, now)
  const expired = ledger.expired.splice(0)
  await mails.addAll(
    tx,
    expired.map(({ id, userId }) => ({ kind: 'offer-expired', userId, payload: { entryId: id } })),
  )
  await addBroadcasts(tx, ledger)
  if (settleAt) await addSettleJob(tx, event.id, settleAt)
}

/** Not within a second: where the database's clock is ahead of ours, what is due for it is not yet due for us. */
const addSettleJob = (tx: Tx, eventId: number, runAt: Date) =>
  tx.execute(sql`select add_job(${SETTLE_JOB}, ${JSON.stringify({ eventId })}, ${PRIORITY.soon},
    greatest(${runAt}, now() + interval '1 second'), ${String(eventId)})`)

async function writeReturns(tx: Tx, { event, returns }: Ledger, now: Date) {
  const changed = returns.filter(isChanged)
  const made = changed.filter(({ id }) => id === null)
  for (const one of made) {
    const { id: _, isFresh: __, ...row } = one
    const [made] = await tx.insert(ticketReturns).values(row).returning({ id: ticketReturns.id })
    one.id = made?.id ?? null
    markClean(one)
  }
  const rows = changed.filter(isChanged).map(markClean)
  await updateAll(
    tx,
    'ticket_returns',
    rows.map(({ id, held, undoneAt, releasedAt }) => ({ id, held, undone_at: undoneAt, released_at: releasedAt })),
  )
  if (!isPaid(event)) return
  const stored = (some: Return[]) => some.flatMap((one) => (one.id === null ? [] : [{ ...one, id: one.id }]))
  const undone = stored(rows.filter(({ undoneAt }) => undoneAt)).map(({ id }) => id)
  await followReturns(tx, event.id, stored(made), undone, now)
}

async function writeOffers(mails: Deps['mails'], tx: Tx, ledger: Ledger) {
  // Those that have ended first: an entry has one open offer, at every moment.
  const changed = ledger.offers.filter(isChanged)
  const inOrder = [...changed.filter((one) => one.endedAt), ...changed.filter((one) => !one.endedAt)]
  await updateAll(
    tx,
    'offers',
    inOrder
      .filter(({ id }) => id !== null)
      .map(({ id, seats, expiresAt, endedAt, ending, ticketId }) => ({
        id,
        seats,
        expires_at: expiresAt,
        ended_at: endedAt,
        ending,
        ticket_id: ticketId,
      })),
  )
  const made = inOrder.filter(({ id }) => id === null)
  for (const some of portionsOf(made)) {
    const rows = await tx
      .insert(offers)
      .values(some.map(({ id: _, ...row }) => row))
      .returning({ id: offers.id })
    some.forEach((offer, at) => (offer.id = rows[at]?.id ?? null))
  }
  inOrder.forEach(markClean)
  await notifyOfOffers(mails, tx, ledger, made)
}

async function writeEntries(tx: Tx, { entries, ended }: Ledger) {
  const changed = [...entries, ...ended].filter(isChanged).map(markClean)
  await updateAll(
    tx,
    'waiting_entries',
    changed.map((entry) => ({
      id: entry.id,
      number_of_tickets: entry.numberOfTickets,
      at_least: entry.atLeast,
      turn: entry.turn,
      automatic: entry.automatic,
      passed_over: entry.passedOver,
      first_passed_at: entry.firstPassedAt,
      saved: entry.saved,
      resting_since: entry.restingSince,
      ended_at: entry.endedAt,
      ending: entry.ending,
    })),
  )
}

async function bookAutomatically(mails: Deps['mails'], tx: Tx, { bookings, booked, event }: Ledger, now: Date) {
  for (const some of portionsOf(bookings.splice(0))) {
    const rows = await tx
      .insert(tickets)
      .values(some.map(({ userId, seats }) => ({ eventId: event.id, userId, numberOfTickets: seats, createdAt: now })))
      .returning({ id: tickets.id, userId: tickets.userId, seats: tickets.numberOfTickets })
    const made = rows.map(({ id, userId, seats }) => ({ ticketId: id, userId: Number(userId), seats }))
    await mails.addAll(
      tx,
      made.map(({ userId, ticketId }) => ({ kind: 'booked-for-you', userId, ticketId })),
    )
    booked.push(...made)
  }
}
