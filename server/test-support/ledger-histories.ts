// Random histories of one event's seats, played by two instances, against what a simple model expects of them.
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { AppError } from '../../contract/errors.ts'
import type { Db } from '../db/client.ts'
import { events } from '../db/schema/events.ts'
import type { Deps } from '../deps.ts'
import type { SessionUser } from '../http/session.ts'
import { settleEvent } from '../ledger/in-ledger.ts'
import { updateEvent } from '../modules/events/commands.ts'
import { bookTickets, openBookingQueue } from '../modules/tickets/commands.ts'
import { returnTickets, takeBack, undoReturn } from '../modules/tickets/returns.ts'
import { accept } from '../modules/waiting-list/accept.ts'
import { changeWish, decline, join, leave, resume } from '../modules/waiting-list/commands.ts'
import type { connectionKiller } from './killed-connections.ts'
import { complaintsAbout, snapshotOf, type Expected } from './ledger-invariants.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export const PEOPLE = 6

/** How often each comes; most of them are about seats that come back and who gets them. */
const WEIGHTS = {
  ...{ book: 4, return: 10, undo: 3, takeBack: 4, capacity: 4, settle: 2, cancel: 1, reinstate: 3 },
  ...{ join: 12, leave: 2, accept: 8, decline: 2, resume: 4, change: 3 },
}

export type Kind = keyof typeof WEIGHTS
export const KINDS = Object.keys(WEIGHTS) as Kind[]

interface Act {
  kind: Kind
  who: number
  seats: number
  atLeast: number
  automatic: boolean
}

export interface Step {
  act: Act
  /** On the other instance, at the same moment. */
  beside: Act | null
  /** The other instance alone, and its backend dies before this statement of it. */
  dies: number | null
  /** Before it, in minutes. */
  passes: number
}

export interface History {
  /** Of the first people, together all that there are. */
  booked: number[]
  startsInHours: number
  steps: Step[]
}

const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom(...KINDS.flatMap((kind) => Array<Kind>(WEIGHTS[kind]).fill(kind))),
  who: fc.nat(PEOPLE - 1),
  seats: fc.constantFrom(1, 1, 1, 2, 2, 3),
  atLeast: fc.integer({ min: 1, max: 3 }),
  automatic: fc.constantFrom(true, false, false),
})

const sometimes = <T>(there: number, missing: number, value: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: there, arbitrary: value }, { weight: missing, arbitrary: fc.constant(null) })

const step: fc.Arbitrary<Step> = fc.record({
  act,
  beside: sometimes(1, 1, act),
  dies: sometimes(1, 8, fc.integer({ min: 1, max: 14 })),
  passes: fc.constantFrom(0, 0, 0, 1, 2, 2, 2, 20, 60, 600),
})

export const history: fc.Arbitrary<History> = fc.record({
  booked: fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 2, maxLength: 4 }),
  startsInHours: fc.constantFrom(4, 30, 60, 240),
  steps: fc.array(step, { minLength: 6, maxLength: 11 }),
})

export interface Stage {
  instances: [Deps, Deps]
  killer: Awaited<ReturnType<typeof connectionKiller>>
  creator: SessionUser
  people: SessionUser[]
  /** What was done and not refused, so that nobody takes histories in which nothing happens for a proof. */
  done: Map<Kind, number>
}

const START = new Date('2026-05-04T11:00:00Z')

async function newEvent(db: Db, creatorId: number, { booked, startsInHours }: History) {
  const capacity = booked.reduce((sum, seats) => sum + seats, 0)
  const startTime = new Date(START.getTime() + startsInHours * HOUR)
  const endTime = new Date(startTime.getTime() + 3 * HOUR)
  const [event] = await db
    .insert(events)
    .values({
      ...{ creatorId, capacity, startTime, endTime, status: 'published', timeZone: 'Europe/Dublin' },
      ...{ title: 'A history', description: 'It repeats itself.', venue: 'Dublin' },
    })
    .returning()
  if (!event) throw new Error('no event was inserted')
  return event
}

