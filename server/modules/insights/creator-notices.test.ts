// What a creator is sent about the seats of an event: that it is sold out, and once a day what was booked and given back.
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { DAY } from '../../../contract/durations.ts'
import { bookingRequests } from '../../db/schema/booking-requests.ts'
import { events } from '../../db/schema/events.ts'
import { jobs } from '../../db/schema/jobs.ts'
import { ticketReturns, tickets } from '../../db/schema/tickets.ts'
import type { Mail } from '../../mail/mail.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { openClockedWorld, type Clocked } from '../../test-support/sold-out.ts'
import { soon } from '../../test-support/soon.ts'
import type { Person } from '../../test-support/world.ts'
import { sendDigests } from './digest.ts'
import { notifySoldOut } from './sold-out.ts'

let clocked: Clocked

beforeEach(async () => {
  clocked = await openClockedWorld()
  onTestFinished(() => clocked.w.close())
})

const to = ({ email }: Person, mails: Mail[]) => mails.filter((mail) => mail.to === email)

describe('sold out', () => {
  const book = async (eventId: number, numberOfTickets: number) => {
    const person = await clocked.w.person()
    const { id: ticketId } = await person.api.tickets.book({ body: { eventId, numberOfTickets } })
    return { person, params: { ticketId } }
  }
  /** What the jobs that bookings have added write, without sending it anywhere. */
  const mailsOf = async (creator: Person) => {
    const { deps } = clocked.w
    const added = await deps.db.delete(jobs).where(eq(jobs.kind, 'tell-sold-out')).returning()
    for (const { payload } of added) await notifySoldOut(deps, { payload: payload as Record<string, unknown> })
    return to(creator, await collectMails(deps)).map(({ subject }) => subject)
  }

  test('is told to the creator once, not again for a place that came back, and again after more were added', async () => {
    const { w, now } = clocked
    const creator = await w.person({ emailConfirmedAt: now() })
    const { id, title, description, venue, startTime, endTime } = await w.event(creator, { capacity: 3 })
    await book(id, 2)
    expect(await mailsOf(creator)).toEqual([])
    const { person, params } = await book(id, 1)
    expect(await mailsOf(creator)).toEqual(['Sold out: Fiddle Night'])
    await person.api.tickets.return({ params, body: {} })
    await book(id, 1)
    expect(await w.deps.db.$count(jobs, eq(jobs.kind, 'tell-sold-out'))).toBe(0)
    const times = { startTime: startTime.toISOString(), endTime: endTime.toISOString() }
    const body = { title, description, venue, ...times, capacity: 4 }
    await creator.api.events.update({ params: { eventId: id }, body })
    await book(id, 1)
    expect(await mailsOf(creator)).toEqual(['Sold out: Fiddle Night'])
  })

  test('is told once by jobs that run twice', async () => {
    const creator = await clocked.w.person()
    const { id: eventId } = await clocked.w.event(creator, { capacity: 1 })
    await book(eventId, 1)
    await Promise.all([1, 2].map(() => notifySoldOut(clocked.w.deps, { payload: { eventId } })))
    expect(await mailsOf(creator)).toHaveLength(1)
  })

  test('is not told when a place came back before the mail was written, and can be switched off', async () => {
    const { w } = clocked
    const creator = await w.person()
    const { id } = await w.event(creator, { capacity: 1 })
    const { person, params } = await book(id, 1)
    await person.api.tickets.return({ params, body: {} })
    expect(await mailsOf(creator)).toEqual([])
    await creator.api.notices.set({ body: { notices: [{ notice: 'sold-out', mail: false }] } })
    await book(id, 1)
    expect(await mailsOf(creator)).toEqual([])
    const [row] = await w.deps.db.select().from(events).where(eq(events.id, id))
    expect(row?.soldOutToldAt).not.toBeNull()
  })
})

