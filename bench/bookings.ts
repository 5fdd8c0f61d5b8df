// Bookings a second through HTTP with real accounts, beside the same transaction by pgbench on the same database in the
// same run. `node bench/bookings.ts [--seconds 4] [--json file]`; DATABASE_URL names another database than the embedded.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { migrateDatabase } from '../server/db/client.ts'
import { startLocalPostgres } from '../server/db/local-postgres.ts'
import { findPgbench, pgbench, prepare } from './booking-database.ts'
import type { LoadOrder, LoadReport } from './booking-load.ts'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '4' }, json: { type: 'string' } } })
const seconds = Number(values.seconds)
const KINDS = ['hot', 'spread'] as const
const PEOPLE = [1, 32, 128, 2_000]
const CLIENTS = [8, 16, 32]

const script = (path: string) => fileURLToPath(new URL(path, import.meta.url))

async function startServer(url: string): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(script('../server/test-support/api-server.ts'), {
    env: { ...process.env, DATABASE_URL: url },
    execArgv: process.env.PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.PROFILE}`] : [],
  })
  const [port] = (await once(child, 'message')) as [number]
  return { child, port }
}

async function load(order: LoadOrder): Promise<LoadReport> {
  const child = fork(script('./booking-load.ts'))
  child.send(order)
  const [report] = (await once(child, 'message')) as [LoadReport]
  child.kill()
  return report
}

const ms = (value: number) => value.toFixed(1).padStart(8)

async function measure(url: string) {
  const ground = await prepare(url)
  const { child, port } = await startServer(url)
  const program = findPgbench()
  const http: (LoadReport & { kind: string; people: number })[] = []
  const database: { kind: string; clients: number; perSecond: number }[] = []
  console.log('                waiting   a second      p50      p95      p99      max   other answers')
  for (const kind of KINDS) {
    const eventIds = kind === 'hot' ? [ground.hotEvent] : ground.spreadEvents
    // Half of pgbench before and half after would be fairer still; beside each kind is near enough in time.
    if (program)
      for (const clients of CLIENTS) {
        const perSecond = await pgbench(program, url, ground, kind, clients, seconds)
        database.push({ kind, clients, perSecond })
        console.log(`pgbench ${kind.padEnd(8)}${String(clients).padStart(7)}${String(perSecond).padStart(11)}`)
      }
    for (const people of PEOPLE) {
      const order = { port, tokens: ground.tokens, eventIds, people, warmUpMs: 1_500, measureMs: seconds * 1_000 }
      const report = await load(order)
      http.push({ kind, people, ...report })
      const { perSecond, p50, p95, p99, max, others } = report
      console.log(
        `http    ${kind.padEnd(8)}${String(people).padStart(7)}${String(perSecond).padStart(11)} ${ms(p50)} ${ms(p95)} ${ms(p99)} ${ms(max)}   ${JSON.stringify(others)}`,
      )
    }
  }
  child.kill('SIGINT')
  await once(child, 'exit')
  return { http, database }
}

type Measured = Awaited<ReturnType<typeof measure>>

function judge({ http, database }: Measured) {
  const best = (list: { kind: string; perSecond: number }[], kind: string) =>
    Math.max(...list.filter((row) => row.kind === kind).map((row) => row.perSecond))
  const at = (kind: string, people: number) => http.find((row) => row.kind === kind && row.people === people)
  const unanswered = http.filter((row) => row.people === 2_000 && Object.keys(row.others).length > 0).length
  const ratio = (kind: string) => best(http, kind) / best(database, kind)
  return [
    ['hot event, times the best hot pgbench rate (aim 2)', ratio('hot').toFixed(2), ratio('hot') >= 2],
    ['hot event, p99 at 128 waiting in ms (aim 50)', at('hot', 128)?.p99.toFixed(1), (at('hot', 128)?.p99 ?? 99) < 50],
    ['spread, times the best spread pgbench rate (aim 0.8)', ratio('spread').toFixed(2), ratio('spread') >= 0.8],
    ['a single booking alone, p50 in ms (aim 3)', at('hot', 1)?.p50.toFixed(2), (at('hot', 1)?.p50 ?? 9) <= 3],
    ['2,000 waiting, runs with an answer other than 201 (aim 0)', unanswered, unanswered === 0],
  ] as const
}

async function main() {
  const dataDir = await mkdtemp(join(tmpdir(), 'hooley-bench-'))
  const local = process.env.DATABASE_URL
    ? undefined
    : await startLocalPostgres({ dataDir, log: (line) => console.log(line) })
  const url = process.env.DATABASE_URL ?? local?.url ?? ''
  try {
    await migrateDatabase(url)
    const measured = await measure(url)
    const aims = judge(measured)
    console.log()
    for (const [aim, figure, met] of aims) console.log(`${met ? 'met    ' : 'NOT MET'} ${aim}: ${figure}`)
    if (values.json) await writeFile(values.json, JSON.stringify({ seconds, ...measured, aims }, null, 2))
  } finally {
    await local?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

await main()
