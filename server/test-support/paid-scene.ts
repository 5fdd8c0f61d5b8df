// A server where events can be paid, with a card provider in memory and a clock that a test turns.
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { FEATURE_NAMES } from '../../contract/features.ts'
import type { Order } from '../../contract/orders.ts'
import { DAY } from '../../contract/durations.ts'
import { events } from '../db/schema/events.ts'
import { orders, payments, refunds } from '../db/schema/orders.ts'
import { sendRefund } from '../modules/orders/refunding.ts'
import type { Signal } from '../payments/provider.ts'
import { MemoryTill } from './memory-till.ts'
import { openWorld, type EventFields, type Person, type World, type WorldOptions } from './world.ts'

export interface PaidWorld extends World {
  till: MemoryTill
  now: () => Date
  advance: (ms: number) => void
  /** £12 a place, by card, money back until a day before; ten days from now. */
  paidEvent: (fields?: EventFields) => Promise<{ creator: Person; eventId: number }>
  /** Past all rules. */
  changeEvent: (eventId: number, fields: EventFields) => Promise<unknown>
  /** Ordered, paid and settled. */
  buy: (who: Person, eventId: number, seats?: number) => Promise<Order>
  /** What must be true at every moment; returns what is sold and held. */
  seatsOf: (eventId: number) => Promise<{ sold?: number; held?: number }>
  /** What each account of an order holds. */
  accountsOf: (orderId: number) => Promise<Record<string, number>>
  orderRow: (orderId: number) => Promise<typeof orders.$inferSelect>
  /** The first attempt to pay it. */
  paymentOf: (orderId: number) => Promise<typeof payments.$inferSelect>
  /** What the provider has taken for an order and kept. */
  kept: (orderId: number) => Promise<number>
  /** What the jobs of an order's refunds do. */
  sendRefunds: (orderId: number) => Promise<void>
  /** A message of the provider; returns the status of the answer. */
  signal: (signal: Signal, signature?: string) => Promise<number>
}

export async function openPaidWorld(options: WorldOptions = {}): Promise<PaidWorld> {
  const till = new MemoryTill()
  let time = Date.now()
  const clock = () => new Date(time)
  const config = { features: new Set(FEATURE_NAMES), payments: 'demo' as const, ...options.config }
  const w = await openWorld({ ...options, config, deps: { payments: till, clock, ...options.deps } })
  const { db } = w.deps
  const orderRow = async (id: number) => (await db.select().from(orders).where(eq(orders.id, id)))[0]!
  return {
    ...w,
    till,
    now: clock,
    advance: (ms) => {
      time += ms
    },
    async paidEvent(fields = {}) {
      const creator = await w.person()
      const startTime = new Date(time + 10 * DAY)
      const { id } = await w.event(creator, {
        startTime,
        isFreeOfCharge: false,
        sellingPrice: 12,
        payBy: ['card'],
        vatRate: 2_300,
        refundDays: 1,
        ...fields,
      })
      return { creator, eventId: id }
    },
    changeEvent: (eventId, fields) => db.update(events).set(fields).where(eq(events.id, eventId)),
    async buy(who, eventId, seats = 2) {
      const order = await place(who, eventId, seats)
      expect(till.pay(await checkout(who, order))).toBe(true)
      return look(who, order)
    },
    async seatsOf(eventId) {
      const [event] = await db.select().from(events).where(eq(events.id, eventId))
      const { rows } = await db.execute<{ sold: number; ordered: number }>(sql`
        select (select coalesce(sum(number_of_tickets), 0)::int from tickets where event_id = ${eventId}) as sold,
          (select coalesce(sum(seats), 0)::int from orders where event_id = ${eventId} and state = 'open') as ordered`)
      const [counted] = rows
      expect(event?.ticketsSold).toBe(counted?.sold)
      expect(event?.held).toBeGreaterThanOrEqual(counted?.ordered ?? 0)
      expect((event?.ticketsSold ?? 0) + (event?.held ?? 0)).toBeLessThanOrEqual(event?.capacity ?? 0)
      return { sold: event?.ticketsSold, held: event?.held }
    },
    async accountsOf(orderId) {
      const { rows } = await db.execute<{ account: string; sum: number }>(sql`
        select account, sum(amount)::int as sum from money_entries where order_id = ${orderId}
        group by account having sum(amount) <> 0`)
      return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]))
    },
    orderRow,
    paymentOf: async (orderId) =>
      (await db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(payments.id))[0]!,
    kept: async (orderId) => till.kept().get((await orderRow(orderId)).key) ?? 0,
    async sendRefunds(orderId) {
      const all = await db.select({ id: refunds.id }).from(refunds).where(eq(refunds.orderId, orderId))
      for (const { id } of all) await sendRefund(w.deps, id)
    },
    async signal(signal, signature = 'right') {
      const { statusCode } = await w.app.inject({
        method: 'POST',
        url: '/api/payments/signals',
        payload: JSON.stringify(signal),
        headers: { 'content-type': 'application/json', 'x-signature': signature },
      })
      return statusCode
    },
  }
}

/** One for all tests of a file, with a provider that is well when each of them begins. */
export function usePaidWorld(opened: (w: PaidWorld) => void, options?: WorldOptions) {
  let w: PaidWorld
  beforeAll(async () => {
    w = await openPaidWorld(options)
    opened(w)
  })
  beforeEach(() => w.till.recover())
  afterAll(() => w.close())
}

export const place = (
  who: Person,
  eventId: number,
  numberOfTickets = 2,
  more: Partial<Wish> & { key?: string } = {},
) => {
  const { key, ...wish } = more
  return who.api.orders.place({
    params: { eventId },
    headers: key ? { 'idempotency-key': key } : {},
    body: { numberOfTickets, payBy: 'card', total: 1_200 * numberOfTickets, currency: 'GBP', ...wish },
  })
}
type Wish = { payBy: 'card' | 'door' | 'transfer'; total: number; currency: string }

export const checkout = async (who: Person, order: Pick<Order, 'id'>) =>
  (await who.api.orders.checkout({ params: { orderId: order.id } })).url

export const look = (who: Person, order: Pick<Order, 'id'>) => who.api.orders.look({ params: { orderId: order.id } })

export const giveBack = (who: Person, ticketId: number | null, numberOfTickets?: number) =>
  who.api.tickets.return({ params: { ticketId: ticketId ?? 0 }, body: { ...(numberOfTickets && { numberOfTickets }) } })

export const refundsOf = async (who: Person, orderId: number) =>
  (await who.api.orders.get({ params: { orderId } })).refunds

export const buy = (w: PaidWorld, who: Person, eventId: number, seats?: number) => w.buy(who, eventId, seats)
export const accountsOf = (w: PaidWorld, orderId: number) => w.accountsOf(orderId)
