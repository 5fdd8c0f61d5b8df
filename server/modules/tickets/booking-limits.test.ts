// What a creator may set beyond the capacity: most tickets for one person, and an earlier close of booking.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../contract/durations.ts'
import { events } from '../../db/schema/events.ts'
import { waitingEntries } from '../../db/schema/waiting-list.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { openClockedWorld, soldOut, type Clocked } from '../../test-support/sold-out.ts'
import type { Person } from '../../test-support/world.ts'
import { commitBookings } from './commands.ts'

let clocked: Clocked

beforeAll(async () => {
  clocked = await openClockedWorld()
})
afterAll(() => clocked.w.close())

const book = (person: Person, eventId: number, numberOfTickets: number, key?: string) =>
  person.api.tickets.book({
    body: { eventId, numberOfTickets },
    headers: key ? { 'idempotency-key': key } : {},
  })

const limited = async (fields: Partial<typeof events.$inferInsert> = {}) => {
  const { w, now } = clocked
  const creator = await w.person()
  const startTime = new Date(now().getTime() + 3 * DAY)
  const event = await w.event(creator, { capacity: 20, startTime, createdAt: now(), ...fields })
  return { creator, event, params: { eventId: event.id } }
}

const bodyFor = (event: typeof events.$inferSelect, fields: object = {}) => ({
  title: event.title,
  description: event.description,
  venue: event.venue,
  capacity: event.capacity,
  startTime: event.startTime.toISOString(),
  endTime: event.endTime.toISOString(),
  isDraft: false,
  ...fields,
})

const LIMITED = { status: 409, message: 'Tickets for this event are limited to 2 per person' }
const CLOSED = { status: 409, message: 'Booking for this event has closed' }

