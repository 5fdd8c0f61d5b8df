// Entering a ballot beside booking, with the same people on the same server in the same run; and ordering 100,000 entries.
import { createHash } from 'node:crypto'
import pg from 'pg'
import { orderEntries } from '../contract/ballot.ts'
import { prepare } from './booking-database.ts'
import { bookAsPeople } from './bookings.ts'
import type { Stage } from './support/stage.ts'
import { median, type Row } from './support/table.ts'

const PEOPLE = 128
const ROUNDS = 3
/** As many as a round can fill with everybody. */
const BALLOTS = 10
const TIMES = { warmUpMs: 1_000, measureMs: 2_000 }
const ENTRIES = 100_000

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

async function holdBallots(url: string, eventIds: number[]) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('update users set email_confirmed_at = now() where email_confirmed_at is null')
  await client.query(`update events set ballot = 'running', held = capacity where id = any ($1)`, [eventIds])
  await client.query(
    `insert into ballots (event_id, opens_at, closes_at, number_at, most_seats, draw_name)
     select id, now() - interval '1 day', now() + interval '1 day', now() + interval '2 days', 4, 'Lotto' from unnest($1::int[]) as id`,
    [eventIds],
  )
  await client.end()
}

async function secondsToOrder(): Promise<number> {
  const entries = Array.from({ length: ENTRIES }, (_, n) => ({ leaf: sha256(`leaf ${n}`), seats: (n % 4) + 1 }))
  const from = performance.now()
  await orderEntries(sha256, sha256('root'), '7 12 23', entries)
  return (performance.now() - from) / 1_000
}

export async function benchBallots(stage: Stage, say: (line: string) => void): Promise<Row[]> {
  const ground = await prepare(stage.databaseUrl)
  const ballots = ground.spreadEvents.slice(0, ROUNDS * BALLOTS)
  await holdBallots(stage.databaseUrl, ballots)
  const server = await stage.product()
  const order = { port: server.ready.port, tokens: ground.tokens, people: PEOPLE, ...TIMES }
  const booked: number[] = []
  const entered: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const booking = await bookAsPeople({ ...order, eventIds: [ground.hotEvent] })
    const entering = await bookAsPeople({ ...order, eventIds: ballots.splice(0, BALLOTS), isBallot: true })
    booked.push(booking.perSecond)
    entered.push(entering.perSecond)
    say(
      `  booked ${booking.perSecond} a second, entered ${entering.perSecond}, not 201 ${JSON.stringify(entering.others)}`,
    )
  }
  await server.stop()
  const note = 'limit: bookings of one event in the same run'
  return [
    {
      what: `ballot entries, ${PEOPLE} waiting`,
      figure: median(entered),
      unit: '/s',
      limit: median(booked),
      aim: { atLeast: 1 },
      note,
    },
    { what: 'ordering 100,000 entries', figure: await secondsToOrder(), unit: 's', limit: 3, aim: { atMost: 1 } },
  ]
}
