// `node bench/whole-list.ts [events]`: GET /api/all-events without a query at a million events, on its own database.
// How much memory the server takes beyond what it had, and how long other requests wait beside it: pages of the list, made
// again each time, one every 20 ms. RATE_LIMITS is off, as everything comes from one address.
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { migrateDatabase } from '../server/db/migrate.ts'
import { startLocalPostgres } from '../server/db/embedded/postgres.ts'
import { startChild } from './support/messages.ts'
import { seed } from './support/seed.ts'

const EVENTS = Number(process.argv[2] ?? 1_000_000)
const BATCH = Math.min(EVENTS, 100_000)

const dataDir = mkdtempSync(join(tmpdir(), 'hooley-whole-list-'))
const postgres = await startLocalPostgres({ dataDir, log: () => undefined })
await migrateDatabase(postgres.url)
// What titles are searched by has no part in this, and would take most of the time that seeding takes.
const client = new pg.Client({ connectionString: postgres.url })
await client.connect()
await client.query('alter table events disable trigger events_words_inserted')
await client.query('drop index events_title_trigrams, events_public_title_trigrams')
for (let made = 0; made < EVENTS; made += BATCH) {
  await seed(postgres.url, { events: BATCH, tickets: 0, people: 1_000 }, made)
  console.log(`${(made + BATCH).toLocaleString('en')} events`)
}
// As autovacuum would have done by the time that anybody asks.
await client.query('vacuum analyze events')
await client.end()

const options = { databaseUrl: postgres.url, dataDir, withoutCache: true, withoutLimits: true }
const server = await startChild<AddressInfo>(new URL('./support/product.ts', import.meta.url), options)
const url = `http://127.0.0.1:${server.ready.port}/api/all-events`

/** Bytes, and the milliseconds until the last of them. */
const ask = (address: string) =>
  new Promise<{ bytes: number; ms: number; status: number }>((resolve, reject) => {
    const from = performance.now()
    get(address, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.on('end', () => resolve({ bytes, ms: performance.now() - from, status: response.statusCode ?? 0 }))
      response.on('error', reject)
    }).on('error', reject)
  })

async function askBeside(isOver: () => boolean) {
  const times: number[] = []
  let others = 0
  while (!isOver()) {
    const { ms, status } = await ask(`${url}?limit=24`)
    times.push(ms)
    if (status !== 200) others++
    await wait(20)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)} ms`
  return `${times.length} requests, ${others} not answered by 200, p50 ${at(0.5)}, p99 ${at(0.99)}`
}

const memory = async () => (await server.ask<number>('memory')) / 1e6

try {
  // What the server takes for any work at all.
  const until = Date.now() + 10_000
  console.log(`pages alone: ${await askBeside(() => Date.now() > until)}`)
  const before = await memory()
  let isOver = false
  let most = before
  const whole = ask(url).finally(() => (isOver = true))
  const beside = askBeside(() => isOver)
  while (!isOver) {
    most = Math.max(most, await memory())
    await wait(100)
  }
  const { bytes, ms, status } = await whole
  console.log(`the whole list: ${status}, ${(bytes / 1e6).toFixed(0)} MB in ${(ms / 1000).toFixed(1)} s`)
  console.log(`pages beside it: ${await beside}`)
  console.log(`memory: ${before.toFixed(0)} MB before, ${most.toFixed(0)} at most, ${(most - before).toFixed(0)} more`)
} finally {
  await server.stop()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
