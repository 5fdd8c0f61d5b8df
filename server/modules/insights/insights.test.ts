import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { DAY, HOUR } from '../../../contract/durations.ts'
import { events } from '../../db/schema/events.ts'
import { turnoutForecasts } from '../../db/schema/insights.ts'
import { reminders } from '../../db/schema/reminders.ts'
import { ticketReturns, tickets } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'
import { offers, waitingEntries } from '../../db/schema/waiting-list.ts'
import { openClockedWorld, type Clocked } from '../../test-support/sold-out.ts'
import type { Person } from '../../test-support/world.ts'
import { writeForecasts } from './forecast.ts'

let clocked: Clocked

beforeAll(async () => {
  clocked = await openClockedWorld()
})
afterAll(() => clocked.w.close())

const lease = { check: () => undefined, signal: new AbortController().signal }

interface Booked extends Partial<typeof tickets.$inferInsert> {
  seats?: number
  /** How often it was reminded of. */
  reminded?: 0 | 1 | 2
}

async function booked(eventId: number, { seats = 1, reminded = 0, ...fields }: Booked = {}) {
  const { w, now } = clocked
  const { db } = w.deps
  const guest = await w.person()
  const row = { eventId, userId: guest.id, numberOfTickets: seats, createdAt: new Date(now().getTime() - 3 * DAY) }
  const [ticket] = await db
    .insert(tickets)
    .values({ ...row, ...fields })
    .returning()
  if (reminded > 0)
    await db
      .insert(reminders)
      .values((['early', 'late'] as const).slice(0, reminded).map((which) => ({ ticketId: ticket!.id, which })))
  await db
    .update(events)
    .set({ ticketsSold: sql`${events.ticketsSold} + ${seats}` })
    .where(eq(events.id, eventId))
  return ticket!
}

const insightsOf = (person: Person, eventId: number) => person.api.insights.get({ params: { eventId } })

const upcoming = async (creator: Person, fields: Partial<typeof events.$inferInsert> = {}) =>
  clocked.w.event(creator, { capacity: 100, startTime: new Date(clocked.now().getTime() + 3 * DAY), ...fields })

/** An event that is over, with a booking of one seat for each number: how many of it came. */
async function over(creator: Person, came: number[], fields: Partial<typeof events.$inferInsert> = {}) {
  const { startTime = new Date(clocked.now().getTime() - 10 * DAY) } = fields
  const event = await upcoming(creator, { endTime: new Date(startTime.getTime() + HOUR), ...fields, startTime })
  for (const admitted of came) await booked(event.id, { admitted, createdAt: new Date(startTime.getTime() - 5 * DAY) })
  return event
}

test('an event that nobody has booked has empty insights', async () => {
  const creator = await clocked.w.person()
  const event = await upcoming(creator)
  expect(await insightsOf(creator, event.id)).toEqual({
    capacity: 100,
    sold: 0,
    waiting: 0,
    letIn: 0,
    days: [],
    givenBack: { seats: 0, bookings: 0 },
    sources: [],
    turnout: null,
    forecast: null,
    pastEvents: [],
  })
})

test("bookings and returns are counted by the days of the event's own calendar", async () => {
  const creator = await clocked.w.person()
  const event = await upcoming(creator, { timeZone: 'Asia/Kathmandu' })
  // A quarter to six hours ahead: the day begins at 18:15 by Greenwich.
  await booked(event.id, { seats: 2, createdAt: new Date('2026-05-01T18:14:00Z') })
  await booked(event.id, { seats: 1, createdAt: new Date('2026-05-01T18:15:00Z') })
  const ticket = await booked(event.id, { seats: 1, firstQuantity: 3, createdAt: new Date('2026-05-03T06:00:00Z') })
  const back = {
    ticketId: ticket.id,
    eventId: event.id,
    by: 'guest',
    undoUntil: new Date('2026-05-03T09:00:00Z'),
  } as const
  await clocked.w.deps.db.insert(ticketReturns).values([
    { ...back, seats: 2, returnedAt: new Date('2026-05-03T08:00:00Z') },
    { ...back, seats: 1, returnedAt: new Date('2026-05-03T08:00:00Z'), undoneAt: new Date('2026-05-03T08:01:00Z') },
  ])
  const { days, givenBack } = await insightsOf(creator, event.id)
  expect(days).toEqual([
    { day: '2026-05-01', booked: 2, givenBack: 0 },
    { day: '2026-05-02', booked: 1, givenBack: 0 },
    { day: '2026-05-03', booked: 3, givenBack: 2 },
  ])
  expect(givenBack).toEqual({ seats: 2, bookings: 1 })
})

