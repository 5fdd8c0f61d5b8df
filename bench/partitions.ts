// Tables that only grow, cut by time while people book: ten million mails become the first part of mails_past, and ten
// million scans the first part of a partitioned door_scans. Nothing is copied: the old table is attached as it is, after a
// check that was validated beside the bookings. Measured: the longest booking meanwhile, and what the cut and the end of a
// part take. `ROWS=200000 npm run bench -- partitions` tries it with fewer. docs/growth.md says what it is for.
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { migrateDatabase } from '../server/db/migrate.ts'
import { bookAsPeople } from './bookings.ts'
import { prepare, type Ground } from './booking-database.ts'
import { fill } from './partition-rows.ts'
import { seed } from './support/seed.ts'
import type { Stage } from './support/stage.ts'
import type { Row } from './support/table.ts'

const ROWS = Number(process.env.ROWS ?? 10_000_000)
const PEOPLE = 16
const ROUND_MS = 4_000
// Nobody waits for longer behind a lock that we wait for; then it is tried again.
const LOCK_TIMEOUT_MS = 100
const PAUSE_MS = 250
// A lock that was not to be had in time, or that two waited for in a circle.
const AGAIN = new Set(['55P03', '40P01'])
// Ids that are given out between the choice of the boundary and the cut.
const HEADROOM = 1_000_000

type Say = (line: string) => void

/** Bookings without a pause until the work is over; whoever waits at its end is waited for. */
function bookMeanwhile(port: number, { tokens, spreadEvents }: Ground) {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  const report = bookAsPeople({ port, tokens, eventIds: spreadEvents, people: PEOPLE, warmUpMs: 0 }, stopped)
  return () => (stop(), report)
}

async function ownDatabase(stage: Stage): Promise<string> {
  const client = new pg.Client({ connectionString: stage.databaseUrl })
  await client.connect()
  await client.query('create database hooley_partitions')
  await client.end()
  const url = new URL(stage.databaseUrl)
  url.pathname = '/hooley_partitions'
  await migrateDatabase(url.href)
  await seed(url.href, { events: 1_000, tickets: 100_000, people: 1_000 })
  return url.href
}

async function timed<T>(say: Say, what: string, work: () => Promise<T>): Promise<T> {
  const from = performance.now()
  const result = await work()
  say(`  ${what}: ${Math.round(performance.now() - from)} ms`)
  return result
}

/** In one transaction that waits for no lock for long; how often it was tried, and how long the last one took. */
async function cut(client: pg.Client, say: Say, what: string, statements: string[]) {
  for (let attempt = 1; ; attempt++) {
    const from = performance.now()
    try {
      await client.query(`begin; set local lock_timeout = ${LOCK_TIMEOUT_MS}; ${statements.join(';\n')}; commit`)
      say(`  ${what}: ${Math.round(performance.now() - from)} ms, attempt ${attempt}`)
      return
    } catch (error) {
      await client.query('rollback')
      if (!AGAIN.has((error as { code?: string }).code ?? '') || attempt > 100) throw error
      say(
        `  ${what}: attempt ${attempt} gave way after ${Math.round(performance.now() - from)} ms: ${(error as Error).message}`,
      )
      // Whoever has waited behind us goes first.
      await wait(PAUSE_MS)
    }
  }
}

/** Foreign keys are not part of `like`; where the attached table has the same, nothing is checked again. */
async function foreignKeys(client: pg.Client, table: string, to = table) {
  const { rows } = await client.query<{ name: string; rule: string }>(
    `select conname as name, pg_get_constraintdef(oid) as rule from pg_constraint
     where conrelid = $1::regclass and contype = 'f'`,
    [table],
  )
  return rows.map(({ name, rule }) => `alter table ${to} add constraint ${name} ${rule}`)
}

