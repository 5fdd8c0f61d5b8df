// A database of its own with many events: searches, filters and sorts as the route asks them, one after the other on one
// connection, 30 times each. `npm run bench -- finding`; FINDING_EVENTS sets how many, a million unless it is set.
import pg from 'pg'
import { eventQuery } from '../contract/event-query.ts'
import { openDatabase, type Db } from '../server/db/client.ts'
import { migrateDatabase } from '../server/db/migrate.ts'
import { readWithin } from '../server/db/read-within.ts'
import type { Deps } from '../server/deps.ts'
import { listForFeed } from '../server/modules/events/feed-reads.ts'
import { findEvents, type Search } from '../server/modules/events/search.ts'
import { writeCalendar } from '../server/modules/feeds/calendar.ts'
import { itemOf } from '../server/modules/feeds/items.ts'
import { seed } from './support/seed.ts'
import type { Stage } from './support/stage.ts'
import type { Row } from './support/table.ts'

const EVENTS = Number(process.env.FINDING_EVENTS ?? 1_000_000)
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
  'a town and 25 km': { near: DUBLIN, within: 25, hasPlace: true },
  'a town where nothing is': { near: CORK, within: 25, hasPlace: true },
  'a category': { category: ['music'] },
  'online, of which there is none': { kind: 'online' },
  'the nearest': { near: DUBLIN, within: 50, sort: 'nearest' },
  'the newest': { sort: 'newest' },
  'a word, this weekend, in a town, with places left': {
    ...{ q: 'night', when: 'weekend', near: DUBLIN, within: 25, hasPlace: true, seats: 1 },
  },
}

const BENCH_URL = 'https://hooley.example'

/** Eight hundred events, read and written as a calendar. */
async function readFeed(db: Db, now: Date) {
  const rows = await listForFeed({ db, clock: () => now } as Deps, eventQuery.parse({ q: 'night' }))
  const items = rows.map((row) => itemOf(row, BENCH_URL))
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
  return url.href
}

export async function measureFinding(databaseUrl: string, say: (line: string) => void): Promise<Row[]> {
  const db = openDatabase(databaseUrl, { poolSize: 1 })
  const now = new Date()
  const rows: Row[] = []
  const searches = Object.entries(QUESTIONS).map(([what, asked]): [string, () => Promise<unknown>] => {
    const search = { userId: null, limit: 24, ...asked }
    return [what, () => readWithin(db, 10_000, (tx) => findEvents(tx, search, now))]
  })
  for (const [what, ask] of [...searches, ['the feed of a search', () => readFeed(db, now)] as const]) {
    const times: number[] = []
    for (let n = -3; n < TIMES; n++) {
      const from = performance.now()
      await ask()
      if (n >= 0) times.push(performance.now() - from)
    }
    times.sort((a, b) => a - b)
    const [median = 0, slowest = 0] = [times[Math.floor(TIMES / 2)], times.at(-1)]
    say(`  ${what}: ${median.toFixed(1)} ms, at worst ${slowest.toFixed(1)} ms`)
    const name = `${EVENTS.toLocaleString('en')} events, search: ${what}`
    rows.push({ what: `${name}, median`, figure: median, unit: 'ms', limit: MEDIAN_MS, aim: { atMost: 1 } })
    rows.push({
      what: `${name}, slowest of ${TIMES}`,
      figure: slowest,
      unit: 'ms',
      limit: SLOWEST_MS,
      aim: { atMost: 1 },
    })
  }
  await db.$client.end()
  return rows
}

export const benchFinding = async (stage: Stage, say: (line: string) => void): Promise<Row[]> =>
  measureFinding(await openMany(stage, say), say)
