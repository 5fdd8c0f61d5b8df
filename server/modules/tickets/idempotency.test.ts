import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import { mails } from '../../db/schema/mails.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { openWorld, type Person, type World } from '../../test-support/world.ts'
import { commitBookings } from './commands.ts'

let w: World
let creator: Person
let anna: Person

beforeAll(async () => {
  w = await openWorld()
  creator = await w.person()
  anna = await w.person()
})
afterAll(() => w.close())

const book = (person: Person, eventId: number, numberOfTickets: number, key: string) =>
  person.api.tickets.book({ body: { eventId, numberOfTickets }, headers: { 'idempotency-key': key } })

const ticketsOf = (eventId: number) => w.deps.db.select().from(tickets).where(eq(tickets.eventId, eventId))

test('a repeated key answers the first booking, even after the event has sold out and ended', async () => {
  const event = await w.event(creator, { capacity: 2 })
  const key = randomUUID()
  const first = await book(anna, event.id, 2, key)
  expect(await book(anna, event.id, 2, key)).toEqual(first)
  const past = new Date(Date.now() - 3_600_000)
  await w.deps.db
    .update(events)
    .set({ startTime: new Date(0), endTime: past })
    .where(eq(events.id, event.id))
  expect(await book(anna, event.id, 2, key)).toEqual(first)
  expect(await ticketsOf(event.id)).toHaveLength(1)
  expect(await w.deps.db.$count(mails, eq(mails.ticketId, first.id))).toBe(1)
})

test('ten presses with one key at the same moment book once', async () => {
  const event = await w.event(creator, { capacity: 10 })
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 10 }, () => book(anna, event.id, 1, key)))
  expect(new Set(answers.map((answer) => answer.id)).size).toBe(1)
  expect(await ticketsOf(event.id)).toHaveLength(1)
})

test('a key used for another event or quantity is refused, and nobody else’s key is touched', async () => {
  const event = await w.event(creator)
  const other = await w.event(creator)
  const ben = await w.person()
  const key = randomUUID()
  const refused = { status: 409, message: 'This booking key was already used for another booking' }
  const results = await Promise.allSettled([
    book(anna, event.id, 1, key),
    book(anna, event.id, 2, key),
    book(anna, other.id, 1, key),
    book(ben, event.id, 1, key),
  ])
  expect(results).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: refused },
    { status: 'rejected', reason: refused },
    { status: 'fulfilled' },
  ])
  const cara = await w.person()
  const taken = (await ticketsOf(event.id)).map(({ id }) => id)
  expect(taken).not.toContain((await book(cara, event.id, 1, key)).id)
})

test('two instances that get the same key at once book once, whichever event it is for', async () => {
  const another = openDatabase(w.databaseUrl)
  const event = await w.event(creator, { capacity: 100 })
  const other = await w.event(creator, { capacity: 100 })
  const now = new Date()
  try {
    for (let round = 0; round < 20; round++) {
      const key = randomUUID()
      const request = { userId: anna.id, numberOfTickets: 1, idempotencyKey: key }
      const outcomes = await Promise.all([
        book(anna, event.id, 1, key).then(
          () => 'booked',
          () => 'refused',
        ),
        commitBookings(another, [{ ...request, eventId: round % 2 ? other.id : event.id }], now).then(
          ([answer]) => answer?.outcome,
          (error: { code: string }) => error.code,
        ),
      ])
      const rows = await w.deps.db.select().from(tickets).where(eq(tickets.idempotencyKey, key))
      expect(rows, String(outcomes)).toHaveLength(1)
    }
    const [sold] = await w.deps.db.select().from(events).where(eq(events.id, event.id))
    expect(sold?.ticketsSold).toBe((await ticketsOf(event.id)).length)
  } finally {
    await another.$client.end()
  }
})
