// Extra places (docs/product/seats.md#extra-places).
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../contract/durations.ts'
import { events } from '../../db/schema/events.ts'
import { mails } from '../../db/schema/mails.ts'
import { reminders } from '../../db/schema/reminders.ts'
import { ticketReturns, tickets } from '../../db/schema/tickets.ts'
import { bookingMail } from '../../ledger/booking-emails.ts'
import { fitRooms } from '../../ledger/extra-places.ts'
import { countGivenBack } from '../../ledger/turnout-counts.ts'
import { openWorld, type EventFields, type Person, type World } from '../../test-support/world.ts'
import { releaseUnconfirmed } from './confirming.ts'
import { reminderMail } from './reminder-emails.ts'

// 19:00 in Dublin.
const START = new Date('2027-06-20T18:00:00Z')
const before = (ms: number) => new Date(START.getTime() - ms)
const lease = { signal: new AbortController().signal, check: () => undefined }

let w: World
let now = before(20 * DAY)

beforeAll(async () => {
  w = await openWorld({ deps: { clock: () => now } })
})
afterAll(() => w.close())

const fit = (at = now) => {
  now = at
  return fitRooms(w.deps, { lease })
}

const read = async (eventId: number) => {
  const [row] = await w.deps.db.select().from(events).where(eq(events.id, eventId))
  return row!
}

const addTickets = async (eventId: number, rows: Partial<typeof tickets.$inferInsert>[]) => {
  const whole = rows.map((row) => ({
    eventId,
    guestName: 'Guest',
    numberOfTickets: 1,
    createdAt: before(300 * DAY),
    ...row,
  }))
  const made = await w.deps.db.insert(tickets).values(whole).returning({ id: tickets.id })
  await w.deps.db
    .update(events)
    .set({ ticketsSold: whole.reduce((sum, one) => sum + one.numberOfTickets, 0) })
    .where(eq(events.id, eventId))
  return made
}

/** An organiser behind whom are so many events with a door, at which every second of sixty bookings came. */
async function organiser(doors = 4, fields: EventFields = {}): Promise<Person> {
  const person = await w.person()
  for (let at = 1; at <= doors; at++) {
    const startTime = before((100 + at) * DAY)
    const event = await w.event(person, {
      startTime,
      endTime: new Date(startTime.getTime() + HOUR),
      capacity: 60,
      ...fields,
    })
    const made = await addTickets(
      event.id,
      Array.from({ length: 60 }, (_, n) => ({ admitted: n % 2, coming: n % 4 === 1 || null })),
    )
    await w.deps.db.insert(reminders).values(made.map(({ id }) => ({ ticketId: id, which: 'confirm' as const })))
  }
  return person
}

const room = (person: Person, fields: EventFields = {}) =>
  w.event(person, { startTime: START, capacity: 20, roomSize: 20, ...fields })

test('capacity follows what came to the organiser’s own doors, and begins with three of them', async () => {
  const known = await room(await organiser())
  const unknown = await room(await organiser(2))
  await fit(before(20 * DAY))
  const { capacity } = await read(known.id)
  expect(capacity).toBeGreaterThan(24)
  expect(capacity).toBeLessThan(36)
  expect((await read(unknown.id)).capacity).toBe(20)
  // Looked at again, it stays.
  expect(await fit()).toBe(0)
})

test('seats that guests gave back at earlier doors count, from then on, and not those that the organiser took', async () => {
  const person = await organiser()
  const event = await room(person)
  const doors = await w.deps.db.select().from(events).where(eq(events.creatorId, person.id))
  const known = async (daysLeft: number) => {
    const at = before(daysLeft * DAY)
    return countGivenBack(w.deps.db, { creatorId: person.id, startTime: START }, at)
  }
  expect(await known(10)).toEqual({ bookings: 240, seats: 240, givenBack: 0 })
  await fit(before(10 * DAY))
  const { capacity } = await read(event.id)
  for (const door of doors.filter(({ id }) => id !== event.id)) {
    const returnsAt = (days: number) => new Date(door.startTime.getTime() - days * DAY)
    const made = await w.deps.db
      .insert(tickets)
      .values(
        Array.from({ length: 24 }, () => ({
          eventId: door.id,
          guestName: 'Guest',
          numberOfTickets: 0,
          createdAt: returnsAt(80),
          returnedAt: returnsAt(5),
        })),
      )
      .returning({ id: tickets.id })
    const give = { eventId: door.id, seats: 1, by: 'guest' as const, returnedAt: returnsAt(5), undoUntil: returnsAt(5) }
    await w.deps.db.insert(ticketReturns).values(
      made.map(({ id }, at) => ({
        ...give,
        ticketId: id,
        // 21 of 24 count ten days before, one of them two days before: not the organiser's, the undone or the early one.
        ...(at === 0 && { by: 'organiser' as const }),
        ...(at === 1 && { undoneAt: returnsAt(5) }),
        ...(at === 2 && { returnedAt: returnsAt(30) }),
        ...(at === 3 && { returnedAt: returnsAt(2), by: 'link' as const }),
      })),
    )
  }
  expect(await known(10)).toEqual({ bookings: 240 + 84, seats: 240 + 84, givenBack: 84 })
  expect(await known(3)).toEqual({ bookings: 240 + 4, seats: 240 + 4, givenBack: 4 })
  // Nobody had booked so early.
  expect(await known(500)).toEqual({ bookings: 0, seats: 0, givenBack: 0 })
  await fit()
  expect((await read(event.id)).capacity).toBeGreaterThan(capacity * 1.1)
})

