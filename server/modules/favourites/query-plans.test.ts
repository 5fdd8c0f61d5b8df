// Somebody with 300 saved events, and an event that 3,000 have saved, among many others.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAVED } from '../../../contract/limits.ts'
import { readWhole } from '../../test-support/query-plans.ts'
import { openWorld, type Person, type World } from '../../test-support/world.ts'
import { savedBy } from '../events/queries.ts'

const FANS = 3_000

let w: World
let nora: Person
let eventId: number

beforeAll(async () => {
  w = await openWorld({ config: { features: new Set(['favourites']) } })
  nora = await w.person()
  const event = await w.event(nora, { capacity: 100 })
  eventId = event.id
  const client = new pg.Client({ connectionString: w.databaseUrl })
  await client.connect()
  await client.query(`
    insert into users (email, first_name, last_name)
    select 'fan' || n || '@example.org', 'Fan', 'Number ' || n from generate_series(1, ${FANS}) as n`)
  await client.query(`
    insert into events (creator_id, title, description, venue, start_time, end_time, time_zone, status, capacity)
    select ${nora.id}, 'Other ' || n, 'About it.', 'Somewhere', now() + n * interval '1 minute', now() + interval '9 days',
      'Europe/Dublin', 'published', 100
    from generate_series(1, 2000) as n`)
  await client.query(`
    insert into favourites (user_id, event_id)
    select ${nora.id}, id from events where title like 'Other %' order by id limit ${SAVED.most}`)
  await client.query(`
    insert into favourites (user_id, event_id) select id, ${eventId} from users where email like 'fan%'`)
  // Each has saved ten others, too, and booked two.
  await client.query(`
    insert into favourites (user_id, event_id)
    select u.id, e.id from users u join events e on e.id % 200 = u.id % 200 and e.title like 'Other %'
    where u.email like 'fan%'`)
  await client.query(`
    insert into tickets (user_id, event_id, number_of_tickets)
    select u.id, e.id, 1 from users u join events e on e.id % 1000 = u.id % 1000 and e.title like 'Other %'
    where u.email like 'fan%'`)
  await client.query(`
    insert into notice_settings (user_id, notice, mail, push)
    select id, 'saved', true, false from users where email like 'fan%' and id % 10 = 0`)
  await client.query('analyze')
  await client.end()
})
afterAll(() => w.close())

test('what somebody has saved is found by who they are', async () => {
  for (const read of [() => nora.api.favourites.list(), () => nora.api.favourites.ids()])
    expect(await readWhole(w.deps.db, read, 0)).not.toContain('favourites')
})

test('whom to tell is found by the event', async () => {
  const found = await readWhole(w.deps.db, () => w.deps.db.execute(savedBy(w.deps, [eventId])), FANS)
  // The others are small here.
  expect(found.filter((one) => one === 'favourites' || one === 'tickets' || one.includes('in vain'))).toEqual([])
})
