// More clients than can be served, who come back the moment they are answered and ignore Retry-After: bookings for one
// event by 128, 2,000 and 10,000 at once, in turns, three rounds on one server. A row is the median of the rounds; each
// round is held against its own 128, because the machine's speed changes within minutes. Clients are a separate process
// on the same cores, so 10,000 of them cost the server more than their requests do.
import { bookAsPeople } from './bookings.ts'
import { prepare } from './booking-database.ts'
import type { LoadReport } from './booking-load.ts'
import type { Stage } from './support/stage.ts'
import { median, type Row } from './support/table.ts'

const FEW = 128
const CROWDS = [2_000, 10_000]
const ROUNDS = 3
const GOODPUT = 0.8
const IN_TIME_MS = 2_000
const MEASURE_MS = 4_000
// Until the first requests of all, which come in one moment and to a server that knows nothing yet, are answered.
const WARM_UP_MS = 6_000

interface Round {
  few: number
  report: LoadReport
}

const refusedOf = ({ others }: LoadReport) => others[503] ?? 0
const failedOf = ({ others }: LoadReport) =>
  Object.entries(others).reduce((sum, [status, count]) => (status === '503' ? sum : sum + count), 0)

function rowsOf(people: number, rounds: Round[]): Row[] {
  const crowd = `${people.toLocaleString('en')} impatient clients`
  const of = (figure: (round: Round) => number) => median(rounds.map(figure))
  const note = `refused: ${rounds.map(({ report }) => refusedOf(report)).join(', ')}; rounds: ${rounds.map(({ few, report }) => `${report.perSecond} of ${few}/s`).join(', ')}`
  const ratio = of(({ few, report }) => report.perSecond / few)
  const few = of((round) => round.few)
  return [
    { what: `${crowd}: bookings`, figure: ratio * few, unit: '/s', limit: few, aim: { atLeast: GOODPUT }, note },
    {
      what: `${crowd}: p99 of what is served`,
      figure: of(({ report }) => report.p99),
      unit: 'ms',
      limit: IN_TIME_MS,
      aim: { atMost: 1 },
    },
    {
      what: `${crowd}: answers other than 201 and 503`,
      figure: rounds.reduce((sum, { report }) => sum + failedOf(report), 0),
      unit: '',
      limit: 1,
      aim: { atMost: 0 },
    },
  ]
}

export async function benchOverload(stage: Stage, say: (line: string) => void): Promise<Row[]> {
  const { tokens, hotEvent } = await prepare(stage.databaseUrl)
  const server = await stage.product()
  const book = (people: number, warmUpMs: number) =>
    bookAsPeople({
      port: server.ready.port,
      tokens,
      eventIds: [hotEvent],
      people,
      warmUpMs,
      measureMs: MEASURE_MS,
    })
  const rounds = new Map(CROWDS.map((people): [number, Round[]] => [people, []]))
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [people, measured] of rounds) {
      const { perSecond: few } = await book(FEW, 2_000)
      const report = await book(people, WARM_UP_MS)
      measured.push({ few, report })
      say(
        `  ${people} clients: ${report.perSecond}/s of ${few}/s with ${FEW}; p50 ${report.p50.toFixed(0)}, p99 ${report.p99.toFixed(0)} ms; ${JSON.stringify(report.others)}`,
      )
    }
  }
  await server.stop()
  return [...rounds].flatMap(([people, measured]) => rowsOf(people, measured))
}
