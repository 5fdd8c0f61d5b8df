// Random histories of orders on a real database, in which a crash may drop everything that is in memory between any two steps.
// The provider in memory is the truth about who has paid. At the end, what it kept is compared with what people have.
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { DAY, MINUTE } from '../../contract/durations.ts'
import { AppError } from '../../contract/errors.ts'
import type { Db } from '../db/client.ts'
import { events } from '../db/schema/events.ts'
import { orders, payments, providerSignals, refunds } from '../db/schema/orders.ts'
import { tickets } from '../db/schema/tickets.ts'
import type { Deps } from '../deps.ts'
import type { SessionUser } from '../http/session.ts'
import { settleEvent } from '../ledger/in-ledger.ts'
import { cancelEvent, reinstateEvent } from '../modules/events/states.ts'
import { placeOrder } from '../modules/orders/commands.ts'
import { LIVE } from '../modules/orders/queries.ts'
import { sendRefund } from '../modules/orders/refunding.ts'
import { endOrder, giveUp, lookAt, openCheckout, settlePayment } from '../modules/orders/settling.ts'
import { cancelOrders } from '../modules/orders/cancelling.ts'
import { handleSignal, receiveSignal } from '../modules/orders/signals.ts'
import { returnTickets, takeBack, undoReturn } from '../modules/tickets/returns.ts'
import { PaymentProviderAway, PaymentProviderRefused, type Checkout } from '../payments/provider.ts'
import { Crash, Crashes } from './crashes.ts'
import { randomFrom } from './seeded-random.ts'
import { MemoryTill } from './memory-till.ts'
import type { Person, World } from './world.ts'

export const HISTORY_PRICE = 1_250
const PRICE = HISTORY_PRICE
const SEATS = 4

/** Believes the messages that came, and asks for nothing: what all of this is against. */
class TrustingTill extends MemoryTill {
  private readonly heard = new Map<string, Checkout['state']>()

  hear(about: string | null, type: string) {
    const [kind, id = ''] = about?.split(' ') ?? []
    if (kind === 'checkout') this.heard.set(id, type.replace('checkout.', '') as Checkout['state'])
  }

  private believe = (checkoutId: string, otherwise: Checkout['state']): Promise<Checkout> => {
    const checkout = this.checkouts.get(checkoutId)
    if (!checkout) throw new PaymentProviderRefused('unknown checkout')
    const { asked: _, url: __, ...known } = checkout
    return Promise.resolve({ ...known, state: this.heard.get(checkoutId) ?? otherwise })
  }

  override lookUpCheckout = (id: string) => this.believe(id, 'open')
  override expireCheckout = (id: string) => this.believe(id, 'expired')
}

export interface History {
  problems: string[]
  penceLost: number
  steps: number
  crashes: number
  /** What came to pass, so that a run that shows nothing is seen. */
  paid: number
  refunded: number
  tooLate: number
}

export interface HistoryOptions {
  seed: number
  steps: number
  /** The negative control. */
  isTrusting?: boolean
}

export const emptyHistory = (): History => ({
  problems: [],
  penceLost: 0,
  steps: 0,
  crashes: 0,
  paid: 0,
  refunded: 0,
  tooLate: 0,
})

/** What the sweep and its jobs do, for one event: from what is stored, whatever was lost in between. */
export async function sweepEvent(deps: Deps, eventId: number): Promise<void> {
  const { db } = deps
  const now = deps.clock()
  const all = await db.select().from(orders).where(eq(orders.eventId, eventId))
  const live = await db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(orders.eventId, eventId), inArray(payments.state, [...LIVE])))
  for (const { id } of live) await settlePayment(deps, id)
  for (const { id, state, holdUntil } of all)
    if (state === 'open' && holdUntil <= now) await endOrder(deps, id, 'expired')
  for (const { id, startsAt } of await refundsOf(db, eventId)) if (startsAt <= now) await sendRefund(deps, id)
}

const refundsOf = async (db: Db, eventId: number) =>
  (
    await db
      .select({ refund: refunds })
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.orderId))
      .where(eq(orders.eventId, eventId))
      .orderBy(refunds.id)
  ).map(({ refund }) => refund)

const asUser = ({ id, email }: Person) => ({ id, email }) as unknown as SessionUser

