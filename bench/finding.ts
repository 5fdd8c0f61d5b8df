// On a separate database with many events: searches, filters and sorts as the route asks them, one after the other, 30 times
// each; what is recommended to a member with 50 bookings; and how long it takes to compute what is popular.
// `npm run bench -- finding`; FINDING_EVENTS sets how many, a million unless it is set, with ten times as many tickets. Then every
// second event becomes one of twelve dates of a series, lists and searches show each series once, and all is measured again.
import pg from 'pg'
import { eventQuery, type EventQuery } from '../contract/event-query.ts'
import { openDatabase, type Db } from '../server/db/client.ts'
import { migrateDatabase } from '../server/db/migrate.ts'
import { readWithin } from '../server/db/read-within.ts'
import { listForFeed } from '../server/modules/events/feed-reads.ts'
import { listEventPage, listEvents } from '../server/modules/events/reads.ts'
import { findEvents, type Search } from '../server/modules/events/search.ts'
import { listPopular } from '../server/modules/popular/queries.ts'
import { rankPopular } from '../server/modules/popular/ranking.ts'
import { listRecommended } from '../server/modules/recommended/reads.ts'
import type { WholeLists } from '../server/modules/events/whole-list.ts'
import type { Deps } from '../server/deps.ts'
import type { CallMeta } from '../server/http/bind.ts'
import { writeCalendar } from '../server/modules/feeds/calendar.ts'
import { keepItems } from '../server/modules/feeds/kept-items.ts'
import { seed } from './support/seed.ts'
import type { Stage } from './support/stage.ts'
import type { Row } from './support/table.ts'

const EVENTS = Number(process.env.FINDING_EVENTS ?? 1_000_000)
const TICKETS = Number(process.env.FINDING_TICKETS ?? 10 * EVENTS)
const BATCH = 100_000
const TIMES = 30
const MEDIAN_MS = 30
const SLOWEST_MS = 100

const DUBLIN = { lat: 53.333, lng: -6.249 }
const CORK = { lat: 51.898, lng: -8.471 }

export const QUESTIONS: Record<string, Partial<Search>> = {
  'one common word': { q: 'night' },
  'a rare word': { q: '123456' },
  'two words': { q: 'velvet chess' },
  'two words that never meet': { q: 'chess samba' },
  'a word of every description': { q: 'everybody' },
  'a slip': { q: 'fidle' },
  'a beginning': { q: 'harb' },
  'nothing like it': { q: 'xyzzyq' },
  'this weekend': { when: 'weekend' },
  'a town and 25 km': { near: DUBLIN, within: 25, hasLocation: true },
  'a town where nothing is': { near: CORK, within: 25, hasLocation: true },
  'access facts': { access: ['step-free', 'hearing-loop'] },
  'a category': { category: ['music'] },
  'online, of which there is none': { kind: 'online' },
  'the nearest': { near: DUBLIN, within: 50, sort: 'nearest' },
  'the newest': { sort: 'newest' },
  'the popular ones': { sort: 'popular' },
  'popular ones of a category in a town': { sort: 'popular', category: ['music'], near: DUBLIN, within: 25 },
  'a word, this weekend, in a town, with places left': {
    q: 'night',
    when: 'weekend',
    near: DUBLIN,
    within: 25,
    hasLocation: true,
    seats: 1,
  },
}

const BENCH_URL = 'https://hooley.example'

/** Eight hundred events, read and written as a calendar: from scratch, or with the entries kept from last time. */
async function readFeed(db: Db, now: Date, kept = keepItems({ publicUrl: BENCH_URL, calendarDomain: 'bench.hooley' })) {
  const items = await listForFeed({ db, clock: () => now } as Deps, eventQuery.parse({ q: 'night' }), kept)
  return writeCalendar({ title: 'night', pageUrl: BENCH_URL, feedUrl: BENCH_URL }, items)
}