test('where a booking came from is sent with it, cut to size, and refuses nobody a ticket', async () => {
  const creator = await clocked.w.person()
  const event = await upcoming(creator)
  const book = async (cameFrom?: object) => {
    const guest = await clocked.w.person()
    await guest.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 2, cameFrom } })
  }
  await book()
  await book({})
  await book({ site: 'News.Example', source: 'letter', medium: 'email', campaign: 'May' })
  await book({ site: 'news.example', source: 'letter', medium: 'email', campaign: 'May' })
  await book({ site: '<script>', source: `\u0000a\nb\uD800${'x'.repeat(300)}` })
  const { sources } = await insightsOf(creator, event.id)
  expect(sources).toHaveLength(3)
  expect(sources).toContainEqual({ bookings: 2, seats: 4 })
  const named = { site: 'news.example', source: 'letter', medium: 'email', campaign: 'May', bookings: 2, seats: 4 }
  expect(sources).toContainEqual(named)
  expect(sources).toContainEqual({ source: `a b ${'x'.repeat(96)}`, bookings: 1, seats: 2 })
  const [nora] = [await clocked.w.person()]
  await expect(
    nora.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1, cameFrom: 'here' as unknown as object } }),
  ).rejects.toMatchObject({ status: 400 })
})

test('what is expected rests on answers, reminders and the time of booking', async () => {
  const creator = await clocked.w.person()
  const event = await upcoming(creator)
  await booked(event.id, { coming: true, reminded: 2 })
  await booked(event.id, { createdAt: new Date(event.startTime.getTime() - 23 * HOUR), seats: 3 })
  await booked(event.id, { seats: 2 })
  await booked(event.id, { reminded: 1 })
  await booked(event.id, { reminded: 2 })
  await booked(event.id, { seats: 0, returnedAt: clocked.now() })
  clocked.pass(2.5 * DAY)
  const { turnout } = await insightsOf(creator, event.id)
  const basis = new Map(turnout?.basis.map(({ kind, seats }) => [kind, seats]))
  expect(Object.fromEntries(basis)).toEqual({
    coming: 1,
    late: 3,
    'not-reminded': 2,
    'reminded-once': 1,
    'reminded-twice': 1,
  })
  expect(turnout).toMatchObject({ seats: 8, past: null })
  clocked.set('2026-05-04T11:00:00Z')
})

test("the creator's past events with a door are blended in; those without one say nothing", async () => {
  const creator = await clocked.w.person()
  await over(creator, [1, 1, 1, 0], { title: 'With a door' })
  await over(creator, [0, 0, 0], { title: 'Without a door' })
  await over(await clocked.w.person(), [1, 0, 0, 0], { title: 'Of somebody else' })
  const event = await upcoming(creator)
  await booked(event.id)
  const { turnout, pastEvents } = await insightsOf(creator, event.id)
  expect(turnout?.past).toEqual({ bookings: 4, rate: 0.75, weight: 0.167 })
  expect(pastEvents).toMatchObject([{ title: 'With a door', seats: 4, came: 3 }])
})