describe('most tickets per person', () => {
  test('counts all bookings of one account, and what was given back no longer', async () => {
    const { event } = await limited({ maxPerPerson: 2 })
    const nora = await clocked.w.person()
    await expect(book(nora, event.id, 3)).rejects.toMatchObject(LIMITED)
    const { id } = await book(nora, event.id, 1)
    await book(nora, event.id, 1)
    await expect(book(nora, event.id, 1)).rejects.toMatchObject(LIMITED)
    await book(await clocked.w.person(), event.id, 2)
    await nora.api.tickets.return({ params: { ticketId: id }, body: {} })
    await book(nora, event.id, 1)
  })

  test('holds for bookings that are committed together, and a repeated key is still answered', async () => {
    const { event } = await limited({ maxPerPerson: 2 })
    const nora = await clocked.w.person()
    const tom = await clocked.w.person()
    const request = (userId: number, numberOfTickets: number) => ({
      userId,
      eventId: event.id,
      numberOfTickets,
      idempotencyKey: null,
    })
    const batch = [
      request(nora.id, 1),
      request(nora.id, 2),
      request(tom.id, 2),
      request(nora.id, 1),
      request(nora.id, 1),
    ]
    const outcomes = await commitBookings(clocked.w.deps.db, batch, clocked.now())
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      ...['booked', 'per_person_limit', 'booked', 'booked', 'per_person_limit'],
    ])
    const ann = await clocked.w.person()
    const first = await book(ann, event.id, 2, 'ann-books-once')
    expect(await book(ann, event.id, 2, 'ann-books-once')).toEqual(first)
  })

  test('counts each event by itself', async () => {
    const [one, other] = [await limited({ maxPerPerson: 2 }), await limited({ maxPerPerson: 2 })]
    const nora = await clocked.w.person()
    await book(nora, one.event.id, 2)
    await book(nora, other.event.id, 2)
    const tom = await clocked.w.person()
    const batch = [one, other].map(({ event: { id: eventId } }) => ({
      userId: tom.id,
      eventId,
      numberOfTickets: 2,
      idempotencyKey: null,
    }))
    expect(await commitBookings(clocked.w.deps.db, batch, clocked.now())).toMatchObject([
      { outcome: 'booked' },
      { outcome: 'booked' },
    ])
  })

  test('who has booked again cannot undo a return beyond it; a limit set later takes nothing away', async () => {
    const { event, creator, params } = await limited({ maxPerPerson: 2 })
    const nora = await clocked.w.person()
    const { id } = await book(nora, event.id, 2)
    await nora.api.tickets.return({ params: { ticketId: id }, body: {} })
    clocked.pass(MINUTE)
    await book(nora, event.id, 2)
    await expect(nora.api.tickets.undoReturn({ params: { ticketId: id } })).rejects.toMatchObject(LIMITED)

    const tom = await clocked.w.person()
    const own = await book(tom, event.id, 2)
    await creator.api.events.update({ params, body: bodyFor(event, { maxPerPerson: 1 }) })
    await tom.api.tickets.return({ params: { ticketId: own.id }, body: {} })
    expect(await tom.api.tickets.undoReturn({ params: { ticketId: own.id } })).toMatchObject({ numberOfTickets: 2 })
  })

  test('the waiting list takes no wish beyond it, and an offer is accepted as far as it goes', async () => {
    const scene = await soldOut(clocked, { seats: [2, 2], startsIn: 10 * DAY, maxPerPerson: 2 })
    await expect(scene.waiting({ numberOfTickets: 3 })).rejects.toMatchObject(LIMITED)
    const waiting = await scene.waiting({ numberOfTickets: 2, atLeast: 1 })
    await expect(waiting.change({ numberOfTickets: 3 })).rejects.toMatchObject(LIMITED)
    await scene.takeBack(0)
    await clocked.w.deps.db.update(events).set({ maxPerPerson: 1 }).where(eq(events.id, scene.event.id))
    await expect(waiting.accept(2)).rejects.toMatchObject({ status: 409 })
    expect(await waiting.accept()).toMatchObject({ numberOfTickets: 1 })
    await expect(waiting.book(1)).rejects.toMatchObject({ status: 409 })
  })

  test('who waits and books on the page is held to it', async () => {
    const scene = await soldOut(clocked, { seats: [2, 2], startsIn: 10 * DAY, maxPerPerson: 2 })
    const waiting = await scene.waiting({ numberOfTickets: 2, atLeast: 1 })
    await scene.takeBack(0)
    await clocked.w.deps.db.update(events).set({ maxPerPerson: 1 }).where(eq(events.id, scene.event.id))
    await expect(waiting.book(2)).rejects.toMatchObject({
      message: 'Tickets for this event are limited to 1 per person',
    })
    expect(await waiting.book(1)).toMatchObject({ numberOfTickets: 1 })
  })

  test('somebody who joins the list and then undoes a return is asked before they have too many', async () => {
    const scene = await soldOut(clocked, { seats: [2, 1], startsIn: 10 * DAY, maxPerPerson: 2 })
    await scene.waiting({ numberOfTickets: 2 })
    const { person } = await scene.giveBackAndJoin(0, { numberOfTickets: 2, automatic: true })
    await scene.undo(0)
    const body = bodyFor(scene.event, { capacity: 7 })
    await scene.creator.api.events.update({ params: scene.params, body })
    expect(await person.api.tickets.list()).toMatchObject([{ numberOfTickets: 2 }])
    expect(await person.api.waitingList.get({ params: scene.params })).toMatchObject({ state: 'offered' })
  })

  test('nobody is booked beyond a new limit without being asked', async () => {
    const scene = await soldOut(clocked, { seats: [2, 2], startsIn: 10 * DAY })
    const waiting = await scene.waiting({ numberOfTickets: 2, automatic: true })
    await scene.creator.api.events.update({ params: scene.params, body: bodyFor(scene.event, { maxPerPerson: 1 }) })
    const [entry] = await clocked.w.deps.db.select().from(waitingEntries).where(eq(waitingEntries.id, waiting.entryId))
    expect(entry?.automatic).toBe(false)
  })
})

