// An event with 10,000 guests and 2,000 who wait, among a hundred others: a page is read along an index.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readWhole } from '../../test-support/query-plans.ts'
import { openWorld, type Person, type World } from '../../test-support/world.ts'

const GUESTS = 10_000
const WAITING = 2_000

let w: World
let creator: Person
let eventId: number

beforeAll(async () => {
  w = await openWorld()
  creator = await w.person()
  const event = await w.event(creator, { capacity: GUESTS, ticketsSold: GUESTS })
  eventId = event.id
  const client = new pg.Client({ connectionString: w.databaseUrl })
  await client.connect()
  await client.query(`
    insert into users (email, first_name, last_name)
    select 'guest' || n || '@example.org', 'Guest', 'Number ' || n from generate_series(1, ${GUESTS * 2}) as n`)
  await client.query(`
    insert into events (creator_id, title, description, venue, start_time, end_time, time_zone, status, capacity)
    select ${creator.id}, 'Other ' || n, 'About it.', 'Somewhere', now(), now() + interval '1 day', 'Europe/Dublin', 'published', 1000
    from generate_series(1, 100) as n`)
  await client.query(`
    insert into tickets (event_id, user_id, number_of_tickets)
    select ${eventId}, id, 1 from users where email like 'guest%' order by id limit ${GUESTS}`)
  await client.query(`
    insert into tickets (event_id, user_id, number_of_tickets)
    select e.id, u.id, 1 from events e cross join (select id from users where email like 'guest%' limit 400) u
    where e.title like 'Other %'`)
  await client.query(`
    insert into waiting_entries (event_id, user_id, number_of_tickets, at_least, turn)
    select ${eventId}, id, 1, 1, row_number() over (order by id) from users
    where email like 'guest%' order by id desc limit ${WAITING}`)
  await client.query('analyze')
  await client.end()
})
afterAll(() => w.close())

const list = (query: { q?: string; cursor?: string; sort?: 'name' }) =>
  creator.api.guests.list({ params: { eventId }, query })

test('the first page and the next ones go along an index', async () => {
  const first = await list({})
  expect([first.guests.length, first.waiting.length]).toEqual([50, 50])
  // What is counted and numbered is what belongs to the event, and nothing else.
  expect(await readWhole(w.deps.db, () => list({}), 0)).not.toContain('tickets')
  for (const cursor of [first.next, first.nextWaiting]) {
    const found = await readWhole(w.deps.db, () => list({ cursor: cursor ?? '' }), 0)
    expect(found.filter((one) => one === 'tickets' || one === 'users')).toEqual([])
  }
})

test('a search reads the guests of the event alone', async () => {
  const found = await readWhole(w.deps.db, () => list({ q: 'number 9999' }), GUESTS + WAITING)
  expect(found.filter((one) => one === 'tickets' || one.includes('in vain'))).toEqual([])
  expect((await list({ q: 'number 9999' })).guests).toHaveLength(1)
})

test('sorted by name, a page reads the guests of the event alone', async () => {
  const { guests, next } = await list({ sort: 'name' })
  expect(guests.map(({ name }) => name).slice(0, 3)).toEqual(['Guest Number 1', 'Guest Number 10', 'Guest Number 100'])
  for (const cursor of [undefined, next ?? '']) {
    const found = await readWhole(w.deps.db, () => list({ sort: 'name', cursor }), 2 * GUESTS)
    expect(found.filter((one) => one === 'tickets' || one.includes('in vain'))).toEqual([])
  }
})
