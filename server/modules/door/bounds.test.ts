// What one link, one event and one creator can cost at the door.
import type { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { HOUR } from '../../../contract/durations.ts'
import { DOOR } from '../../../contract/limits.ts'
import { doorLinks, doorScans } from '../../db/schema/door.ts'
import { Answer } from '../../http/answer.ts'
import { hashToken } from '../../http/session.ts'
import { getTicket, night, scanOf, send, START, type Night } from '../../test-support/night.ts'
import { openListLine, readDoor } from './links.ts'
import { findHeldLink, type HeldLink } from './queries.ts'
import { openScanLine, takeScans } from './scans.ts'

const heldLink = async (at: Night, { token }: { token: string }) =>
  (await findHeldLink(at.deps.db, hashToken(token))) as HeldLink

/** Straight into the database. */
const addGuests = (at: Night, count: number) =>
  at.deps.db.$client.query(
    `insert into tickets (event_id, guest_name, number_of_tickets) select $1, 'Guest ' || n, 1 from generate_series(1, $2) n`,
    [at.event.id, count],
  )

/** Scans of this ticket wait until it is released, at the latest at the end of the test. */
async function holdTicket(at: Night, ticket: { id: number }) {
  const client = await at.deps.db.$client.connect()
  await client.query('begin')
  await client.query('select 1 from tickets where id = $1 for update', [ticket.id])
  let isHeld = true
  const letGo = async () => {
    if (!isHeld) return
    isHeld = false
    await client.query('rollback')
    client.release()
  }
  onTestFinished(letGo)
  return { client, letGo }
}

test('an event has at most 20 live links and 200 in all; the last one is made once', async () => {
  const at = await night()
  const make = (name: string) => at.link(name)
  const [first] = await Promise.all(Array.from({ length: DOOR.liveLinks - 1 }, (_, n) => make(`Door ${n}`)))
  const raced = await Promise.allSettled(['one', 'two', 'three'].map(make))
  expect(raced.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(make('one more')).rejects.toMatchObject({
    status: 409,
    message: 'This event has 20 door links. Please end one first.',
  })
  await at.creator.api.door.revokeLink({ params: { eventId: at.event.id, linkId: first?.id ?? 0 } })
  await make('in its place')
  await at.deps.db.update(doorLinks).set({ revokedAt: START })
  await at.deps.db.$client.query(
    `insert into door_links (event_id, token_hash, name, may_add, created_by, revoked_at)
     select $1, int4send(n), 'Old', false, $2, now() from generate_series(1, 179) n`,
    [at.event.id, at.creator.id],
  )
  await expect(make('the 201st')).rejects.toMatchObject({
    status: 409,
    message: 'This event has had 200 door links and cannot have more.',
  })
})

test('a link is made until 12 hours after the end, and no longer', async () => {
  const at = await night()
  at.clock.now = new Date(START.getTime() + 15 * HOUR - 1)
  await expect(at.link('Late door')).resolves.toMatchObject({ name: 'Late door' })
  at.clock.now = new Date(START.getTime() + 15 * HOUR)
  await expect(at.link('Too late')).rejects.toMatchObject({ status: 409, message: 'This event has ended' })
})

test('all links of a creator share a limit, whichever event they are for', async () => {
  const at = await night({ env: { RATE_LIMITS: 'on' } })
  const door = await at.link('Main door')
  await door.api.get()
  for (let n = 1; n < 12_000; n++) await at.deps.limits.take('doorCreator', at.creator.id)
  await expect(door.api.get()).rejects.toMatchObject({ status: 429 })
  const elsewhere = await at.newEvent(at.creator, { startTime: START })
  const { token } = await at.creator.api.door.createLink({
    params: { eventId: elsewhere.id },
    body: { name: 'Elsewhere' },
  })
  await expect(at.apiWith(token).door.get()).rejects.toMatchObject({ status: 429 })
})

test('scans wait for their turn without a connection: one request of a link, two of a creator', async () => {
  const at = await night()
  const links = [await at.link('a'), await at.link('b'), await at.link('c')]
  const opened = await Promise.all(links.map((link) => heldLink(at, link)))
  const ticket = await at.book(4)
  const line = openScanLine()
  const held = await holdTicket(at, ticket)
  const sentAt = at.clock.now.toISOString()
  const upload = () => ({ scans: [scanOf(at, { kind: 'admit', code: at.codeOf(ticket) })], sentAt }) as never
  const sent = opened.flatMap((link) => [1, 2, 3].map(() => takeScans(at.deps, line, link, upload())))
  const waitingInside = async () => {
    // A transaction sees the same activity all along otherwise.
    await held.client.query('select pg_stat_clear_snapshot()')
    const { rows } = await held.client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0]?.count
  }
  await expect.poll(waitingInside).toBe(2)
  // And no more come, though there is time enough for all of them.
  for (let n = 0; n < 100; n++) expect(await waitingInside()).toBe(2)
  expect(at.deps.db.$client.waitingCount).toBe(0)
  await held.letGo()
  const answers = (await Promise.all(sent)).flat()
  expect(answers).toHaveLength(9)
  expect((await getTicket(at, ticket.id)).admitted).toBe(4)
})

test('a statement that takes too long is ended and stores nothing; sent again, it counts once', async () => {
  const at = await night()
  Object.assign(at.deps.db, { patience: 0.1 })
  const door = await at.link('Main door')
  const ticket = await at.book()
  const held = await holdTicket(at, ticket)
  const body = { scans: [scanOf(at, { code: at.codeOf(ticket) })], sentAt: at.clock.now.toISOString() }
  const before = performance.now()
  await expect(door.api.sendScans({ body })).rejects.toMatchObject({ status: 503 })
  expect(performance.now() - before).toBeLessThan(8_000)
  await held.letGo()
  expect(await at.deps.db.$count(doorScans)).toBe(0)
  expect(await door.api.sendScans({ body })).toMatchObject([{ verdict: 'admitted', total: 1 }])
  expect(await door.api.sendScans({ body })).toMatchObject([{ verdict: 'admitted', total: 1 }])
  expect((await getTicket(at, ticket.id)).admitted).toBe(1)
})

test('500 scans are answered in order, though they are taken a hundred at a time', async () => {
  const at = await night()
  const door = await at.link('Main door')
  const code = at.codeOf(await at.book(4))
  const [walkIn] = await send(at, door, { kind: 'walk-in' })
  const scans = Array.from({ length: 500 }, (_, n) => ({ id: `s${n}`, ...(n % 3 ? { code } : { code: 'unknown' }) }))
  const results = await send(at, door, ...scans.slice(0, 499), { id: 's499', kind: 'undo', undoes: walkIn?.id })
  expect(results.map(({ id }) => id)).toEqual(scans.map(({ id }) => id))
  expect(results.at(-1)).toMatchObject({ verdict: 'admitted', admitted: -1 })
})

test('a long list is streamed a page at a time, one for a link, and is the same list', async () => {
  const at = await night({ capacity: 10_000 })
  const [main, side] = [await at.link('Main door'), await at.link('Side door', false)]
  const { revision } = await main.api.get()
  await addGuests(at, 4_500)
  const [link, other] = [await heldLink(at, main), await heldLink(at, side)]
  const line = openListLine()
  const answer = async (of: HeldLink, since?: string) => {
    const reply = await readDoor(at.deps, line, of, since)
    if (!(reply instanceof Answer)) throw new Error('not streamed')
    return reply.body as Readable
  }
  const first = await answer(link)
  let hasBegun = false
  const second = answer(link).then((stream) => {
    hasBegun = true
    return stream
  })
  // Another link does not wait, and is answered three times before the second of the first one begins.
  for (let n = 0; n < 3; n++) (await answer(other)).destroy()
  expect(hasBegun).toBe(false)
  let text = ''
  let largest = 0
  for await (const chunk of first) {
    text += String(chunk)
    largest = Math.max(largest, String(chunk).length)
  }
  ;(await second).destroy()
  expect(largest).toBeLessThan(200_000)
  const state = JSON.parse(text) as Awaited<ReturnType<typeof main.api.get>>
  expect(state.isWhole).toBe(true)
  expect(state.list.map(([, , , , name]) => name)).toEqual(Array.from({ length: 4_500 }, (_, n) => `Guest ${n + 1}`))
  // More changes than a page holds are the whole list again.
  expect(await main.api.get({ query: { since: revision } })).toMatchObject({ isWhole: true })
  expect((await main.api.get()).list).toHaveLength(4_500)
  expect(await at.deps.db.$count(doorLinks, eq(doorLinks.eventId, at.event.id))).toBe(2)
})
