// What people and those who watch see while the database is away or only reads.
import { expect, test } from 'vitest'
import { toAppError } from './http/errors.ts'
import { makeReadOnly, takeAway } from './test-support/database-trouble.ts'
import { world, type World } from './test-support/world.ts'

const ask = async ({ app }: World, url: string) => {
  const { statusCode, headers } = await app.inject({ method: 'GET', url })
  return statusCode === 503 ? `503, again in ${String(headers['retry-after'])}` : statusCode
}
const probes = (w: World) => Promise.all(['health', 'ready', 'ready/write'].map((probe) => ask(w, `/api/${probe}`)))

test('ready says that pages are served, whatever becomes of the database; ready/write asks it', async () => {
  const w = await world()
  expect(await probes(w)).toEqual([200, 200, 200])
  await makeReadOnly(w)
  expect(await probes(w)).toEqual([200, 200, '503, again in 2'])
  await takeAway(w)
  expect(await probes(w)).toEqual([200, 200, '503, again in 2'])
})

test('ready/write says no while commits hang, and takes no more than one connection for it', async () => {
  const w = await world({ env: { DATABASE_PATIENCE: '1' } })
  const { $client: pool } = w.deps.db
  const query = pool.query.bind(pool)
  let asked = 0
  // A commit that waits for a standby cannot be had here: the same statement, which does not come back.
  pool.query = ((text: string) => (asked++, query(`select pg_sleep(3), ${text.trim().slice(6)}`))) as typeof pool.query
  expect(await Promise.all([1, 2, 3].map(() => ask(w, '/api/ready/write')))).toEqual(Array(3).fill('503, again in 2'))
  expect(asked).toBe(1)
})

test('the numbers are there while the database is away, and say so', async () => {
  const w = await world()
  const numbers = async () => (await w.app.inject({ method: 'GET', url: '/metrics' })).body
  expect(await numbers()).toContain('hooley_database_writable 1')
  await expect.poll(numbers).toContain('hooley_listening 1')
  await takeAway(w)
  expect(await ask(w, '/metrics')).toBe(200)
  expect(await numbers()).toContain('hooley_database_writable 0')
  expect(await numbers()).toMatch(/hooley_mails_waiting nan/i)
  expect(await numbers()).toMatch(/hooley_connection_errors_total\{to="database"\} [1-9]/)
})

test('on a read-only node members can read, and writes get 503', async () => {
  const w = await world()
  const nora = await w.person()
  const { id } = await w.event(nora)
  await makeReadOnly(w)
  expect(await nora.api.users.profile()).toMatchObject({ email: nora.email })
  const booking = { body: { eventId: id, numberOfTickets: 1 }, headers: {} }
  await expect(nora.api.tickets.book(booking)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 2 })
  const name = { firstName: 'Nora', lastName: 'Byrne', email: 'new@example.org' }
  const account = { body: { ...name, password: 'long enough 1' } }
  await expect(w.visitor.auth.register(account)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 2 })
})

test('pages that cannot be made without the database answer 503 and when to come back', async () => {
  const w = await world({ pages: true })
  const { id } = await w.event(await w.person())
  await takeAway(w)
  for (const page of ['/', '/events', `/events/${id}`]) expect(await ask(w, page)).toBe('503, again in 2')
  expect(await ask(w, '/about')).toBe(200)
})

test('a feed that was read before is handed out while the database is away, marked; another answers 503', async () => {
  const w = await world()
  await w.event(await w.person())
  expect(await ask(w, '/feeds/events.ics')).toBe(200)
  await takeAway(w)
  // Another event has changed, so that it would be made again.
  w.deps.changes.changed(999_999)
  expect((await w.app.inject('/feeds/events.ics')).headers['x-hooley-stale']).toBe('1')
  expect(await ask(w, '/feeds/events.rss')).toBe('503, again in 2')
})

test.each([
  ...['25006', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT'],
  ...['08000', '08001', '08003', '08004', '08006', '08007', '57P01', '57P02', '57P03', '57P05', '53300', '40001'],
])('%s means that the database is away for the moment', (code) => {
  const error = new Error('wrapped', { cause: Object.assign(new Error('inside'), { code }) })
  expect(toAppError(error)).toMatchObject({ code: 'unavailable', statusCode: 503, retryAfterSeconds: 2 })
})
