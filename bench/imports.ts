// A guest list of 5,000 rows, with a code each, is looked at and imported while people book a hundred seats a second: half of
// them of the same event, whose seats are locked while it is written, half of others. Three events, one after the other; the
// slowest counts.
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { IMPORT } from '../contract/limits.ts'
import { signedIn, type Person } from './support/people.ts'
import type { Stage } from './support/stage.ts'
import { postRequest, startSteady } from './support/steady.ts'
import type { Row } from './support/table.ts'

const ROUNDS = 3
const PEOPLE = 100
const PER_SECOND = 50

const ROWS = Array.from({ length: IMPORT.rows }, (_, n) => ({
  ref: `gst-${n}`,
  name: `Guest Number ${n}`,
  email: `guest-${n}@example.org`,
  code: `https://lu.ma/check-in/evt-1?pk=g-${String(n).padStart(10, 'A')}`,
  status: 'approved',
}))

async function makeEvents(databaseUrl: string, creator: Person | undefined, count: number): Promise<number[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('update sessions set proved_at = now() where user_id = $1', [creator?.id])
    const { rows } = await client.query<{ id: number }>(
      `insert into events (creator_id, title, description, venue, start_time, end_time, time_zone, status, capacity)
       select $1, 'Brought along', 'x', 'y', now() + interval '9 days', now() + interval '10 days', 'Europe/Dublin', 'published',
         100000 from generate_series(1, $2) returning id`,
      [creator?.id, count],
    )
    return rows.map(({ id }) => id)
  } finally {
    await client.end()
  }
}

export async function benchImports(stage: Stage, say: (line: string) => void): Promise<Row[]> {
  // All of them come from one address.
  const server = await stage.product({ withoutLimits: true })
  const [creator, ...people] = await signedIn(stage.databaseUrl, PEOPLE + 1)
  const events = await makeEvents(stage.databaseUrl, creator, ROUNDS + 20)
  const others = events.slice(ROUNDS)
  const booking = ({ token }: Person, eventId: number) =>
    postRequest(
      '/api/tickets',
      JSON.stringify({ eventId, numberOfTickets: 1 }),
      `authorization: Bearer ${token}\r\nidempotency-key: import-{n}\r\n`,
    )
  const bring = async (eventId: number, more: object) => {
    const from = performance.now()
    const response = await fetch(`${server.url}/api/events/${eventId}/imports`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${creator?.token ?? ''}` },
      body: JSON.stringify({ source: 'luma', rows: ROWS, ...more }),
    })
    const { guests } = (await response.json()) as { guests?: number }
    if (!response.ok || guests !== ROWS.length)
      throw new Error(`an import answered ${response.status}, ${guests} guests`)
    return performance.now() - from
  }
  const took: number[] = []
  const waited = { here: [] as number[], elsewhere: [] as number[], alone: [] as number[] }
  let failures = 0
  for (const eventId of events.slice(0, ROUNDS)) {
    const steady = (ids: number[]) => ({
      port: server.ready.port,
      requests: people.map((person, n) => booking(person, ids[n % ids.length] ?? 0)),

      perSecond: PER_SECOND,
      connections: 50,
    })
    const [here, elsewhere] = [await startSteady(steady([eventId])), await startSteady(steady(others))]
    await wait(2_000)
    await Promise.all([here.report(), elsewhere.report()])
    await wait(3_000)
    const alone = await here.report()
    await elsewhere.report()
    const dry = await bring(eventId, { dryRun: true })
    const real = await bring(eventId, {})
    await wait(500)
    const beside = [await here.report(), await elsewhere.report()] as const
    await Promise.all([here.stop(), elsewhere.stop()])
    took.push(dry, real)
    waited.alone.push(alone.max)
    waited.here.push(beside[0].max)
    waited.elsewhere.push(beside[1].max)
    for (const { others: refused } of beside) for (const count of Object.values(refused)) failures += count
    say(
      `  looked at in ${dry.toFixed(0)} ms, written in ${real.toFixed(0)} ms; the slowest booking: ${alone.max.toFixed(0)} ms before, ${beside[0].max.toFixed(0)} ms of this event, ${beside[1].max.toFixed(0)} ms of others`,
    )
  }
  await server.stop()
  const slowest = (times: number[]) => Math.max(...times)
  return [
    {
      what: 'import of 5,000 guests, looked at or written',
      figure: slowest(took),
      unit: 'ms',
      limit: 3_000,
      aim: { atMost: 1 },
    },
    {
      what: 'slowest booking of the same event beside it',
      figure: slowest(waited.here),
      unit: 'ms',
      limit: 1_000,
      aim: { atMost: 1 },
    },
    {
      what: 'slowest booking of others beside it',
      figure: slowest(waited.elsewhere),
      unit: 'ms',
      limit: 1_000,
      aim: { atMost: 1 },
    },
    { what: 'bookings beside it that failed', figure: failures, unit: '', limit: 1, aim: { atMost: 0 } },
  ]
}
