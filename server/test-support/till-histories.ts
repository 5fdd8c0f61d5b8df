// Random histories of orders on a real database, in which a crash may drop everything that is in memory between any two steps.
// The provider in memory is the truth about who has paid. At the end, what it kept is compared with what people have (till-truth.ts).
import { and, eq, isNull, sql } from 'drizzle-orm'
import { DAY, MINUTE } from '../../contract/durations.ts'
import { AppError } from '../../contract/errors.ts'
import type { PayBy } from '../../contract/order-words.ts'
import { orders, payments, providerSignals } from '../db/schema/orders.ts'
import { tickets } from '../db/schema/tickets.ts'
import { offers, waitingEntries } from '../db/schema/waiting-list.ts'
import type { Deps } from '../deps.ts'
import type { SessionUser } from '../http/session.ts'
import { settleEvent } from '../ledger/in-ledger.ts'
import { cancelEvent, postponeEvent, reinstateEvent } from '../modules/events/states.ts'
import { placeOrder } from '../modules/orders/commands.ts'
import type { OrderRow } from '../modules/orders/queries.ts'
import { markPaid, markRefunded, sendRefund } from '../modules/orders/refunding.ts'
import { giveUp, lookAt, openCheckout } from '../modules/orders/settling.ts'
import { cancelOrders } from '../modules/orders/cancelling.ts'
import { handleSignal, receiveSignal } from '../modules/orders/signals.ts'
import { returnTickets, takeBack, undoReturn } from '../modules/tickets/returns.ts'
import { join, leave } from '../modules/waiting-list/commands.ts'
import { PaymentProviderAway, PaymentProviderRefused, type Checkout, type Signal } from '../payments/provider.ts'
import { Crash, Crashes } from './crashes.ts'
import { randomFrom } from './seeded-random.ts'
import { MemoryTill } from './memory-till.ts'
import { refundsOf, sweepEvent } from './till-sweep.ts'
import { compare, emptyHistory, HISTORY_PRICE, reach, Witness, type History } from './till-truth.ts'
import type { Person, World } from './world.ts'

const PRICE = HISTORY_PRICE
const SEATS = [1, 1, 2, 2, 4]
const PEOPLE = 5
/** Until the start, on every way to be given the money back. */
const POLICIES = [0, 20, null]

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

export interface HistoryOptions {
  seed: number
  steps: number
  /** The negative control. */
  isTrusting?: boolean
}

