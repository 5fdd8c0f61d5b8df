import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cloneDatabase } from '../test-support/database.ts'
import { world } from '../test-support/world.ts'
import { openDatabase } from './client.ts'
import { migrateDatabase } from './migrate.ts'
import { events } from './schema/events.ts'
import { tickets } from './schema/tickets.ts'
import { users } from './schema/users.ts'

/** The constraint that refused, as PostgreSQL names it. */
const refusedBy = async (write: PromiseLike<unknown>) => {
  try {
    await write
    return 'nothing'
  } catch (error) {
    return ((error as Error).cause as { constraint?: string }).constraint
  }
}

test('the database itself refuses an oversold event, whatever the code above it does', async () => {
  const { deps, person, event } = await world()
  const { id } = await event(await person(), { capacity: 2, ticketsSold: 2 })
  const oversell = deps.db
    .update(events)
    .set({ ticketsSold: 3 })
    .where(sql`id = ${id}`)
  expect(await refusedBy(oversell)).toBe('events_never_oversold')
})

test('an email is taken whatever its case', async () => {
  const { deps, person } = await world()
  await person({ email: 'nora@example.org' })
  const again = deps.db.insert(users).values({ email: 'NORA@example.org', firstName: 'N', lastName: 'B' })
  expect(await refusedBy(again)).toBe('users_email_unique')
})

test('an event ends after it starts, has room for one, costs nothing below zero and is no draft once booked', async () => {
  const { deps, person, event } = await world()
  const { id, startTime } = await event(await person(), { ticketsSold: 1 })
  const change = (fields: Partial<typeof events.$inferInsert>) =>
    refusedBy(
      deps.db
        .update(events)
        .set(fields)
        .where(sql`id = ${id}`),
    )
  expect(await change({ endTime: startTime })).toBe('events_end_after_start')
  expect(await change({ capacity: 0, ticketsSold: 0 })).toBe('events_capacity')
  expect(await change({ sellingPrice: -1 })).toBe('events_prices')
  expect(await change({ status: 'draft' })).toBe('events_draft_unbooked')
})

test('a ticket is for one to four seats of an event that exists', async () => {
  const { deps, person, event } = await world()
  const nora = await person()
  const { id } = await event(nora)
  const book = (eventId: number, numberOfTickets: number) =>
    refusedBy(deps.db.insert(tickets).values({ eventId, userId: nora.id, numberOfTickets }))
  // None at all is a booking that was given back, which says when.
  expect(await book(id, 0)).toBe('tickets_returned')
  expect(await book(id, -1)).toBe('tickets_quantity')
  expect(await book(id, 5)).toBe('tickets_quantity')
  expect(await book(999_999, 1)).toBe('tickets_event_id_events_id_fk')
})

test('several instances can start at once on an empty database', async () => {
  const database = await cloneDatabase()
  const db = openDatabase(database.url)
  try {
    await db.execute(sql`drop schema public cascade; create schema public; drop schema drizzle cascade`)
    await Promise.all([1, 2, 3].map(() => migrateDatabase(database.url)))
    expect(await db.$count(events)).toBe(0)
  } finally {
    await db.$client.end()
    await database.drop()
  }
})
