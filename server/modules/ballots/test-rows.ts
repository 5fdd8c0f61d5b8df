import { eq } from 'drizzle-orm'
import { ballotEntries, ballots } from '../../db/schema/ballots.ts'
import { events } from '../../db/schema/events.ts'
import { waitingEntries } from '../../db/schema/waiting-list.ts'
import { expected } from '../../test-support/expected-answers.ts'
import type { Db } from '../../db/client.ts'
import type { ModuleRows } from '../../test-support/module-rows.ts'

const MINE = '/events/{eventId}/ballot/entry'
const HOUR = 3_600_000

const day = (days: number) => new Date(Date.now() + days * 24 * HOUR)

async function addBallot(db: Db, eventId: number, fields: Partial<typeof ballots.$inferInsert> = {}) {
  await db.delete(ballots).where(eq(ballots.eventId, eventId))
  const times = { opensAt: day(-2), closesAt: day(2), numberAt: day(3) }
  const [row] = await db
    .insert(ballots)
    .values({ eventId, mostSeats: 2, drawName: 'Lotto', entries: 1, ...times, ...fields })
    .returning()
  if (!row) throw new Error('no ballot')
  return row
}

const addEntry = async (db: Db, ballotId: number, userId: number) => {
  const leaf = String(userId).padStart(64, '0')
  const [row] = await db
    .insert(ballotEntries)
    .values({ ballotId, userId, seats: 1, salt: 'a'.repeat(32), leaf })
    .returning()
  return row
}

const salt = 'a'.repeat(32)
const plan = {
  opensAt: day(1).toISOString(),
  closesAt: day(3).toISOString(),
  source: { kind: 'drand' as const, at: day(4).toISOString() },
}

export const rows: ModuleRows = {
  matrix: {
    // The scene's event has no ballot, and begins too soon for one.
    'GET /events/{eventId}/ballot': {
      request: ({ eventId }) => ({ params: { eventId }, query: {} }),
      expected: expected(404, 404, 404),
    },
    'PUT /events/{eventId}/ballot': {
      request: ({ eventId }) => ({ params: { eventId }, body: plan }),
      expected: expected(401, 403, 400),
    },
    'DELETE /events/{eventId}/ballot': { request: ({ eventId }) => ({ params: { eventId } }) },
    'POST /events/{eventId}/ballot/number': {
      request: ({ eventId }) => ({ params: { eventId }, body: { number: '7' } }),
      expected: expected(401, 403, 404),
    },
    [`POST ${MINE}`]: {
      request: ({ eventId }) => ({ params: { eventId }, body: { seats: 1, salt } }),
      expected: expected(401, 404, 404),
    },
    [`GET ${MINE}`]: { request: ({ eventId }) => ({ params: { eventId } }) },
    [`DELETE ${MINE}`]: { request: ({ eventId }) => ({ params: { eventId } }) },
    'GET /ballots/entries': { request: () => ({}) },
    'GET /ballots/{ballotId}': {
      request: () => ({ params: { ballotId: 2_000_000_000 }, query: {} }),
      expected: expected(404, 404, 404),
    },
    'POST /ballots/{ballotId}/round': {
      request: () => ({ params: { ballotId: 2_000_000_000 }, body: { signature: 'a'.repeat(96) } }),
      expected: expected(404, 404, 404),
    },
  },
  bounds: {
    'GET /events/{eventId}/ballot': { statements: 10, rows: 10, kB: 1 },
    'PUT /events/{eventId}/ballot': { statements: 30, rows: 20, kB: 1 },
    'DELETE /events/{eventId}/ballot': { statements: 20, rows: 20, kB: 1 },
    'POST /events/{eventId}/ballot/number': { statements: 20, rows: 20, kB: 1 },
    [`POST ${MINE}`]: { statements: 10, rows: 10, kB: 1 },
    [`GET ${MINE}`]: { statements: 10, rows: 10, kB: 1 },
    [`DELETE ${MINE}`]: { statements: 10, rows: 10, kB: 1 },
    'GET /ballots/entries': { statements: 10, rows: 60, kB: 60 },
    // It may be megabytes long, and is written as it is read: queries.ts says in what stretches.
    'GET /ballots/{ballotId}': { atOnce: 5_000 },
    'POST /ballots/{ballotId}/round': { statements: 10, rows: 10, kB: 1 },
  },
  shown: {
    'GET /events/{eventId}/ballot': 'own',
    [`GET ${MINE}`]: 'own',
    'GET /ballots/entries': 'own',
    'GET /ballots/{ballotId}': 'own',
  },
  mails: async ({ db, write, eventId, creator, guest, words }) => {
    const sealed = { drawName: words, closedAt: day(-1), closesAt: day(-1), root: 'a'.repeat(64) }
    const add = async (of: number, fields: Partial<typeof ballots.$inferInsert>) => {
      const ballot = await addBallot(db, of, { ...sealed, ...fields })
      return { ballotEntryId: (await addEntry(db, ballot.id, guest.id))?.id }
    }
    // An event has one ballot.
    const another = async () => {
      const [event] = await db.select().from(events).where(eq(events.id, eventId))
      if (!event) throw new Error('no event')
      const { id: _, titleFolded: __, ...row } = event
      const [copy] = await db
        .insert(events)
        .values({ ...row, creationKey: null, ticketsSold: 0, held: 0 })
        .returning()
      return copy?.id ?? 0
    }
    const payload = await add(eventId, {})
    await write('ballot-entered', guest, { payload })
    await write('ballot-closed', guest, { payload })
    await write('ballot-number', creator, { payload: { eventId } })
    const cancelled = await add(await another(), { cancelledAt: day(0), cancelledBecause: 'no-number' })
    await write('ballot-cancelled', guest, { payload: cancelled })
    const drawn = await another()
    await db
      .insert(waitingEntries)
      .values({ eventId: drawn, userId: guest.id, numberOfTickets: 1, atLeast: 1, turn: 1 })
    await write('ballot-drawn', guest, { payload: await add(drawn, { number: '7', drawnAt: day(0) }) })
  },
  traces: async ({ db, userId, eventId }) => {
    const ballot = await addBallot(db, eventId)
    await addEntry(db, ballot.id, userId)
  },
}
