import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../contract/durations.ts'
import { events } from '../../db/schema/events.ts'
import { jobs } from '../../db/schema/jobs.ts'
import { mails } from '../../db/schema/mails.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { decryptPush, fakePushService, pushReceiver } from '../../test-support/push-receiver.ts'
import { openWorld, type EventFields, type Person, type World } from '../../test-support/world.ts'
import { announceChange } from './announcements.ts'

const push = fakePushService()
let w: World
let anna: Person
let ben: Person
let now: Date

beforeAll(async () => {
  now = new Date()
  w = await openWorld({ deps: { clock: () => now, push } })
  anna = await w.person()
  ben = await w.person({ firstName: 'Ben', emailConfirmedAt: new Date() })
})
afterAll(() => w.close())

const later = (ms: number) => (now = new Date(now.getTime() + ms))

async function refusal(call: Promise<unknown>): Promise<[number, string]> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason as { status: number; message: string },
  )
  return [error?.status ?? 200, error?.message ?? '']
}

async function bookedEvent(fields: EventFields = {}) {
  const startTime = new Date(now.getTime() + 3 * DAY)
  const event = await w.event(anna, { startTime, endTime: new Date(startTime.getTime() + 2 * HOUR), ...fields })
  await ben.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 2 } })
  await w.deps.db.update(mails).set({ status: 'sent' })
  // What an earlier test left untold.
  await w.deps.db.delete(jobs)
  return { event, params: { eventId: event.id } }
}

/** Runs the jobs that are due by the test's clock, and returns the emails that they wrote. */
async function mailsDue() {
  const waiting = await w.deps.db.select().from(jobs).where(eq(jobs.kind, 'tell-of-change'))
  const lease = { signal: new AbortController().signal, check: () => undefined }
  for (const job of waiting.filter(({ nextAttemptAt }) => nextAttemptAt <= now)) {
    await announceChange(w.deps, { id: job.id, attempt: 1, lease, payload: job.payload as Record<string, unknown> })
    await w.deps.db.delete(jobs).where(eq(jobs.id, job.id))
  }
  return collectMails(w.deps)
}

const bodyOf = ({ title, description, venue, startTime, endTime, capacity }: typeof events.$inferSelect) => ({
  title,
  description,
  venue,
  startTime: startTime.toISOString(),
  endTime: endTime.toISOString(),
  capacity,
})

