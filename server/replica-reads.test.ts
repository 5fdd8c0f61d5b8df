// A leader and a streaming replica that is held back, stopped and promoted: what people see, and when.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from './db/client.ts'
import { waitForDatabase } from './db/wait-for-database.ts'
import { startPair, type Pair } from './test-support/replica-pair.ts'
import { soon } from './test-support/soon.ts'
import { world, type Person, type World } from './test-support/world.ts'

let pair: Pair
beforeAll(async () => void (pair = await startPair()))
afterAll(() => pair.close())

async function instance(env: Record<string, string> = {}, url = pair.leader.url): Promise<World> {
  const database = { url, drop: () => Promise.resolve() }
  return world({ database, env: { DATABASE_REPLICA_URL: pair.replica.url, ...env } })
}

const person = (w: World) => w.person({ email: `${randomUUID()}@example.org` })

async function readsFrom({ deps }: World): Promise<Record<string, number>> {
  const { values } = await deps.metrics.publicReads.get()
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.from), value]))
}

/** As a visitor reads it; `fields` tells what there is to see. */
const shown = async ({ app }: World, eventId: number) => {
  const { statusCode, body } = await app.inject(`/api/all-events/${eventId}`)
  const { title, ticketsLeft } = JSON.parse(body) as { title?: string; ticketsLeft?: number }
  return { statusCode, title, ticketsLeft }
}

const change = (creator: Person, eventId: number, title: string) =>
  creator.api.events.update({
    params: { eventId },
    body: {
      title,
      description: 'Bring a fiddle.',
      venue: 'The Cobblestone',
      capacity: '4',
      isDraft: false,
      startTime: '2099-05-01T20:00',
      endTime: '2099-05-01T23:00',
      isFreeOfCharge: true,
    },
  })

/** Two instances that have both read an event, the second one from the replica. */
async function twoReaders() {
  const [one, other] = [await instance(), await instance()]
  const creator = await person(one)
  const event = await one.event(creator, { title: 'Before', capacity: 4 })
  await pair.caughtUp()
  for (const w of [one, other]) expect(await shown(w, event.id)).toMatchObject({ statusCode: 200, title: 'Before' })
  return { one, other, creator, event }
}

const onReplica = async (eventId: number) => {
  const [row] = await pair.replica.query<{ title: string }>('select title from events where id = $1', [eventId])
  return row?.title
}

/** The next read is made again, on the replica if it has replayed everything announced. */
async function readsThere(w: World, eventId: number) {
  await soon(async () => {
    const { replica = 0 } = await readsFrom(w)
    w.deps.changes.changed(eventId)
    await pair.caughtUp()
    await shown(w, eventId)
    expect((await readsFrom(w)).replica).toBeGreaterThan(replica)
  })
}

test('a public read is made on the replica once that has every change that was told', async () => {
  const { other, event } = await twoReaders()
  await readsThere(other, event.id)
  const { body } = await other.app.inject('/api/all-events/typeahead?q=Bef')
  expect(body).toContain('Before')
})

test('a page is never older than the news, however far behind the replica is', async () => {
  const { one, other, creator, event } = await twoReaders()
  await readsThere(other, event.id)
  await pair.holdBack()
  await change(creator, event.id, 'After')
  expect(await shown(one, event.id)).toMatchObject({ title: 'After' })
  await soon(async () => expect(await shown(other, event.id)).toMatchObject({ title: 'After' }))
  for (let n = 0; n < 5; n++) {
    await change(creator, event.id, `After ${n}`)
    expect(await shown(one, event.id)).toMatchObject({ title: `After ${n}` })
  }
  await soon(async () => expect(await shown(other, event.id)).toMatchObject({ title: 'After 4' }))
  expect(await onReplica(event.id)).toBe('Before')
  await pair.goOn()
  await readsThere(other, event.id)
  expect(await shown(other, event.id)).toMatchObject({ title: 'After 4' })
})

