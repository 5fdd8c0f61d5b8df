// Confirm or release (docs/product/seats.md#confirm-or-release).
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../contract/durations.ts'
import { events } from '../../db/schema/events.ts'
import { mails } from '../../db/schema/mails.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { offers } from '../../db/schema/waiting-list.ts'
import { bookingMail } from '../../ledger/booking-emails.ts'
import { settleEvent } from '../../ledger/in-ledger.ts'
import { runBroadcasts } from '../../test-support/broadcasts.ts'
import { openWorld, type EventFields, type Person, type World } from '../../test-support/world.ts'
import { releaseUnconfirmed } from './confirming.ts'
import { reminderMail } from './reminder-emails.ts'
import { sendReminders } from './reminders.ts'

// 19:00 in Dublin.
const START = new Date('2027-06-20T18:00:00Z')
const before = (ms: number, start = START) => new Date(start.getTime() - ms)
const lease = { signal: new AbortController().signal, check: () => undefined }

let w: World
let creator: Person
let now = before(20 * DAY)

beforeAll(async () => {
  w = await openWorld({ deps: { clock: () => now } })
  creator = await w.person()
})
afterAll(() => w.close())
beforeEach(async () => {
  now = before(20 * DAY)
  await w.deps.db.update(events).set({ hiddenAt: now })
})

const full = (fields: EventFields = {}) => w.event(creator, { startTime: START, confirm: true, capacity: 4, ...fields })

async function book(eventId: number, numberOfTickets = 1, bookedAt = before(10 * DAY)) {
  const person = await w.person({ emailConfirmedAt: new Date(0) })
  const { id } = await person.api.tickets.book({ body: { eventId, numberOfTickets } })
  await w.deps.db.update(tickets).set({ createdAt: bookedAt }).where(eq(tickets.id, id))
  const params = { ticketId: id }
  return {
    person,
    id,
    params,
    ticket: () => person.api.tickets.get({ params }),
    coming: () => person.api.tickets.answer({ params, body: { coming: true } }),
    undo: () => person.api.tickets.undoReturn({ params, headers: {} }),
  }
}

async function wait(eventId: number, numberOfTickets = 1) {
  const person = await w.person({ emailConfirmedAt: new Date(0) })
  const body = { numberOfTickets, atLeast: numberOfTickets }
  await person.api.waitingList.join({ params: { eventId }, headers: {}, body })
  return { person, entry: () => person.api.waitingList.get({ params: { eventId } }) }
}

/** The question goes out, and the mail server accepts it at this moment. */
async function ask(at = before(2 * DAY)) {
  now = at
  await sendReminders(w.deps, { lease })
  await w.deps.db.update(mails).set({ status: 'sent', sentAt: at }).where(eq(mails.kind, 'reminder-confirm'))
}

const releaseAt = (at: Date) => {
  now = at
  return releaseUnconfirmed(w.deps, { lease })
}

const kindsOf = async (ticketId: number) => {
  const rows = await w.deps.db
    .select({ kind: mails.kind })
    .from(mails)
    .where(eq(mails.ticketId, ticketId))
    .orderBy(mails.id)
  return rows.map(({ kind }) => kind).filter((kind) => kind !== 'booking')
}

const seatsOf = async (id: number) => {
  const [row] = await w.deps.db
    .select({ sold: events.ticketsSold, held: events.held, capacity: events.capacity })
    .from(events)
    .where(eq(events.id, id))
  expect(Number(row?.sold) + Number(row?.held)).toBeLessThanOrEqual(Number(row?.capacity))
  return { sold: row?.sold, held: row?.held }
}