describe('cancelling', () => {
  test('leaves lists and search, stays readable, and is answered the same again', async () => {
    const { event, params } = await bookedEvent({ title: 'A Cancelled Ceilidh' })
    expect(await anna.api.events.cancel({ params, body: {} })).toMatchObject({ status: 'cancelled' })
    expect(await anna.api.events.cancel({ params, body: {} })).toMatchObject({ status: 'cancelled' })
    expect(await w.visitor.events.get({ params })).toMatchObject({ status: 'cancelled', isDraft: false })
    const { items } = await w.visitor.events.list({ query: { limit: 100 } })
    expect(items.map(({ id }) => id)).not.toContain(event.id)
    expect(await w.visitor.events.typeahead({ query: { q: 'cancelled ceil' } })).toEqual([])
    const byId = await w.visitor.events.list({ query: { ids: String(event.id) } })
    expect(byId.items.map(({ id }) => id)).toEqual([event.id])
  })

  test('is told after two minutes, once, with the note', async () => {
    const { params } = await bookedEvent()
    await anna.api.events.cancel({ params, body: { note: 'The roof leaks.' } })
    later(2 * MINUTE - 1)
    expect(await mailsDue()).toEqual([])
    later(1)
    const sent = await mailsDue()
    expect(sent.map(({ to }) => to)).toEqual([ben.email])
    expect(sent[0]?.subject).toMatch(/^Cancelled: /)
    expect(sent[0]?.text).toContain('The roof leaks.')
    later(HOUR)
    expect(await mailsDue()).toEqual([])
  })

  test('is told to those who wait as well, who count among those concerned', async () => {
    const { event, params } = await bookedEvent({ capacity: 2 })
    const clara = await w.person({ firstName: 'Clara', emailConfirmedAt: new Date() })
    await clara.api.waitingList.join({ params, body: { numberOfTickets: 1 } })
    expect(await anna.api.events.impact({ params, query: { act: 'cancel' }, body: undefined })).toEqual({
      told: 2,
    })
    await anna.api.events.cancel({ params, body: { note: 'The roof leaks.' } })
    later(2 * MINUTE)
    const mail = (await mailsDue()).find(({ to }) => to === clara.email)
    expect(mail?.subject).toBe(`Cancelled: ${event.title}`)
    expect(mail?.text).toContain('The roof leaks.')
    expect(mail?.text).toContain('we won’t offer any places')
  })

  test('those who wait are told of a new place and time, by a signed link, while they wait', async () => {
    const { event, params } = await bookedEvent({ capacity: 2 })
    const [clara, dora] = [await w.person({ emailConfirmedAt: new Date() }), await w.person()]
    for (const { api } of [clara, dora]) await api.waitingList.join({ params, body: { numberOfTickets: 1 } })
    const startTime = new Date(event.startTime.getTime() + HOUR).toISOString()
    await anna.api.events.update({ params, body: { ...bodyOf(event), venue: 'The other hall', startTime } })
    await dora.api.waitingList.leave({ params })
    later(10 * MINUTE)
    const sent = await mailsDue()
    const mail = sent.find(({ to }) => to === clara.email)
    expect(mail?.text).toMatch(/New time[\s\S]*Before[\s\S]*New venue[\s\S]*The other hall/)
    const token = /\/links\/([\w-]{34})/.exec(mail?.text ?? '')?.[1] ?? ''
    expect(await w.visitor.links.get({ params: { token } })).toMatchObject({ purpose: 'offer', entry: { place: 1 } })
    expect(mail?.unsubscribeUrl).toBeDefined()
    expect(sent.some(({ to }) => to === dora.email)).toBe(false)
  })

  test('is not told later because the event was edited as well', async () => {
    const { event, params } = await bookedEvent()
    await anna.api.events.cancel({ params, body: {} })
    later(MINUTE)
    await anna.api.events.update({ params, body: { ...bodyOf(event), venue: 'Nowhere' } })
    later(MINUTE)
    expect((await mailsDue()).map(({ subject }) => subject)).toEqual([`Cancelled: ${event.title}`])
  })

  test('is told to a guest added by name who asked for mails, without a link that acts', async () => {
    const { params } = await bookedEvent()
    const guest = { numberOfTickets: 1, email: 'nuala@example.org' }
    await anna.api.guests.add({ params, body: { ...guest, name: 'Nuala', mail: true } })
    await anna.api.guests.add({ params, body: { ...guest, name: 'Una' } })
    await w.deps.db.update(mails).set({ status: 'sent' })
    expect(await anna.api.events.impact({ params, query: { act: 'cancel' }, body: undefined })).toEqual({
      told: 2,
    })
    await anna.api.events.cancel({ params, body: {} })
    later(2 * MINUTE)
    const told = (await mailsDue()).filter(({ to }) => to === 'nuala@example.org')
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toContain('Hello Nuala')
    expect(told[0]?.text).toContain('It won’t take place. You don’t need to do anything.')
    expect(told[0]?.html).not.toContain('/links/')
  })

  test('an address that nobody has confirmed gets no links that others wrote', async () => {
    const { event, params } = await bookedEvent({ isVirtual: true, venue: 'https://meet.example/a-room' })
    const dora = await w.person({ emailConfirmedAt: null })
    await dora.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })
    await w.deps.db.update(mails).set({ status: 'sent' })
    const body = { ...bodyOf(event), venue: 'https://evil.example/room', note: 'See evil.example for more' }
    await anna.api.events.update({ params, body })
    later(10 * MINUTE)
    const sent = await mailsDue()
    const to = (person: Person) => sent.find((mail) => mail.to === person.email)
    expect(to(ben)?.text).toContain('https://evil.example/room')
    expect(to(dora)?.text).toContain('New join at')
    expect(JSON.stringify(to(dora))).not.toContain('evil.example')
  })

  test('is told at once when the start is within six hours', async () => {
    const startTime = new Date(now.getTime() + 6 * HOUR)
    const { params } = await bookedEvent({ startTime, endTime: new Date(startTime.getTime() + HOUR) })
    await anna.api.events.cancel({ params, body: {} })
    expect(await mailsDue()).toHaveLength(1)
  })

  test('and reinstating before anybody was told tells nobody', async () => {
    const { params } = await bookedEvent()
    await anna.api.events.cancel({ params, body: {} })
    later(MINUTE)
    expect(await anna.api.events.reinstate({ params, body: {} })).toMatchObject({ status: 'published' })
    later(HOUR)
    expect(await mailsDue()).toEqual([])
  })

  test('reinstating later brings it back as it was, and is told', async () => {
    const { event, params } = await bookedEvent()
    await anna.api.events.cancel({ params, body: {} })
    later(5 * MINUTE)
    expect(await mailsDue()).toHaveLength(1)
    await anna.api.events.reinstate({ params, body: {} })
    later(10 * MINUTE)
    expect((await mailsDue()).map(({ subject }) => subject)).toEqual([`Back on: ${event.title}`])
    expect(await ben.api.tickets.list({ query: { eventId: event.id } })).toHaveLength(1)
    expect(await ben.api.events.get({ params })).toMatchObject({ status: 'published', ticketsLeft: event.capacity - 2 })
  })

  test('is refused for drafts, for what is over, and to others', async () => {
    const draft = await w.event(anna, { status: 'draft' })
    const over = await w.event(anna, {
      startTime: new Date(now.getTime() - DAY),
      endTime: new Date(now.getTime() - HOUR),
    })
    const open = await w.event(anna)
    const cancel = (person: Person, { id }: { id: number }) =>
      refusal(person.api.events.cancel({ params: { eventId: id }, body: {} }))
    expect(await cancel(anna, draft)).toEqual([409, 'Only a published event can be cancelled or postponed'])
    expect(await cancel(anna, over)).toEqual([409, 'This event has ended'])
    expect((await cancel(ben, open))[0]).toBe(403)
    expect((await cancel(ben, draft))[0]).toBe(404)
  })
})