/** Plays it, and says what went wrong first; null: all as expected. */
export async function play({ instances, killer, creator, people, done }: Stage, told: History): Promise<string | null> {
  let now = START
  const [one, other] = instances.map((deps) => ({ ...deps, clock: () => now })) as [Deps, Deps]
  const { id: eventId, startTime, endTime } = await newEvent(one.db, creator.id, told)
  const expected: Expected = { tickets: new Map(), entries: new Map() }
  const lastTicket = new Map<number, number>()

  let before = await snapshotOf(one.db, eventId)

  /** Among those for whom it makes sense, if there are any: others would only be refused. */
  const actorOf = ({ kind, who }: Act): SessionUser | undefined => {
    const entries = before.entries.filter(({ endedAt }) => !endedAt)
    const isOffered = (entryId: number) => before.offers.some((offer) => offer.entryId === entryId && !offer.endedAt)
    const waiting = new Set(entries.map(({ userId }) => userId))
    const fitting: Partial<Record<Kind, (id: number) => boolean>> = {
      ...{ join: (id) => !waiting.has(id), leave: (id) => waiting.has(id), change: (id) => waiting.has(id) },
      accept: (id) => entries.some((entry) => entry.userId === id && isOffered(entry.id)),
      decline: (id) => entries.some((entry) => entry.userId === id && isOffered(entry.id)),
      resume: (id) => entries.some((entry) => entry.userId === id && entry.restingSince),
      return: (id) => before.tickets.some((ticket) => ticket.userId === id && ticket.numberOfTickets > 0),
      takeBack: (id) => before.tickets.some((ticket) => ticket.userId === id && ticket.numberOfTickets > 0),
      undo: (id) => before.returns.some((one) => one.ticketId === lastTicket.get(id) && !one.releasedAt),
    }
    const some = people.filter(({ id }) => fitting[kind]?.(id) ?? true)
    return some.length > 0 ? some[who % some.length] : people[who]
  }

  const body = (capacity: number) => ({
    ...{ title: 'A history', description: 'It repeats itself.', venue: 'Dublin', isFreeOfCharge: true, capacity },
    ...{ startTime, endTime, anchorPrice: 0, sellingPrice: 0 },
  })

  const setStatus = async (deps: Deps, status: 'cancelled' | 'published') => {
    await deps.db.update(events).set({ status }).where(eq(events.id, eventId))
    await settleEvent(deps, eventId)
  }

  /** What was answered is what the model expects to find. */
  const answered = (ticket: { id: number; numberOfTickets: number }, userId?: number) => {
    expected.tickets.set(ticket.id, ticket.numberOfTickets)
    if (userId !== undefined) lastTicket.set(userId, ticket.id)
  }

  async function carryOut(deps: Deps, act: Act): Promise<void> {
    const { kind, seats, atLeast, automatic } = act
    const user = actorOf(act)
    if (!user) return
    const ticketId = lastTicket.get(user.id)
    const wish = { numberOfTickets: seats, atLeast: Math.min(atLeast, seats), automatic }
    const noKey = { idempotencyKey: null }
    switch (kind) {
      case 'book':
        return answered(
          await bookTickets(deps, openBookingQueue(deps), user, { eventId, numberOfTickets: seats, ...noKey }),
          user.id,
        )
      case 'return':
        if (ticketId) answered(await returnTickets(deps, user, ticketId, { numberOfTickets: seats, ...noKey }))
        return
      case 'undo':
        if (ticketId) answered(await undoReturn(deps, user, ticketId))
        return
      case 'takeBack':
        if (ticketId) answered(await takeBack(deps, creator, { eventId, ticketId, reason: 'Rain.' }))
        return
      case 'join':
        await join(deps, user, eventId, wish, null)
        return void expected.entries.set(user.id, 'open')
      case 'change':
        return void (await changeWish(deps, user, eventId, wish))
      case 'leave':
        await leave(deps, user, eventId)
        return void expected.entries.set(user.id, 'ended')
      case 'decline':
        await decline(deps, user, eventId)
        return void expected.entries.set(user.id, 'ended')
      case 'resume':
        return void (await resume(deps, user, eventId))
      case 'accept': {
        const taken = await accept(deps, user, eventId, undefined, null)
        const [row] = await readSeats(one.db, taken.ticketId)
        if (taken.isNew && row) answered({ id: taken.ticketId, numberOfTickets: row.seats }, user.id)
        return
      }
      case 'capacity':
        return void (await updateEvent(deps, creator, eventId, body(seats + atLeast)))
      case 'cancel':
        return setStatus(deps, 'cancelled')
      case 'reinstate':
        return setStatus(deps, 'published')
      case 'settle':
        return settleEvent(deps, eventId)
    }
  }

  const refusable = async (deps: Deps, one: Act) => {
    try {
      await carryOut(deps, one)
      done.set(one.kind, (done.get(one.kind) ?? 0) + 1)
      return null
    } catch (error) {
      // A rule said no, or the backend died: anything else is a defect.
      return error instanceof AppError && error.code !== 'internal' ? null : (error as Error)
    }
  }

  for (const [who, seats] of told.booked.entries())
    await carryOut(one, { kind: 'book', who, seats, atLeast: 1, automatic: false })
  before = await snapshotOf(one.db, eventId)
  for (const [n, { act, beside, dies, passes }] of told.steps.entries()) {
    now = new Date(now.getTime() + passes * MINUTE)
    let isUnsure = false
    let errors: (Error | null)[] = []
    if (dies !== null) {
      await killer.during(dies, 'noticed', () => refusable(other, act))
      isUnsure = true
    } else {
      const acts = [refusable(one, act), ...(beside ? [refusable(other, beside)] : [])]
      errors = await Promise.all(acts)
      isUnsure = beside !== null
    }
    const error = errors.find(Boolean)
    if (error) return `step ${n}: ${error.message} ${String((error.cause as Error | undefined)?.message ?? '')}`
    let after = await snapshotOf(one.db, eventId)
    if (after.event.settleAt && after.event.settleAt <= now) {
      await settleEvent(one, eventId)
      after = await snapshotOf(one.db, eventId)
    }
    const complaints = complaintsAbout({ before, after, expected, now, isUnsure, startTime })
    if (complaints.length > 0) return `step ${n} (${act.kind}): ${complaints.join('; ')}`
    for (const { id, userId } of after.tickets)
      if (userId !== null && !lastTicket.has(userId)) lastTicket.set(userId, id)
    before = after
  }
  return null
}

const readSeats = async (db: Db, id: number) =>
  (await db.execute<{ seats: number }>(sql`select number_of_tickets as seats from tickets where id = ${id}`)).rows
