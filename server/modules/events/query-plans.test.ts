// At 50,000 events no public list, event, suggestion or My Events reads a table from end to end, nor walks along an index
// past thousands of rows that it does not want.
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { uploads } from '../../db/schema/storage.ts'
import { hashToken } from '../../http/session.ts'
import { overheard, readWhole, rowsInVain, scansIn, type Plan } from '../../test-support/query-plans.ts'
import { openWorld, type Person, type World } from '../../test-support/world.ts'
import { sendFollowDigests } from '../creators/digest.ts'
import { findCreator } from '../users/queries.ts'
import { findSessions } from '../auth/sessions.ts'
import { listFeatured } from '../featured/queries.ts'
import { bookingsAt, listPopular } from '../popular/queries.ts'
import { listRecommended } from '../recommended/reads.ts'
import { removeReplaced } from '../storage/orphans.ts'
import { countUnusedBytes } from '../storage/queries.ts'
import { listTickets } from '../tickets/queries.ts'
import { feedSpan } from './feed-reads.ts'
import { listEventRows, type EventFilter } from './list-queries.ts'
import { findEvent } from './queries.ts'
import { findEvents, type Search } from './search.ts'
import { SPOTTED } from './search-ranks.ts'
import { suggestTitles } from './typeahead.ts'

const EVENTS = 50_000

let w: World
let creator: Person
const now = new Date()

beforeAll(async () => {
  w = await openWorld()
  creator = await w.person()
  for (let n = 0; n < 20; n++) await w.person()
  // A separate connection: the server's give up after 10 seconds, which a busy machine may need for so many.
  const client = new pg.Client({ connectionString: w.databaseUrl })
  await client.connect()
  await client.query(`
    insert into events (creator_id, title, description, venue, start_time, end_time, time_zone, status, capacity, town,
      latitude, longitude, is_virtual, categories, published_at)
    select 1 + n % 20, 'Evening ' || n % 3000, 'About it.', case when n % 2 = 0 then 'Somewhere' else 'Nowhere' end,
      now() + (n - 20000) * interval '10 minutes', now() + (n - 20000) * interval '10 minutes' + interval '2 hours',
      'Europe/Dublin', case when n % 20 = 0 then 'draft' else 'published' end, 100, '', 53 + n % 40 * 0.1, -6 - n % 40 * 0.1, n % 500 = 1,
      array[case when n % 1000 = 1 then 'tech' when n % 2 = 0 then 'music' else 'art' end],
      now() - case when n % 5000 = 1 then interval '3 hours' else interval '40 days' end
    from generate_series(1, ${EVENTS}) as n`)
  await client.query(`
    insert into tickets (event_id, user_id, number_of_tickets, created_at)
    select id, 1 + id % 20, 1, now() - (${EVENTS} - id) * interval '10 minutes'
    from events where status <> 'draft' and id % 2 = 0 order by id`)
  // As many words as some thousand descriptions have.
  await client.query(`
    insert into search_words select word, near_spellings(word) from (
      select translate(to_hex(n * 7919), '0123456789', 'ghijklmnop') as word from generate_series(1, 20000) as n
    ) as made on conflict do nothing`)
  await client.query(
    `insert into popular_events (event_id, place, score)
     select id, row_number() over (), 1 from (select id from events where start_time > now() limit 1000) as soon`,
  )
  await client.query('analyze')
  await client.end()
  // A busy machine takes a minute for the words of so many.
})
afterAll(() => w.close())

// A page is 24 rows, and a few hundred events are on at the moment.
const FEW_ROWS = 1_000

const tablesReadWhole = (ask: () => Promise<unknown>, few = FEW_ROWS) => readWhole(w.deps.db, ask, few)

const list = (filter: Partial<EventFilter>) => () =>
  listEventRows(w.deps.db, { userId: null, limit: 24, ...filter }, now)

test('a statement without an index is found out', async () => {
  const scan = () => w.deps.db.execute(sql`select id from events where description = 'nothing'`)
  expect(await tablesReadWhole(scan)).toEqual(['events', `${EVENTS} rows in vain`])
})

test('an index that is walked along in vain is found out', async () => {
  const walk = () =>
    w.deps.db.execute(sql`select id from events where id between 1000 and 6000 and description = 'no' order by id`)
  expect(await tablesReadWhole(walk)).toEqual(['5001 rows in vain'])
})

