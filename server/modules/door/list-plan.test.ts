import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase, type Db } from '../../db/client.ts'
import { world } from '../../test-support/world.ts'
import { readConflicts, readList } from './queries.ts'

const GUESTS = 3_000
const SCANS = 1_000

/** Scans that this connection has read by reading their table from end to end. */
async function scansReadWhole(db: Db, ask: () => Promise<unknown>) {
  const count = async () => {
    await db.$client.query('select pg_stat_force_next_flush()')
    const { rows } = await db.$client.query<{ read: string }>(
      `select seq_tup_read as read from pg_stat_user_tables where relname = 'door_scans'`,
    )
    return Number(rows[0]?.read)
  }
  const before = await count()
  await ask()
  return (await count()) - before
}

test('a list read while the first guests came is not read by what was few then', async () => {
  const w = await world()
  const creator = await w.person()
  const event = await w.event(creator, { capacity: GUESTS })
  const client = new pg.Client({ connectionString: w.databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  const db = openDatabase(w.databaseUrl, { poolSize: 1 })
  onTestFinished(() => db.$client.end())

  await client.query(
    'insert into tickets (event_id, user_id, number_of_tickets) select $1, $2, 1 from generate_series(1, $3)',
    [...[event.id, creator.id, GUESTS]],
  )
  const { rows } = await client.query<{ id: number }>(
    `insert into door_links (event_id, token_hash, name, may_add, created_by) values ($1, '\\x01', 'Main', true, $2) returning id`,
    [event.id, creator.id],
  )
  await client.query('analyze')
  const ask = async () => {
    await readList(db, { eventId: event.id, withNames: true, endOf: () => null, limit: GUESTS })
    await readConflicts(db, event.id, true)
  }
  // As often as PostgreSQL tries a plan before it keeps one.
  for (let n = 0; n < 7; n++) await ask()

  await client.query(
    `insert into door_scans (link_id, id, event_id, ticket_id, kind, seats, at, corrected_at, received_at, verdict, admitted,
       total, places, counts)
     select $1, 'scan ' || n, $2, (select min(id) from tickets where event_id = $2) + n / 2, 'admit', 1, now(), now(), now(),
       'admitted', 1, 1, 1, n % 2 from generate_series(1, $3::int) n`,
    [rows[0]?.id, event.id, SCANS],
  )
  await client.query('update tickets set admitted = 1 where id in (select ticket_id from door_scans where counts > 0)')
  expect(await scansReadWhole(db, ask)).toBeLessThanOrEqual(2 * SCANS)
})
