import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { and, eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { DAY, MINUTE } from '../../../contract/durations.ts'
import { orders } from '../../db/schema/orders.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { MemoryTill } from '../../test-support/memory-till.ts'
import { openPaidWorld } from '../../test-support/paid-scene.ts'
import { randomFrom } from '../../test-support/seeded-random.ts'
import { sweepEvent } from '../../test-support/till-sweep.ts'
import { compare, emptyHistory, HISTORY_PRICE } from '../../test-support/till-truth.ts'
import type { TillAct } from '../../test-support/till-acts.ts'
import type { FromProcess, ToProcess } from '../../test-support/till-process.ts'

type Done = Extract<FromProcess, { done: true }>

// Whole processes start. `npm run trust -- till-histories` kills 100.
const KILLS = Number(process.env.TILL_KILLS ?? 1)
const timeout = Math.max(120_000, KILLS * 60_000)

test('kill -9 between any two statements and around any call of the provider loses no money', { timeout }, async () => {
  const w = await openPaidWorld()
  onTestFinished(() => w.close())
  const { db } = w.deps
  const till = new MemoryTill()
  const random = randomFrom(38)
  let time = Date.now()
  const startTime = new Date(time + 100 * DAY)
  const { eventId } = await w.paidEvent({
    capacity: 6,
    sellingPrice: HISTORY_PRICE / 100,
    refundDays: 0,
    startTime,
    endTime: new Date(time + 101 * DAY),
  })
  const guests = await Promise.all(Array.from({ length: 40 }, () => w.person()))
  const urls: string[] = []

  const start = () => {
    const child = fork(resolve('server/test-support/till-process.ts'), [w.databaseUrl], { execArgv: [] })
    onTestFinished(() => void child.kill('SIGKILL'))
    let isDone: (message: Done) => void = () => undefined
    const isReady = new Promise<void>((ready) =>
      child.on('message', (message: FromProcess) => {
        if ('ready' in message) ready()
        if ('ask' in message) void answer(child, message)
        if ('done' in message) isDone(message)
      }),
    )
    const nextDone = () => new Promise<Done>((resolved) => (isDone = resolved))
    return { child, isReady, nextDone, ended: once(child, 'exit') }
  }
  const answer = async (child: ChildProcess, { ask, call, argument }: Extract<FromProcess, { ask: number }>) => {
    // What crossed the wire has dates as text.
    const given = argument as { expiresAt?: string }
    const asked = given.expiresAt ? { ...given, expiresAt: new Date(given.expiresAt) } : given
    const calls = till as unknown as Record<string, (argument: unknown) => Promise<unknown>>
    const reply = await calls[call]!(asked).then(
      (answered): ToProcess => ({ reply: ask, answer: answered }),
      (): ToProcess => ({ reply: ask, failed: true }),
    )
    if (child.connected) child.send(reply)
  }

  const nextAct = async (): Promise<TillAct> => {
    const all = await db.select().from(orders).where(eq(orders.eventId, eventId))
    const open = all.filter(({ state }) => state === 'open')
    const held = await db
      .select()
      .from(tickets)
      .where(and(eq(tickets.eventId, eventId), sql`number_of_tickets > 0`))
    const drawn = random()
    const ticket = held[0]
    if (drawn < 0.25 && ticket)
      return { name: 'return', user: guests.find(({ id }) => id === ticket.userId)!, ticketId: ticket.id }
    if (drawn < 0.5 && open[0]) return { name: 'look', orderId: open[0].id }
    if (drawn < 0.7) return { name: 'sweep' }
    const free = guests.filter(({ id }) => !all.some(({ userId }) => userId === id))
    const { id, email } = free[0] ?? guests[0]!
    return { name: 'buy', user: { id, email }, seats: 1, total: HISTORY_PRICE }
  }

  let deaths = 0
  let process = start()
  while (deaths < KILLS) {
    const { child, isReady, nextDone, ended } = process
    await isReady
    const act = await nextAct()
    const done = nextDone()
    const { user, ...rest } = { user: undefined, ...act }
    const plain = (user ? { ...rest, user: { id: user.id, email: user.email } } : rest) as TillAct
    const dies = 1 + Math.floor(random() * 60)
    child.send({ act: plain, eventId, now: new Date(time).toISOString(), dies } satisfies ToProcess)
    const outcome = await Promise.race([done, ended])
    if (!Array.isArray(outcome) && outcome.url) urls.push(outcome.url)
    if (Array.isArray(outcome)) {
      expect(outcome[1]).toBe('SIGKILL')
      deaths++
      process = start()
    }
    // Guests pay while nobody is there to hear of it.
    for (const url of urls.splice(0)) if (random() < 0.9) till.pay(url)
    time += Math.floor(random() * 12) * MINUTE
    till.advance(new Date(time))
  }
  process.child.kill('SIGKILL')

  const deps = { ...w.deps, payments: till, clock: () => new Date(time) }
  for (let round = 0; round < 3; round++) {
    time += 45 * MINUTE
    till.advance(new Date(time))
    await sweepEvent(deps, eventId)
  }
  const seen = emptyHistory()
  await compare(db, eventId, till, seen)
  expect(seen.problems).toEqual([])
  expect(seen.penceLost).toBe(0)
  // Fewer kills reach too little.
  if (KILLS < 50) return
  const paid = await db.$count(orders, and(eq(orders.eventId, eventId), eq(orders.state, 'paid')))
  expect(Math.min(paid, seen.reached.get('refunded: given-back') ?? 0)).toBeGreaterThan(2)
})