test('every page of the public lists goes along an index', async () => {
  for (const when of [undefined, 'upcoming', 'past'] as const) {
    const first = await list({ when })()
    expect(first.items).toHaveLength(24)
    expect(await tablesReadWhole(list({ when }))).toEqual([])
    expect(await tablesReadWhole(list({ when, cursor: first.next ?? undefined }))).toEqual([])
  }
})

test('the lists of somebody who is signed in, My Events and events by their ids go along an index', async () => {
  // All drafts are the first person's; the second has 2,500 published events and none.
  for (const userId of [creator.id, creator.id + 1]) {
    expect(await tablesReadWhole(list({ userId, when: 'past' }))).toEqual([])
    // What is on now is sought among all that one person has made.
    expect(await tablesReadWhole(list({ userId }), EVENTS / 20)).toEqual([])
    expect(await tablesReadWhole(list({ userId, creator: 'me' }), EVENTS / 20)).toEqual([])
  }
  expect(await tablesReadWhole(list({ ids: [3, 500, 40_000], limit: undefined }))).toEqual([])
})

test('one event, and the tickets of one person, go along an index', async () => {
  expect(await tablesReadWhole(() => findEvent(w.deps.db, 40_000))).toEqual([])
  for (const eventHistory of [true, false])
    expect(await tablesReadWhole(() => listTickets(w.deps, { id: creator.id, eventHistory }))).toEqual([])
})

test('whether any event shows a picture is found along an index', async () => {
  // The sweep asks within a transaction, whose statements are not overheard.
  const outside = { ...w.deps, db: Object.assign(Object.create(w.deps.db) as typeof w.deps.db, { transaction }) }
  async function transaction(work: (tx: typeof w.deps.db) => Promise<unknown>) {
    return work(w.deps.db)
  }
  await w.deps.db.insert(uploads).values({ key: 'events/unused.jpg', userId: creator.id, contentType: 'image/jpeg' })
  expect(await tablesReadWhole(() => removeReplaced(outside, 'events/unused.jpg'))).not.toContain('events')
  expect(await tablesReadWhole(() => countUnusedBytes(w.deps.db, creator.id))).not.toContain('events')
})

test('suggestions while typing go along an index, with slips too', async () => {
  for (const q of ['ev', 'evening 12', 'evning']) {
    expect(await tablesReadWhole(() => suggestTitles(w.deps.db, q, now))).toEqual([])
  }
})

