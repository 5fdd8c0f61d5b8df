// A server where events can be paid, with a card provider in memory and a clock that a test turns.
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { FEATURE_NAMES } from '../../contract/features.ts'
import type { Order } from '../../contract/orders.ts'
import { DAY } from '../../contract/durations.ts'
import { events } from '../db/schema/events.ts'
import { orders } from '../db/schema/orders.ts'
import { MemoryTill } from './memory-till.ts'
import { openWorld, type EventFields, type Person, type World, type WorldOptions } from './world.ts'

export interface PaidWorld extends World {
  till: MemoryTill
  now: () => Date
  advance: (ms: number) => void
  /** £12 a place, by card, money back until a day before; ten days from now. */
  paidEvent: (fields?: EventFields) => Promise<{ creator: Person; eventId: number }>
}

export async function openPaidWorld(options: WorldOptions = {}): Promise<PaidWorld> {
  const till = new MemoryTill()
  let time = Date.now()
  const clock = () => new Date(time)
  const config = { features: new Set(FEATURE_NAMES), payments: 'demo' as const, ...options.config }
  const w = await openWorld({ ...options, config, deps: { payments: till, clock, ...options.deps } })
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
  }
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

/** Ordered, paid and settled. */
export async function buy(w: PaidWorld, who: Person, eventId: number, seats = 2): Promise<Order> {
  const order = await place(who, eventId, seats)
  expect(w.till.pay(await checkout(who, order))).toBe(true)
  return look(who, order)
}

/** What must be true at every moment; answers what is sold and held. */
export async function seatsOf({ deps: { db } }: World, eventId: number) {
  const [event] = await db.select().from(events).where(eq(events.id, eventId))
  const { rows } = await db.execute<{ sold: number; ordered: number }>(sql`
    select (select coalesce(sum(number_of_tickets), 0)::int from tickets where event_id = ${eventId}) as sold,
      (select coalesce(sum(seats), 0)::int from orders where event_id = ${eventId} and state = 'open') as ordered`)
  const [counted] = rows
  expect(event?.ticketsSold).toBe(counted?.sold)
  expect(event?.held).toBeGreaterThanOrEqual(counted?.ordered ?? 0)
  expect((event?.ticketsSold ?? 0) + (event?.held ?? 0)).toBeLessThanOrEqual(event?.capacity ?? 0)
  return { sold: event?.ticketsSold, held: event?.held }
}

/** What each account of an order holds. */
export async function accountsOf({ deps: { db } }: World, orderId: number): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ account: string; sum: number }>(sql`
    select account, sum(amount)::int as sum from money_entries where order_id = ${orderId} group by account having sum(amount) <> 0`)
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]))
}

export const orderRow = async ({ deps: { db } }: World, id: number) =>
  (await db.select().from(orders).where(eq(orders.id, id)))[0]!
