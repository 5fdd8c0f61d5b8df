// People, sessions and events straight into the database, and the same booking transaction by pgbench.
import { execFile } from 'node:child_process'
import { randomBytes, createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

export interface Ground {
  tokens: string[]
  userIds: number[]
  hotEvent: number
  spreadEvents: number[]
}

// Each may book 60 times a minute: enough of them for all bookings of a run.
const PEOPLE = 10_000
const EVENTS = 1_000
const PLENTY = 1_000_000

export async function prepare(url: string): Promise<Ground> {
  const client = new pg.Client(url)
  await client.connect()
  const tokens = Array.from({ length: PEOPLE }, () => randomBytes(32).toString('base64url'))
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest())
  const stamp = Date.now()
  const people = await client.query<{ id: number }>(
    `insert into users (email, first_name, last_name) select 'bench' || n || '-${stamp}@example.org', 'Bench', 'Person' from generate_series(1, $1) n returning id`,
    [PEOPLE],
  )
  const userIds = people.rows.map((row) => row.id)
  await client.query(
    `insert into sessions (token_hash, user_id, expires_at) select h, u, now() + interval '1 day' from unnest($1::bytea[], $2::int[]) as s (h, u)`,
    [hashes, userIds],
  )
  const made = await client.query<{ id: number }>(
    `insert into events (creator_id, title, description, venue, start_time, end_time, time_zone, status, capacity)
     select $1, 'Bench ' || n, repeat('Words about the evening. ', 20), 'The Cobblestone, Dublin', now() + interval '7 days', now() + interval '7 days 3 hours', 'Europe/Dublin', 'published', $2
     from generate_series(0, $3) n returning id`,
    [userIds[0], PLENTY, EVENTS],
  )
  await client.query('vacuum analyze')
  await client.end()
  const [hotEvent = 0, ...spreadEvents] = made.rows.map((row) => row.id)
  return { tokens, userIds, hotEvent, spreadEvents }
}

export function findPgbench(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort().reverse() : []
  const places = [
    ...(process.env.PATH ?? '').split(':').map((folder) => join(folder, 'pgbench')),
    ...versions.map((version) => join(debian, version, 'bin/pgbench')),
  ]
  return places.find((place) => existsSync(place)) ?? null
}

/** BEGIN, UPDATE with the capacity check, INSERT, COMMIT: transactions a second. */
export async function pgbench(
  program: string,
  url: string,
  ground: Ground,
  kind: 'hot' | 'spread',
  clients: number,
  seconds: number,
): Promise<number> {
  const { hotEvent, spreadEvents, userIds } = ground
  const event =
    kind === 'hot' ? `\\set event ${hotEvent}` : `\\set event random(${spreadEvents[0]}, ${spreadEvents.at(-1)})`
  const script = `${event}
\\set person random(${userIds[0]}, ${userIds.at(-1)})
BEGIN;
UPDATE events SET tickets_sold = tickets_sold + 1 WHERE id = :event AND tickets_sold + 1 <= capacity;
INSERT INTO tickets (event_id, user_id, number_of_tickets) VALUES (:event, :person, 1);
COMMIT;
`
  const file = join(await mkdtemp(join(tmpdir(), 'hooley-bench-')), 'booking.sql')
  await writeFile(file, script)
  const args = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '1', '-T', String(seconds), '-f', file, url]
  const { stdout } = await promisify(execFile)(program, args)
  return Math.round(Number(/tps = ([\d.]+)/.exec(stdout)?.[1] ?? 0))
}