test('a session is found by its key alone, also by the plan that is made once for all questions', async () => {
  const client = new pg.Client({ connectionString: w.databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`
    with people as (
      insert into users (email, first_name, last_name)
      select 'member' || n || '@example.org', 'Member', 'Person' from generate_series(1, 2000) as n returning id)
    insert into sessions (token_hash, user_id, expires_at)
    select sha256(id::text::bytea), id, now() + interval '1 day' from people`)
  await client.query('analyze')
  await client.query('set plan_cache_mode = force_generic_plan')
  const [asked] = await overheard(() => findSessions(w.deps.db, [hashToken('1')], now))
  await client.query(`prepare asked as ${asked?.text}`)
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, format json) execute asked ('{"\\\\x${hashToken('1').toString('hex')}"}', now())`,
  )
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  expect(plan && { scans: scansIn(plan), inVain: rowsInVain(plan) }).toEqual({ scans: [], inVain: 0 })
})

const found = (search: Partial<Search>) => () => findEvents(w.deps.db, { userId: null, limit: 24, ...search }, now)

// Of what a search looks at, some is over, not public, or found by a rank before.
const SOME_ROWS = 5_000

/** Of the popular ones there are a thousand at most, whatever there is, and PostgreSQL may read them as it likes. */
const tablesSearchedWhole = async (search: Partial<Search>) =>
  (await tablesReadWhole(found(search), SOME_ROWS)).filter((table) => table !== 'popular_events')

test.each<[string, Partial<Search>]>([
  ['a common word', { q: 'evening' }],
  ['a rare word', { q: '2999' }],
  ['two words', { q: 'evening 2999' }],
  ['two common words that never meet', { q: 'somewhere nowhere' }],
  ['a word of all descriptions', { q: 'about' }],
  // Only music is somewhere.
  ['a common word that a common category never has', { q: 'somewhere', category: ['art'] }],
  ['the same by date', { q: 'somewhere', category: ['art'], sort: 'date' }],
  ['a common word in two categories', { q: 'somewhere', category: ['art', 'tech'] }],
  ['a common word in one it often has', { q: 'somewhere', category: ['music'] }],
  ['a common word that nothing step-free has', { q: 'somewhere', access: ['step-free'] }],
  ['a beginning', { q: 'eve' }],
  ['a slip', { q: 'evning' }],
  ['nothing like it', { q: 'xyzzyq' }],
  ['two letters that no title has', { q: 'zq' }],
  ['signs that no title has', { q: '!!' }],
  ['an emoji, by its newest', { q: '🪩', sort: 'newest' }],
  ['two letters on days to come', { q: 'zq', when: 'week' }],
  ['this weekend', { when: 'weekend' }],
  ['today', { when: 'today' }],
  ['days that are over', { when: { from: '2026-01-01', to: '2026-12-31' } }],
  ['a town', { near: { lat: 53.333, lng: -6.249 }, within: 25, hasLocation: true }],
  ['a place where nothing is', { near: { lat: 10, lng: 10 }, within: 25, hasLocation: true }],
  ['the nearest', { near: { lat: 53.333, lng: -6.249 }, within: 50, sort: 'nearest' }],
  ['a category', { category: ['music'] }],
  ['a rare category', { category: ['tech'] }],
  ['what is step-free', { access: ['step-free'] }],
  ['online', { kind: 'online' }],
  ['in person with places left', { kind: 'in-person', seats: 2 }],
  ['the newest', { sort: 'newest' }],
  ['the popular ones', { sort: 'popular' }],
  ['popular ones of a rare category', { sort: 'popular', category: ['tech'] }],
  ['one creator', { creator: 3 }],
  ['all at once', { q: 'evening', when: 'week', near: { lat: 53.333, lng: -6.249 }, within: 25, seats: 1 }],
])('a search for %s goes along an index', async (_, search) => {
  expect(await tablesSearchedWhole(search)).toEqual([])
})

test('what only the next few events have is not looked for in all that follow', async () => {
  const { db } = w.deps
  const { rows: spots } = await db.execute<{ last: number }>(sql`select max(event_id) as last from event_search`)
  const spotted = SPOTTED.map((part) => Math.floor(part * (spots[0]?.last ?? 0)))
  const { rows } = await db.execute<{ id: number }>(sql`
    with few as (
      select id from events where status = 'published' and start_time > ${now.toISOString()}::timestamptz
        and not exists (select from unnest(${sql.param(spotted)}::int[]) as spot where events.id between spot and spot + 20)
      order by start_time limit 4)
    update events set title = 'Lighthouse' where id in (select id from few) returning id`)
  await db.execute(sql`select refresh_event_search(${sql.param(rows.map(({ id }) => id))}::int[])`)
  expect(await tablesSearchedWhole({ q: 'lighthouse' })).toEqual([])
  expect((await found({ q: 'lighthouse' })()).items).toHaveLength(4)
})

test('of a common word nobody asks whether there is an event that has it', async () => {
  const statements = (await overheard(found({ q: 'about' }))).map(({ text }) => text)
  expect(statements.filter((text) => text.includes('exists'))).toEqual([])
})

test('what was called off is found from its own few rows, however many have the word', async () => {
  const span = { from: new Date(now.getTime() - 86_400_000), to: new Date(now.getTime() + 86_400_000) }
  const statements = (await overheard(found({ q: '2999', calledOffSince: now, span }))).map(({ text }) => text)
  expect(statements.filter((text) => text.includes('from search_found'))).toEqual([])
})

test('what few events have is looked up once for all parts of the list', async () => {
  const statements = (await overheard(found({ q: '2999' }))).map(({ text }) => text)
  expect(statements.filter((text) => text.includes('from search_found'))).toHaveLength(1)
})

test('a part of a title is found by its trigrams alone, and only where no word is found', async () => {
  const statementsFor = async (q: string) =>
    (await overheard(found({ q }))).filter(({ text }) => text.includes('title_hits'))
  expect(await statementsFor('2999')).toHaveLength(0)
  expect(await statementsFor('xyzzyq')).toHaveLength(1)
  const client = new pg.Client({ connectionString: w.databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  // What a function carries out is no part of the plan of who calls it.
  const { rows: settings } = await client.query<{ set: string }>(
    `select unnest(proconfig) as set from pg_proc where proname = 'title_hits'`,
  )
  for (const { set } of settings) await client.query(`set ${set.replace('=', ' = ')}`)
  await client.query('set plan_cache_mode = force_generic_plan')
  await client.query(`prepare asked (text) as
    select id from events where title_folded like $1 and status = 'published' and hidden_at is null limit 2000`)
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain execute asked ('%xyzzyq%')`)
  expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('Bitmap Index Scan on events_public_title_trigrams')
})

