// Ballots of events that are away for a while, and of people who are (docs/product/ballot.md).
import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '../../../contract/durations.ts'
import { ballots } from '../../db/schema/ballots.ts'
import { events } from '../../db/schema/events.ts'
import { mails } from '../../db/schema/mails.ts'
import { offers } from '../../db/schema/waiting-list.ts'
import { settleEvent } from '../../ledger/in-ledger.ts'
import { openWorld, type EventFields, type Person, type World } from '../../test-support/world.ts'
import { runBallots } from './draws.ts'

const START = new Date('2027-06-20T18:00:00Z')
const before = (ms: number) => new Date(START.getTime() - ms)
const lease = { signal: new AbortController().signal, check: () => undefined }

/** Eight days open, an hour later the number: noon, so that no night is in the way. */
const OPENS = before(20 * DAY)
const CLOSES = before(10 * DAY + 8 * HOUR)
const NUMBER = before(10 * DAY + 6 * HOUR)
const PLAN = {
  opensAt: OPENS.toISOString(),
  closesAt: CLOSES.toISOString(),
  mostSeats: 4,
  source: { kind: 'draw' as const, name: 'Lotto of Thursday 10 June', at: NUMBER.toISOString() },
}

let w: World
let now = before(25 * DAY)

beforeAll(async () => {
  w = await openWorld({ deps: { clock: () => now } })
})
afterAll(() => w.close())

const run = (at: Date) => {
  now = at
  return runBallots(w.deps, { lease })
}

const salt = () => randomBytes(16).toString('hex')

/** What must be true at every moment. */
async function seats(eventId: number) {
  const [event] = await w.deps.db.select().from(events).where(eq(events.id, eventId))
  if (!event) throw new Error('no event')
  expect(event.ticketsSold + event.held).toBeLessThanOrEqual(event.capacity)
  return { sold: event.ticketsSold, held: event.held }
}

interface Scene {
  creator: Person
  eventId: number
  params: { eventId: number }
}

async function scene(fields: EventFields = {}, plan: Partial<typeof PLAN> | null = {}): Promise<Scene> {
  now = before(25 * DAY)
  const creator = await w.person({ emailConfirmedAt: now })
  const event = await w.event(creator, { startTime: START, endTime: new Date(START.getTime() + 3 * HOUR), ...fields })
  const params = { eventId: event.id }
  if (plan) await creator.api.ballots.set({ params, body: { ...PLAN, ...plan } })
  now = before(15 * DAY)
  return { creator, eventId: event.id, params }
}

const member = () => w.person({ emailConfirmedAt: before(30 * DAY) })

async function entrant({ params }: Scene, places = 1) {
  const person = await member()
  const entry = await person.api.ballots.enter({ params, body: { seats: places, salt: salt() } })
  return { person, entry }
}

const kinds = async (person: Person) => {
  const rows = await w.deps.db
    .select({ kind: mails.kind })
    .from(mails)
    .where(eq(mails.userId, person.id))
    .orderBy(mails.id)
  return rows.map(({ kind }) => kind)
}

const number = (at: Scene, typed: string) =>
  at.creator.api.ballots.number({ params: at.params, body: { number: typed } })

describe('an event that is not taking place for now', () => {
  const away: [name: string, fields: EventFields][] = [
    ['postponed', { status: 'postponed' }],
    ['cancelled', { status: 'cancelled' }],
    ['hidden', { hiddenAt: before(15 * DAY) }],
  ]
  const set = ({ eventId }: Scene, fields: EventFields) =>
    w.deps.db.update(events).set(fields).where(eq(events.id, eventId))
  const offersOf = ({ eventId }: Scene) =>
    w.deps.db
      .select()
      .from(offers)
      .where(sql`${offers.eventId} = ${eventId} and ${offers.endedAt} is null`)

  test.each(away)('is sealed and drawn in its time while %s, and nobody is offered a place', async (_, fields) => {
    const at = await scene({ capacity: 1 })
    const { person } = await entrant(at)
    await entrant(at)
    await set(at, fields)
    await run(CLOSES)
    now = NUMBER
    await w.deps.db.update(ballots).set({ number: '1' }).where(eq(ballots.eventId, at.eventId))
    await run(NUMBER)
    const [ballot] = await w.deps.db.select().from(ballots).where(eq(ballots.eventId, at.eventId))
    expect(ballot).toMatchObject({ entries: 2, closedAt: CLOSES, drawnAt: NUMBER, cancelledAt: null })
    expect(await offersOf(at)).toEqual([])
    expect(await seats(at.eventId)).toMatchObject({ sold: 0 })
    await expect(person.api.waitingList.accept({ params: at.params, body: {} })).rejects.toThrow()
    // Taking place again, the first of the draw is offered it.
    await set(at, { status: 'published', hiddenAt: null })
    await settleEvent(w.deps, at.eventId)
    expect(await offersOf(at)).toHaveLength(1)
    expect(await seats(at.eventId)).toEqual({ sold: 0, held: 1 })
  })

  test('is cancelled by its organiser while places are offered: they are taken back, and nobody accepts one', async () => {
    const at = await scene({ capacity: 1 })
    const { person } = await entrant(at)
    await run(CLOSES)
    now = NUMBER
    await number(at, '1')
    expect(await offersOf(at)).toHaveLength(1)
    await at.creator.api.events.cancel({ params: at.params, body: {} })
    expect(await offersOf(at)).toEqual([])
    expect(await seats(at.eventId)).toMatchObject({ sold: 0, held: 0 })
    await expect(person.api.waitingList.accept({ params: at.params, body: {} })).rejects.toThrow()
  })

  test('can be deleted before anybody has entered, and its ballot with it', async () => {
    const at = await scene({ capacity: 1 })
    await at.creator.api.events.remove({ params: at.params })
    await run(CLOSES)
    expect(await w.deps.db.select().from(ballots).where(eq(ballots.eventId, at.eventId))).toEqual([])
  })
})

test('who has left, or deleted their account, gets no email about the ballot after that', async () => {
  const at = await scene({ capacity: 5 })
  const [early, late, gone, stays] = [await entrant(at), await entrant(at), await entrant(at), await entrant(at)]
  await early.person.api.ballots.leave({ params: at.params })
  await w.deps.db.execute(sql`update sessions set proved_at = ${now} where user_id = ${gone.person.id}`)
  await gone.person.api.account.deleteAccount({ body: {} })
  await run(CLOSES)
  await late.person.api.ballots.leave({ params: at.params })
  now = NUMBER
  await number(at, '1')
  const ofBallot = async ({ person }: { person: Person }) =>
    (await kinds(person)).filter((kind) => kind.startsWith('ballot-') || kind.startsWith('offer'))
  expect(await ofBallot(early)).toEqual(['ballot-entered'])
  expect(await ofBallot(gone)).toEqual(['ballot-entered'])
  expect(await ofBallot(late)).toEqual(['ballot-entered', 'ballot-closed'])
  expect(await ofBallot(stays)).toContain('ballot-drawn')
})
