// The race, with and without the guard, on a real PostgreSQL.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../../contract/client.ts'
import { httpCaller } from '../../../contract/http-caller.ts'
import type { ApiError } from '../../../contract/errors.ts'
import { sessions } from '../../db/schema/auth.ts'
import { events } from '../../db/schema/events.ts'
import { mails } from '../../db/schema/mails.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'
import { hashToken, newToken } from '../../http/session.ts'
import { world, type World } from '../../test-support/world.ts'

const SEATS = 100
const PEOPLE = 1_000

/** People with sessions, straight into the database. */
async function crowd({ deps: { db } }: World, count: number): Promise<string[]> {
  const people = Array.from({ length: count }, (_, n) => ({ token: newToken(), email: `crowd${n}@example.org` }))
  const made = await db
    .insert(users)
    .values(people.map(({ email }) => ({ email, firstName: 'Crowd', lastName: 'Byrne' })))
    .returning({ id: users.id })
  const expiresAt = new Date(Date.now() + 86_400_000)
  await db
    .insert(sessions)
    .values(people.map(({ token }, n) => ({ tokenHash: hashToken(token), userId: made[n]?.id ?? 0, expiresAt })))
  return people.map(({ token }) => token)
}

/** A real process with a port of its own, on the same database. */
async function startServer({ databaseUrl }: World): Promise<string> {
  const script = fileURLToPath(new URL('../../test-support/api-server.ts', import.meta.url))
  const child = fork(script, { env: { ...process.env, DATABASE_URL: databaseUrl }, stdio: 'inherit' })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
  const [port] = (await once(child, 'message')) as [number]
  return `http://127.0.0.1:${port}`
}

const tally = (results: PromiseSettledResult<unknown>[]) => {
  const counts: Record<string, number> = {}
  for (const result of results) {
    const word = result.status === 'fulfilled' ? 'booked' : (result.reason as ApiError).message
    counts[word] = (counts[word] ?? 0) + 1
  }
  return counts
}

async function expectExactlySold({ deps: { db } }: World, eventId: number) {
  const [event] = await db.select().from(events).where(eq(events.id, eventId))
  const [sum] = await db
    .select({ seats: sql<number>`sum(${tickets.numberOfTickets})::int` })
    .from(tickets)
    .where(eq(tickets.eventId, eventId))
  expect([event?.ticketsSold, sum?.seats]).toEqual([SEATS, SEATS])
  expect(await db.$count(mails)).toBe(SEATS)
}

test('1,000 people who press at once for 100 seats get exactly 100, in one process', async () => {
  const w = await world()
  const event = await w.event(await w.person(), { capacity: SEATS })
  const tokens = await crowd(w, PEOPLE)
  const results = await Promise.allSettled(
    tokens.map((token) => w.apiWith(token).tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })),
  )
  expect(tally(results)).toEqual({ booked: SEATS, 'This event is sold out': PEOPLE - SEATS })
  // First come, first served: whoever pressed first has the seat.
  expect(results.findLastIndex((result) => result.status === 'fulfilled')).toBe(SEATS - 1)
  await expectExactlySold(w, event.id)
})

/** Holds the event until somebody waits for it on every server: then all of them are in the race from the start. */
async function untilAllWait({ deps: { db } }: World, eventId: number, servers: number, meanwhile: () => void) {
  await db.transaction(async (tx) => {
    await tx.select().from(events).where(eq(events.id, eventId)).for('update')
    meanwhile()
    const waiting = sql`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while (((await db.execute<{ n: number }>(waiting)).rows[0]?.n ?? 0) < servers) await nextTurn()
  })
}

test('1,000 people over two processes get exactly 100 seats', async () => {
  const w = await world()
  const event = await w.event(await w.person(), { capacity: SEATS })
  const tokens = await crowd(w, PEOPLE)
  const servers = await Promise.all([startServer(w), startServer(w)])
  const book = (token: string, n: number) =>
    createClient(httpCaller({ baseUrl: servers[n % 2], token: () => token })).tickets.book({
      body: { eventId: event.id, numberOfTickets: 1 },
    })
  const bookings: ReturnType<typeof book>[] = []
  // A few of each first: a batch that holds them all would sell everything before the other server has its turn.
  await untilAllWait(w, event.id, servers.length, () => bookings.push(...tokens.slice(0, 20).map(book)))
  bookings.push(...tokens.slice(20).map(book))
  const results = await Promise.allSettled(bookings)
  expect(tally(results)).toEqual({ booked: SEATS, 'This event is sold out': PEOPLE - SEATS })
  const sellers = new Set(results.flatMap((result, n) => (result.status === 'fulfilled' ? [n % 2] : [])))
  expect(sellers.size, 'both have sold, or it was no race').toBe(2)
  await expectExactlySold(w, event.id)
})

test('whatever quantities are asked for, seats are neither oversold nor left while somebody could have had them', async () => {
  const w = await world()
  const event = await w.event(await w.person(), { capacity: 50 })
  const tokens = await crowd(w, 60)
  const quantities = tokens.map((_, n) => (n * 7) % 4 || 4)
  const results = await Promise.allSettled(
    tokens.map((token, n) =>
      w.apiWith(token).tickets.book({ body: { eventId: event.id, numberOfTickets: quantities[n] ?? 1 } }),
    ),
  )
  let left = 50
  const fair = quantities.map((quantity) => {
    if (quantity > left) return left === 0 ? 'This event is sold out' : `Only ${left} tickets left`
    left -= quantity
    return 'booked'
  })
  expect(results.map((r) => (r.status === 'fulfilled' ? 'booked' : (r.reason as ApiError).message))).toEqual(fair)
})

test('without the guard the same crowd oversells: look, then book, on a copy without the constraint', async () => {
  const w = await world()
  const { db } = w.deps
  await db.execute(sql`create table unguarded (id int primary key, capacity int, tickets_sold int)`)
  await db.execute(sql`insert into unguarded values (1, ${SEATS}, 0)`)
  await db.execute(sql`create table unguarded_tickets (id int generated always as identity)`)
  const lookThenBook = async () => {
    const { rows } = await db.execute<{ left: number }>(sql`select capacity - tickets_sold as left from unguarded`)
    if ((rows[0]?.left ?? 0) < 1) return
    await db.execute(sql`insert into unguarded_tickets default values`)
    await db.execute(sql`update unguarded set tickets_sold = tickets_sold + 1`)
  }
  await Promise.all(Array.from({ length: PEOPLE }, lookThenBook))
  const { rows } = await db.execute<{ sold: number }>(sql`select count(*)::int as sold from unguarded_tickets`)
  expect(rows[0]?.sold).toBeGreaterThan(SEATS)
})

test('the database itself refuses a seat too many, whoever asks', async () => {
  const w = await world()
  const event = await w.event(await w.person(), { capacity: 1, ticketsSold: 1 })
  const oneMore = w.deps.db
    .update(events)
    .set({ ticketsSold: sql`${events.ticketsSold} + 1` })
    .where(eq(events.id, event.id))
  await expect(oneMore).rejects.toMatchObject({ cause: { constraint: 'events_never_oversold' } })
})