export async function runHistory(w: World, people: Person[], { seed, steps, isTrusting = false }: HistoryOptions) {
  const random = randomFrom(seed)
  const chance = (p: number) => random() < p
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)]
  const till = isTrusting ? new TrustingTill() : new MemoryTill()
  const crashes = new Crashes()
  let time = Date.now()
  const clock = () => new Date(time)
  const { db } = w.deps
  const deps: Deps = { ...w.deps, db: crashes.database(db), payments: till, clock }
  const [creator, ...guests] = people as [Person, ...Person[]]
  const { id: eventId } = await w.event(creator, {
    startTime: new Date(time + 40 * DAY),
    endTime: new Date(time + 41 * DAY),
    capacity: SEATS,

    isFreeOfCharge: false,
    sellingPrice: PRICE / 100,
    payBy: ['card'],
    vatRate: 2_300,
    refundDays: 0,
  })
  /** Pages that a guest was sent to. */
  const urls: string[] = []
  const seen = emptyHistory()

  const ordersNow = () => db.select().from(orders).where(eq(orders.eventId, eventId))
  const ownerOf = (userId: number) => asUser(guests.find(({ id }) => id === userId)!)
  const refundsNow = () => refundsOf(db, eventId)
  const someTicket = async () =>
    pick(
      await db
        .select()
        .from(tickets)
        .where(and(eq(tickets.eventId, eventId), sql`number_of_tickets > 0`)),
    )

  const hear = async (id: string) => {
    const [row] = await db.select().from(providerSignals).where(eq(providerSignals.id, id))
    if (row && till instanceof TrustingTill) till.hear(row.about, row.type)
    await handleSignal(deps, id)
  }
  const prefix = `h${seed}-`
  const receive = async (at: number) => {
    const signal = till.signals[at]
    if (!signal) return
    const body = Buffer.from(JSON.stringify({ ...signal, id: prefix + signal.id }))
    await receiveSignal(deps, body, { 'x-signature': 'right' })
    if (chance(0.8)) await hear(`demo ${prefix}${signal.id}`)
  }

  const sweep = () => sweepEvent(deps, eventId)

  const order = async (guest: Person) => {
    const seats = chance(0.5) ? 1 : 2
    const wish = { numberOfTickets: seats, payBy: 'card' as const, total: seats * PRICE, currency: 'GBP' }
    return placeOrder(deps, asUser(guest), eventId, { ...wish, idempotencyKey: null })
  }
  /** Without a rest between the steps; a crash may come between any two all the same. */
  const buy = async () => {
    const guest = pick(guests)!
    const { order: placed } = await order(guest)
    const { url } = await openCheckout(deps, guest.id, placed.id)
    urls.push(url)
    till.pay(url, { isSlow: chance(0.1) })
    if (chance(0.7)) await receive(till.signals.length - 1)
    else if (chance(0.5)) await lookAt(deps, placed.id)
  }

  const acts: [weight: number, act: () => Promise<unknown>][] = [
    [5, buy],
    [4, () => order(pick(guests)!)],
    [
      6,
      async () => {
        const order = pick((await ordersNow()).filter(({ state }) => state === 'open'))
        if (order) urls.push((await openCheckout(deps, order.userId, order.id)).url)
      },
    ],
    [6, () => Promise.resolve(urls.length > 0 && till.pay(pick(urls)!, { isSlow: chance(0.15) }))],
    [
      3,
      async () => {
        const order = pick(await ordersNow())
        if (order) await lookAt(deps, order.id)
      },
    ],
    [
      1,
      async () => {
        const order = pick(await ordersNow())
        if (order) await giveUp(deps, order.id)
      },
    ],
    [4, () => receive(Math.floor(random() * till.signals.length))],
    [2, sweep],
    [
      3,
      () => {
        time += Math.floor(random() * 40) * MINUTE
        till.advance(clock(), random)
        return Promise.resolve()
      },
    ],
    [
      5,
      async () => {
        const ticket = await someTicket()
        if (!ticket?.userId) return
        const numberOfTickets = chance(0.5) ? 1 : ticket.numberOfTickets
        await returnTickets(deps, ownerOf(ticket.userId), ticket.id, { numberOfTickets, idempotencyKey: null })
      },
    ],
    [
      1,
      async () => {
        const ticket = pick(await db.select().from(tickets).where(eq(tickets.eventId, eventId)))
        if (ticket?.userId) await undoReturn(deps, ownerOf(ticket.userId), ticket.id, null)
      },
    ],
    [
      1,
      async () => {
        const ticket = await someTicket()
        if (ticket) await takeBack(deps, asUser(creator), { eventId, ticketId: ticket.id, reason: 'No chairs.' })
      },
    ],
    [
      2,
      async () => {
        const refund = pick(await refundsNow())
        if (refund) await sendRefund(deps, refund.id)
      },
    ],
    [0.5, () => cancelEvent(deps, asUser(creator), eventId, {})],
    [0.5, () => cancelOrders(deps, eventId)],
    [0.5, () => reinstateEvent(deps, asUser(creator), eventId, {})],
    [0.7, () => Promise.resolve((till.isAway = chance(0.4)))],
    [0.7, () => Promise.resolve((till.refundsBecome = chance(0.5) ? 'pending' : 'done'))],
  ]
  const total = acts.reduce((sum, [weight]) => sum + weight, 0)
  const drawn = () => {
    let at = random() * total
    return acts.find(([weight]) => (at -= weight) < 0)?.[1] ?? acts[0]![1]
  }

  till.around = (when) => {
    crashes.point()
    if (chance(0.06))
      throw new PaymentProviderAway(when === 'before' ? 'lost on the way there' : 'lost on the way back')
  }
  const expected = (error: unknown) =>
    error instanceof AppError || error instanceof PaymentProviderAway || error instanceof Crash

  for (let step = 0; step < steps; step++) {
    crashes.after(chance(0.3) ? Math.floor(random() * 7) : Infinity)
    await drawn()().catch((error: unknown) => {
      if (error instanceof Crash || crashes.isDead) seen.crashes++
      if (!expected(error)) seen.problems.push(`step ${step}: ${String((error as Error).stack)}`)
    })
    seen.steps++
  }

  // Everything comes back, and nobody presses anything any more.
  crashes.after(Infinity)
  till.isAway = false
  till.around = () => undefined
  const isOff = async () => (await db.select().from(events).where(eq(events.id, eventId)))[0]?.status === 'cancelled'
  for (let round = 0; round < 4; round++) {
    time += 45 * MINUTE
    till.refundsBecome = 'done'
    till.advance(clock(), random)
    if (await isOff()) await cancelOrders(deps, eventId)
    await settleEvent(deps, eventId)
    const unheard = await db
      .select({ id: providerSignals.id })
      .from(providerSignals)
      .where(and(isNull(providerSignals.handledAt), sql`${providerSignals.id} like ${`demo ${prefix}%`}`))
    for (const { id } of unheard) await hear(id)
    await sweep()
  }
  await compare(db, eventId, till, seen)
  return seen
}

