import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '../../../contract/durations.ts'
import { events } from '../../db/schema/events.ts'
import { jobs } from '../../db/schema/jobs.ts'
import { mails } from '../../db/schema/mails.ts'
import type { Reminder } from '../../db/schema/reminders.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { fakePushService, pushReceiver } from '../../test-support/push-receiver.ts'
import { openWorld, type EventFields, type Person, type World } from '../../test-support/world.ts'
import { maySend } from '../../mail/may-send.ts'
import { mailOf } from '../../mail/unconfirmed.ts'
import { asNotice } from '../../notices/unsubscribe.ts'
import { daysAhead, reminderMail } from './reminder-emails.ts'
import { sendReminders } from './reminders.ts'

const START = new Date('2027-06-20T18:00:00Z')
const before = (ms: number, start = START) => new Date(start.getTime() - ms)

let w: World
let creator: Person
let now = before(20 * DAY)

beforeAll(async () => {
  w = await openWorld({ deps: { clock: () => now, push: fakePushService() } })
  creator = await w.person()
})
afterAll(() => w.close())
// Each test has its own event, and none sees those of another.
beforeEach(async () => {
  now = before(20 * DAY)
  await w.deps.db.update(events).set({ hiddenAt: now })
})

async function booked(bookedAt: Date, fields: EventFields = {}, person?: Person) {
  const anna = person ?? (await w.person({ emailConfirmedAt: new Date() }))
  const event = await w.event(creator, { startTime: START, ...fields })
  const ticketId = await bookFor(anna, event.id, bookedAt)
  return { anna, event, ticketId }
}

async function bookFor(person: Person, eventId: number, bookedAt: Date) {
  const { id } = await person.api.tickets.book({ body: { eventId, numberOfTickets: 2 } })
  await w.deps.db.update(tickets).set({ createdAt: bookedAt }).where(eq(tickets.id, id))
  return id
}

const lease = { signal: new AbortController().signal, check: () => undefined }

const remindAt = (at: Date) => {
  now = at
  return sendReminders(w.deps, { lease })
}

const change = (eventId: number, fields: Partial<typeof events.$inferInsert>) =>
  w.deps.db.update(events).set(fields).where(eq(events.id, eventId))

/** Kinds of the reminders of a booking, in order. */
async function remindersOf(ticketId: number) {
  const rows = await w.deps.db
    .select({ kind: mails.kind })
    .from(mails)
    .where(sql`ticket_id = ${ticketId} and kind like 'reminder-%'`)
    .orderBy(mails.id)
  return rows.map(({ kind }) => kind)
}

describe('a booking is reminded', () => {
  test('5 days before and 24 hours before, to the moment and once each', async () => {
    const { ticketId } = await booked(before(30 * DAY))
    expect(await remindAt(before(5 * DAY + 1))).toBe(0)
    expect(await remindAt(before(5 * DAY))).toBe(1)
    expect(await remindAt(before(5 * DAY - HOUR))).toBe(0)
    expect(await remindAt(before(DAY + 1))).toBe(0)
    expect(await remindAt(before(DAY))).toBe(1)
    expect(await remindAt(before(HOUR))).toBe(0)
    expect(await remindersOf(ticketId)).toEqual(['reminder-early', 'reminder-late'])
  })

  test('only by what comes after it was booked', async () => {
    const [fourDays, today] = [await booked(before(4 * DAY)), await booked(before(3 * HOUR))]
    for (const at of [5 * DAY, 4 * DAY, 2 * DAY, DAY, HOUR]) await remindAt(before(at))
    expect(await remindersOf(fourDays.ticketId)).toEqual(['reminder-late'])
    expect(await remindersOf(today.ticketId)).toEqual([])
  })

  test('late, when nothing ran for a while; not when the event has begun', async () => {
    const [one, two] = [await booked(before(30 * DAY)), await booked(before(30 * DAY), { startTime: before(3 * DAY) })]
    await remindAt(before(3 * DAY))
    expect(await remindersOf(one.ticketId)).toEqual(['reminder-early'])
    expect(await remindersOf(two.ticketId)).toEqual([])
  })

  test('not when it was given back, nor of an event that is cancelled, postponed or hidden', async () => {
    const given = await booked(before(30 * DAY))
    await given.anna.api.tickets.return({ params: { ticketId: given.ticketId }, body: {} })
    const others = []
    for (const fields of [{ status: 'cancelled' }, { status: 'postponed' }, { hiddenAt: START }] as const) {
      const { event, ticketId } = await booked(before(30 * DAY))
      await change(event.id, fields)
      others.push(ticketId)
    }
    for (const at of [5 * DAY, DAY, HOUR]) expect(await remindAt(before(at))).toBe(0)
    for (const ticketId of others) expect(await remindersOf(ticketId)).toEqual([])
  })

  test('by the time that its event has now: moved, cancelled and brought back, never a third time', async () => {
    const { event, ticketId } = await booked(before(30 * DAY))
    const later = new Date(START.getTime() + 10 * DAY)
    await change(event.id, { startTime: later, endTime: new Date(later.getTime() + HOUR) })
    expect(await remindAt(before(5 * DAY))).toBe(0)
    await change(event.id, { status: 'cancelled' })
    expect(await remindAt(before(5 * DAY, later))).toBe(0)
    await change(event.id, { status: 'published' })
    expect(await remindAt(before(4 * DAY, later))).toBe(1)
    // Moved by a minute, and by a week.
    const minute = new Date(later.getTime() + 60_000)
    await change(event.id, { startTime: minute, endTime: new Date(minute.getTime() + HOUR) })
    expect(await remindAt(before(4 * DAY, later))).toBe(0)
    expect(await remindAt(before(DAY, minute))).toBe(1)
    const week = new Date(minute.getTime() + 7 * DAY)
    await change(event.id, { startTime: week, endTime: new Date(week.getTime() + HOUR) })
    for (const at of [5 * DAY, DAY]) expect(await remindAt(before(at, week))).toBe(0)
    expect(await remindersOf(ticketId)).toEqual(['reminder-early', 'reminder-late'])
  })

  test('by a new round when its event is moved after the first one', async () => {
    const { event, ticketId } = await booked(before(30 * DAY))
    await remindAt(before(5 * DAY))
    const second = await bookFor(await w.person(), event.id, before(3 * DAY))
    const later = new Date(START.getTime() + 10 * DAY)
    await change(event.id, { startTime: later, endTime: new Date(later.getTime() + HOUR) })
    expect(await remindAt(before(5 * DAY, later))).toBe(1)
    expect(await remindersOf(second)).toEqual(['reminder-early'])
    expect(await remindersOf(ticketId)).toEqual(['reminder-early'])
  })

  test('when others of the same event are booked after its round, who are reminded by the next', async () => {
    const { event, ticketId } = await booked(before(30 * DAY))
    await remindAt(before(5 * DAY))
    const second = await bookFor(await w.person(), event.id, before(3 * DAY))
    await remindAt(before(2.5 * DAY))
    await remindAt(before(DAY))
    expect(await remindersOf(second)).toEqual(['reminder-late'])
    expect(await remindersOf(ticketId)).toHaveLength(2)
  })
})

