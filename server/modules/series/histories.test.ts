// Random histories of the seats of a series: several dates in one press and standing places, beside everything else that
// takes and gives back seats, two at a time.
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '../../../contract/errors.ts'
import type { SeriesBooking } from '../../../contract/series-visitors.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { clockAt, event, extend, NOW, weekly } from '../../test-support/weekly-series.ts'
import { openWorld, type Person, type World } from '../../test-support/world.ts'
import { returnTickets, takeBack } from '../tickets/returns.ts'
import { bookDates } from './bookings.ts'
import { leaveStanding, stand } from './standing.ts'

// `npm run trust -- histories` plays more.
const HISTORIES = Math.ceil(Number(process.env.HISTORIES ?? 200) / 10)
const SEED = Number(process.env.HISTORIES_SEED ?? 1_668_777_147)
const PEOPLE = 5
const CAPACITY = 4
const STANDING_SEATS = 2

const KINDS = ['several', 'several', 'several', 'several', 'return', 'takeBack', 'stand', 'leave', 'week'] as const

interface Act {
  kind: (typeof KINDS)[number]
  who: number
  seats: number
  /** Of the first coming dates. */
  dates: number[]
  ifFull: 'refuse' | 'skip' | 'wait'
}

const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom(...KINDS),
  who: fc.nat(PEOPLE - 1),
  seats: fc.constantFrom(1, 1, 2),
  dates: fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 3 }),
  ifFull: fc.constantFrom('refuse', 'skip', 'wait'),
})
const step = fc
  .tuple(act, act)
  .map(([one, two]) => (one.who === two.who || [one, two].some(({ kind }) => kind === 'week') ? [one] : [one, two]))
const history = fc.array(step, { minLength: 6, maxLength: 10 })

let w: World
let creator: Person
let people: SessionUser[]
const time = clockAt()

const asUser = ({ id, email }: Person): SessionUser => ({
  id,
  email,
  firstName: 'Nora',
  lastName: 'Byrne',
  tokenHash: Buffer.alloc(0),
})

beforeAll(async () => {
  w = await openWorld({ deps: { clock: time.clock } })
  // They press more often than people do.
  w.deps.limits.take = () => Promise.resolve()
  creator = await w.person({ emailConfirmedAt: NOW })
  people = []
  for (let n = 0; n < PEOPLE; n++) people.push(asUser(await w.person({ emailConfirmedAt: NOW })))
})
afterAll(() => w.close())

interface Seats {
  id: number
  day: string
  capacity: number
  sold: number
  held: number
  /** Of its tickets, together. */
  booked: number
  tickets: { id: number; userId: number; seats: number }[]
  waiting: number[]
}

async function look(db: Deps['db'], seriesId: number): Promise<Seats[]> {
  const { rows } = await db.execute<Record<keyof Seats, unknown>>(sql`
    select e.id, e.series_day as day, e.capacity, e.tickets_sold as sold, e.held,
      (select coalesce(sum(number_of_tickets), 0)::int from tickets where event_id = e.id) as booked,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'userId', user_id, 'seats', number_of_tickets) order by id), '[]')
        from tickets where event_id = e.id and number_of_tickets > 0) as tickets,
      (select coalesce(jsonb_agg(user_id), '[]') from waiting_entries where event_id = e.id and ended_at is null) as waiting
    from events e where e.series_id = ${seriesId}::int order by e.start_time`)
  return rows as unknown as Seats[]
}

const ticketsOf = (dates: Seats[], userId: number) =>
  dates.flatMap(({ id, tickets }) =>
    tickets.filter((one) => one.userId === userId).map((one) => ({ ...one, eventId: id })),
  )

/** What must be so whatever has happened. */
const brokenRules = (dates: Seats[]) => [
  ...dates.filter(({ sold, booked }) => sold !== booked).map(({ id }) => `seats of ${id} do not add up`),
  ...dates.filter(({ sold, held, capacity }) => sold + held > capacity).map(({ id }) => `${id} is oversold`),
  ...(new Set(dates.map(({ day }) => day)).size < dates.length ? ['a day has two dates'] : []),
]

