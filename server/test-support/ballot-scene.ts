// Events with a ballot, people who enter it, and a clock that a test turns.
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect } from 'vitest'
import type { OwnBallotEntry } from '../../contract/ballots.ts'
import { DAY, HOUR } from '../../contract/durations.ts'
import { events } from '../db/schema/events.ts'
import { mails } from '../db/schema/mails.ts'
import { runBallots } from '../modules/ballots/draws.ts'
import { openWorld, type EventFields, type Person, type World } from './world.ts'

export const START = new Date('2027-06-20T18:00:00Z')
export const before = (ms: number) => new Date(START.getTime() - ms)

/** Eight days open, an hour later the number: noon, so that no night is in the way. */
export const OPENS = before(20 * DAY)
export const CLOSES = before(10 * DAY + 8 * HOUR)
export const NUMBER = before(10 * DAY + 6 * HOUR)
export const PLAN = {
  opensAt: OPENS.toISOString(),
  closesAt: CLOSES.toISOString(),
  mostSeats: 4,
  source: { kind: 'draw' as const, name: 'Lotto of Thursday 10 June', at: NUMBER.toISOString() },
}

/** Of a job that no other process takes over. */
export const lease = { signal: new AbortController().signal, check: () => undefined }

export const salt = () => randomBytes(16).toString('hex')

export interface Scene {
  creator: Person
  eventId: number
  params: { eventId: number }
}

export interface BallotWorld extends World {
  now: () => Date
  turnTo: (at: Date) => void
  /** What the job of ballots does at that moment. */
  run: (at: Date) => Promise<unknown>
  /** What is sold and held; what must be true at every moment is looked at too. */
  seats: (eventId: number) => Promise<{ sold: number; held: number }>
  /** An event with a ballot (null: without one) that is open. */
  scene: (fields?: EventFields, plan?: Partial<typeof PLAN> | null) => Promise<Scene>
  /** Somebody with a confirmed address. */
  member: () => Promise<Person>
  entrant: (at: Scene, places?: number) => Promise<{ person: Person; entry: OwnBallotEntry }>
  /** Which emails somebody was written. */
  kinds: (person: Person) => Promise<string[]>
  /** The organiser types in the number that was drawn. */
  number: (at: Scene, typed: string) => Promise<unknown>
}

async function openBallotWorld(): Promise<BallotWorld> {
  let now = before(25 * DAY)
  const w = await openWorld({ deps: { clock: () => now } })
  const { db } = w.deps
  const member = () => w.person({ emailConfirmedAt: before(30 * DAY) })
  return {
    ...w,
    member,
    now: () => now,
    turnTo: (at) => {
      now = at
    },
    run(at) {
      now = at
      return runBallots(w.deps, { lease })
    },
    async seats(eventId) {
      const [event] = await db.select().from(events).where(eq(events.id, eventId))
      if (!event) throw new Error('no event')
      expect(event.ticketsSold + event.held).toBeLessThanOrEqual(event.capacity)
      return { sold: event.ticketsSold, held: event.held }
    },
    async scene(fields = {}, plan = {}) {
      now = before(25 * DAY)
      const creator = await w.person({ emailConfirmedAt: now })
      const endTime = new Date(START.getTime() + 3 * HOUR)
      const event = await w.event(creator, { startTime: START, endTime, ...fields })
      const params = { eventId: event.id }
      if (plan) await creator.api.ballots.set({ params, body: { ...PLAN, ...plan } })
      now = before(15 * DAY)
      return { creator, eventId: event.id, params }
    },
    async entrant({ params }, places = 1) {
      const person = await member()
      const entry = await person.api.ballots.enter({ params, body: { seats: places, salt: salt() } })
      return { person, entry }
    },
    async kinds(person) {
      const rows = await db
        .select({ kind: mails.kind })
        .from(mails)
        .where(eq(mails.userId, person.id))
        .orderBy(mails.id)
      return rows.map(({ kind }) => kind)
    },
    number: (at, typed) => at.creator.api.ballots.number({ params: at.params, body: { number: typed } }),
  }
}

/** One world for the tests of a file. */
export function useBallotWorld(opened: (w: BallotWorld) => void) {
  let w: BallotWorld
  beforeAll(async () => {
    w = await openBallotWorld()
    opened(w)
  })
  afterAll(() => w.close())
}
