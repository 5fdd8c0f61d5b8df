// What a ticket says of its order, to the guest.
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { TicketPayment } from '../../contract/tickets.ts'
import type { Db, Tx } from '../db/client.ts'
import { events } from '../db/schema/events.ts'
import { orders, receipts } from '../db/schema/orders.ts'
import { tickets } from '../db/schema/tickets.ts'
import { refundUntil } from './planned-refunds.ts'

/** What a transfer has to say: short, and of letters and digits that are not mistaken for one another. */
export const referenceOf = ({ key }: Pick<typeof orders.$inferSelect, 'key'>) => `HLY-${key.slice(0, 8).toUpperCase()}`

/** Of an order, its receipt and not those of its refunds. */
export const ofSale = and(eq(receipts.orderId, orders.id), isNull(receipts.refundId))

/** By ticket; only of those that were ordered. */
export async function readPayments(db: Db | Tx, ticketIds: number[]): Promise<Map<number, TicketPayment>> {
  if (ticketIds.length === 0) return new Map()
  const { status, startTime, endTime, venue } = events
  const rows = await db
    .select({
      order: orders,
      seats: tickets.numberOfTickets,
      event: { status, startTime, endTime, venue },
      paid: receipts.total,
    })
    .from(orders)
    .innerJoin(tickets, eq(tickets.id, orders.ticketId))
    .innerJoin(events, eq(events.id, orders.eventId))
    .leftJoin(receipts, ofSale)
    .where(inArray(orders.ticketId, ticketIds))
  return new Map(
    rows.map(({ order, seats, event, paid }) => {
      const until = refundUntil(order, event)
      const { id: orderId, ticketId, state, payBy, currency, unitPrice, refunded } = order
      const payment: TicketPayment = {
        orderId,
        state,
        payBy,
        currency,
        unitPrice,
        amount: state === 'paid' ? (paid ?? order.total) : unitPrice * seats,
        refunded,
        reference: referenceOf(order),
        dueBy: state === 'to-pay' && payBy === 'transfer' ? order.holdUntil.toISOString() : null,
        // Nothing can be given back after the end.
        refundUntil: until && (until === 'any time' ? event.endTime : until).toISOString(),
      }
      return [ticketId ?? 0, payment]
    }),
  )
}