describe('an earlier close of booking', () => {
  test('refuses bookings and joining from that moment, and says so', async () => {
    const closesAt = new Date(clocked.now().getTime() + HOUR)
    const { event, params } = await limited({ bookingClosesAt: closesAt })
    const nora = await clocked.w.person()
    expect((await nora.api.events.get({ params })).bookingClosesAt).toBe(closesAt.toISOString())
    const first = await book(nora, event.id, 1, 'nora-before-it')
    clocked.set(closesAt)
    await expect(book(nora, event.id, 1)).rejects.toMatchObject(CLOSED)
    await expect(nora.api.waitingList.join({ params, body: { numberOfTickets: 1 } })).rejects.toMatchObject(CLOSED)
    // What was booked stays, and is returned again.
    expect(await book(nora, event.id, 1, 'nora-before-it')).toEqual(first)
    await nora.api.tickets.return({ params: { ticketId: first.id }, body: {} })
  })

  test('an offer ends with it, and nothing is held or offered afterwards', async () => {
    const closesAt = new Date(clocked.now().getTime() + 2 * HOUR)
    const scene = await soldOut(clocked, { seats: [1, 1], startsIn: 10 * DAY, bookingClosesAt: closesAt })
    const waiting = await scene.waiting()
    // Does not rest, as the first will: an offer would be made to the second, and ended at once.
    const second = await scene.waiting()
    await scene.takeBack(0)
    expect((await waiting.entry()).offer?.expiresAt).toBe(closesAt.toISOString())
    clocked.set(closesAt)
    await scene.settle()
    expect(await scene.counts()).toEqual({ sold: 1, held: 0, left: 1 })
    await scene.giveBack(1)
    clocked.pass(5 * MINUTE)
    await scene.settle()
    expect(await scene.offered()).toEqual([])
    expect(await scene.mailsTo(waiting.person)).toEqual(['offer', 'offer-expired'])
    // Those who never had an offer are notified once that there will be none.
    expect(await scene.mailsTo(second.person)).toEqual(['nothing-free'])
    const sent = await collectMails(clocked.w.deps)
    const textTo = ({ email }: Person) => sent.findLast(({ to }) => to === email)?.text
    expect(textTo(waiting.person)).toContain('booking for this event has closed, so no more places will be offered.')
    expect(textTo(second.person)).toContain('Booking for this event has closed, and no place has come up for you.')
    await expect(waiting.accept()).rejects.toMatchObject(CLOSED)
    await expect(waiting.resume()).rejects.toMatchObject(CLOSED)
  })

  test('nobody is told of last places that cannot be booked', async () => {
    const closesAt = new Date(clocked.now().getTime() + HOUR)
    const scene = await soldOut(clocked, { seats: [1], startsIn: 2.5 * HOUR, bookingClosesAt: closesAt })
    const waiting = await scene.waiting()
    clocked.pass(2 * HOUR)
    await scene.giveBack(0)
    await scene.settle()
    expect(await scene.counts()).toEqual({ sold: 0, held: 0, left: 1 })
    expect(await scene.mailsTo(waiting.person)).toEqual(['nothing-free'])
  })

  test('two hours before the start nobody is promised last places that cannot be booked', async () => {
    const closesAt = new Date(clocked.now().getTime() + 1.5 * HOUR)
    const scene = await soldOut(clocked, { seats: [1], startsIn: 3 * HOUR, bookingClosesAt: closesAt })
    const waiting = await scene.waiting()
    clocked.pass(HOUR)
    await scene.settle()
    clocked.set(closesAt)
    await scene.settle()
    expect(await scene.mailsTo(waiting.person)).toEqual(['nothing-free'])
    const mail = (await collectMails(clocked.w.deps)).find(({ to }) => to === waiting.person.email)
    expect(mail?.text).not.toContain('first tap wins')
  })

  test('the ledger is due when it comes, so that a job settles it', async () => {
    const closesAt = new Date(clocked.now().getTime() + 2 * HOUR)
    const scene = await soldOut(clocked, { seats: [1], startsIn: 10 * DAY, bookingClosesAt: closesAt })
    await scene.waiting()
    const [row] = await clocked.w.deps.db.select().from(events).where(eq(events.id, scene.event.id))
    expect(row?.settleAt).toEqual(closesAt)
  })

  test('it follows the start where nobody names it, and can be taken away', async () => {
    const { event, creator, params } = await limited()
    const bookingClosesAt = new Date(event.startTime.getTime() - HOUR).toISOString()
    const body = bodyFor(event, { maxPerPerson: '3', bookingClosesAt })
    expect(await creator.api.events.update({ params, body })).toMatchObject({ maxPerPerson: 3, bookingClosesAt })
    const later = (date: Date) => new Date(date.getTime() + DAY).toISOString()
    const times = { startTime: later(event.startTime), endTime: later(event.endTime) }
    const moved = await creator.api.events.update({ params, body: bodyFor(event, times) })
    expect(moved).toMatchObject({ maxPerPerson: 3, bookingClosesAt: later(new Date(bookingClosesAt)) })
    const back = await creator.api.events.postpone({
      params,
      body: { startTime: event.startTime.toISOString(), endTime: event.endTime.toISOString() },
    })
    expect(back.bookingClosesAt).toBe(bookingClosesAt)
    const copy = await creator.api.events.duplicate({ params })
    expect(copy).toMatchObject({ maxPerPerson: 3, bookingClosesAt })
    const none = await creator.api.events.update({
      params,
      body: bodyFor(event, { maxPerPerson: '', bookingClosesAt: '' }),
    })
    expect(none).not.toHaveProperty('maxPerPerson')
    expect(none).not.toHaveProperty('bookingClosesAt')
  })
})
