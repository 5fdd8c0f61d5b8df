// How long /api/all-events/typeahead takes over generated events: node bench/typeahead.ts [100000 1000000]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { buildApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { startLocalPostgres } from '../server/db/embedded/postgres.ts'
import { createLog } from '../server/http/request-log.ts'
import { openDeps } from '../server/open-deps.ts'

const LIMITS_MS: Record<number, number> = { 100_000: 20, 1_000_000: 30 }
const ROUNDS = 20
const BATCH = 50_000

// Titles as people write them: a made-up artist, then common words; a third of a million titles is distinct, 20,000 words.
const COMMON =
  'night live open mic session festival jazz trad music supper club market film evening quiz comedy poetry dance workshop walk talk morning garden harbour strand river kitchen winter summer spring autumn sunday friday brass fiddle piano choir opera swim run yoga books tea coffee wine craft fair'.split(
    ' ',
  )
const PLACES = 'Dublin Cork Galway Limerick Sligo Belfast London Lisbon Waterford Kilkenny Dingle Howth'.split(' ')

const MAKE_EVENTS = `
  insert into events (creator_id, title, description, venue, start_time, end_time, time_zone, status, capacity)
  select $1, initcap(
      (select string_agg(s, '') from (select (array['ka','ro','mi','len','dor','ash','fin','bel','tor','quin','sa','ver','mac','lo','wyn','gra','ne','oir','ste','phan'])[1 + (hashint4(n / 3 * 7 + k) & 2147483647) % 20] as s from generate_series(1, 2 + n % 3) k) x)
    ) || ' - ' || initcap(($2::text[])[1 + ((random() ^ 2) * $4::int)::int] || ' ' || ($2::text[])[1 + ((random() ^ 2) * $4::int)::int]) || ' in ' || ($3::text[])[1 + n % 12],
    'About the evening.', 'Somewhere', now() + ((n % 1000) - 400) * interval '1 day', now() + ((n % 1000) - 400) * interval '1 day' + interval '3 hours',
    'Europe/Dublin', 'published', 100
  from generate_series($5::int, $6::int) n`

const QUESTIONS: Record<string, string[]> = {
  'two letters': ['ni', 'fi', 'ga', 'ka', 'st'],
  'part of a word': ['fest', 'nigh', 'kitch', 'belf', 'quin'],
  'a common word': ['night', 'live', 'dublin', 'jazz', 'music'],
  'two words': ['jazz night', 'open mic', 'dublin quiz', 'trad galway', 'supper club'],
  'three words': ['open mic galway', 'live jazz dublin', 'film evening cork'],
  'a slip': ['nigth', 'fidle', 'galwya', 'comdey', 'festivle'],
  'two slips': ['jaz nigth', 'fidle dubln', 'supepr clbu', 'opne mci'],
  'nothing like it': ['xyzzyq', 'zzzz', 'qqqq wwww', 'wrzlbrmft'],
}

async function makeEvents(client: pg.Client, from: number, to: number) {
  const { rows } = await client.query<{ id: number }>(
    `insert into users (email, first_name, last_name) values ('bench-' || $1::int || '@example.org', 'B', 'B') returning id`,
    [from],
  )
  for (let start = from; start < to; start += BATCH) {
    const end = Math.min(start + BATCH, to) - 1
    await client.query(MAKE_EVENTS, [rows[0]?.id, COMMON, PLACES, COMMON.length - 1, start, end])
  }
  await client.query('vacuum analyze')
}

const at = (sorted: number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0

async function main() {
  const sizes = process.argv.slice(2).map(Number)
  const dataDir = await mkdtemp(join(tmpdir(), 'hooley-bench-'))
  const postgres = await startLocalPostgres({ dataDir, log: () => undefined })
  const config = readConfig({ DATABASE_URL: postgres.url, DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'error' })
  const opened = await openDeps(config, postgres.url, createLog('error'))
  const app = await buildApp(opened.deps, { ready: opened.ready })
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()

  const ask = async (q: string) => {
    const from = performance.now()
    const response = await app.inject({ url: `/api/all-events/typeahead?q=${encodeURIComponent(q)}` })
    if (response.statusCode !== 200) throw new Error(response.body)
    return { ms: performance.now() - from, found: response.json<string[]>() }
  }

  let made = 0
  for (const size of sizes.length ? sizes : [100_000, 1_000_000]) {
    const from = performance.now()
    await makeEvents(client, made, size)
    const seconds = (performance.now() - from) / 1000
    console.log(`\n${size} events (${size - made} made in ${seconds.toFixed(0)} s), limit ${LIMITS_MS[size] ?? '-'} ms`)
    made = size
    const all: number[] = []
    for (const [kind, questions] of Object.entries(QUESTIONS)) {
      const times: number[] = []
      let example = ''
      for (let round = -3; round < ROUNDS; round++)
        for (const q of questions) {
          const { ms, found } = await ask(q)
          if (round >= 0) times.push(ms)
          example = `${q} -> ${found.length}: ${found[0] ?? '(none)'}`
        }
      times.sort((a, b) => a - b)
      all.push(...times)
      console.log(
        `  ${kind.padEnd(16)} p10 ${at(times, 0.1).toFixed(1)}  p50 ${at(times, 0.5).toFixed(1)}  p95 ${at(times, 0.95).toFixed(1)}  worst ${at(times, 1).toFixed(1)} ms   ${example}`,
      )
    }
    all.sort((a, b) => a - b)
    console.log(
      `  ${'all'.padEnd(16)} p10 ${at(all, 0.1).toFixed(1)}  p50 ${at(all, 0.5).toFixed(1)}  p95 ${at(all, 0.95).toFixed(1)} ms`,
    )
  }

  await client.end()
  await app.close()
  await opened.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

await main()
