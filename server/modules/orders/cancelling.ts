// What becomes of the orders of an event that is called off.
import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { events } from '../../db/schema/events.ts'
import { orders } from '../../db/schema/orders.ts'
import { tickets } from '../../db/schema/tickets.ts'
import type { Deps } from '../../deps.ts'
import { inLedger } from '../../ledger/in-ledger.ts'
import { PaymentProviderAway, PaymentProviderRefused } from '../../payments/provider.ts'
import { readOpenPlaces } from '../places/queries.ts'
import { release } from '../tickets/module.ts'
import { endOrder } from './settling.ts'

const ORDERS_AT_ONCE = 100

/**
 * Of an event that was cancelled: every place goes back to the organiser and its money to the guest, one order at a time, from the
 * last one that was done. Reinstated in between, it leaves the others as they are. An order about which the provider cannot be
 * asked waits, and nobody waits for it: the job fails when all others are done, and is tried again (sweeping.ts).
 */
export async function cancelOrders(deps: Deps, eventId: number, check: () => void = () => undefined): Promise<void> {
  let failure: unknown
  for (let after = 0; ;) {
    const some = await deps.db
      .select({ id: orders.id, state: orders.state })
      .from(orders)
      .where(and(eq(orders.eventId, eventId), gt(orders.id, after), inArray(orders.state, ['open', 'to-pay', 'paid'])))
      .orderBy(asc(orders.id))
      .limit(ORDERS_AT_ONCE)
    for (const { id, state } of some) {
      check()
      const isOff = state === 'open' ? await isCancelled(deps, eventId) : await takeAllBack(deps, eventId, id)
      if (!isOff) return
      if (state === 'open')
        await endOrder(deps, id, 'cancelled').catch((error: unknown) => (failure = unlessOfProvider(error)))
    }
    const last = some.at(-1)
    if (last) after = last.id
    else if (failure === undefined) return
    else throw failure
  }
}

function unlessOfProvider(error: unknown): unknown {
  if (error instanceof PaymentProviderAway || error instanceof PaymentProviderRefused) return error
  throw error
}

async function isCancelled({ db }: Deps, eventId: number): Promise<boolean> {
  const [event] = await db.select({ status: events.status }).from(events).where(eq(events.id, eventId))
  return event?.status === 'cancelled'
}

/** Whether the event is still cancelled. The ledger plans the refund of what is released (server/ledger/write.ts). */
const takeAllBack = (deps: Deps, eventId: number, orderId: number): Promise<boolean> =>
  inLedger(deps, eventId, async (change) => {
    const { ledger, tx, now } = change
    if (ledger.event.status !== 'cancelled') return false
    const [ticket] = await tx
      .select({ ticket: tickets })
      .from(tickets)
      .innerJoin(orders, eq(orders.ticketId, tickets.id))
      .where(eq(orders.id, orderId))
      .for('no key update', { of: tickets })
    const seats = ticket?.ticket.numberOfTickets ?? 0
    if (!ticket || seats === 0) return true
    await release(change, ticket.ticket, {
      seats,
      places: (await readOpenPlaces(tx, ticket.ticket.id)).map((place) => place.id),
      by: 'organiser',
      reason: null,
      idempotencyKey: null,
      undoUntil: now,
    })
    return true
  })