describe('the daily digest', () => {
  const lease = { check: () => undefined, signal: new AbortController().signal }
  const send = () => sendDigests(clocked.w.deps, { lease })
  const booked = async (
    eventId: number,
    at: string,
    seats: number,
    fields: Partial<typeof tickets.$inferInsert> = {},
  ) => {
    const guest = await clocked.w.person()
    const row = { eventId, userId: guest.id, numberOfTickets: seats, createdAt: new Date(at), ...fields }
    const [ticket] = await clocked.w.deps.db.insert(tickets).values(row).returning()
    await clocked.w.deps.db
      .update(events)
      .set({ ticketsSold: sql`${events.ticketsSold} + ${seats}` })
      .where(eq(events.id, eventId))
    return ticket!
  }
  const givenBack = (
    ticketId: number,
    eventId: number,
    at: string,
    fields: Partial<typeof ticketReturns.$inferInsert> = {},
  ) =>
    clocked.w.deps.db.insert(ticketReturns).values({
      ticketId,
      eventId,
      seats: 1,
      by: 'guest',
      returnedAt: new Date(at),
      undoUntil: new Date(at),
      ...fields,
    })
  const stage = async (fields: Partial<typeof events.$inferInsert> = {}) => {
    clocked.set('2026-05-04T11:00:00Z')
    const creator = await clocked.w.person({ emailConfirmedAt: clocked.now() })
    const startTime = new Date(clocked.now().getTime() + 30 * DAY)
    const event = await clocked.w.event(creator, { capacity: 50, startTime, ...fields })
    return { creator, event }
  }

  test('says at eight in the morning what was booked and given back in the day before, once', async () => {
    const { creator, event } = await stage()
    const ticket = await booked(event.id, '2026-05-04T12:00:00Z', 3)
    await booked(event.id, '2026-05-05T06:59:00Z', 2)
    await booked(event.id, '2026-05-05T07:01:00Z', 4)
    await givenBack(ticket.id, event.id, '2026-05-04T20:00:00Z')
    await givenBack(ticket.id, event.id, '2026-05-04T20:00:00Z', { by: 'organiser' })
    await givenBack(ticket.id, event.id, '2026-05-04T20:00:00Z', { undoneAt: new Date('2026-05-04T20:01:00Z') })
    clocked.set('2026-05-05T06:59:59Z')
    // Eight in Dublin is seven by Greenwich, in summer.
    expect(await send()).toBe(0)
    clocked.set('2026-05-05T07:02:00Z')
    expect(await Promise.all([send(), send()])).toContain(1)
    expect(await send()).toBe(0)
    const mails = to(creator, await collectMails(clocked.w.deps))
    expect(mails.map(({ subject }) => subject)).toEqual(['Your events: 5 tickets booked, 1 ticket given back'])
    expect(mails[0]?.text).toContain('Fiddle Night: 5 tickets booked, 1 ticket given back\n9 of 50 taken now')
    expect(mails[0]?.unsubscribeUrl).toContain('/unsubscribe/')

    clocked.set('2026-05-06T07:02:00Z')
    expect(await send()).toBe(1)
    expect(to(creator, await collectMails(clocked.w.deps))[0]?.subject).toBe('Your events: 4 tickets booked')
    clocked.set('2026-05-07T07:02:00Z')
    expect(await send()).toBe(0)
  })

  test('says how many places were asked for and not decided', async () => {
    const { creator, event } = await stage({ approval: true })
    const asked = async (numberOfTickets: number, fields: Partial<typeof bookingRequests.$inferInsert> = {}) => {
      const { id: userId } = await clocked.w.person()
      const createdAt = new Date('2026-05-04T12:00:00Z')
      await clocked.w.deps.db
        .insert(bookingRequests)
        .values({ eventId: event.id, userId, numberOfTickets, createdAt, ...fields })
    }
    await asked(2)
    await asked(1)
    await asked(2, { endedAt: new Date('2026-05-04T13:00:00Z'), ending: 'withdrawn' })
    await asked(3, { createdAt: new Date('2026-05-05T07:01:00Z') })
    clocked.set('2026-05-05T07:02:00Z')
    expect(await send()).toBe(1)
    const [mail] = to(creator, await collectMails(clocked.w.deps))
    expect(mail?.subject).toBe('Your events: 3 places asked for')
    expect(mail?.text).toContain('Fiddle Night: 3 places asked for')
  })

  test('is not told by the instance that comes second', async () => {
    const { creator, event } = await stage()
    await booked(event.id, '2026-05-04T12:00:00Z', 1)
    clocked.set('2026-05-05T07:30:00Z')
    const { db } = clocked.w.deps
    const first = await db.$client.connect()
    onTestFinished(() => first.release())
    await first.query('begin')
    await first.query(`insert into digests (user_id, until) values ($1, '2026-05-05T07:00:00Z')`, [creator.id])
    const second = send()
    const waiting = sql`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await soon(async () => expect((await db.execute(waiting)).rows).toEqual([{ n: 1 }]))
    await first.query('commit')
    expect(await second).toBe(0)
  })

  test('has one mail for all events of a creator, in the morning of the newest one', async () => {
    const { creator, event } = await stage()
    const inTokyo = await clocked.w.event(creator, { title: 'Koto', timeZone: 'Asia/Tokyo', capacity: 20 })
    await booked(event.id, '2026-05-04T11:30:00Z', 1)
    await booked(inTokyo.id, '2026-05-04T11:30:00Z', 1)
    clocked.set('2026-05-04T23:05:00Z')
    expect(await send()).toBe(1)
    const [mail] = to(creator, await collectMails(clocked.w.deps))
    expect(mail?.subject).toBe('Your events: 2 tickets booked')
    expect(mail?.text).toContain('Fiddle Night')
    expect(mail?.text).toContain('Koto')
  })

  test('does not count guests added by name, and nobody gets it who has switched it off', async () => {
    const { creator, event } = await stage()
    await booked(event.id, '2026-05-04T12:00:00Z', 1, { userId: null, guestName: 'Aunt May' })
    clocked.set('2026-05-05T07:30:00Z')
    expect(await send()).toBe(0)
    await booked(event.id, '2026-05-05T12:00:00Z', 1)
    await creator.api.notices.set({ body: { notices: [{ notice: 'digest', mail: false }] } })
    clocked.set('2026-05-06T07:30:00Z')
    expect(await send()).toBe(1)
    expect(to(creator, await collectMails(clocked.w.deps))).toEqual([])
  })
})
