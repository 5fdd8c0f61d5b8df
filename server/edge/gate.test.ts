import { once } from 'node:events'
import { expect, test } from 'vitest'
import { SlowServer, type Answer } from '../test-support/slow-server.ts'

const CLIENTS = 1_200
// 400 a second: the last of 1,200 would wait for three.
const PER_STEP = 40
const STEPS = 60

async function overloaded(server: SlowServer): Promise<Answer[]> {
  const answers = await server.impatient(CLIENTS)
  for (let n = 0; n < STEPS; n++) await server.step(PER_STEP)
  return answers
}

const withStatus = (answers: Answer[], status: number) => answers.filter((answer) => answer.status === status)

test('three times as many impatient clients as can be served change nothing for as many as can', async () => {
  const answers = await overloaded(await SlowServer.open())
  const [served, refused] = [withStatus(answers, 200), withStatus(answers, 503)]
  expect(served).toHaveLength(STEPS * PER_STEP)
  expect(Math.max(...served.map(({ waitedMs }) => waitedMs))).toBeLessThan(2_000)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.every(({ retryAfter }) => retryAfter >= 1 && retryAfter <= 30)).toBe(true)
  expect(served.length + refused.length).toBe(answers.length)
  // Coming back at once does not make the server refuse all the time.
  expect(refused.length).toBeLessThan(served.length * 0.3)
})

test('without the gate the same clients wait for too long', async () => {
  const answers = await overloaded(await SlowServer.open({ withGate: false }))
  expect(Math.max(...answers.map(({ waitedMs }) => waitedMs))).toBeGreaterThan(2_000)
})

test('a refusal is held for ten seconds at most, also while nothing is served at all', async () => {
  const server = await SlowServer.open()
  const answers = await server.impatient(CLIENTS)
  for (let n = 0; n < 200; n++) await server.step(0)
  const refused = withStatus(answers, 503)
  expect(refused.length).toBeGreaterThanOrEqual(CLIENTS - 512)
  expect(Math.max(...refused.map(({ waitedMs }) => waitedMs))).toBeLessThan(12_000)
})

test('refusals are not held while there is hardly room for another connection', async () => {
  const server = await SlowServer.open({ maxConnections: 1_000 })
  server.isOver = true
  const answers = await server.impatient(980)
  for (let n = 0; n < 16; n++) await server.step(0)
  expect(withStatus(answers, 503)).toHaveLength(980 - 256)
})

test('a rush that can be served in time is served whole', async () => {
  const server = await SlowServer.open()
  const answers = await server.impatient(2_000)
  // 2,000 a second.
  for (let n = 0; n < 20; n++) await server.step(200)
  expect(withStatus(answers, 503)).toHaveLength(0)
  expect(withStatus(answers, 200)).toHaveLength(4_000)
})

test('afterwards everybody is let in at once again', async () => {
  const server = await SlowServer.open()
  await server.impatient(CLIENTS)
  for (let n = 0; n < 10; n++) await server.step(PER_STEP)
  server.isOver = true
  while (server.answered < server.sent) await server.step(PER_STEP)
  for (let n = 0; n < 10; n++) await server.step(PER_STEP)
  server.isOver = false
  // As many as at the very beginning, before any of them is answered.
  const before = server.started.length
  await server.impatient(CLIENTS)
  expect(server.started.length - before).toBe(256)
})

test('one client with hundreds of connections leaves room for others', async () => {
  const server = await SlowServer.open()
  await server.impatient(CLIENTS, '127.0.0.1')
  for (let n = 0; n < 30; n++) await server.step(PER_STEP)
  const others = await server.impatient(5, '127.0.0.2')
  for (let n = 0; n < 30; n++) await server.step(PER_STEP)
  expect(withStatus(others, 503)).toHaveLength(0)
  // In service for a quarter of a second, and hardly a wait before it.
  expect(others.length).toBeGreaterThan(5 * 5)
  expect(Math.max(...others.map(({ waitedMs }) => waitedMs))).toBeLessThan(600)
})

test('a balancer is answered also while everybody else waits', async () => {
  const server = await SlowServer.open()
  await server.impatient(CLIENTS)
  const response = await fetch(`http://127.0.0.1:${server.port}/api/health`)
  expect(response.status).toBe(200)
})

test('clients that do not send the rest of their requests keep nobody out', async () => {
  const server = await SlowServer.open()
  for (let n = 0; n < 300; n++) {
    const socket = await server.socket()
    socket.write('POST /work HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\n12345')
  }
  await expect.poll(() => server.started.length).toBe(300)
  await server.ask('/next')
  await expect.poll(() => server.started).toContain('/next')
})

test('requests that are stuck keep nobody out for longer than two seconds', async () => {
  const server = await SlowServer.open()
  await server.impatient(256)
  server.now += 2_000
  server.gate.tick()
  await server.ask('/next')
  await expect.poll(() => server.started).toContain('/next')
})

test('a client that hangs up while it waits is not served', async () => {
  const server = await SlowServer.open()
  await server.impatient(256)
  const [givenUp] = [await server.ask('/given-up'), await server.ask('/next')]
  await expect.poll(() => server.gate.waiting).toBe(2)
  givenUp.destroy()
  await expect.poll(() => server.gate.waiting).toBe(1)
  for (let n = 0; n < 5; n++) await server.step(10)
  expect(server.started).toContain('/next')
  expect(server.started).not.toContain('/given-up')
})

test('requests piled up on one connection during overload cut it off', async () => {
  const server = await SlowServer.open()
  await server.impatient(300)
  const socket = await server.socket()
  socket.write('GET /piled-up HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(50))
  await once(socket, 'close')
})

test('a stop sends all refusals that are held', async () => {
  const server = await SlowServer.open()
  const answers = await overloaded(server)
  const before = withStatus(answers, 503).length
  server.gate.drain()
  await expect.poll(() => withStatus(answers, 503).length - before).toBeGreaterThan(CLIENTS / 2)
})