describe('whatever happens while reminding', () => {
  async function crowd(size: number) {
    const { event, ticketId } = await booked(before(30 * DAY), { capacity: 100 })
    const ids = [ticketId]
    while (ids.length < size) ids.push(await bookFor(await w.person(), event.id, before(29 * DAY)))
    now = before(5 * DAY)
    return ids
  }
  const allOnce = async (ids: number[]) => {
    for (const id of ids) expect(await remindersOf(id)).toEqual(['reminder-early'])
  }

  test('a process that dies in the middle leaves nobody out and tells nobody twice', async () => {
    const ids = await crowd(7)
    let portions = 0
    const dying = {
      ...lease,
      check: () => {
        if (++portions > 2) throw new Error('killed')
      },
    }
    await expect(sendReminders(w.deps, { lease: dying }, { ticketsAtOnce: 2 })).rejects.toThrow('killed')
    expect(
      await w.deps.db.$count(mails, sql`kind = 'reminder-early' and ticket_id = any (${sql.param(ids)}::int[])`),
    ).toBe(4)
    expect(await sendReminders(w.deps, { lease }, { ticketsAtOnce: 2 })).toBe(3)
    await allOnce(ids)
  })

  test('two processes at once tell everybody once', async () => {
    const ids = await crowd(9)
    const run = () => sendReminders(w.deps, { lease }, { ticketsAtOnce: 2 })
    const [one, two, three] = await Promise.all([run(), run(), run()])
    expect(one + two + three).toBe(9)
    await allOnce(ids)
  })

  test('it is scheduled: the jobs of the server do it by themselves', async () => {
    const { ticketId } = await booked(before(30 * DAY))
    now = before(5 * DAY)
    await w.deps.jobs.addScheduled()
    now = new Date(now.getTime() + 6 * 60_000)
    await w.deps.jobs.addScheduled()
    expect(await w.deps.db.$count(jobs, eq(jobs.kind, 'send-reminders'))).toBe(1)
    await w.deps.jobs.runDue()
    expect(await remindersOf(ticketId)).toEqual(['reminder-early'])
  })
})

async function rendered(which: Reminder, ticketId: number, userId: number) {
  const { secrets, config, db } = w.deps
  const kind = asNotice(reminderMail(which, config, secrets), secrets)
  const letter = await kind.render(db, { id: 1, kind: `reminder-${which}`, payload: {}, userId, ticketId, now })
  return letter && mailOf(letter, config)
}

