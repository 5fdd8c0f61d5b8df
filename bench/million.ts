// On a separate database with a million events. Lists and typeahead are asked as the routes ask them, one after the other
// on one connection, 30 times each: the 95th of a hundred, driver included. Then the memory of a server that has answered
// from it, against one that has answered from 10,000 events.
import pg from 'pg'
import { openDatabase } from '../server/db/client.ts'
import { migrateDatabase } from '../server/db/migrate.ts'
import { listEventRows } from '../server/modules/events/list-queries.ts'
import { findEvent } from '../server/modules/events/queries.ts'
import { suggestTitles } from '../server/modules/events/typeahead.ts'
import { load } from './support/load.ts'
import { seed } from './support/seed.ts'
import type { Stage } from './support/stage.ts'
import { WITHOUT_LIMITS, type Row } from './support/table.ts'

const EVENTS = 1_000_000
const BATCH = 100_000
const IN_DATABASE_MS = 30
const TIMES = 30

async function openMillion(stage: Stage, say: (line: string) => void): Promise<string> {
  const client = new pg.Client({ connectionString: stage.databaseUrl })
  await client.connect()
  await client.query('create database hooley_million')
  await client.end()
  const url = new URL(stage.databaseUrl)
  url.pathname = '/hooley_million'
  await migrateDatabase(url.href)
  for (let made = 0; made < EVENTS; made += BATCH) {
    await seed(url.href, { events: BATCH, tickets: 0, people: 1_000 }, made)
    say(`  ${(made + BATCH).toLocaleString('en')} events`)
  }
  return url.href
}

async function p95(ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < TIMES; n++) {
    const from = performance.now()
    await ask()
    times.push(performance.now() - from)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(TIMES * 0.95)] ?? 0
}

async function memoryAfterLoad(stage: Stage, databaseUrl: string): Promise<number> {
  const server = await stage.product({ databaseUrl, withoutCache: true, withoutLimits: true })
  await load({ url: `${server.url}/api/all-events?limit=24`, seconds: 5 })
  await load({ url: `${server.url}/events`, seconds: 3, connections: 4 })
  const bytes = await server.ask<number>('memory')
  await server.stop()
  return bytes / 1e6
}

export async function benchMillion(stage: Stage, say: (line: string) => void): Promise<Row[]> {
  const url = await openMillion(stage, say)
  const db = openDatabase(url, { poolSize: 1 })
  const now = new Date()
  const list = (filter: object) => () => listEventRows(db, { userId: null, limit: 24, ...filter }, now)
  const second = await listEventRows(db, { userId: null, limit: 24 }, now)
  const questions: Record<string, () => Promise<unknown>> = {
    'first page of all events': list({}),
    'its second page': list({ cursor: second.next }),
    'upcoming events': list({ when: 'upcoming' }),
    'past events': list({ when: 'past' }),
    'My Events': list({ userId: 7, creator: 'me' }),
    'events by 50 ids': list({ ids: Array.from({ length: 50 }, (_, n) => 1 + n * 19_000) }),
    'one event': () => findEvent(db, 500_000),
    'typeahead, two letters': () => suggestTitles(db, 'ha', now),
    'typeahead, a common word': () => suggestTitles(db, 'night', now),
    'typeahead, two words': () => suggestTitles(db, 'velvet chess', now),
    'typeahead, a slip': () => suggestTitles(db, 'fidle nigth', now),
    'typeahead, nothing like it': () => suggestTitles(db, 'xyzzyq', now),
  }
  const rows: Row[] = []
  for (const [what, ask] of Object.entries(questions)) {
    say(`  ${what}`)
    await ask()
    rows.push({
      what: `a million events: ${what}`,
      figure: await p95(ask),
      unit: 'ms',
      limit: IN_DATABASE_MS,
      aim: { atMost: 1 },
    })
  }
  await db.$client.end()
  say('  memory')
  const limit = await memoryAfterLoad(stage, stage.databaseUrl)
  const figure = await memoryAfterLoad(stage, url)
  // What the garbage collector has left to collect differs by as much from run to run.
  rows.push({
    what: `memory with a million events, against 10,000, ${WITHOUT_LIMITS}`,
    figure,
    unit: 'MB',
    limit,
    aim: { atMost: 1.15 },
  })
  return rows
}
