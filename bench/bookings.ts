// Bookings a second through HTTP with real accounts (session, idempotency key and mail row in it; emails are not sent), beside
// the same transaction by pgbench on the same database in the same run: two seconds each after a warm-up of 1.5. The
// people are a separate process on the same two cores. Rates differ by 15 % from run to run, a p99 by a third: with
// 128 waiting it is the median of five rounds.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { findPgbench, pgbench, prepare } from './booking-database.ts'
import type { LoadOrder, LoadReport, Stop } from './booking-load.ts'
import type { Stage } from './support/stage.ts'
import { typicalOf, type Row } from './support/table.ts'

const SECONDS = 2
const WARM_UP_MS = 1_500
const KINDS = ['hot', 'spread'] as const
const PEOPLE = [1, 32, 128, 2_000]
const CLIENTS = [8, 16, 32]
// Whose p99 has an aim, and so often.
const WATCHED = 128
const ROUNDS = 5

type Kind = (typeof KINDS)[number]
type Reports = Record<Kind, Map<number, LoadReport>>

/** Without `measureMs` in the order they book until `stopped`. */
export async function bookAsPeople(order: LoadOrder, stopped?: Promise<void>): Promise<LoadReport> {
  const child = fork(fileURLToPath(new URL('./booking-load.ts', import.meta.url)))
  child.send(order)
  void stopped?.then(() => child.send('stop' satisfies Stop))
  const [report] = (await once(child, 'message')) as [LoadReport]
  child.kill()
  return report
}

const ms = (value: number) => value.toFixed(1).padStart(8)

const line = (kind: Kind, people: number, { perSecond, p50, p95, p99, max, others }: LoadReport) =>
  `  http    ${kind.padEnd(8)}${String(people).padStart(7)}${String(perSecond).padStart(11)} ${ms(p50)} ${ms(p95)} ${ms(p99)} ${ms(max)}   ${JSON.stringify(others)}`

export async function benchBookings(stage: Stage, say: (line: string) => void): Promise<Row[]> {
  const program = findPgbench()
  if (!program) throw new Error('pgbench is not on this machine: it comes with postgresql-contrib.')
  const ground = await prepare(stage.databaseUrl)
  const server = await stage.product()
  const http: Reports = { hot: new Map(), spread: new Map() }
  const best = { hot: 0, spread: 0 }
  say('                  waiting   a second      p50      p95      p99      max   answers other than 201')
  for (const kind of KINDS) {
    for (const clients of CLIENTS) {
      const perSecond = await pgbench(program, stage.databaseUrl, ground, kind, clients, SECONDS)
      best[kind] = Math.max(best[kind], perSecond)
      say(`  pgbench ${kind.padEnd(8)}${String(clients).padStart(7)}${String(perSecond).padStart(11)}`)
    }
    for (const people of PEOPLE) {
      const eventIds = kind === 'hot' ? [ground.hotEvent] : ground.spreadEvents
      const times = { warmUpMs: WARM_UP_MS, measureMs: SECONDS * 1_000 }
      const order = { port: server.ready.port, tokens: ground.tokens, eventIds, people, ...times }
      const reports: LoadReport[] = []
      for (let round = 0; round < (people === WATCHED ? ROUNDS : 1); round++) {
        const report = await bookAsPeople(order)
        reports.push(report)
        say(line(kind, people, report))
      }
      http[kind].set(
        people,
        typicalOf(reports, ({ p99 }) => p99),
      )
    }
  }
  await server.stop()
  return judge(http, best)
}

function judge(http: Reports, best: Record<Kind, number>): Row[] {
  const fastest = (kind: Kind) => Math.max(...[...http[kind].values()].map(({ perSecond }) => perSecond))
  const refused = KINDS.flatMap((kind) => Object.values(http[kind].get(2_000)?.others ?? {}))
  const p99 = http.hot.get(WATCHED)?.p99 ?? Infinity
  const alone = http.hot.get(1)?.p50 ?? Infinity
  const note = 'limit: the best rate of pgbench'
  const others = refused.reduce((sum, count) => sum + count, 0)
  return [
    { what: 'bookings, hot event', figure: fastest('hot'), unit: '/s', limit: best.hot, aim: { atLeast: 2 }, note },
    { what: 'bookings, hot event, p99 at 128', figure: p99, unit: 'ms', limit: 50, aim: { atMost: 1 } },
    {
      what: 'bookings, spread',
      figure: fastest('spread'),
      unit: '/s',
      limit: best.spread,
      aim: { atLeast: 0.8 },
      note,
    },
    { what: 'a booking alone, p50', figure: alone, unit: 'ms', limit: 3, aim: { atMost: 1 } },
    { what: 'bookings, 2,000 waiting, other than 201', figure: others, unit: '', limit: 1, aim: { atMost: 0 } },
  ]
}