interface Truth extends Record<string, unknown> {
  id: number
  key: string
  state: string
  seats: number
  provider: number
  owed: number
  receipts: number
  refunds: number
  open: number
}

/** By the places that people have and the money that the provider kept, not by what our rows say of themselves. */
export async function compare(db: Db, eventId: number, till: MemoryTill, seen: History) {
  const entries = (account: string) =>
    sql`coalesce((select sum(m.amount) from money_entries m where m.order_id = o.id and m.account = ${account}), 0)::int`
  const { rows } = await db.execute<Truth>(sql`
    select o.id, o.key, o.state, coalesce(t.number_of_tickets, 0) as seats, ${entries('provider')} as provider, ${entries('owed')} as owed,
      (select count(*)::int from receipts r where r.order_id = o.id and r.refund_id is null) as receipts,
      (select count(*)::int from refunds r where r.order_id = o.id and r.state = 'done') as refunds,
      (select count(*)::int from payments p where p.order_id = o.id and p.state in ('new', 'open', 'processing')) as open
    from orders o left join tickets t on t.id = o.ticket_id where o.event_id = ${eventId}`)
  const kept = till.kept()
  const problem = (sentence: string) => seen.problems.push(sentence)
  for (const { id, key, state, seats, provider, owed, receipts, open } of rows) {
    const has = kept.get(key) ?? 0
    const off = has - seats * PRICE
    seen.penceLost += Math.abs(off)
    if (off > 0) problem(`order ${id} (${state}): ${off} kept without a ticket or a refund`)
    if (off < 0) problem(`order ${id} (${state}): a ticket for which ${-off} is missing`)
    if (provider !== has) problem(`order ${id}: the entries say ${provider}, and the provider kept ${has}`)
    if (owed !== 0) problem(`order ${id}: ${-owed} is still owed`)
    if (state === 'open' || open > 0) problem(`order ${id} is still open`)
    if (receipts !== (state === 'paid' ? 1 : 0)) problem(`order ${id} (${state}) has ${receipts} receipts`)
    if (state === 'paid') seen.paid++
    if (state === 'too-late') seen.tooLate++
  }
  const done = rows.reduce((sum, row) => sum + row.refunds, 0)
  seen.refunded += done
  if (done !== till.refunds.size) problem(`${done} refunds here, ${till.refunds.size} at the provider`)
  const [event] = await db.select().from(events).where(eq(events.id, eventId))
  const { rows: counted } = await db.execute<{ sold: number }>(
    sql`select coalesce(sum(number_of_tickets), 0)::int as sold from tickets where event_id = ${eventId}`,
  )
  if (event?.ticketsSold !== counted[0]?.sold)
    problem(`${event?.ticketsSold} seats are sold, ${counted[0]?.sold} on tickets`)
  if (event?.held !== 0) problem(`${event?.held} seats are still held`)
}

export interface Run extends Omit<History, 'problems'> {
  histories: number
  problems: string[]
}

/** So many at once as the machine likes: each has its event, its guests, its clock and its provider. */
export async function runHistories(
  w: World,
  {
    count,
    seed,
    steps = 18,
    isTrusting,
    atOnce = 6,
  }: { count: number; seed: number; steps?: number; isTrusting?: boolean; atOnce?: number },
): Promise<Run> {
  const sum: Run = { histories: 0, problems: [], penceLost: 0, steps: 0, crashes: 0, paid: 0, refunded: 0, tooLate: 0 }
  let next = 0
  const work = async () => {
    while (next < count) {
      const own = seed + next++
      const people = await Promise.all([1, 2, 3, 4].map(() => w.person()))
      const { problems, ...seen } = await runHistory(w, people, { seed: own, steps, isTrusting })
      sum.histories++
      for (const name of ['penceLost', 'steps', 'crashes', 'paid', 'refunded', 'tooLate'] as const)
        sum[name] += seen[name]
      sum.problems.push(...problems.map((problem) => `history ${own}: ${problem}`))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return sum
}
