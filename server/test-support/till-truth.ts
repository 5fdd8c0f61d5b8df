// What is true of the orders of an event: by the places that people have and by the money that the provider and the organiser's cash
// box have kept, not by what our rows say of themselves.
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { DAY } from '../../contract/durations.ts'
import type { Db } from '../db/client.ts'
import { events } from '../db/schema/events.ts'
import { orders, refunds } from '../db/schema/orders.ts'
import { ticketReturns } from '../db/schema/tickets.ts'
import { offers } from '../db/schema/waiting-list.ts'
import type { MemoryTill } from './memory-till.ts'

export const HISTORY_PRICE = 1_250

export interface History {
  problems: string[]
  penceLost: number
  steps: number
  crashes: number
  /** How often it came to what, so that a run that shows nothing is seen. */
  reached: Map<string, number>
}

export const emptyHistory = (): History => ({ problems: [], penceLost: 0, steps: 0, crashes: 0, reached: new Map() })

export const reach = ({ reached }: Pick<History, 'reached'>, what: string, times = 1) => {
  if (times > 0) reached.set(what, (reached.get(what) ?? 0) + times)
}

type Terms = { startTime: Date; refundDays: number | null }

/** Somebody who looks after each step, and remembers what the tables alone do not say. */
export class Witness {
  /** Places that were given back too late for the money, by the return. */
  readonly forfeited = new Set<number>()
  /** What the organiser has taken for an order by hand, less what was paid back. */
  readonly cash = new Map<number, number>()
  private readonly states = new Map<number, string>()
  private readonly paidBack = new Set<number>()
  private lastReturn = 0

  private readonly db: Db
  private readonly eventId: number
  private readonly terms: Terms
  private readonly seen: History
  constructor(db: Db, eventId: number, terms: Terms, seen: History) {
    this.db = db
    this.eventId = eventId
    this.terms = terms
    this.seen = seen
  }

  async look(now: Date) {
    const { rows: all } = await this.db.execute<{
      id: number
      state: string
      payBy: string
      seats: number
      ticketId: number | null
    }>(sql`
      select o.id, o.state, o.pay_by as "payBy", coalesce(t.number_of_tickets, 0) as seats, o.ticket_id as "ticketId"
      from orders o left join tickets t on t.id = o.ticket_id where o.event_id = ${this.eventId}`)
    for (const { id, state, payBy, seats } of all) this.see(id, { before: this.states.get(id), state, payBy, seats })
    await this.seeReturns(now, new Map(all.map(({ ticketId, state }) => [ticketId ?? 0, state])))
    await this.seePaidBack()
  }

  private see(
    id: number,
    { before, state, payBy, seats }: Record<'state' | 'payBy', string> & { before?: string; seats: number },
  ) {
    this.states.set(id, state)
    if (before === state || state !== 'paid') return
    if (payBy !== 'card') this.cash.set(id, seats * HISTORY_PRICE)
    const isLate = before === 'expired' || before === 'cancelled'
    reach(this.seen, isLate ? 'paid late, and a ticket' : `paid by ${payBy}`)
  }

  private async seeReturns(now: Date, states: Map<number, string>) {
    const made = await this.db
      .select()
      .from(ticketReturns)
      .where(and(eq(ticketReturns.eventId, this.eventId), gt(ticketReturns.id, this.lastReturn)))
      .orderBy(ticketReturns.id)
    if (made.length === 0) return
    const [event] = await this.db.select({ status: events.status }).from(events).where(eq(events.id, this.eventId))
    for (const { id, ticketId, by } of made) {
      this.lastReturn = id
      if (states.get(ticketId) !== 'paid') continue
      const { startTime, refundDays } = this.terms
      const isInTime = refundDays !== null && now.getTime() <= startTime.getTime() - refundDays * DAY
      const comesBack = by === 'organiser' || event?.status !== 'published' || isInTime
      if (!comesBack) this.forfeited.add(id)
      if (by === 'guest') reach(this.seen, comesBack ? 'given back for money' : 'given back for nothing')
    }
  }

  private async seePaidBack() {
    const done = await this.db
      .select({ id: refunds.id, orderId: refunds.orderId, amount: refunds.amount })
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.orderId))
      .where(and(eq(orders.eventId, this.eventId), isNull(refunds.paymentId), eq(refunds.state, 'done')))
    for (const { id, orderId, amount } of done.filter((one) => !this.paidBack.has(one.id))) {
      this.paidBack.add(id)
      this.cash.set(orderId, (this.cash.get(orderId) ?? 0) - amount)
      reach(this.seen, 'paid back by hand')
    }
  }
}

interface Truth extends Record<string, unknown> {
  id: number
  key: string
  payBy: string
  state: string
  seats: number
  taken: number
  owed: number
  receipts: number
  open: number
  returns: number[]
}