describe('postponing', () => {
  test('without a date keeps the old times and never counts as over', async () => {
    const { event, params } = await bookedEvent()
    const postponed = await anna.api.events.postpone({ params, body: {} })
    expect(postponed).toMatchObject({ status: 'postponed', startTime: event.startTime.toISOString() })
    later(10 * DAY)
    expect(await refusal(anna.api.events.cancel({ params, body: {} }))).toEqual([200, ''])
    await mailsDue()
  })

  test('with a date is published again and says when it was to be', async () => {
    const { event, params } = await bookedEvent()
    const startTime = new Date(event.startTime.getTime() + 7 * DAY).toISOString()
    const endTime = new Date(event.endTime.getTime() + 7 * DAY).toISOString()
    const moved = await anna.api.events.postpone({ params, body: { startTime, endTime } })
    expect(moved).toMatchObject({ status: 'published', startTime, previousStartTime: event.startTime.toISOString() })
    later(2 * MINUTE)
    const [mail] = await mailsDue()
    expect(mail?.subject).toBe(`New time: ${event.title}`)
  })

  test('takes both times or none, the end after the start', async () => {
    const { params, event } = await bookedEvent()
    const startTime = event.startTime.toISOString()
    expect((await refusal(anna.api.events.postpone({ params, body: { startTime } })))[0]).toBe(400)
    const backwards = anna.api.events.postpone({ params, body: { startTime, endTime: startTime } })
    expect(await refusal(backwards)).toEqual([400, 'End time must be after start time'])
    const odd = anna.api.events.postpone({ params, body: { startTime: 'soon', endTime: 'later' } })
    expect((await refusal(odd))[0]).toBe(400)
  })
})