async function openMany(stage: Stage, say: (line: string) => void): Promise<string> {
  const client = new pg.Client({ connectionString: stage.databaseUrl })
  await client.connect()
  await client.query('create database hooley_finding')
  await client.end()
  const url = new URL(stage.databaseUrl)
  url.pathname = '/hooley_finding'
  await migrateDatabase(url.href)
  for (let made = 0; made < EVENTS; made += BATCH) {
    await seed(url.href, { events: Math.min(BATCH, EVENTS - made), tickets: 0, people: 1_000 }, made)
    say(`  ${Math.min(made + BATCH, EVENTS).toLocaleString('en')} events`)
  }
  await bookMany(url.href, say)
  return url.href
}

const DATES = 12
/** How many titles support/seed.ts has, but for the number at their end. */
const TITLES = 770
const STRETCH = DATES * TITLES

/** Every second title becomes a series: its twelve events within a stretch, five and a half days apart, are its dates. */
async function makeSeries(databaseUrl: string, say: (line: string) => void) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  // Nothing that a search looks at changes with it.
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into event_series (id, creator_id) overriding system value
     select n, (select min(id) from users) from generate_series(0, $1::int) as n`,
    [Math.ceil(EVENTS / STRETCH + 1) * TITLES],
  )
  for (let from = 0; from < EVENTS; from += BATCH) {
    await client.query(
      `update events set series_id = id / ${STRETCH} * ${TITLES} + id % ${TITLES},
         series_day = date '2027-01-01' + (id % ${STRETCH} / ${TITLES}) * 7
       where (id / ${STRETCH} + id % ${TITLES}) % 2 = 0 and id > $1::int and id <= $2::int`,
      [from, from + BATCH],
    )
    say(`  ${Math.min(from + BATCH, EVENTS).toLocaleString('en')} events looked at for series`)
  }
  await client.query('vacuum analyze events')
  await client.end()
}

/** Of a year, in the order of time as they would have come. The member has fifty of the newest and no others. */
async function bookMany(databaseUrl: string, say: (line: string) => void) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const booked = (people: string, created: string) => `
    insert into tickets (event_id, user_id, number_of_tickets, created_at)
    select e.id, ${people}, 1, ${created} from generate_series($1::int, $2::int) as n
    join events e on e.id = 1 + n * 7919::bigint % $3 and e.status = 'published'`
  // Ten million rows into four indexes, in no order of theirs, took half an hour; to make them afterwards takes a minute.
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'tickets' and indexname in ('tickets_idempotency', 'tickets_user_created', 'tickets_event', 'tickets_changed')`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  // Nor is each ticket's event looked up again, which it was made from.
  await client.query('set session_replication_role = replica')
  for (let made = 0; made < TICKETS; made += BATCH) {
    const to = Math.min(made + BATCH, TICKETS)
    const created = `now() - (${TICKETS} - n) * interval '1 year' / ${TICKETS}`
    await client.query(booked('(select min(id) from users) + n % 1000', created), [made + 1, to, EVENTS])
    if (to % 1_000_000 === 0) say(`  ${to.toLocaleString('en')} tickets`)
  }
  await client.query(`insert into users (email, first_name, last_name) values ('member@example.org', 'Nora', 'Byrne')`)
  await client.query(booked(`(select id from users where email = 'member@example.org')`, 'now()'), [1, 50, EVENTS])
  for (const { definition } of indexes) await client.query(definition)
  await client.query('vacuum analyze tickets')
  await client.end()
}

interface Timed {
  what: string
  medianMs: number
  slowestMs: number
  ask: () => Promise<unknown>
}