test('a manager sees the insights, and of past events those that they run', async () => {
  const creator = await clocked.w.person()
  const manager = await clocked.w.person()
  await over(creator, [1, 0], { title: 'Not theirs' })
  await over(creator, [1, 1], { title: 'Theirs too', managerIds: [manager.id] })
  const event = await upcoming(creator, { managerIds: [manager.id] })
  await booked(event.id)
  const { turnout, pastEvents } = await insightsOf(manager, event.id)
  expect(turnout?.past?.bookings).toBe(4)
  expect(pastEvents.map(({ title }) => title)).toEqual(['Theirs too'])
  await expect(insightsOf(await clocked.w.person(), event.id)).rejects.toMatchObject({ status: 403 })
})

test('what was expected at the start is written down then, and is not bettered afterwards', async () => {
  const { w, now } = clocked
  const creator = await w.person()
  const event = await upcoming(creator, { startTime: new Date(now().getTime() + HOUR) })
  const guests = [await booked(event.id), await booked(event.id), await booked(event.id, { seats: 2 })]
  const run = () => writeForecasts(w.deps, { lease })
  await run()
  expect((await insightsOf(creator, event.id)).forecast).toBeNull()
  clocked.pass(HOUR)
  // Who books after the start was not expected.
  await booked(event.id, { createdAt: new Date(now().getTime() + 60_000), seats: 4 })
  expect(await run()).toBeGreaterThan(0)
  const said = (await insightsOf(creator, event.id)).forecast
  expect(said).toMatchObject({ seats: 4, came: 0, saidAt: now().toISOString() })
  for (const { id } of guests.slice(0, 2))
    await w.deps.db.update(tickets).set({ admitted: 1, coming: true }).where(eq(tickets.id, id))
  clocked.pass(10 * 60_000)
  await run()
  const { forecast, turnout } = await insightsOf(creator, event.id)
  expect(forecast).toEqual({ ...said, came: 2 })
  expect(turnout).toBeNull()
  clocked.set('2026-05-04T11:00:00Z')
})

test('after a long outage nothing is written down, and a cancelled event expects nobody', async () => {
  const { w, now } = clocked
  const creator = await w.person()
  const startTime = new Date(now().getTime() - 7 * HOUR)
  const missed = await upcoming(creator, { startTime, endTime: new Date(now().getTime() + HOUR) })
  await booked(missed.id)
  const cancelled = await upcoming(creator, { status: 'cancelled' })
  await booked(cancelled.id)
  await writeForecasts(w.deps, { lease })
  expect((await insightsOf(creator, missed.id)).forecast).toBeNull()
  expect((await insightsOf(creator, cancelled.id)).turnout).toBeNull()
})

test('who waits, and who came without a booking, are counted apart', async () => {
  const creator = await clocked.w.person()
  const event = await upcoming(creator, { startTime: new Date(clocked.now().getTime() + HOUR) })
  const guest = await clocked.w.person()
  await clocked.w.deps.db
    .insert(waitingEntries)
    .values({ eventId: event.id, userId: guest.id, numberOfTickets: 1, atLeast: 1, turn: 1 })
  const { token } = await creator.api.door.createLink({
    params: { eventId: event.id },
    body: { name: 'Front', mayAdd: true },
  })
  const at = clocked.now().toISOString()
  await clocked.w.apiWith(token).door.sendScans({
    body: { scans: [{ id: 'walk-in-1', kind: 'walk-in', seats: 2, at, name: 'Two more' }], sentAt: at },
  })
  expect(await insightsOf(creator, event.id)).toMatchObject({
    waiting: 1,
    letIn: 2,
    days: [],
    sources: [],
    turnout: null,
  })
})