/** What foreign keys point to comes first, as in a booking, which holds its ticket when it comes to its mail. */
async function locks(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct confrelid::regclass::text as name from pg_constraint
     where conrelid = $1::regclass and contype = 'f' order by 1`,
    [table],
  )
  return [
    // Attaching and dropping take away triggers of what foreign keys point to. Whoever begins with a lesser lock and asks for
    // more meets a reader who does the same.
    ...[...rows.map(({ name }) => name), table].map((name) => `lock table ${name} in access exclusive mode`),
  ]
}

/**
 * Autovacuum gives way to a lock only after a second, which is longer than we wait for one: 90 attempts in a row found it at
 * work in ten million new rows. What has just been vacuumed is left alone.
 */
const vacuum = (client: pg.Client, say: Say, table: string) =>
  timed(say, `${table}: vacuumed, beside bookings`, () => client.query(`vacuum ${table}`))

/** The boundary, and every other check that was added without being validated: an attached table must have none. */
async function boundary(client: pg.Client, say: Say, table: string, key: string): Promise<number> {
  const { rows } = await client.query<{ top: number }>(`select coalesce(max(${key}), 0)::int as top from ${table}`)
  const bound = (rows[0]?.top ?? 0) + HEADROOM
  await cut(client, say, `${table}: a check that is not validated yet`, [
    `alter table ${table} add constraint ${table}_first check (${key} < ${bound}) not valid`,
  ])
  const { rows: checks } = await client.query<{ name: string }>(
    'select conname as name from pg_constraint where conrelid = $1::regclass and not convalidated',
    [table],
  )
  await timed(say, `${table}: ${checks.length} checks are validated, beside bookings`, async () => {
    for (const { name } of checks) await client.query(`alter table ${table} validate constraint ${name}`)
  })
  await vacuum(client, say, table)
  return bound
}

/** door_scans itself is partitioned by the id of its link, which rises with time and is in its primary key. */
async function cutScans(client: pg.Client, say: Say) {
  const bound = await boundary(client, say, 'door_scans', 'link_id')
  await cut(client, say, 'door_scans: the cut', [
    ...(await locks(client, 'door_scans')),
    'alter table door_scans rename to door_scans_1',
    'create table door_scans (like door_scans_1 including all) partition by range (link_id)',
    'alter table door_scans drop constraint door_scans_first',
    ...(await foreignKeys(client, 'door_scans')),
    `alter table door_scans attach partition door_scans_1 for values from (minvalue) to (${bound})`,
    `create table door_scans_2 partition of door_scans for values from (${bound}) to (${bound * 2})`,
  ])
}

/** What was sent goes to mails_past; mails itself stays a plain table, with the unique key that `on conflict` needs. */
async function cutMails(client: pg.Client, say: Say) {
  await cut(client, say, 'mails_past is made', [
    ...(await locks(client, 'mails')),
    'create table mails_past (like mails including defaults including constraints) partition by range (id)',
    'alter table mails_past add primary key (id)',
    'create index mails_past_user on mails_past (user_id, kind, sent_at)',
    'create index mails_past_ticket on mails_past (ticket_id)',
    ...(await foreignKeys(client, 'mails', 'mails_past')),
  ])
  const bound = await boundary(client, say, 'mails', 'id')
  await cut(client, say, 'mails: the cut', [
    ...(await locks(client, 'mails')),
    'alter table mails rename to mails_past_1',
    'create table mails (like mails_past_1 including all)',
    'alter table mails drop constraint mails_first',
    `alter table mails alter id restart with ${bound}`,
    ...(await foreignKeys(client, 'mails')),
    // What is not sent yet goes along: it is work, and whoever holds it settles it by its id.
    `insert into mails overriding system value select * from mails_past_1 where status = 'waiting'`,
    `delete from mails_past_1 where status = 'waiting'`,
    'alter table mails_past_1 alter id drop identity',
    `alter table mails_past attach partition mails_past_1 for values from (minvalue) to (${bound})`,
  ])
}

async function dropOldest(client: pg.Client, say: Say) {
  for (const [parent, part] of [
    ['door_scans', 'door_scans_1'],
    ['mails_past', 'mails_past_1'],
  ] as const) {
    await timed(say, `${part} is over: detached`, () =>
      client.query(`alter table ${parent} detach partition ${part} concurrently`),
    )
    await vacuum(client, say, part)
    await cut(client, say, `${part}: dropped`, [...(await locks(client, part)), `drop table ${part}`])
  }
}

const ms = (value: number) => `${Math.round(value)} ms`

const count = async (client: pg.Client, sql: string) =>
  Number((await client.query<{ n: number }>(`select count(*)::int as n from ${sql}`)).rows[0]?.n)

/** Every booking writes its mail with it: the second figure stays what it was, whatever is booked meanwhile. */
async function keptRows(client: pg.Client, mailTables: string[]): Promise<{ scans: number; mailsLessTickets: number }> {
  const mails = mailTables.map((table) => `(select count(*)::int from ${table} where kind = 'booking')`)
  const { rows } = await client.query<{ scans: number; mails: number }>(
    `select (select count(*)::int from door_scans) as scans, ${mails.join(' + ')} - (select count(*)::int from tickets) as mails`,
  )
  return { scans: rows[0]?.scans ?? 0, mailsLessTickets: rows[0]?.mails ?? 0 }
}

/** A second, of those that the bookings before have left. */
async function mailsSent(client: pg.Client): Promise<number> {
  const isWaiting = `mails where status = 'waiting'`
  const [before, from] = [await count(client, isWaiting), performance.now()]
  await wait(ROUND_MS)
  const left = await count(client, isWaiting)
  return left === 0 ? NaN : ((before - left) * 1000) / (performance.now() - from)
}

/** What a row takes, its indexes apart: for the arithmetic of docs/growth.md. */
async function sayWeights(client: pg.Client, say: Say) {
  for (const table of ['tickets', 'mails', 'door_scans', 'events', 'users', 'sessions']) {
    const { rows } = await client.query<{ row: number; indexes: number; n: number }>(
      `select round(pg_table_size('${table}') / greatest(count(*), 1))::int as row,
         round(pg_indexes_size('${table}') / greatest(count(*), 1))::int as indexes, count(*)::int as n from ${table}`,
    )
    say(`  ${table}: ${rows[0]?.row} bytes a row, ${rows[0]?.indexes} of indexes (${rows[0]?.n} rows)`)
  }
}

const position = async (client: pg.Client) =>
  Number((await client.query<{ at: string }>(`select pg_current_wal_lsn() - '0/0' as at`)).rows[0]?.at)

export async function benchPartitions(stage: Stage, say: Say): Promise<Row[]> {
  const url = await ownDatabase(stage)
  const ground = await prepare(url)
  const client = new pg.Client({ connectionString: url })
  // Told by the query that it belongs to.
  client.on('error', () => undefined)
  await client.connect()
  await timed(say, `${ROWS.toLocaleString('en')} mails and as many scans`, () => fill(client, ground.userIds, ROWS))
  const server = await stage.product({ databaseUrl: url, withoutLimits: true, withMails: true })
  const load = { tokens: ground.tokens, eventIds: ground.spreadEvents, people: PEOPLE, warmUpMs: 1_000 }
  await client.query('checkpoint')
  const from = await position(client)
  const before = await count(client, 'tickets')
  const alone = await bookAsPeople({ ...load, port: server.ready.port, measureMs: ROUND_MS })
  const written = ((await position(client)) - from) / ((await count(client, 'tickets')) - before)
  say(`  bookings alone: ${alone.perSecond} a second, p99 ${ms(alone.p99)}, the slowest ${ms(alone.max)}`)
  say(`  write-ahead log: ${Math.round(written)} bytes a booking, right after a checkpoint, mails being sent`)
  const sent = await mailsSent(client)
  say(`  mails, into a folder, nobody booking: ${Math.round(sent)} a second by one process`)
  await sayWeights(client, say)

  const kept = await keptRows(client, ['mails'])
  const bookedBefore = await count(client, 'tickets')
  const stop = bookMeanwhile(server.ready.port, ground)
  let lost = NaN
  try {
    await cutScans(client, say)
    await cutMails(client, say)
    const now = await keptRows(client, ['mails', 'mails_past'])
    lost = Math.abs(now.scans - kept.scans) + Math.abs(now.mailsLessTickets - kept.mailsLessTickets)
    await dropOldest(client, say)
  } finally {
    await stop()
  }
  const seen = await stop()
  const unstored = seen.booked - ((await count(client, 'tickets')) - bookedBefore)
  const refused = Object.values(seen.others).reduce((sum, one) => sum + one, 0)
  const waits = `p50 ${ms(seen.p50)}, p99 ${ms(seen.p99)}, the slowest ${ms(seen.max)}`
  say(`  ${seen.booked} bookings meanwhile, ${seen.perSecond} a second: ${waits}; not 201: ${refused}`)
  await client.end()
  await server.stop()
  const none = { unit: '', limit: 1, aim: { atMost: 0 } }
  return [
    { what: 'rows cut by time: bookings refused', figure: refused, ...none },
    { what: 'rows cut by time: bookings acknowledged and not stored', figure: Math.abs(unstored), ...none },
    { what: 'rows cut by time: scans and mails lost', figure: lost, ...none },
    {
      what: `${(2 * ROWS).toLocaleString('en')} rows cut by time: the slowest booking`,
      figure: seen.max,
      unit: 'ms',
      limit: 1_000,
      aim: { atMost: 1 },
      note: waits,
    },
  ]
}
