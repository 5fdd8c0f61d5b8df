// WORKERS=2 against one process, each as `npm start` runs it, on one database with the same number of connections in all, in
// turns. The load is made on the same machine (h2load for pages, a process of ours for bookings), so with two cores it takes
// from two workers what it leaves to one: beside the rates is the CPU that the server itself needs for an answer. Limits are on
// and counted for all workers; mails are sent (into the folder) while people book.
import { bookAsPeople } from './bookings.ts'
import { prepare } from './booking-database.ts'
import { startCrew, type RunningCrew } from './support/crew.ts'
import { load, LOAD_TOOL } from './support/load.ts'
import type { Stage } from './support/stage.ts'
import { typicalOf, type Row } from './support/table.ts'

const ROUNDS = 5
const SECONDS = 2
const WARM_UP_MS = 1_500
const PEOPLE = 128
const PAGES = ['/', '/events/3000']
const HEADERS = { 'accept-encoding': 'br' }

interface Measured {
  perSecond: number
  /** Microseconds of all its processes, by answer. */
  cpu: number
  p99: number
}

interface Round {
  one: Measured
  two: Measured
}

const ratio = ({ one, two }: Round) => two.perSecond / one.perSecond

async function readPage(crew: RunningCrew, path: string): Promise<Measured> {
  const before = crew.cpu()
  const result = await load({ url: crew.url + path, seconds: SECONDS, connections: 64, headers: HEADERS })
  if (result.failures > 0) throw new Error(`${path}: ${result.failures} answers failed`)
  return { perSecond: result.perSecond, cpu: (crew.cpu() - before) / result.requests, p99: result.p99 }
}

async function book(crew: RunningCrew, tokens: string[], eventIds: number[]): Promise<Measured> {
  const before = crew.cpu()
  const times = { warmUpMs: WARM_UP_MS, measureMs: SECONDS * 1_000 }
  const report = await bookAsPeople({ port: crew.port, tokens, eventIds, people: PEOPLE, ...times })
  const failed = Object.entries(report.others)
  if (failed.length > 0) throw new Error(`Bookings were answered ${failed.map(([status]) => status).join(', ')}.`)
  // Those of the warm-up are not among the counted ones, but about as many a second.
  const all = (report.booked * (WARM_UP_MS + SECONDS * 1_000)) / (SECONDS * 1_000)
  return { perSecond: report.perSecond, cpu: (crew.cpu() - before) / all, p99: report.p99 }
}

async function inTurns(measure: (crew: RunningCrew) => Promise<Measured>, one: RunningCrew, two: RunningCrew) {
  const rounds: Round[] = []
  for (let round = 0; round <= ROUNDS; round++) rounds.push({ one: await measure(one), two: await measure(two) })
  // In the first round both are still being compiled.
  return rounds.slice(1)
}

function rowOf(what: string, rounds: Round[], tool: string): Row {
  const { one, two } = typicalOf(rounds, ratio)
  const ratios = rounds.map(ratio)
  const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
  const cpu = `CPU of the server ${two.cpu.toFixed(0)} µs an answer, one alone ${one.cpu.toFixed(0)}`
  const p99 = `p99 ${two.p99.toFixed(1)} ms, one alone ${one.p99.toFixed(1)}`
  const note = `${tool}; ratios from ${spread}; ${cpu}; ${p99}`
  return { what, figure: two.perSecond, unit: '/s', limit: one.perSecond, aim: { atLeast: 1 }, note }
}

export async function benchWorkers(stage: Stage, say: (line: string) => void): Promise<Row[]> {
  const { tokens, spreadEvents } = await prepare(stage.databaseUrl)
  const one = await startCrew(stage, 1)
  const two = await startCrew(stage, 2)
  const rows: Row[] = []
  try {
    for (const path of PAGES) {
      const rounds = await inTurns((crew) => readPage(crew, path), one, two)
      rows.push(rowOf(`GET ${path}, 2 workers against 1`, rounds, LOAD_TOOL))
      say(`  ${path}: ${rows.at(-1)?.note}`)
    }
    const rounds = await inTurns((crew) => book(crew, tokens, spreadEvents), one, two)
    rows.push(rowOf('bookings, spread, 2 workers against 1', rounds, `${PEOPLE} people`))
    say(`  bookings: ${rows.at(-1)?.note}`)
  } finally {
    await one.stop()
    await two.stop()
  }
  return rows
}