/** Not searches: what is asked for by itself. */
async function otherQuestions(db: Db, now: Date): Promise<Timed[]> {
  const deps = { db, clock: () => now, config: { features: new Set() } } as unknown as Deps
  const page = (when?: 'upcoming') => listEventPage(deps, { when, series: 'once', limit: 24 })
  const idOf = async (email: string) => {
    const { rows } = await db.$client.query<{ id: number }>('select id from users where email = $1', [email])
    return { id: rows[0]?.id ?? 0 }
  }
  const member = await idOf('member@example.org')
  const organiser = await idOf('bench1@example.org')
  const { rows: booked } = await db.$client.query<{ id: number }>(
    'select event_id as id from tickets where user_id = $1',
    [member.id],
  )
  const list = (viewer: { id: number }, query: EventQuery) =>
    listEvents(deps, {} as WholeLists, viewer, query, { isInProcess: true } as CallMeta)
  const recommended = () => listRecommended(deps, member, {})
  const kept = keepItems({ publicUrl: BENCH_URL, calendarDomain: 'bench.hooley' })
  const forget = () => db.$client.query('update recommendations set reckoned_at = null')
  const question = { medianMs: MEDIAN_MS, slowestMs: SLOWEST_MS }
  return [
    { ...question, what: 'the first page of all events', ask: () => page() },
    { ...question, what: 'the first page of what is to come', ask: () => page('upcoming') },
    {
      ...question,
      what: 'My Events of an organiser with 1,000',
      ask: () => list(organiser, { creator: 'me', limit: 24 }),
    },
    { ...question, what: '50 events by their ids', ask: () => list(member, { ids: booked.map(({ id }) => id) }) },
    { ...question, what: 'the feed of a search', ask: () => readFeed(db, now, kept) },
    { ...question, what: 'the feed of a search, for the first time', medianMs: 60, ask: () => readFeed(db, now) },
    { ...question, what: 'popular events', ask: () => listPopular(deps) },
    { ...question, what: 'recommended to a member with 50 bookings', ask: recommended },
    // Once an hour for a member.
    {
      what: 'the same, computed again',
      medianMs: 300,
      slowestMs: 1_000,
      ask: async () => {
        await forget()
        await recommended()
      },
    },
    // In the background, every five minutes.
    { what: 'computing what is popular', medianMs: 3_000, slowestMs: 10_000, ask: () => rankPopular(deps) },
  ]
}

type Say = (line: string) => void

async function measure({ what, medianMs, slowestMs, ask }: Timed, hasSeries: boolean, say: Say): Promise<Row[]> {
  const times: number[] = []
  for (let n = -3; n < TIMES; n++) {
    const from = performance.now()
    await ask()
    if (n >= 0) times.push(performance.now() - from)
  }
  times.sort((a, b) => a - b)
  const [median = 0, slowest = 0] = [times[Math.floor(TIMES / 2)], times.at(-1)]
  say(`  ${what}: ${median.toFixed(1)} ms, at worst ${slowest.toFixed(1)} ms`)
  const name = `${EVENTS.toLocaleString('en')} events${hasSeries ? ', half of them of series' : ''}, ${what}`
  const shared = { unit: 'ms', aim: { atMost: 1 } } as const
  return [
    { ...shared, what: `${name}, median`, figure: median, limit: medianMs },
    { ...shared, what: `${name}, slowest of ${TIMES}`, figure: slowest, limit: slowestMs },
  ]
}

async function measureFinding(databaseUrl: string, hasSeries: boolean, say: Say): Promise<Row[]> {
  const db = openDatabase(databaseUrl, { poolSize: 4 })
  const now = new Date()
  // First, so that there is something popular to be found. Nothing is in memory yet, so it may take longer than a job may.
  const patient = openDatabase(databaseUrl, { poolSize: 1, patience: 10 })
  await rankPopular({ db: patient, clock: () => now })
  await patient.$client.end()
  const searches = Object.entries(QUESTIONS).map(([what, asked]) => ({
    what: `search: ${what}`,
    medianMs: MEDIAN_MS,
    slowestMs: SLOWEST_MS,
    ask: () =>
      readWithin(db, 10_000, (tx) =>
        findEvents(tx, { userId: null, limit: 24, ...(hasSeries && { series: 'once' }), ...asked }, now),
      ),
  }))
  const rows: Row[] = []
  for (const question of [...searches, ...(await otherQuestions(db, now))])
    rows.push(...(await measure(question, hasSeries, say)))
  await db.$client.end()
  return rows
}

export async function benchFinding(stage: Stage, say: Say): Promise<Row[]> {
  const databaseUrl = await openMany(stage, say)
  const rows = await measureFinding(databaseUrl, false, say)
  await makeSeries(databaseUrl, say)
  return [...rows, ...(await measureFinding(databaseUrl, true, say))]
}
