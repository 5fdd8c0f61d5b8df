import { eq, sql } from 'drizzle-orm'
import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signLink } from '../../access/mail-links.ts'
import { events } from '../../db/schema/events.ts'
import { ticketReturns, tickets } from '../../db/schema/tickets.ts'
import type { Text } from '../../mail/letter.ts'
import type { Mail } from '../../mail/mail.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { HOSTILE_TITLE } from '../../test-support/hostile-strings.ts'
import { openWorld, type EventFields, type Person, type World } from '../../test-support/world.ts'
import { bookingCalendar } from '../../ledger/booking-calendar.ts'
import { findBooking, named } from '../../ledger/booking-details.ts'

let w: World
let creator: Person

beforeAll(async () => {
  w = await openWorld({ config: { mailFrom: 'Hooley <post@hooley.example>' } })
  creator = await w.person({ firstName: 'Nora', lastName: 'Byrne' })
})
afterAll(() => w.close())

type File = NonNullable<Mail['attachments']>[number]

/** As a calendar program reads it, which is not ours. */
function read({ content, contentType }: File) {
  const calendar = new ICAL.Component(ICAL.parse(String(content)) as unknown[])
  const entries = calendar.getAllSubcomponents('vevent')
  expect(entries).toHaveLength(1)
  const entry = entries[0]!
  const person = (name: string) => {
    const property = entry.getFirstProperty(name)
    return (
      property && {
        address: String(property.getFirstValue()).toLowerCase(),
        ...(property.toJSON() as [string, object])[1],
      }
    )
  }
  const value = (name: string) => entry.getFirstPropertyValue(name)
  return {
    mimeMethod: /method=(\w+)/.exec(contentType)?.[1],
    method: calendar.getFirstPropertyValue('method'),
    uid: value('uid'),
    sequence: value('sequence'),
    status: value('status'),
    summary: value('summary'),
    start: (value('dtstart') as ICAL.Time).toJSDate(),
    stamp: (value('dtstamp') as ICAL.Time).toJSDate(),
    attendees: entry.getAllProperties('attendee').length,
    organizer: person('organizer'),
    attendee: person('attendee'),
  }
}

async function booked(fields: EventFields = {}, person: Parameters<World['person']>[0] = {}) {
  const event = await w.event(creator, fields)
  const anna = await w.person({ firstName: 'Anna', emailConfirmedAt: new Date(), ...person })
  const { id: ticketId } = await anna.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 2 } })
  return { event, anna, ticketId }
}

async function fileNow(ticketId: number, method: 'REQUEST' | 'CANCEL') {
  const { db, config } = w.deps
  const booking = named((await findBooking(db, ticketId))!, config.publicUrl)
  const plain = (text: Text) => (typeof text === 'object' && 'words' in text ? text.words : String(text))
  return read(await bookingCalendar(db, config, booking, { method, plain }))
}

test('the confirmation enters the booking: one guest, who is asked nothing, and the sender as organiser', async () => {
  const { event, anna, ticketId } = await booked()
  const mail = (await collectMails(w.deps)).find(({ to }) => to === anna.email)
  const file = read(mail!.attachments!.find(({ filename }) => filename === 'event.ics')!)
  expect(file).toMatchObject({
    method: 'REQUEST',
    mimeMethod: 'REQUEST',
    uid: `booking-${ticketId}@${w.deps.config.calendarDomain}`,
    sequence: 0,
    status: 'CONFIRMED',
    summary: event.title,
    attendees: 1,
    organizer: { address: 'mailto:post@hooley.example', cn: 'Nora B.' },
    attendee: { address: `mailto:${anna.email}`, cn: 'Anna', rsvp: 'FALSE', partstat: 'ACCEPTED' },
  })
  expect(file.start).toEqual(new Date(Math.floor(event.startTime.getTime() / 1000) * 1000))
})

