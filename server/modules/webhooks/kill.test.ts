import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { tickets } from '../../db/schema/tickets.ts'
import { webhookDeliveries, webhookEndpoints } from '../../db/schema/webhooks.ts'
import { LOOPBACK, openReceiver, verify, type Received } from '../../test-support/webhook-receiver.ts'
import { world } from '../../test-support/world.ts'
import type { Deps } from '../../deps.ts'
import { webhookLane } from './delivering.ts'

// Whole processes start.

const BOOKINGS = 40

test('two processes deliver, one is killed: every booking arrives, and only what was in flight twice', async () => {
  const w = await world({ env: { OUTGOING_NETWORKS: LOOPBACK } })
  const { db } = w.deps
  const [nora, guest] = [await w.person(), await w.person()]
  const receivers = [await openReceiver(), await openReceiver()]
  const events = [await w.event(nora, { capacity: 1_000 }), await w.event(nora, { capacity: 1_000 })]
  const hooks = []
  for (const [at, { url }] of receivers.entries())
    hooks.push(await nora.api.webhooks.make({ body: { url, types: ['booking.created'], eventId: events[at]!.id } }))
  for (const { id } of events)
    await db.execute(sql`insert into tickets (event_id, user_id, number_of_tickets)
      select ${id}, ${guest.id}, 1 from generate_series(1, ${BOOKINGS}::int)`)
  const start = () => {
    const args = [w.databaseUrl, LOOPBACK]
    const child = fork(resolve('server/test-support/webhook-worker.ts'), args, { execArgv: [] })
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }
  const victim = start()
  await expect.poll(() => receivers.every(({ received }) => received.length > 5), { interval: 5 }).toBe(true)
  victim.kill('SIGKILL')
  await once(victim, 'exit')
  const left = () => db.$count(webhookDeliveries, eq(webhookDeliveries.state, 'waiting'))
  expect(await left()).toBeGreaterThan(0)
  start()
  await expect.poll(left).toBe(0)

  for (const [at, { received, open }] of receivers.entries()) {
    expect(await expectEachOnce(w.deps, events[at]!.id, received)).toBe(BOOKINGS)
    for (const one of received) verify(hooks[at]!.secret, one)
    expect(received.length).toBeLessThanOrEqual(BOOKINGS + 1)
    expect(open.most).toBe(1)
  }
})

/** Every booking has arrived and nothing else has, each id with one body. Returns how many there are. */
async function expectEachOnce({ db }: Deps, eventId: number, received: Received[]): Promise<number> {
  const bytes = new Map<string, string>()
  for (const { headers, body } of received) {
    const id = String(headers['webhook-id'])
    expect(bytes.get(id) ?? body).toBe(body)
    bytes.set(id, body)
  }
  const booked = await db.select({ id: tickets.id }).from(tickets).where(eq(tickets.eventId, eventId))
  const sent = [...bytes.values()].map((body) => (JSON.parse(body) as { data: { ticketId: number } }).data.ticketId)
  expect(sent.toSorted((a, b) => a - b)).toEqual(booked.map(({ id }) => id).toSorted((a, b) => a - b))
  return bytes.size
}

type Step = <T>(work: () => Promise<T>) => Promise<T>

/** Each statement, and the request to the other side, is a step. */
const inSteps = (deps: Deps, step: Step): Deps => ({
  ...deps,
  db: new Proxy(deps.db, {
    get(db, name) {
      if (name === 'execute') return (query: string) => step(() => db.execute(query))
      if (name === 'transaction') return (work: never) => step(() => db.transaction(work))
      return Reflect.get(db, name) as unknown
    },
  }),
  outside: { ...deps.outside, post: (message) => step(() => deps.outside.post(message)) },
})

test('a process that dies between any two steps loses nothing, invents nothing and repeats the same bytes alone', async () => {
  const w = await world({ env: { OUTGOING_NETWORKS: LOOPBACK } })
  const { db } = w.deps
  const [nora, guest, receiver] = [await w.person(), await w.person(), await openReceiver()]
  const event = await w.event(nora, { capacity: 1_000 })
  const hook = await nora.api.webhooks.make({ body: { url: receiver.url, types: ['booking.created'] } })
  // One of the first answers is a failure, which is written down in other steps.
  receiver.answers.push(200, 500)
  let deaths = 0
  for (let isWhole = false; !isWhole;) {
    await db.insert(tickets).values({ eventId: event.id, userId: guest.id, numberOfTickets: 1 })
    let steps = 0
    const outcome = await new Promise<'whole' | 'dead'>((end) => {
      const step: Step = (work) => {
        if (steps++ < deaths) return work()
        end('dead')
        return new Promise(() => undefined)
      }
      const deps = inSteps(w.deps, step)
      void webhookLane(() => deps, { db: deps.db, log: deps.log })
        .runDue()
        .then(() => end('whole'))
    })
    isWhole = outcome === 'whole'
    if (!isWhole) deaths++
    // Its lease has run out.
    await db.update(webhookEndpoints).set({ leasedUntil: new Date(0) })
  }
  expect(deaths).toBeGreaterThanOrEqual(8)
  await db.update(webhookDeliveries).set({ nextAt: new Date(0) })
  await w.deps.jobs.runDue()
  const booked = await expectEachOnce(w.deps, event.id, receiver.received)
  expect(booked).toBe(deaths + 1)
  // Those that died after sending and before writing it down.
  expect(receiver.received.length).toBeGreaterThan(booked + 1)
  for (const one of receiver.received) verify(hook.secret, one)
})
