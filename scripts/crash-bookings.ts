// kill -9 of the server, and of PostgreSQL, in the middle of a crowd's bookings, again and again. After each crash: no
// seat oversold, every booking that was answered with 201 is there, each with exactly one mail row.
// `node scripts/crash-bookings.ts [rounds]`, 20 by default, in turn of server and database.
import { randomUUID } from 'node:crypto'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { createClient } from '../contract/client.ts'
import { httpCaller } from '../contract/http-caller.ts'
import { ApiError } from '../contract/api-error.ts'
import { startLocalPostgres } from '../server/db/embedded/postgres.ts'
import { migrateDatabase } from '../server/db/migrate.ts'
import { prepare } from '../bench/booking-database.ts'

const PEOPLE = 400
const SEATS = 300
const LATECOMERS = 40

export interface CrashReport {
  victim: 'server' | 'database'
  answered: number
  uncertain: number
  sold: number
}

interface Booked {
  ticketId: number
  key: string
}

async function startServer(url: string) {
  const script = fileURLToPath(new URL('../server/test-support/api-server.ts', import.meta.url))
  const child = fork(script, { env: { ...process.env, DATABASE_URL: url } })
  const [port] = (await once(child, 'message')) as [number]
  return { child, baseUrl: `http://127.0.0.1:${port}` }
}

/** Asks until the database answers again. */
async function patientQuery<Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[]) {
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query<Row>(text, values)).rows
    } catch (error) {
      if (error instanceof pg.DatabaseError && !/^57P|^53/.test(error.code ?? '')) throw error
      await sleep(50)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

async function expectWhole(url: string, eventId: number, answered: Booked[]): Promise<number> {
  const [sums] = await patientQuery<{ sold: number; seats: number; tickets: number; mails: number }>(
    url,
    `select e.tickets_sold as sold, coalesce(sum(t.number_of_tickets), 0)::int as seats, count(t.id)::int as tickets,
       (select count(*)::int from mails m join tickets b on b.id = m.ticket_id where b.event_id = e.id) as mails
     from events e left join tickets t on t.event_id = e.id where e.id = $1 group by e.id`,
    [eventId],
  )
  if (!sums) throw new Error('the event is gone')
  if (sums.sold > SEATS || sums.sold !== sums.seats) throw new Error(`oversold or miscounted: ${JSON.stringify(sums)}`)
  if (sums.mails !== sums.tickets) throw new Error(`mails do not match tickets: ${JSON.stringify(sums)}`)
  const found = await patientQuery<{ key: string }>(
    url,
    `select idempotency_key as key from tickets where id = any($1) and event_id = $2`,
    [answered.map((booked) => booked.ticketId), eventId],
  )
  const keys = new Set(found.map((row) => row.key))
  const lost = answered.filter((booked) => !keys.has(booked.key))
  if (lost.length > 0) throw new Error(`${lost.length} bookings that were answered with 201 are lost`)
  return sums.sold
}

export async function crashRound(
  database: { url: string; dataDir: string },
  ground: { tokens: string[]; userIds: number[] },
  victim: CrashReport['victim'],
): Promise<CrashReport> {
  const [event] = await patientQuery<{ id: number }>(
    database.url,
    `insert into events (creator_id, title, description, venue, start_time, end_time, time_zone, status, capacity)
     values ($1, 'Crash', 'Crash', 'Dublin', now() + interval '1 day', now() + interval '2 days', 'Europe/Dublin', 'published', $2) returning id`,
    [ground.userIds[0], SEATS],
  )
  const eventId = event?.id ?? 0
  const { child, baseUrl } = await startServer(database.url)
  const answered: Booked[] = []
  let uncertain = 0
  let killed: Promise<unknown> | undefined
  const crash = Promise.withResolvers<void>()
  const kill = async () => {
    const pidFile = join(database.dataDir, 'postgres/cluster/postmaster.pid')
    const pid = victim === 'server' ? (child.pid ?? 0) : parseInt(await readFile(pidFile, 'utf8'))
    process.kill(pid, 'SIGKILL')
    crash.resolve()
  }
  const press = async (token: string) => {
    const key = randomUUID()
    const api = createClient(httpCaller({ baseUrl, token: () => token }))
    try {
      const headers = { 'idempotency-key': key }
      const ticket = await api.tickets.book({ body: { eventId, numberOfTickets: 1 }, headers })
      answered.push({ ticketId: ticket.id, key })
      // In the middle: some have their answer, some are under way, some have not arrived.
      if (answered.length > 20) killed ??= kill()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 0 || error.status >= 500) uncertain++
    }
  }
  // In waves, so that a crash meets bookings at every stage; the last ones press when it has happened, however fast the
  // others were answered.
  const waves = ground.tokens.slice(0, PEOPLE).map(async (token, n) => {
    await (n < PEOPLE - LATECOMERS ? sleep(Math.floor(n / 10) * 10) : crash.promise)
    await press(token)
  })
  await Promise.all(waves)
  await killed
  child.kill('SIGKILL')
  const sold = await expectWhole(database.url, eventId, answered)
  return { victim, answered: answered.length, uncertain, sold }
}

async function main() {
  const rounds = Number(process.argv[2] ?? 20)
  const dataDir = await mkdtemp(join(tmpdir(), 'hooley-crash-'))
  const local = await startLocalPostgres({ dataDir, log: () => undefined })
  try {
    await migrateDatabase(local.url)
    const ground = await prepare(local.url)
    for (let round = 1; round <= rounds; round++) {
      const report = await crashRound({ url: local.url, dataDir }, ground, round % 2 ? 'server' : 'database')
      console.log(`round ${round}: ${JSON.stringify(report)}`)
    }
    console.log(`${rounds} crashes: no seat oversold, every answered booking is there, each with one mail row.`)
  } finally {
    await local.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