test('the ledger sells no more than capacity, and nothing is taken that is sold', async () => {
  const person = await organiser()
  const event = await room(person)
  await fit(before(20 * DAY))
  const { capacity } = await read(event.id)
  await addTickets(
    event.id,
    Array.from({ length: capacity }, () => ({ createdAt: before(15 * DAY) })),
  )
  const guest = await w.person()
  const body = { eventId: event.id, numberOfTickets: 1 }
  await expect(guest.api.tickets.book({ body })).rejects.toMatchObject({ status: 409 })
  // In the last hour more would come for certain than there are seats; who has booked keeps the place.
  await fit(before(HOUR / 2))
  expect(await read(event.id)).toMatchObject({ capacity, ticketsSold: capacity, held: 0 })
  now = before(20 * DAY)
})

test('seats of the room are for those who run it; everybody reads that there are extra places', async () => {
  const person = await organiser(0)
  const event = await room(person, { sureness: '99.9' })
  const params = { eventId: event.id }
  expect(await person.api.events.get({ params, query: {} })).toMatchObject({
    roomSize: 20,
    sureness: '99.9',
    extraPlaces: true,
  })
  const seen = await (await w.person()).api.events.get({ params, query: {} })
  expect(seen).toMatchObject({ extraPlaces: true, capacity: 20 })
  expect(seen).not.toHaveProperty('roomSize')
  expect(seen).not.toHaveProperty('sureness')
})

test('saving keeps what the forecast gave; a smaller room takes nobody’s place; paid events have none', async () => {
  const person = await organiser(0)
  const { title, description, venue } = await room(person)
  const times = { startTime: START.toISOString(), endTime: new Date(START.getTime() + HOUR).toISOString() }
  const body = { title, description, venue, ...times, capacity: '20' }
  const made = await person.api.events.create({ body: { ...body, roomSize: '20', isDraft: 'false' }, headers: {} })
  const params = { eventId: made.id }
  const save = (rest: object) => person.api.events.update({ params, body: { ...body, ...rest } })
  await w.deps.db.update(events).set({ capacity: 30, ticketsSold: 25 }).where(eq(events.id, made.id))
  expect(await save({ roomSize: '20' })).toMatchObject({ capacity: 30, roomSize: 20 })
  expect(await save({})).toMatchObject({ capacity: 30, roomSize: 20 })
  expect(await save({ roomSize: '18', sureness: '99.9' })).toMatchObject({
    capacity: 25,
    roomSize: 18,
    sureness: '99.9',
  })
  // Without extra places everybody needs a seat.
  await expect(save({ roomSize: '' })).rejects.toThrow('Capacity cannot be lower than the 25 tickets already sold')
  expect(await save({ roomSize: '', capacity: '25' })).not.toHaveProperty('extraPlaces')
  await expect(save({ roomSize: '20', isFreeOfCharge: 'false', sellingPrice: '5' })).rejects.toMatchObject({
    status: 400,
  })
})

test('the confirmation and reminders say that there are more places than seats, and how sure it is to get in', async () => {
  const event = await room(await organiser(0))
  const guest = await w.person()
  const ticket = await guest.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })
  const [row] = await w.deps.db.select().from(mails).where(eq(mails.ticketId, ticket.id))
  const { config, secrets, db } = w.deps
  for (const letter of [
    await bookingMail(config, secrets)(db, { ...row!, now } as never),
    await reminderMail('early', config, secrets).render(db, { ...row!, kind: 'reminder-early', now } as never),
  ]) {
    const note = letter?.blocks.find((block) => JSON.stringify(block).includes('more places than seats'))
    expect(JSON.stringify(note)).toContain('"99 in 100"," people who come')
  }
})

test('too many who did not confirm go on standby the day before, though nobody waits, and never below the room', async () => {
  const person = await organiser(4, { confirm: true })
  const event = await room(person, { confirm: true })
  await fit(before(20 * DAY))
  const { capacity } = await read(event.id)
  const guests = await Promise.all(Array.from({ length: capacity }, () => w.person({ emailConfirmedAt: new Date(0) })))
  const confirmed = 14
  const made = await addTickets(
    event.id,
    guests.map(({ id }, at) => ({
      userId: id,
      guestName: null,
      createdAt: before(15 * DAY),
      ...(at < confirmed && { coming: true, confirmedAt: before(40 * HOUR) }),
    })),
  )
  await w.deps.db.insert(reminders).values(made.map(({ id }) => ({ ticketId: id, which: 'confirm' as const })))
  await w.deps.db.insert(mails).values(
    made.map(({ id }, at) => ({
      kind: 'reminder-confirm',
      ticketId: id,
      userId: guests[at]!.id,
      priority: 10,

      status: 'sent' as const,
      sentAt: before(48 * HOUR),
    })),
  )
  now = before(DAY - 5 * MINUTE)
  expect(await releaseUnconfirmed(w.deps, { lease })).toBeGreaterThan(0)
  const after = await read(event.id)
  expect(after.ticketsSold).toBeGreaterThanOrEqual(20)
  expect(after.ticketsSold).toBeLessThan(capacity)
  expect(after.capacity).toBe(Math.max(20, after.ticketsSold))
  const kept = await w.deps.db.select().from(tickets).where(eq(tickets.eventId, event.id)).orderBy(tickets.id)
  expect(kept.slice(0, confirmed).every(({ numberOfTickets }) => numberOfTickets === 1)).toBe(true)
  // Run again, nobody else loses anything.
  expect(await releaseUnconfirmed(w.deps, { lease })).toBe(0)
  now = before(20 * DAY)
})
