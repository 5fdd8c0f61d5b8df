// The rules that SQL and TypeScript both have, compared over all cases.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { HOUR } from '../../contract/durations.ts'
import { EVENT_STATUSES, hasEnded, seatsLeft } from '../../contract/event-status.ts'
import { hasSeats, notOver, seatsLeft as seatsLeftInSql } from '../db/schema/event-status.ts'
import { events } from '../db/schema/events.ts'
import { FUNCTIONS } from '../db/sql-functions.ts'
import { PRIORITY } from '../jobs/priority.ts'
import { world } from '../test-support/world.ts'
import { requireBookable } from './bookable.ts'
import { roomFor } from './take-seats.ts'

const BOTH = [false, true]

const cases = EVENT_STATUSES.flatMap((status) =>
  BOTH.flatMap((isHidden) =>
    BOTH.flatMap((isOver) =>
      BOTH.flatMap((isClosed) =>
        BOTH.flatMap((isFull) => BOTH.map((isLimited) => ({ status, isHidden, isOver, isClosed, isFull, isLimited }))),
      ),
    ),
  ),
)

const codeOf = (run: Promise<unknown>) =>
  run.then(
    () => 'booked',
    (error: unknown) => (error as { code: string }).code,
  )

test('book_places and the ledger agree on who may book, and queries on what is over and how many seats are left', async () => {
  const { deps, person, event } = await world()
  const { db } = deps
  const creator = await person()
  const from = (hours: number) => new Date(Date.now() + hours * HOUR)
  for (const { status, isHidden, isOver, isClosed, isFull, isLimited } of cases) {
    const anna = await person()
    const start = isOver ? -3 : 24
    const { id: eventId } = await event(creator, {
      capacity: 10,
      // A draft has neither bookings nor seats that are held.
      ticketsSold: status === 'draft' ? 0 : isFull ? 7 : 4,
      held: status === 'draft' ? 0 : 3,
      startTime: from(start),
      endTime: from(start + 2),
      bookingClosesAt: isClosed ? from(-4) : null,
      maxPerPerson: isLimited ? 1 : null,
    })
    await db
      .update(events)
      .set({ status, hiddenAt: isHidden ? new Date() : null })
      .where(eq(events.id, eventId))
    const now = new Date()
    const [row] = await db
      .select({ event: events, isOn: notOver(now), seats: seatsLeftInSql(), hasSeats: hasSeats() })
      .from(events)
      .where(eq(events.id, eventId))
    expect(row).toMatchObject({
      isOn: !hasEnded(row!.event, now),
      seats: seatsLeft(row!.event),
      hasSeats: seatsLeft(row!.event) > 0,
    })
    const expected = await codeOf(
      (async () => {
        requireBookable(row!.event, now)
        if (seatsLeft(row!.event) === 0) throw Object.assign(new Error(), { code: 'sold_out' })
        if ((await roomFor(db, row!.event, anna.id)) < 2) throw Object.assign(new Error(), { code: 'per_person_limit' })
      })(),
    )
    const booked = await codeOf(anna.api.tickets.book({ body: { eventId, numberOfTickets: 2 } }))
    expect([status, isHidden, isOver, isClosed, isFull, isLimited, booked]).toEqual([
      status,
      isHidden,
      isOver,
      isClosed,
      isFull,
      isLimited,
      expected,
    ])
  }
})

test('jobs that SQL adds have the priorities that TypeScript names', () => {
  const sources = readdirSync(FUNCTIONS).map((file) => readFileSync(join(FUNCTIONS, file), 'utf8'))
  const added = sources.flatMap((source) => [...source.matchAll(/add_job\('([\w-]+)', .*?, (\d+), now\(\)/g)])
  expect(new Set(added.map(([, kind, priority]) => `${kind} ${priority}`))).toEqual(
    new Set([`settle-event ${PRIORITY.soon}`, `tell-sold-out ${PRIORITY.normal}`]),
  )
})