describe('moving', () => {
  const move = (event: typeof events.$inferSelect, venue: string, note?: string) =>
    anna.api.events.update({ params: { eventId: event.id }, body: { ...bodyOf(event), venue, note } })

  test('several edits are one mail, ten minutes after the last', async () => {
    const { event } = await bookedEvent()
    await move(event, 'The first hall')
    later(9 * MINUTE)
    await move(event, 'The second hall', 'Bigger.')
    later(9 * MINUTE)
    expect(await mailsDue()).toEqual([])
    later(MINUTE)
    const sent = await mailsDue()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.text).toContain('The second hall')
    expect(sent[0]?.text).toContain('Bigger.')
  })

  test('at most thirty minutes after the first', async () => {
    const { event } = await bookedEvent()
    for (let edit = 1; edit <= 4; edit++) {
      await move(event, `Hall ${edit}`)
      if (edit < 4) later(9 * MINUTE)
    }
    later(3 * MINUTE - 1)
    expect(await mailsDue()).toEqual([])
    later(1)
    expect(await mailsDue()).toHaveLength(1)
  })

  test('moved back before anybody was told: nobody is told', async () => {
    const { event } = await bookedEvent()
    await move(event, 'Elsewhere')
    await move(event, event.venue)
    later(HOUR)
    expect(await mailsDue()).toEqual([])
  })

  test('other words are not a change that guests are told of', async () => {
    const { event } = await bookedEvent()
    await anna.api.events.update({
      params: { eventId: event.id },
      body: { ...bodyOf(event), description: 'New words.' },
    })
    later(HOUR)
    expect(await mailsDue()).toEqual([])
  })

  test('the impact says how many would be told', async () => {
    const { event, params } = await bookedEvent()
    const { impact } = anna.api.events
    expect(await impact({ params, body: bodyOf(event) })).toEqual({ told: 0 })
    expect(await impact({ params, body: { ...bodyOf(event), venue: 'Elsewhere' } })).toEqual({ told: 1 })
    expect(await impact({ params, query: { act: 'cancel' }, body: undefined })).toEqual({ told: 1 })
    expect((await refusal(impact({ params, body: undefined })))[0]).toBe(400)
    // While it is off a new place is not announced.
    await anna.api.events.cancel({ params, body: {} })
    expect(await impact({ params, body: { ...bodyOf(event), venue: 'Elsewhere' } })).toEqual({ told: 0 })
  })
})

describe('deleting', () => {
  test('only while nobody ever booked; then calls know nothing of it', async () => {
    const { event, params } = await bookedEvent()
    const booked = [409, 'An event that people have booked cannot be deleted. You can cancel it.']
    expect(await refusal(anna.api.events.remove({ params }))).toEqual(booked)
    // Also when it was given back.
    await w.deps.db.update(tickets).set({ numberOfTickets: 0, returnedAt: now }).where(eq(tickets.eventId, event.id))
    await w.deps.db.update(events).set({ ticketsSold: 0 }).where(eq(events.id, event.id))
    expect(await refusal(anna.api.events.remove({ params }))).toEqual(booked)
    const asDraft = anna.api.events.update({ params, body: { ...bodyOf(event), isDraft: true } })
    expect((await refusal(asDraft))[0]).toBe(409)

    const free = await w.event(anna)
    const gone = { params: { eventId: free.id } }
    expect((await refusal(ben.api.events.remove(gone)))[0]).toBe(403)
    await anna.api.events.remove(gone)
    expect(await refusal(w.visitor.events.get(gone))).toEqual([404, 'Event not found'])
    expect((await refusal(anna.api.events.remove(gone)))[0]).toBe(404)
  })
})