test('seats that are booked elsewhere are seen though the replica does not have the booking', async () => {
  const { one, other, event } = await twoReaders()
  const guest = await person(one)
  await readsThere(other, event.id)
  await pair.holdBack()
  await guest.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 }, headers: {} })
  await soon(async () => expect(await shown(other, event.id)).toMatchObject({ ticketsLeft: 3 }))
  await pair.goOn()
})

test('news of an older version, which tells no position, is waited for all the same', async () => {
  const { other, event } = await twoReaders()
  await readsThere(other, event.id)
  await pair.holdBack()
  await pair.leader.query(`update events set title = 'Told by an old one' where id = $1`, [event.id])
  const news = JSON.stringify({ v: 1, from: 'an older version', tags: [`event:${event.id}`] })
  await pair.leader.query('select pg_notify($1, $2)', ['event_changes', news])
  await soon(async () => expect(await shown(other, event.id)).toMatchObject({ title: 'Told by an old one' }))
  await pair.goOn()
})

test('what members did they see at once, on every instance', async () => {
  const { other, creator, event } = await twoReaders()
  const elsewhere = other.apiWith(creator.token)
  await pair.holdBack()
  for (const title of ['One', 'Two', 'Three']) {
    await change(creator, event.id, title)
    expect(await elsewhere.events.get({ params: { eventId: event.id } })).toMatchObject({ title })
    expect((await elsewhere.events.list({ query: { limit: 50, creator: 'me' } })).items[0]).toMatchObject({ title })
  }
  await pair.goOn()
})

test('without its replica everything is read from the leader, and from the replica again when it is back', async () => {
  const { other, event } = await twoReaders()
  await readsThere(other, event.id)
  await pair.replica.stop()
  for (let n = 0; n < 3; n++) {
    other.deps.changes.changed(event.id)
    expect(await shown(other, event.id)).toMatchObject({ statusCode: 200, title: 'Before' })
  }
  await pair.replica.start()
  await readsThere(other, event.id)
})

test('without the leader pages are made from the replica, also those that nobody has asked for yet', async () => {
  const { other, creator, event } = await twoReaders()
  const neverAsked = await other.event(creator, { title: 'Never asked for' })
  await pair.caughtUp()
  await pair.leader.stop()
  expect(await shown(other, neverAsked.id)).toMatchObject({ statusCode: 200, title: 'Never asked for' })
  expect((await other.app.inject('/api/all-events?limit=50')).body).toContain('Never asked for')
  expect((await other.app.inject('/feeds/events.json')).statusCode).toBe(200)
  expect((await readsFrom(other))['replica-alone']).toBeGreaterThanOrEqual(3)
  const booking = { body: { eventId: event.id, numberOfTickets: 1 }, headers: {} }
  await expect(creator.api.tickets.book(booking)).rejects.toMatchObject({ status: 503 })
  await pair.leader.start()
  await soon(() => expect(other.deps.changes.isListening).toBe(true))
  await readsThere(other, event.id)
})

test('of several hosts the one that writes is found, at the start and after another has taken over', async () => {
  await waitForDatabase(pair.severalHosts, 0, () => undefined)
  const db = openDatabase(pair.severalHosts)
  const { rows } = await db.execute('select pg_is_in_recovery() as standby')
  expect(rows).toEqual([{ standby: false }])
  await db.$client.end()
  const w = await instance({ DATABASE_REPLICA_URL: '' }, pair.severalHosts)
  const guest = await person(w)
  const event = await w.event(guest)
  const book = (key: string) =>
    guest.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 }, headers: { 'idempotency-key': key } })
  await book('before-the-switchover')
  await pair.caughtUp()
  await pair.leader.stop()
  const waiting = book('during-the-switchover')
  await pair.replica.query('select pg_promote()')
  expect(await waiting).toMatchObject({ numberOfTickets: 1 })
  await soon(() => expect(w.deps.changes.isListening).toBe(true))
  const [sold] = await pair.replica.query('select tickets_sold as sold from events where id = $1', [event.id])
  expect(sold).toEqual({ sold: 2 })
})