describe('the mail', () => {
  test('says when, where and how many, and each answer leads to the page of the signed link', async () => {
    const { anna, ticketId, event } = await booked(before(30 * DAY))
    now = before(DAY)
    const mail = (await rendered('late', ticketId, anna.id))!
    expect(mail).toMatchObject({ to: anna.email, subject: 'Tomorrow: Fiddle Night' })
    for (const body of [mail.html, mail.text])
      for (const words of [
        '20th Jun, 2027, 7:00 PM to 10:00 PM',
        event.venue,
        '2 tickets',
        'Coming',
        'Can’t come',
        'Fewer of us',
      ])
        expect(body).toContain(words)
    const links = [...mail.text.matchAll(/http:\/\/localhost:3000\/links\/([\w-]{34})#([a-z-]+)/g)]
    expect(links.map(([, , which]) => which)).toEqual(['coming', 'cannot-come', 'fewer'])
    const state = await w.visitor.links.get({ params: { token: links[0]![1]! } })
    expect(state).toMatchObject({ purpose: 'answer', ticket: { id: ticketId } })
    expect(mail.unsubscribeUrl).toMatch(/\/unsubscribe\/[\w-]{34}$/)
  })

  test('is not sent once it is pointless: given back, begun, cancelled, hidden, switched off', async () => {
    const { anna, ticketId, event } = await booked(before(30 * DAY))
    now = before(DAY)
    const isSent = async () => (await rendered('late', ticketId, anna.id)) !== null
    expect(await isSent()).toBe(true)
    now = START
    expect(await isSent()).toBe(false)
    now = before(DAY)
    for (const fields of [{ status: 'cancelled' }, { status: 'published', hiddenAt: now }] as const) {
      await change(event.id, fields)
      expect(await isSent()).toBe(false)
    }
    await change(event.id, { hiddenAt: null })
    await anna.api.notices.set({ body: { notices: [{ notice: 'reminder-late', mail: false }] } })
    expect(await isSent()).toBe(false)
    expect(await rendered('early', ticketId, anna.id)).not.toBeNull()
    await anna.api.tickets.return({ params: { ticketId }, body: {} })
    expect(await rendered('early', ticketId, anna.id)).toBeNull()
  })

  test('carries nobody’s links to an address that is not confirmed, and waits beyond five a day', async () => {
    const person = await w.person()
    const title = 'Pay at https://evil.example/pay'
    const { ticketId } = await booked(before(30 * DAY), { title }, person)
    now = before(DAY)
    const mail = (await rendered('late', ticketId, person.id))!
    expect(mail.subject + mail.html + mail.text).not.toContain('evil.example')
    const row = { id: 1, kind: 'reminder-late', payload: {}, userId: person.id, ticketId }
    const sent = { kind: 'booking', userId: person.id, status: 'sent', sentAt: sql`now()` } as const
    await w.deps.db.insert(mails).values([sent, sent, sent, sent])
    expect(await maySend(w.deps.db, row)).toMatchObject({ is: 'now' })
    await w.deps.db.insert(mails).values({ ...sent, kind: 'reminder-early' })
    expect(await maySend(w.deps.db, row)).toEqual({ is: 'later', seconds: 3_600 })
    expect(await maySend(w.deps.db, { ...row, kind: 'taken-back' })).toMatchObject({ is: 'now' })
  })

  test('counts days by the calendar of the event’s place, over changes of summer time as well', () => {
    const zone = 'Europe/Dublin'
    // The clocks go forward in the night to Sunday, 28 March 2027: 24 hours before 8 PM it is 7 PM.
    const start = new Date('2027-03-28T19:00:00Z')
    expect(daysAhead(start, before(DAY, start), zone)).toBe('Tomorrow')
    expect(daysAhead(start, before(5 * DAY, start), zone)).toBe('In 5 days')
    // Just after midnight: 24 hours before, the clock shows 11:30 PM of the day before the day before.
    const early = new Date('2027-03-28T23:30:00Z')
    expect(daysAhead(early, before(DAY, early), zone)).toBe('In 2 days')
    // And back, in the night to Sunday, 31 October.
    const autumn = new Date('2027-10-31T20:00:00Z')
    expect(daysAhead(autumn, before(DAY, autumn), zone)).toBe('Tomorrow')
    expect(daysAhead(new Date('2027-10-31T23:30:00Z'), new Date('2027-10-31T08:00:00Z'), zone)).toBe('Today')
    expect(daysAhead(new Date('2027-10-31T23:30:00Z'), new Date('2027-10-31T08:00:00Z'), 'Asia/Tokyo')).toBe('Tomorrow')
  })
})

test('browsers are told as well, unless that is switched off', async () => {
  const service = w.deps.push as ReturnType<typeof fakePushService>
  const { anna, event } = await booked(before(30 * DAY))
  const off = await w.person()
  await bookFor(off, event.id, before(30 * DAY))
  for (const person of [anna, off])
    await person.api.notices.subscribe({
      body: { endpoint: `https://push.example/${person.id}`, keys: pushReceiver().keys },
    })
  await off.api.notices.set({ body: { notices: [{ notice: 'reminder-late', push: false }] } })
  await remindAt(before(DAY))
  await w.deps.jobs.runDue()
  expect(service.received.map(({ endpoint }) => endpoint)).toEqual([`https://push.example/${anna.id}`])
})