test('one request of a person and two in all read the bookings of an event; the others wait for their turn', async () => {
  const { w } = clocked
  const { db } = w.deps
  const people = [await w.person(), await w.person(), await w.person()]
  const asks: (() => Promise<unknown>)[] = []
  for (const person of people) {
    const event = await upcoming(person)
    asks.push(() => insightsOf(person, event.id))
  }
  const [first, second, third] = asks as [() => Promise<unknown>, () => Promise<unknown>, () => Promise<unknown>]
  const holder = await db.$client.connect()
  // Destroyed, so that the lock ends with this test, however it ends.
  onTestFinished(() => holder.release(true))
  await holder.query('begin')
  await holder.query('lock table ticket_returns')
  const reading = async () => {
    // Not by the holder: one transaction sees the same activity throughout.
    const { rows } = await db.$client.query<{ n: number }>(`
      select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    return rows[0]?.n
  }
  /** Waits until so many are reading, then gives others time to arrive. */
  const expectReading = async (n: number) => {
    await expect.poll(reading, { timeout: 8_000 }).toBe(n)
    for (let times = 0; times < 5; times++) await people[0]!.api.users.profile()
    expect(await reading()).toBe(n)
  }
  const answers = [first(), first(), first()]
  await expectReading(1)
  answers.push(second(), third())
  await expectReading(2)
  await holder.query('rollback')
  expect(await Promise.all(answers)).toHaveLength(5)
})

const overEvents = (person: Person) => person.api.insights.overEvents()

test('over events: a row for each that the caller runs, with turnout and whether the forecast held', async () => {
  const [creator, manager, stranger] = [await clocked.w.person(), await clocked.w.person(), await clocked.w.person()]
  const past = await over(creator, [1, 1, 0, 1], { title: 'Past', managerIds: [manager.id] })
  const unknown = await over(creator, [0, 0], {
    title: 'No door',
    startTime: new Date(clocked.now().getTime() - 12 * DAY),
  })
  const next = await upcoming(creator, { title: 'Next' })
  await upcoming(creator, { title: 'Draft', status: 'draft' })
  await booked(next.id, { seats: 3 })
  const back = await booked(past.id, { seats: 1, firstQuantity: 3, admitted: 1 })
  await clocked.w.deps.db.insert(ticketReturns).values({
    ticketId: back.id,
    eventId: past.id,
    by: 'guest',
    seats: 2,
    returnedAt: past.startTime,
    undoUntil: past.startTime,
  })
  await clocked.w.deps.db
    .insert(turnoutForecasts)
    .values({ eventId: past.id, startTime: past.startTime, saidAt: past.startTime, seats: 5, low: 2, high: 3 })
  const { events: rows } = await overEvents(creator)
  expect(
    rows.map(({ title, booked: seats, came, givenBack, isOver }) => [title, seats, came, givenBack, isOver]),
  ).toEqual([
    ['Next', 3, null, 0, false],
    ['Past', 5, 4, 2, true],
    ['No door', 2, null, 0, true],
  ])
  expect(rows[1]?.forecast).toEqual({ low: 2, high: 3, held: false })
  expect((await overEvents(manager)).events.map(({ eventId }) => eventId)).toEqual([past.id])
  expect((await overEvents(stranger)).events).toEqual([])
  const csv = await creator.api.insights.csv()
  expect(csv.split('\r\n')).toHaveLength(5)
  expect(csv).toContain(`Past,${past.startTime.toISOString()},100,5,2,0,0,4,80,2,3,,`)
  expect(csv).toContain(`No door,${unknown.startTime.toISOString()},100,2,0,0,0,,,,,,`)
})

test('over events: who comes again is counted from five people on, within ten events, and not against their wish', async () => {
  const creator = await clocked.w.person()
  const guests = await Promise.all(Array.from({ length: 12 }, () => clocked.w.person()))
  const { db } = clocked.w.deps
  const evening = async (daysAgo: number, who: Person[]) => {
    const event = await over(creator, [], { startTime: new Date(clocked.now().getTime() - daysAgo * DAY) })
    await db
      .insert(tickets)
      .values(who.map(({ id }) => ({ eventId: event.id, userId: id, numberOfTickets: 1, admitted: 1 })))
    return event.id
  }
  const peopleAt = async (eventId: number) =>
    (await overEvents(creator)).events.find((event) => event.eventId === eventId)?.people
  await evening(40, guests.slice(0, 7))
  const second = await evening(30, guests)
  expect(await peopleAt(second)).toEqual({ firstTime: 5, backAgain: 7 })
  expect((await overEvents(creator)).people).toEqual({ once: 5, several: 7 })
  // One who does not want their history used counts as new; then one of the two counts would be of four people.
  await db.update(users).set({ eventHistory: false }).where(eq(users.id, guests[0]!.id))
  expect(await peopleAt(second)).toEqual({ firstTime: 6, backAgain: 6 })
  await db
    .update(users)
    .set({ deletedAt: clocked.now() })
    .where(inArray(users.id, [guests[1]!.id, guests[2]!.id]))
  expect(await peopleAt(second)).toBeNull()
  await db
    .update(users)
    .set({ deletedAt: null })
    .where(inArray(users.id, [guests[1]!.id, guests[2]!.id]))
  // Ten others in between: then nobody is back again.
  for (let day = 20; day > 10; day--) await evening(day, guests.slice(11))
  expect(await peopleAt(await evening(5, guests.slice(0, 11)))).toBeNull()
})

test('over events: from where people came who then were there, and what was filled again', async () => {
  const creator = await clocked.w.person()
  const event = await over(creator, [])
  const before = new Date(event.startTime.getTime() - 5 * DAY)
  const poster = { source: 'library', medium: 'poster' }
  for (const admitted of [1, 1, 0]) await booked(event.id, { admitted, cameFrom: poster, createdAt: before })
  const taken = await booked(event.id, { seats: 2, admitted: 2, createdAt: before })
  const [guest, other] = [await clocked.w.person(), await clocked.w.person()]
  const { db } = clocked.w.deps
  const wish = { eventId: event.id, atLeast: 1, createdAt: before }
  const entries = await db
    .insert(waitingEntries)
    .values([
      { ...wish, userId: guest.id, numberOfTickets: 2, turn: 1, endedAt: before, ending: 'booked' },
      { ...wish, userId: other.id, numberOfTickets: 1, turn: 2 },
    ])
    .returning()
  const made = { eventId: event.id, madeAt: before, toldAt: before, expiresAt: event.startTime }
  const endedAt = new Date(before.getTime() + 12 * 60_000)
  await db.insert(offers).values([
    { ...made, entryId: entries[0]!.id, seats: 2, endedAt, ending: 'accepted', ticketId: taken.id },
    { ...made, entryId: entries[1]!.id, seats: 1, endedAt, ending: 'expired' },
    { ...made, entryId: entries[0]!.id, seats: 1, endedAt, ending: 'replaced' },
  ])
  const { sources, filledAgain, events: rows } = await overEvents(creator)
  expect(sources).toEqual([
    { ...poster, bookings: 3, seats: 3, came: 2 },
    { bookings: 1, seats: 2, came: 2 },
  ])
  expect(filledAgain).toEqual({ givenBack: 0, offered: 3, taken: 2, came: 2, medianMinutes: 12 })
  expect(rows[0]?.waiting).toBe(1)
})

test('over events: after three events of a weekday with a door it is said how many bookings fill the chairs', async () => {
  const creator = await clocked.w.person()
  const half = Array.from({ length: 20 }, (_, at) => at % 2)
  const weeks = async (times: number) => {
    for (let week = 1; week <= times; week++)
      await over(creator, half, { capacity: 20, startTime: new Date(clocked.now().getTime() - 7 * week * DAY) })
  }
  await weeks(2)
  expect((await overEvents(creator)).advice).toEqual([])
  await weeks(1)
  const [advice, ...others] = (await overEvents(creator)).advice
  expect(others).toEqual([])
  expect(advice).toMatchObject({ events: 3, booked: 60, came: 30, chairs: 20 })
  expect(advice?.high).toBe(20)
  expect(advice?.bookings).toBeGreaterThan(25)
  expect(advice?.bookings).toBeLessThan(40)
})