/** What was answered is what is stored; where it was refused nothing is. */
function checkSeveral(
  asked: Act,
  user: SessionUser,
  answer: SeriesBooking[] | null,
  [before, after]: [Seats[], Seats[]],
) {
  const [had, has] = [ticketsOf(before, user.id), ticketsOf(after, user.id)]
  if (answer === null) return has.length === had.length ? [] : [`${asked.ifFull}: refused, and something is booked`]
  const added = has.filter(({ id }) => !had.some((one) => one.id === id))
  const booked = answer.filter(({ outcome }) => outcome === 'booked')
  const isStored = booked.every(({ ticketId }) =>
    added.some(({ id, seats }) => id === ticketId && seats === asked.seats),
  )
  const waits = answer.filter(({ outcome }) => outcome === 'waiting')
  const isWaiting = waits.every(({ eventId }) => after.find(({ id }) => id === eventId)?.waiting.includes(user.id))
  return [
    ...(isStored && added.length === booked.length ? [] : ['booked is not what was answered']),
    ...(isWaiting ? [] : ['waits is not what was answered']),
    ...(asked.ifFull === 'refuse' && booked.length < answer.length ? ['some of all or none'] : []),
    ...(asked.ifFull === 'skip' && waits.length > 0 ? ['waits without having asked'] : []),
  ]
}

async function play(steps: Act[][], done: Map<string, number>): Promise<void> {
  const count = (what: string) => done.set(what, (done.get(what) ?? 0) + 1)
  const body = weekly({ event: event({ capacity: CAPACITY }), standingAllowed: true, standingSeats: STANDING_SEATS })
  body.event.startTime = new Date(w.deps.clock().getTime() + 6 * 86_400_000).toISOString()
  body.event.endTime = new Date(w.deps.clock().getTime() + 6 * 86_400_000 + 3_600_000).toISOString()
  const weekday = ((new Date(body.event.startTime).getUTCDay() + 6) % 7) + 1
  const series = await creator.api.series.create({
    body: { ...body, rule: { unit: 'week', every: 1, weekdays: [weekday] } },
  })
  const seriesId = series.id

  for (const acts of steps) {
    const before = await look(w.deps.db, seriesId)
    const now = w.deps.clock().getTime()
    const coming = before.filter(({ day }) => Date.parse(`${day}T00:00:00Z`) > now)
    const perform = async (asked: Act): Promise<SeriesBooking[] | null> => {
      const user = people[asked.who] as SessionUser
      const own = ticketsOf(coming, user.id)[0]
      if (asked.kind === 'several') {
        const eventIds = asked.dates.flatMap((at) => coming[at]?.id ?? [])
        const { dates } = await bookDates(w.deps, user, seriesId, {
          eventIds,
          numberOfTickets: asked.seats,
          ifFull: asked.ifFull,
          idempotencyKey: null,
        })
        for (const { outcome } of dates) count(`${asked.ifFull}: ${outcome}`)
        return dates
      }
      if (asked.kind === 'return' && own) await returnTickets(w.deps, user, own.id, { idempotencyKey: null })
      if (asked.kind === 'takeBack' && own)
        await takeBack(w.deps, asUser(creator), { eventId: own.eventId, ticketId: own.id, reason: 'Full' })
      if (asked.kind === 'stand') await stand(w.deps, user, seriesId, asked.seats)
      if (asked.kind === 'leave') await leaveStanding(w.deps, user, seriesId)
      if (asked.kind === 'week') {
        time.add(7)
        await Promise.all([extend(w), extend(w)])
      }
      count(asked.kind)
      return null
    }
    const answers = await Promise.all(
      acts.map((asked) =>
        perform(asked).catch((error: unknown) => {
          if (!(error instanceof AppError) || error.statusCode >= 500) throw error
          count(`${asked.kind}: refused`)
          return null
        }),
      ),
    )
    const after = await look(w.deps.db, seriesId)
    const complaints = [
      ...brokenRules(after),
      ...acts.flatMap((asked, at) =>
        asked.kind === 'several'
          ? checkSeveral(asked, people[asked.who] as SessionUser, answers[at] ?? null, [before, after])
          : [],
      ),
    ]
    for (const date of after.filter(({ id }) => !before.some((one) => one.id === id))) {
      if (date.sold > 0) count('booked by a standing place')
      if (date.sold > STANDING_SEATS) complaints.push('standing places take more than their share')
    }
    if (complaints.length > 0) throw new Error(complaints.join('; '))
  }
}

test(`${HISTORIES} histories of a series: no seat sold twice or lost, all or none, and a share for standing places`, async () => {
  const done = new Map<string, number>()
  const { failed, errorInstance, counterexample } = await fc.check(
    fc.asyncProperty(history, (steps) => play(steps, done)),
    { numRuns: HISTORIES, seed: SEED, endOnFailure: true },
  )
  process.stdout.write(`histories of series: ${[...done].map(([what, times]) => `${what} ${times}`).join(', ')}\n`)
  expect(failed, `${(errorInstance as Error | null)?.stack}\n${JSON.stringify(counterexample)}`).toBe(false)
  const wanted = ['refuse: booked', 'skip: refused', 'wait: waiting', 'several: refused', 'booked by a standing place']
  expect(wanted.filter((what) => !done.has(what))).toEqual([])
}, 300_000)