const { calledOffSince, ...span } = feedSpan(now)

test.each<[string, Partial<Search>]>([
  ['all events', {}],
  ['a common word', { q: 'evening' }],
  ['a rare word', { q: '2999' }],
  ['a town', { near: { lat: 53.333, lng: -6.249 }, within: 25, hasLocation: true }],
  ['one creator', { creator: 3 }],
])('the feed of %s goes along an index, and so does what was called off', async (_, search) => {
  expect(await tablesReadWhole(found({ ...search, span, limit: 800 }), SOME_ROWS)).toEqual([])
  expect(await tablesReadWhole(found({ ...search, span, calledOffSince, limit: 100 }), SOME_ROWS)).toEqual([])
})

test('a creator’s page goes along an index', async () => {
  // Of people there are too few here for an index.
  const read = await tablesReadWhole(() => findCreator(w.deps.db, creator.id + 1))
  expect(read.filter((table) => table !== 'users')).toEqual([])
  for (const when of ['upcoming', 'past'] as const)
    expect(await tablesReadWhole(found({ creator: creator.id + 1, when }), SOME_ROWS)).toEqual([])
})

test('what is new is found along an index, for everybody who follows', async () => {
  await w.deps.db.execute(sql`
    insert into follows (user_id, creator_id, since)
    select a.id, b.id, now() - interval '9 days' from users a join users b on a.id <> b.id where a.id <= 2`)
  const lease = { check: () => undefined, signal: new AbortController().signal }
  const read = await tablesReadWhole(() => sendFollowDigests(w.deps, { lease }))
  // The others are empty here.
  expect(read.filter((table) => ['events', 'users'].includes(table))).toEqual([])
})

test('the second page of a search goes along an index', async () => {
  const searches: Partial<Search>[] = [{ q: 'evening' }, { kind: 'in-person' }, { sort: 'newest' }, { sort: 'popular' }]
  for (const search of searches) {
    const first = await found(search)()
    expect(first.items).toHaveLength(24)
    expect(await tablesSearchedWhole({ ...search, cursor: first.next ?? '' })).toEqual([])
  }
})

/** What members have told us, of more than a handful of them. */
async function fillMembers() {
  const client = new pg.Client({ connectionString: w.databaseUrl })
  await client.connect()
  await client.query(`
    with people as (
      insert into users (email, first_name, last_name)
      select 'reader' || n || '@example.org', 'Reader', 'Person' from generate_series(1, 3000) as n returning id
    ), kept as (insert into recommendations (user_id, picks) select id, '[]' from people)
    insert into follows (user_id, creator_id) select id, 1 + id % 20 from people`)
  for (const table of ['favourites', 'not_for_me'])
    await client.query(`insert into ${table} (user_id, event_id) select 1 + id % 20, id from events where id % 4 = 1`)
  await client.query('analyze')
  await client.end()
}

test('popular, featured and recommended events go along an index, and so does their reckoning', async () => {
  await fillMembers()
  expect(await tablesReadWhole(() => listPopular(w.deps))).toEqual([])
  expect(await tablesReadWhole(() => listFeatured(w.deps), SOME_ROWS)).not.toContain('events')
  const lately = () => w.deps.db.execute(bookingsAt(now))
  expect(await tablesReadWhole(lately)).toEqual([])
  const recommended = () => listRecommended(w.deps, { id: creator.id + 3 }, {})
  // The first time it is computed, then it is read.
  for (let times = 0; times < 2; times++) expect(await tablesReadWhole(recommended, SOME_ROWS)).toEqual([])
})