test('asked 48 hours before, released a day later and offered to who waits, on standby until a tap takes it back', async () => {
  const event = await full()
  const [anna, ben, cleo] = [await book(event.id), await book(event.id), await book(event.id, 2)]
  const [dora, eve] = [await wait(event.id), await wait(event.id)]
  // Said eight days before, it counts nothing; said in the last seven, it does.
  now = before(8 * DAY)
  await anna.coming()
  expect(await ben.ticket()).not.toHaveProperty('confirmUntil')
  now = before(6 * DAY)
  await ben.coming()
  expect(await anna.ticket()).toMatchObject({ confirmUntil: before(DAY).toISOString() })
  await ask()
  expect(await kindsOf(anna.id)).toEqual(['reminder-confirm'])
  expect(await kindsOf(ben.id)).toEqual([])
  // Fewer of us: the others come.
  await cleo.person.api.tickets.return({ params: cleo.params, headers: {}, body: { numberOfTickets: 1 } })
  expect(await releaseAt(before(DAY + 1))).toBe(0)
  expect(await releaseAt(before(DAY))).toBe(1)
  expect(await releaseAt(before(DAY))).toBe(0)
  expect(await anna.ticket()).toMatchObject({ numberOfTickets: 0, standby: { seats: 1, position: 1, isFree: false } })
  expect(await kindsOf(anna.id)).toEqual(['reminder-confirm', 'place-released'])
  expect(await dora.entry()).toMatchObject({ state: 'offered' })
  expect(await eve.entry()).toMatchObject({ state: 'offered' })
  expect(await seatsOf(event.id)).toEqual({ sold: 2, held: 2 })
  await expect(anna.undo()).rejects.toMatchObject({ code: 'standby_only' })
  await eve.person.api.waitingList.leave({ params: { eventId: event.id } })
  expect(await anna.ticket()).toMatchObject({ standby: { isFree: true } })
  expect(await anna.undo()).toMatchObject({ numberOfTickets: 1, coming: true })
  expect(await anna.ticket()).not.toHaveProperty('standby')
  expect(await seatsOf(event.id)).toEqual({ sold: 3, held: 1 })
  // Who confirmed by taking it back is not asked again, and the day before is for those with a place.
  expect(await releaseAt(before(20 * HOUR))).toBe(0)
})

test('only who was sent the question and does nothing can lose a place, and never a friend, a guest by name or a late booking', async () => {
  const event = await full({ capacity: 7 })
  const [unsent, group, moved] = [await book(event.id), await book(event.id, 3), await book(event.id)]
  const late = await book(event.id, 1, before(47 * HOUR))
  const guest = await creator.api.guests.add({
    params: { eventId: event.id },
    headers: {},
    body: { name: 'Gus', numberOfTickets: 1 },
  })
  await group.person.api.places.send({ params: group.params, body: { name: 'Fay' } })
  await wait(event.id, 4)
  await ask()
  await w.deps.db
    .update(mails)
    .set({ status: 'skipped', sentAt: null })
    .where(sql`ticket_id = ${unsent.id} and kind = 'reminder-confirm'`)
  // Sent before the event moved to this time.
  await w.deps.db
    .update(mails)
    .set({ sentAt: before(9 * DAY) })
    .where(sql`ticket_id = ${moved.id} and kind = 'reminder-confirm'`)
  expect(await releaseAt(before(DAY))).toBe(1)
  expect(await group.ticket()).toMatchObject({ numberOfTickets: 1, standby: { seats: 2 } })
  for (const one of [unsent, moved, late]) expect(await one.ticket()).toMatchObject({ numberOfTickets: 1 })
  expect(await kindsOf(late.id)).toEqual([])
  const [row] = await w.deps.db.select().from(tickets).where(eq(tickets.id, guest.ticketId))
  expect(row).toMatchObject({ numberOfTickets: 1 })
  // The day before is for everybody who still has a place.
  await sendReminders(w.deps, { lease })
  expect(await kindsOf(unsent.id)).toEqual(['reminder-confirm', 'reminder-late'])
})

test('who was booked without asking is asked, but not within a day before the question', async () => {
  const event = await full({ capacity: 2 })
  const [long, lately] = [await book(event.id, 1, before(73 * HOUR)), await book(event.id, 1, before(71 * HOUR))]
  await w.deps.db
    .insert(mails)
    .values([long, lately].map(({ id, person }) => ({ kind: 'booked-for-you', ticketId: id, userId: person.id })))
  await wait(event.id, 4)
  await ask()
  expect(await kindsOf(long.id)).toEqual(['booked-for-you', 'reminder-confirm'])
  expect(await kindsOf(lately.id)).toEqual(['booked-for-you'])
  expect(await releaseAt(before(DAY))).toBe(1)
  expect(await lately.ticket()).toMatchObject({ numberOfTickets: 1 })
})