const unlessRefused = (error: unknown) => {
  if (!(error instanceof AppError)) throw error
}

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
  const startTime = new Date(time + 40 * DAY)
  const refundDays = pick(POLICIES) ?? null
  const { id: eventId } = await w.event(creator, {
    startTime,
    endTime: new Date(time + 41 * DAY),
    capacity: pick(SEATS),

    isFreeOfCharge: false,
    sellingPrice: PRICE / 100,
    payBy: ['card', 'door', 'transfer'],
    transferTo: 'IBAN IE29 AIBK 9311 5212 3456 78',
    vatRate: 2_300,
    refundDays,
  })
  /** Pages that a guest was sent to. */
  const urls: string[] = []
  const seen = emptyHistory()
  const witness = new Witness(db, eventId, { startTime, refundDays }, seen)
  const delivered = new Map<number, number>()

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
    const times = (delivered.get(at) ?? 0) + 1
    if (times > 1) reach(seen, 'messages that came again')
    if ([...delivered.keys()].some((other) => other > at)) reach(seen, 'messages behind a later one')
    const body = Buffer.from(JSON.stringify({ ...signal, id: prefix + signal.id }))
    await receiveSignal(deps, body, { 'x-signature': 'right' })
    // Not answered, it comes again.
    delivered.set(at, times)
    if (chance(0.8)) await hear(`demo ${prefix}${signal.id}`)
  }

  /** A provider repeats for days what nobody has confirmed: what was stored, and what came in for an order that was given up. */
  const repeatSignals = async () => {
    const given = await db
      .select({ checkoutId: payments.checkoutId })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(and(eq(orders.eventId, eventId), eq(payments.state, 'expired')))
    const isGivenUp = ({ about }: Signal) =>
      about.kind === 'checkout' && given.some(({ checkoutId }) => checkoutId === about.checkoutId)
    for (const [at, signal] of till.signals.entries()) if (!delivered.has(at) && isGivenUp(signal)) await receive(at)
    const unheard = await db
      .select({ id: providerSignals.id })
      .from(providerSignals)
      .where(and(isNull(providerSignals.handledAt), sql`${providerSignals.id} like ${`demo ${prefix}%`}`))
    for (const { id } of unheard) await hear(id)
  }

  const sweep = () => sweepEvent(deps, eventId)

  const order = async (guest: Person, payBy: PayBy = 'card') => {
    const seats = chance(0.5) ? 1 : 2
    const wish = { numberOfTickets: seats, payBy, total: seats * PRICE, currency: 'GBP' }
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

  const byHand = async (note: typeof markPaid, isIt: (order: OrderRow) => boolean) => {
    const found = pick((await ordersNow()).filter(isIt))
    if (found) await note(deps, asUser(creator), eventId, found.id)
  }
  const joinList = async (guest: Person) => {
    const numberOfTickets = chance(0.5) ? 1 : 2
    await join(deps, asUser(guest), eventId, { numberOfTickets, atLeast: 1, automatic: chance(0.3) }, null)
    reach(seen, 'joined the list')
  }
  const pass = (ms: number) => {
    time += ms
    till.advance(clock(), random)
    return Promise.resolve()
  }

  /** Keys of another account are set for a day, while slow money is on its way: the seats are given up before it arrives. */
  const lostForADay = async () => {
    const guest = pick(guests)!
    const { order: placed } = await order(guest)
    const { url } = await openCheckout(deps, guest.id, placed.id)
    if (!till.pay(url, { isSlow: true })) return
    till.isForgetful = true
    time += 2 * DAY
    await sweep()
    till.isForgetful = false
    if (chance(0.4)) await order(pick(guests)!).catch(unlessRefused)
    till.advance(clock(), () => 0)
    await receive(till.signals.length - 1)
  }

  /** Several steps, each of which the witness sees. */
  const withoutCard = async () => {
    const guest = pick(guests)!
    const { order: placed } = await order(guest, chance(0.6) ? 'door' : 'transfer')
    const giveOneBack = () =>
      returnTickets(deps, asUser(guest), placed.ticketId!, { numberOfTickets: 1, idempotencyKey: null })
    const some: [chance: number, act: () => Promise<unknown>][] = [
      [0.2, giveOneBack],
      [0.7, () => markPaid(deps, asUser(creator), eventId, placed.id)],
      [0.2, () => undoReturn(deps, asUser(guest), placed.ticketId!, null)],
      [0.4, giveOneBack],
    ]
    for (const [often, act] of some) if (chance(often)) await act().finally(() => witness.look(clock()))
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
    [6, withoutCard],
    [1.5, () => byHand(markPaid, (one) => one.state === 'to-pay')],
    [1, () => byHand(markRefunded, (one) => one.payBy !== 'card' && one.refunded > 0)],
    [6, () => joinList(pick(guests)!)],
    [
      6,
      async () => {
        // Somebody who was offered places orders them.
        const [offered] = await db
          .select({ userId: waitingEntries.userId })
          .from(offers)
          .innerJoin(waitingEntries, eq(waitingEntries.id, offers.entryId))
          .where(and(eq(offers.eventId, eventId), isNull(offers.endedAt)))
        if (offered)
          await order(
            guests.find(({ id }) => id === offered.userId)!,
            chance(0.8) ? 'card' : 'door',
          )
      },
    ],
    [5, lostForADay],
    [0.3, () => leave(deps, asUser(pick(guests)!), eventId)],
    [1.5, () => pass(Math.floor(random() * 6) * DAY)],
    [3, () => pass(Math.floor(random() * 40) * MINUTE)],
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
    [0.2, () => postponeEvent(deps, asUser(creator), eventId, {})],
    [0.6, () => reinstateEvent(deps, asUser(creator), eventId, {})],
    [0.4, () => Promise.resolve((till.isForgetful = chance(0.5)))],
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
  const isExpected = (error: unknown) =>
    error instanceof AppError ||
    error instanceof Crash ||
    error instanceof PaymentProviderAway ||
    error instanceof PaymentProviderRefused

  for (let step = 0; step < steps; step++) {
    crashes.after(chance(0.3) ? Math.floor(random() * 7) : Infinity)
    await (step < 2 ? buy : drawn())().catch((error: unknown) => {
      if (error instanceof Crash || crashes.isDead) seen.crashes++
      if (error instanceof PaymentProviderAway) reach(seen, 'the provider was away')
      if (error instanceof PaymentProviderRefused) reach(seen, 'the provider refused')
      if (!isExpected(error)) seen.problems.push(`step ${step}: ${String((error as Error).stack)}`)
    })
    seen.steps++
    await witness.look(clock())
  }

  // Everything comes back, and nobody but the organiser presses anything any more.
  crashes.after(Infinity)
  till.recover()
  for (let round = 0; round < 4; round++) {
    time += round === 0 && chance(0.5) ? 2 * DAY : 45 * MINUTE
    till.advance(clock(), round < 2 ? random : undefined)
    await settleEvent(deps, eventId)
    await repeatSignals()
    await sweep()
    for (const { id, payBy, state } of await ordersNow())
      if (payBy !== 'card' && state === 'paid') await markRefunded(deps, asUser(creator), eventId, id)
    await witness.look(clock())
  }
  reach(seen, 'messages that never came', till.signals.length - delivered.size)
  await compare(db, eventId, till, seen, witness)
  return seen
}

export interface Run extends History {
  histories: number
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
  const sum: Run = { ...emptyHistory(), histories: 0 }
  let next = 0
  const work = async () => {
    while (next < count) {
      const own = seed + next++
      const people = await Promise.all(
        Array.from({ length: PEOPLE }, () => w.person({ emailConfirmedAt: new Date(0) })),
      )
      const { problems, reached, ...seen } = await runHistory(w, people, { seed: own, steps, isTrusting })
      sum.histories++
      for (const name of ['penceLost', 'steps', 'crashes'] as const) sum[name] += seen[name]
      for (const [what, times] of reached) reach(sum, what, times)
      sum.problems.push(...problems.map((problem) => `history ${own}: ${problem}`))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return sum
}