const findTruth = async (db: Db, eventId: number) => {
  const entries = (...accounts: string[]) => sql`coalesce((select sum(m.amount) from money_entries m
    where m.order_id = o.id and m.account = any(${sql.param(accounts)})), 0)::int`
  const { rows } = await db.execute<Truth>(sql`
    select o.id, o.key, o.pay_by as "payBy", o.state, coalesce(t.number_of_tickets, 0) as seats,
      ${entries('provider', 'cash', 'bank')} as taken, ${entries('owed')} as owed,
      (select count(*)::int from receipts r where r.order_id = o.id and r.refund_id is null) as receipts,
      (select count(*)::int from payments p where p.order_id = o.id and p.state in ('new', 'open', 'processing')) as open,
      coalesce((select jsonb_agg(jsonb_build_array(n.id, n.seats)) from ticket_returns n
        where n.ticket_id = o.ticket_id and n.undone_at is null), '[]') as returns
    from orders o left join tickets t on t.id = o.ticket_id where o.event_id = ${eventId}`)
  return rows.map(({ returns, ...row }) => ({ ...row, returns: returns as unknown as [id: number, seats: number][] }))
}

export async function compare(db: Db, eventId: number, till: MemoryTill, seen: History, witness?: Witness) {
  const kept = till.kept()
  const problem = (sentence: string) => seen.problems.push(sentence)
  for (const { id, key, payBy, state, seats, taken, owed, receipts, open, returns } of await findTruth(db, eventId)) {
    const has = payBy === 'card' ? (kept.get(key) ?? 0) : (witness?.cash.get(id) ?? 0)
    const forfeited = returns.reduce((sum, [one, lost]) => sum + (witness?.forfeited.has(one) ? lost : 0), 0)
    const off = has - (state === 'to-pay' ? 0 : (seats + forfeited) * HISTORY_PRICE)
    seen.penceLost += Math.abs(off)
    if (off > 0) problem(`order ${id} (${state}): ${off} kept without a ticket or a refund`)
    if (off < 0) problem(`order ${id} (${state}): a ticket for which ${-off} is missing`)
    if (taken !== has) problem(`order ${id}: the entries say ${taken}, and ${has} was kept`)
    if (owed !== 0) problem(`order ${id}: ${-owed} is still owed`)
    if (state === 'open' || open > 0) problem(`order ${id} is still open`)
    if (receipts !== (state === 'paid' ? 1 : 0)) problem(`order ${id} (${state}) has ${receipts} receipts`)
    if (state === 'too-late') reach(seen, 'paid too late')
  }
  await compareRefunds(db, eventId, till, seen)
  await compareSeats(db, eventId, seen)
  await countLists(db, eventId, seen)
}

async function compareRefunds(db: Db, eventId: number, till: MemoryTill, seen: History) {
  const all = await db
    .select({ id: refunds.id, state: refunds.state, cause: refunds.cause, paymentId: refunds.paymentId })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(eq(orders.eventId, eventId))
  const done = all.filter(({ state }) => state === 'done')
  for (const { cause } of done) reach(seen, `refunded: ${cause}`)
  reach(seen, 'refunds undone', all.filter(({ state }) => state === 'cancelled').length)
  for (const { id, state } of all.filter((one) => !['done', 'cancelled'].includes(one.state)))
    seen.problems.push(`refund ${id} is ${state}`)
  const byCard = done.filter(({ paymentId }) => paymentId !== null).length
  if (byCard !== till.refunds.size) seen.problems.push(`${byCard} refunds here, ${till.refunds.size} at the provider`)
}

async function compareSeats(db: Db, eventId: number, seen: History) {
  const [event] = await db.select().from(events).where(eq(events.id, eventId))
  const { rows } = await db.execute<{ sold: number; free: number }>(sql`
    select coalesce(sum(t.number_of_tickets), 0)::int as sold,
      coalesce(sum(t.number_of_tickets) filter (where o.state is distinct from 'paid' and (o.state is distinct from 'to-pay' or o.pay_by = 'card')), 0)::int as free
    from tickets t left join orders o on o.ticket_id = t.id where t.event_id = ${eventId}`)
  const { sold, free } = rows[0] ?? { sold: 0, free: 0 }
  if (event?.ticketsSold !== sold) seen.problems.push(`${event?.ticketsSold} seats are sold, ${sold} on tickets`)
  if (sold > (event?.capacity ?? 0)) seen.problems.push(`${sold} seats are sold of ${event?.capacity}`)
  if (free > 0) seen.problems.push(`${free} seats are had by nobody who has paid or will`)
  const [offered] = await db
    .select({ seats: sql<number>`coalesce(sum(${offers.seats}), 0)::int` })
    .from(offers)
    .where(and(eq(offers.eventId, eventId), isNull(offers.endedAt)))
  if (event?.held !== offered?.seats) seen.problems.push(`${event?.held} seats are held, ${offered?.seats} are offered`)
}

async function countLists(db: Db, eventId: number, seen: History) {
  const made = await db
    .select({ ending: offers.ending })
    .from(offers)
    .where(and(eq(offers.eventId, eventId), inArray(offers.ending, ['accepted', 'expired'])))
  for (const { ending } of made) reach(seen, ending === 'accepted' ? 'offers taken by an order' : 'offers that ran out')
}
