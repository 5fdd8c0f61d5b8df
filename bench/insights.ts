// The figures over all events of an organiser who has held 500, each with 60 bookings by people of whom many come again.
import pg from 'pg'
import { signedIn } from './support/people.ts'
import type { Stage } from './support/stage.ts'
import { median, type Row } from './support/table.ts'

const EVENTS = 500
const LOOKS = 30

/** Straight into the database; returns the organiser's token. */
async function holdEvents(databaseUrl: string): Promise<string> {
  const [organiser] = await signedIn(databaseUrl)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(
      `with held as (
         insert into events (creator_id, title, description, venue, start_time, end_time, time_zone, status, capacity, tickets_sold)
         select $1, 'Held ' || n, 'x', 'y', now() - n * interval '1 day', now() - n * interval '1 day' + interval '2 hours',
           'Europe/Dublin', 'published', 150, 120 from generate_series(1, ${EVENTS}) n returning id, start_time
       ), people as (select array_agg(id) as ids from users where email like 'bench%')
       insert into tickets (event_id, user_id, number_of_tickets, admitted, created_at, came_from)
       select held.id, people.ids[1 + (held.id * 31 + n * 17) % cardinality(people.ids)], 2, n % 3, held.start_time - interval '5 days',
         case when n % 4 = 0 then null else jsonb_build_object('source', 'source ' || n % 9) end
       from held, people, generate_series(1, 60) n`,
      [organiser?.id],
    )
    await client.query(
      `with waiting as (
         insert into waiting_entries (event_id, user_id, number_of_tickets, at_least, turn, created_at, ended_at, ending)
         select t.event_id, t.user_id, 1, 1, row_number() over (partition by t.event_id), t.created_at, t.created_at, 'booked'
         from tickets t join events e on e.id = t.event_id where e.creator_id = $1 and t.admitted = 1
         returning id, event_id, user_id, created_at
       )
       insert into offers (event_id, entry_id, seats, made_at, told_at, expires_at, ended_at, ending, ticket_id)
       select w.event_id, w.id, 1, w.created_at, w.created_at, w.created_at + interval '1 day', w.created_at + interval '20 minutes',
         'accepted', t.id
       from waiting w join tickets t on t.event_id = w.event_id and t.user_id = w.user_id and t.admitted = 1`,
      [organiser?.id],
    )
    await client.query('vacuum analyze')
    return organiser?.token ?? ''
  } finally {
    await client.end()
  }
}

export async function benchInsights(stage: Stage, say: (line: string) => void): Promise<Row[]> {
  const token = await holdEvents(stage.databaseUrl)
  const server = await stage.product()
  const times: number[] = []
  for (let n = 0; n < LOOKS; n++) {
    const from = performance.now()
    const response = await fetch(`${server.url}/api/insights`, { headers: { authorization: `Bearer ${token}` } })
    const { events } = (await response.json()) as { events: unknown[] }
    times.push(performance.now() - from)
    if (events.length !== EVENTS) throw new Error(`${events.length} events are shown`)
  }
  await server.stop()
  say(`  slowest ${Math.max(...times).toFixed(0)} ms`)
  const note = `slowest ${Math.max(...times).toFixed(0)} ms of ${LOOKS}`
  return [{ what: 'insights over 500 events', figure: median(times), unit: 'ms', limit: 200, aim: { atMost: 1 }, note }]
}