test('without anybody who waits all keep their places; the first who booked is the first to lose one, and no more go than are wanted', async () => {
  const event = await full({ capacity: 3 })
  const [anna, ben, cleo] = [await book(event.id), await book(event.id), await book(event.id)]
  await ask()
  expect(await releaseAt(before(DAY))).toBe(0)
  const dora = await wait(event.id)
  expect(await releaseAt(before(10 * HOUR))).toBe(1)
  expect(await anna.ticket()).toMatchObject({ numberOfTickets: 0, standby: { seats: 1 } })
  for (const one of [ben, cleo]) expect(await one.ticket()).toMatchObject({ numberOfTickets: 1 })
  // What is offered is wanted no more, nor is what somebody has let go by.
  expect(await releaseAt(before(9 * HOUR))).toBe(0)
  now = new Date((await w.deps.db.select().from(offers)).at(-1)!.expiresAt.getTime() + MINUTE)
  await settleEvent(w.deps, event.id)
  expect(await dora.entry()).toMatchObject({ state: 'resting' })
  expect(await releaseUnconfirmed(w.deps, { lease })).toBe(0)
  expect(await seatsOf(event.id)).toEqual({ sold: 2, held: 0 })
})

test('nothing is released at night where the event is, after booking has closed, in the last two hours, or once it is switched off', async () => {
  const START_AT_23 = new Date('2027-06-20T22:00:00Z')
  const event = await full({ startTime: START_AT_23, capacity: 1 })
  const anna = await book(event.id)
  await wait(event.id)
  await ask(before(2 * DAY, START_AT_23))
  expect(await releaseAt(before(DAY, START_AT_23))).toBe(0)
  const change = (fields: Partial<typeof events.$inferInsert>) =>
    w.deps.db.update(events).set(fields).where(eq(events.id, event.id))
  // 07:59 and 08:00 in Dublin.
  expect(await releaseAt(new Date('2027-06-20T06:59:00Z'))).toBe(0)
  const morning = new Date('2027-06-20T07:00:00Z')
  await change({ bookingClosesAt: before(DAY, START_AT_23) })
  expect(await releaseAt(morning)).toBe(0)
  await change({ bookingClosesAt: null, confirm: false })
  expect(await releaseAt(morning)).toBe(0)
  await change({ confirm: true })
  expect(await releaseAt(before(2 * HOUR, START_AT_23))).toBe(0)
  expect(await releaseAt(morning)).toBe(1)
  // A seat that is free in the last hour is news to those on standby too, once.
  now = before(HOUR, START_AT_23)
  await settleEvent(w.deps, event.id)
  await runBroadcasts(w.deps, event.id)
  now = before(HOUR - 11 * MINUTE, START_AT_23)
  await settleEvent(w.deps, event.id)
  await runBroadcasts(w.deps, event.id)
  expect(await kindsOf(anna.id)).toEqual(['reminder-confirm', 'place-released', 'last-places'])
  // Somebody else takes it.
  await book(event.id)
  await expect(anna.undo()).rejects.toMatchObject({ code: 'standby_only' })
})

type Booked = Awaited<ReturnType<typeof book>>

const mailRow = ({ id, person }: Booked, kind: string) =>
  ({ id: 1, kind, payload: {}, userId: person.id, ticketId: id, now }) as const

const reminded = (which: 'early' | 'confirm', one: Booked) =>
  reminderMail(which, w.deps.config, w.deps.secrets).render(w.deps.db, mailRow(one, `reminder-${which}`))

test('the question says until when, and is pointless once it was answered', async () => {
  const event = await full()
  const anna = await book(event.id)
  now = before(2 * DAY)
  const letter = await reminded('confirm', anna)
  expect(JSON.stringify(letter?.blocks)).toContain('Please press Coming by 19th Jun, 2027, 7:00 PM (GMT+1)')
  await anna.coming()
  expect(await reminded('confirm', anna)).toBeNull()
})

test('the confirmation says that people will be asked, and reminders until when; not to who books after the question', async () => {
  const event = await full()
  const confirmation = async (one: Booked) => {
    const letter = await bookingMail(w.deps.config, w.deps.secrets)(w.deps.db, mailRow(one, 'booking'))
    return JSON.stringify(letter?.blocks)
  }
  const [anna, ben] = [await book(event.id), await book(event.id, 1, before(47 * HOUR))]
  expect(await confirmation(anna)).toContain('ask you to confirm. If you don’t within a day, your place goes to')
  expect(await confirmation(ben)).not.toContain('ask you to confirm')
  now = before(5 * DAY)
  const early = async () => JSON.stringify((await reminded('early', anna))?.blocks)
  expect(await early()).toContain('Please press Coming by')
  await anna.coming()
  expect(await early()).not.toContain('Please press Coming by')
})
