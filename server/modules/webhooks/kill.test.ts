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

// Before it asks, before it writes down what was answered, and after; `npm run trust -- webhooks`: until a run gets through.
const KILLED_BEFORE = process.env.WEBHOOK_KILLS === 'all' ? Array.from({ length: 60 }, (_, step) => step) : [2, 3, 4]

test('kill -9 between any two steps loses nothing, invents nothing and repeats the same bytes alone', async () => {
  const w = await world({ env: { OUTGOING_NETWORKS: LOOPBACK } })
  const { db } = w.deps
  const [nora, guest, receiver] = [await w.person(), await w.person(), await openReceiver()]
  const event = await w.event(nora, { capacity: 1_000 })
  const hook = await nora.api.webhooks.make({ body: { url: receiver.url, types: ['booking.created'] } })
  // One of the first answers is a failure, which is written down in other steps.
  receiver.answers.push(200, 500)
  const prepare = (steps = 0) => {
    const child = fork(resolve('server/test-support/webhook-worker.ts'), [w.databaseUrl, LOOPBACK, String(steps)], {
      execArgv: [],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    return { child, isReady: once(child, 'message'), ended: once(child, 'exit') }
  }
  let deaths = 0
  // The next process loads its code in the meantime.
  const prepared = [prepare(KILLED_BEFORE[0]), prepare(KILLED_BEFORE[1])]
  for (let n = 0; n < KILLED_BEFORE.length; n++) {
    const { child, isReady, ended } = prepared[n]!
    if (n + 2 < KILLED_BEFORE.length) prepared.push(prepare(KILLED_BEFORE[n + 2]))
    await db.insert(tickets).values({ eventId: event.id, userId: guest.id, numberOfTickets: 1 })
    await isReady
    child.send('begin')
    const [code, signal] = (await ended) as [number | null, string | null]
    // Its lease has run out.
    await db.update(webhookEndpoints).set({ leasedUntil: new Date(0) })
    if (code === 0) break
    expect(signal).toBe('SIGKILL')
    deaths++
  }
  expect(deaths).toBeGreaterThanOrEqual(Math.min(8, KILLED_BEFORE.length))
  await db.update(webhookDeliveries).set({ nextAt: new Date(0) })
  await w.deps.jobs.runDue()
  const booked = await expectEachOnce(w.deps, event.id, receiver.received)
  expect(booked).toBe(await db.$count(tickets))
  // Those that died after sending and before writing it down.
  expect(receiver.received.length).toBeGreaterThan(booked)
  for (const one of receiver.received) verify(hook.secret, one)
})
