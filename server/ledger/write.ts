// Stores what has changed in a ledger, in the transaction that opened it, with the mails that tell of it.
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { events } from '../db/schema/events.ts'
import { ticketReturns, tickets } from '../db/schema/tickets.ts'
import { offers, waitingEntries } from '../db/schema/waiting-list.ts'
import type { Deps } from '../deps.ts'
import { PRIORITY } from '../jobs/priority.ts'
import type { Ledger } from './ledger.ts'
import { isChanged, noteStored } from './stored.ts'
import { tellEntry, tellOf } from './tell.ts'

export const SETTLE_JOB = 'settle-event'

type Writing = Pick<Deps, 'mails'>

export async function writeLedger({ mails }: Writing, tx: Tx, ledger: Ledger, now: Date): Promise<void> {
  const { event, sold, held, settleAt } = ledger
  // First and at once: the constraint on sold and held is checked at the end of each statement.
  await tx.update(events).set({ ticketsSold: sold, held, settleAt }).where(eq(events.id, event.id))
  await writeReturns(tx, ledger)
  await writeOffers(mails, tx, ledger)
  await writeEntries(tx, ledger)
  await bookAutomatically(mails, tx, ledger, now)
  for (const { kind, entry } of ledger.notices.splice(0)) await tellEntry(mails, tx, event, kind, entry)
  if (settleAt) await addSettleJob(tx, event.id, settleAt)
}

/** Not within a second: where the database's clock is ahead of ours, what is due for it is not yet due for us. */
const addSettleJob = (tx: Tx, eventId: number, runAt: Date) =>
  tx.execute(sql`select add_job(${SETTLE_JOB}, ${JSON.stringify({ eventId })}, ${PRIORITY.soon},
    greatest(${runAt}, now() + interval '1 second'), ${String(eventId)})`)

async function writeReturns(tx: Tx, { returns }: Ledger) {
  for (const one of returns.filter(isChanged)) {
    const { id, isFresh: _, ...row } = one
    if (id === null) {
      const [made] = await tx.insert(ticketReturns).values(row).returning({ id: ticketReturns.id })
      one.id = made?.id ?? null
    } else {
      const { held, undoneAt, releasedAt } = row
      await tx.update(ticketReturns).set({ held, undoneAt, releasedAt }).where(eq(ticketReturns.id, id))
    }
    noteStored(one)
  }
}

async function writeOffers(mails: Deps['mails'], tx: Tx, ledger: Ledger) {
  // Those that have ended first: an entry has one open offer, at every moment.
  const changed = ledger.offers.filter(isChanged)
  for (const offer of [...changed.filter((one) => one.endedAt), ...changed.filter((one) => !one.endedAt)]) {
    const { id, ...row } = offer
    if (id === null) {
      const [made] = await tx.insert(offers).values(row).returning({ id: offers.id })
      offer.id = made?.id ?? null
      const userId = ledger.entries.find((entry) => entry.offer === offer)?.userId
      if (userId !== undefined) await tellOf(mails, tx, ledger.event.id, offer, userId)
    } else {
      const { endedAt, ending, ticketId, expiresAt, seats } = row
      await tx.update(offers).set({ endedAt, ending, ticketId, expiresAt, seats }).where(eq(offers.id, id))
    }
    noteStored(offer)
  }
}

async function writeEntries(tx: Tx, { entries, ended }: Ledger) {
  for (const entry of [...entries, ...ended].filter(isChanged)) {
    const { id, offer: _, userId: __, createdAt: ___, code: ____, ...state } = entry
    await tx.update(waitingEntries).set(state).where(eq(waitingEntries.id, id))
    noteStored(entry)
  }
}

async function bookAutomatically(mails: Deps['mails'], tx: Tx, { bookings, booked, event }: Ledger, now: Date) {
  for (const { userId, seats } of bookings.splice(0)) {
    const [ticket] = await tx
      .insert(tickets)
      .values({ eventId: event.id, userId, numberOfTickets: seats, createdAt: now })
      .returning({ id: tickets.id })
    if (!ticket) continue
    await mails.add(tx, { kind: 'booked-for-you', userId, ticketId: ticket.id })
    booked.push({ userId, seats, ticketId: ticket.id })
  }
}
