// The race, with and without the guard, on a real PostgreSQL.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../../contract/client.ts'
import { httpCaller } from '../../../contract/http-caller.ts'
import type { ApiError } from '../../../contract/api-error.ts'
import { sessions } from '../../db/schema/auth.ts'
import { events } from '../../db/schema/events.ts'
import { mails } from '../../db/schema/mails.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'
import { hashToken, newToken } from '../../http/session.ts'
import { soon } from '../../test-support/soon.ts'
import { world, type World } from '../../test-support/world.ts'
import { commitBookings } from './commands.ts'

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

/** A real process with its own port, on the same database. */
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

const count = (words: (string | undefined)[]) => {
  const counts: Record<string, number> = {}
  for (const word of words) counts[String(word)] = (counts[String(word)] ?? 0) + 1
  return counts
}

const tally = (results: PromiseSettledResult<unknown>[]) =>
  count(results.map((result) => (result.status === 'fulfilled' ? 'booked' : (result.reason as ApiError).message)))

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
  // First come, first served: the first press has the seat.
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

const LOCK = ' FOR NO KEY UPDATE;'

/** Two bookings of one event at once: each has read the seats before either has taken any, if nothing prevents it. */
async function bothLookThenBook(w: World, capacity: number, withoutLock: boolean) {
  const { db } = w.deps
  const source = await readFile(new URL('../../db/functions/book-places.sql', import.meta.url), 'utf8')
  expect(source.split(LOCK), 'the lock is once in the function').toHaveLength(2)
  if (withoutLock) await db.execute(sql.raw(source.replace(LOCK, ';')))
  const creator = await w.person()
  const event = await w.event(creator, { capacity })
  const request = { userId: creator.id, eventId: event.id, numberOfTickets: 1, idempotencyKey: null }
  const blocker = await db.$client.connect()
  try {
    // Reads pass by this, writes and row locks do not: both callers have come as far as they can when it goes.
    await blocker.query('begin')
    await blocker.query('lock table events in exclusive mode')
    const bookings = [0, 1].map(() => commitBookings(db, [request], new Date()))
    const outcomes = Promise.allSettled(bookings)
    await soon(async () => expect(await waitingFor(w, 'events')).toBe(2))
    await blocker.query('commit')
    return (await outcomes).map((result) =>
      result.status === 'fulfilled' ? result.value[0]?.outcome : (result.reason as { constraint?: string }).constraint,
    )
  } finally {
    blocker.release()
  }
}

const waitingFor = async ({ deps: { db } }: World, table: string) => {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(distinct pid)::int as n from pg_locks where not granted and relation = ${table}::regclass`,
  )
  return rows[0]?.n
}

test('with its lock the function sells the last seat once, and the other reads that it is sold out', async () => {
  expect(count(await bothLookThenBook(await world(), 1, false))).toEqual({ booked: 1, sold_out: 1 })
})

test('without its lock the same function would sell the seat twice: only the constraint refuses', async () => {
  const w = await world()
  expect(count(await bothLookThenBook(w, 1, true))).toEqual({ booked: 1, events_never_oversold: 1 })
})

test('without the lock and the constraints the last seat is sold twice', async () => {
  const w = await world()
  await w.deps.db.execute(
    sql`alter table events drop constraint events_never_oversold, drop constraint events_seats_held`,
  )
  expect(count(await bothLookThenBook(w, 1, true))).toEqual({ booked: 2 })
  const [event] = await w.deps.db.select().from(events)
  expect(event).toMatchObject({ capacity: 1, ticketsSold: 2 })
})

test('the database itself refuses a seat too many', async () => {
  const w = await world()
  const event = await w.event(await w.person(), { capacity: 1, ticketsSold: 1 })
  const oneMore = w.deps.db
    .update(events)
    .set({ ticketsSold: sql`${events.ticketsSold} + 1` })
    .where(eq(events.id, event.id))
  await expect(oneMore).rejects.toMatchObject({ cause: { constraint: 'events_never_oversold' } })
})

/** The ledger of this event cannot be stored: once because of a deadlock, or never because of a wrong row. */
async function breakLedger({ deps: { db } }: World, eventId: number, how: 'one deadlock' | 'a lasting CHECK error') {
  await db.execute(
    sql.raw(`
    create sequence breaks;
    create function break_ledger() returns trigger language plpgsql as $$ begin
      if new.id = ${eventId} and new.settle_at is distinct from old.settle_at
        and (nextval('breaks') = 1 or ${how !== 'one deadlock'}) then
        raise exception 'broken' using errcode = '${how === 'one deadlock' ? '40P01' : '23514'}';
      end if;
      return new;
    end $$;
    create trigger break_ledger before update on events for each row execute function break_ledger()`),
  )
}

test.each(['one deadlock', 'a lasting CHECK error'] as const)(
  'a press without a key books once, though %s keeps another event of the batch from being settled',
  async (how) => {
    const w = await world()
    const creator = await w.person()
    const [anna, ben] = [await w.person(), await w.person()]
    const [fine, broken] = [await w.event(creator, { capacity: 10 }), await w.event(creator, { capacity: 10 })]
    await w.deps.db
      .update(events)
      .set({ settleAt: new Date(0) })
      .where(eq(events.id, broken.id))
    await breakLedger(w, broken.id, how)
    const book = (person: typeof anna, eventId: number) =>
      person.api.tickets.book({ body: { eventId, numberOfTickets: 1 } })
    const [one, other] = await Promise.allSettled([book(anna, fine.id), book(ben, broken.id)])
    expect(one.status).toBe('fulfilled')
    expect(other.status).toBe(how === 'one deadlock' ? 'fulfilled' : 'rejected')
    const countOf = (eventId: number) => w.deps.db.$count(tickets, eq(tickets.eventId, eventId))
    expect(await countOf(fine.id)).toBe(1)
    expect(await countOf(broken.id)).toBe(how === 'one deadlock' ? 1 : 0)
    expect(await w.deps.db.$count(mails, eq(mails.userId, anna.id))).toBe(1)
  },
)

test('a room that is given back and booked without a pause is never too busy to be booked', async () => {
  let now = Date.now()
  let step = 1_000
  const w = await world({ deps: { clock: () => new Date((now += step)) } })
  const event = await w.event(await w.person(), { capacity: 30, startTime: new Date(now + 30 * 86_400_000) })
  const ben = await w.person()
  const book = () => ben.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })
  const giveBack = (ticketId: number) => ben.api.tickets.return({ params: { ticketId }, body: {} })
  const row = async () => (await w.deps.db.select().from(events).where(eq(events.id, event.id)))[0]
  await giveBack((await book()).id)
  // Nobody waits: nothing is due.
  expect(await row()).toMatchObject({ settleAt: null })

  const booked: number[] = []
  for (let n = 0; n < 30; n++) booked.push((await book()).id)
  // Each look at the clock finds that the time to undo another return is over.
  step = 5_000
  for (const id of booked) {
    await giveBack(id)
    await book()
  }
  expect(await row()).toMatchObject({ ticketsSold: 30, settleAt: null })
})