describe('browsers', () => {
  const subscribed = async (person: Person) => {
    const receiver = pushReceiver()
    const endpoint = `https://push.example/${crypto.randomUUID()}`
    await person.api.notices.subscribe({ body: { endpoint, keys: receiver.keys } })
    return { endpoint, receiver }
  }
  /** What was pushed to this browser. */
  const readBy = ({ endpoint, receiver }: Awaited<ReturnType<typeof subscribed>>) =>
    push.received
      .filter((message) => message.endpoint === endpoint)
      .map(({ body }) => JSON.parse(decryptPush(body, receiver).toString()) as Record<string, string>)

  test('are told of a cancellation once each, those who wait too, and not who has switched that off', async () => {
    const { event, params } = await bookedEvent({ title: 'Fiddle Night', capacity: 4 })
    const [guest, off, clara] = [await w.person(), await w.person(), await w.person()]
    await guest.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })
    await off.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })
    await clara.api.waitingList.join({ params, body: { numberOfTickets: 1 } })
    const { id: second } = (await ben.api.tickets.list()).find((ticket) => ticket.eventId === event.id)!
    const browsers = await Promise.all([ben, guest, off, clara].map(subscribed))
    await off.api.notices.set({ body: { notices: [{ notice: 'cancellation', push: false }] } })
    await anna.api.events.cancel({ params, body: { note: 'The roof leaks.' } })
    later(2 * MINUTE)
    await mailsDue()
    await w.deps.jobs.runDue()
    const [bens, guests, none, claras] = browsers.map(readBy)
    const told = { title: 'This event has been cancelled', body: 'Fiddle Night', tag: `change-${event.id}` }
    expect(bens).toEqual([{ ...told, path: `/my-bookings/${second}` }])
    expect(guests).toMatchObject([told])
    expect(none).toEqual([])
    expect(claras).toEqual([{ ...told, path: `/events/${event.id}` }])
  })

  test('are told of a new time, by the switch for changes', async () => {
    const { event, params } = await bookedEvent({ title: 'Fiddle Night' })
    const browser = await subscribed(ben)
    const startTime = new Date(event.startTime.getTime() + DAY).toISOString()
    const endTime = new Date(event.endTime.getTime() + DAY).toISOString()
    await anna.api.events.update({ params, body: { ...bodyOf(event), startTime, endTime } })
    later(10 * MINUTE)
    await mailsDue()
    await w.deps.jobs.runDue()
    const [message, second] = readBy(browser)
    expect(message).toMatchObject({ title: 'This event has a new time', tag: `change-${event.id}` })
    expect(message?.body).toMatch(/^Fiddle Night, .*2026/)
    expect(second).toBeUndefined()
    await ben.api.notices.set({ body: { notices: [{ notice: 'change', push: false }] } })
    await anna.api.events.update({ params, body: { ...bodyOf(event), venue: 'Elsewhere' } })
    later(10 * MINUTE)
    await mailsDue()
    await w.deps.jobs.runDue()
    expect(readBy(browser)).toHaveLength(1)
  })
})

describe('duplicating', () => {
  test('makes a draft, once for a key', async () => {
    const { event, params } = await bookedEvent({ title: 'Again' })
    const headers = { 'idempotency-key': 'duplicate-1' }
    const copy = await anna.api.events.duplicate({ params, headers })
    expect(copy).toMatchObject({ title: 'Again', isDraft: true, ticketsLeft: event.capacity })
    expect(await anna.api.events.duplicate({ params, headers })).toEqual(copy)
    const other = await w.event(anna)
    const reused = anna.api.events.duplicate({ params: { eventId: other.id }, headers })
    expect((await refusal(reused))[0]).toBe(409)
  })
})