test('a change of the event or of the booking has the same id and a higher number, however small', async () => {
  const { event, ticketId } = await booked()
  const { db } = w.deps
  const files = [await fileNow(ticketId, 'REQUEST')]
  const next = async (method: 'REQUEST' | 'CANCEL' = 'REQUEST') => files.push(await fileNow(ticketId, method))
  await db
    .update(events)
    .set({ version: sql`version + 1` })
    .where(eq(events.id, event.id))
  await next()
  const at = new Date()
  const row = { ticketId, eventId: event.id, by: 'guest', returnedAt: at, undoUntil: at } as const
  const [given] = await db
    .insert(ticketReturns)
    .values({ ...row, seats: 2 })
    .returning()
  await db.update(tickets).set({ numberOfTickets: 0, returnedAt: at }).where(eq(tickets.id, ticketId))
  await next('CANCEL')
  await db.update(ticketReturns).set({ undoneAt: at }).where(eq(ticketReturns.id, given!.id))
  await db.update(tickets).set({ numberOfTickets: 2, returnedAt: null }).where(eq(tickets.id, ticketId))
  await next()
  expect(files.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3])
  expect(new Set(files.map(({ uid }) => uid)).size).toBe(1)
  expect(files.map(({ method, mimeMethod, status }) => [method, mimeMethod, status])).toEqual([
    ['REQUEST', 'REQUEST', 'CONFIRMED'],
    ['REQUEST', 'REQUEST', 'CONFIRMED'],
    ['CANCEL', 'CANCEL', 'CANCELLED'],
    ['REQUEST', 'REQUEST', 'CONFIRMED'],
  ])
})

test('asked for again without a change it says the same to the letter, the time of asking included', async () => {
  const { ticketId, event } = await booked()
  await w.deps.db
    .update(events)
    .set({ updatedAt: new Date('2026-01-02T03:04:05Z') })
    .where(eq(events.id, event.id))
  await w.deps.db
    .update(tickets)
    .set({ createdAt: new Date('2026-01-01T00:00:00Z') })
    .where(eq(tickets.id, ticketId))
  expect((await fileNow(ticketId, 'REQUEST')).stamp).toEqual(new Date('2026-01-02T03:04:05Z'))
})

test('names with quotation marks and line breaks stay one value of one property', async () => {
  const { ticketId } = await booked(
    { title: HOSTILE_TITLE },
    { firstName: 'An"na;RSVP=TRUE:x\r\nATTENDEE:y', email: 'quoted@example.org' },
  )
  const file = await fileNow(ticketId, 'REQUEST')
  expect(file.attendees).toBe(1)
  expect(file.attendee).toMatchObject({ address: 'mailto:quoted@example.org', rsvp: 'FALSE' })
})

test('the file behind the link of a page names nobody, and is published, not mailed', async () => {
  const event = await w.event(creator, { version: 4 })
  const { body, headers } = await w.app.inject(`/api/all-events/${event.id}/calendar.ics`)
  const file = read({ filename: 'event.ics', content: body, contentType: `${headers['content-type']}; method=PUBLISH` })
  expect(file).toMatchObject({ method: 'PUBLISH', sequence: 3, attendees: 0, organizer: null, status: 'CONFIRMED' })
})

test('a return by an email’s link sends the calendar’s cancellation at once', async () => {
  const { anna, ticketId } = await booked()
  await collectMails(w.deps)
  const claim = { purpose: 'answer', userId: anna.id, email: anna.email, subjectId: ticketId } as const
  const byLink = w.apiWith(signLink(w.deps.secrets, claim))
  const give = async (numberOfTickets: number) => {
    await byLink.tickets.return({ params: { ticketId }, body: { numberOfTickets } })
    const mail = (await collectMails(w.deps)).find(({ to }) => to === anna.email)
    return read(mail!.attachments![0]!)
  }
  const uid = `booking-${ticketId}@${w.deps.config.calendarDomain}`
  expect(await give(1)).toMatchObject({ method: 'REQUEST', mimeMethod: 'REQUEST', uid, sequence: 1 })
  expect(await give(1)).toMatchObject({ method: 'CANCEL', mimeMethod: 'CANCEL', uid, sequence: 2, status: 'CANCELLED' })
})

test('a cancelled event is taken out of the calendar by the mail that tells of it, and put back by the next', async () => {
  const { anna, event, ticketId } = await booked()
  await collectMails(w.deps)
  const before = { startTime: event.startTime.toISOString(), endTime: event.endTime.toISOString(), venue: event.venue }
  const told = async (change: string) => {
    await w.deps.db
      .update(events)
      .set({ version: sql`version + 1` })
      .where(eq(events.id, event.id))
    const payload = { change, before, note: null }
    await w.deps.mails.add(w.deps.db, { kind: 'event-change', userId: anna.id, ticketId, payload })
    const [mail] = await collectMails(w.deps)
    expect(mail!.text).toMatch(/\/links\/[\w-]{34}\n/)
    return read(mail!.attachments![0]!)
  }
  const uid = `booking-${ticketId}@${w.deps.config.calendarDomain}`
  expect(await told('cancelled')).toMatchObject({ method: 'CANCEL', mimeMethod: 'CANCEL', uid, sequence: 1 })
  expect(await told('reinstated')).toMatchObject({ method: 'REQUEST', mimeMethod: 'REQUEST', uid, sequence: 2 })
})
