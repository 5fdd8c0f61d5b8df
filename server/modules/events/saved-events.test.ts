// What those who saved an event are sent about its changes.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { jobs } from '../../db/schema/jobs.ts'
import { mails } from '../../db/schema/mails.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { decryptPush, fakePushService, pushReceiver } from '../../test-support/push-receiver.ts'
import { openWorld, type Person, type World } from '../../test-support/world.ts'
import { announceChange } from './announcements.ts'

const push = fakePushService()
let w: World
let anna: Person
let now = new Date()

beforeAll(async () => {
  w = await openWorld({ config: { features: new Set(['favourites']) }, deps: { clock: () => now, push } })
  anna = await w.person()
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.deps.db.delete(jobs)
  await w.deps.db.delete(mails)
})

async function fanOf(eventId: number, isAgreed = true) {
  const fan = await w.person({ emailConfirmedAt: new Date() })
  if (isAgreed) await fan.api.notices.set({ body: { notices: [{ notice: 'saved', mail: true, push: true }] } })
  await fan.api.favourites.save({ params: { eventId } })
  return fan
}

/** An hour later: pending announcements have been sent. */
async function told() {
  now = new Date(now.getTime() + 3_600_000)
  const lease = { signal: new AbortController().signal, check: () => undefined }
  const waiting = await w.deps.db.select().from(jobs).where(eq(jobs.kind, 'tell-of-change'))
  for (const { id, payload } of waiting)
    await announceChange(w.deps, { id, attempt: 1, lease, payload: payload as Record<string, unknown> })
  return collectMails(w.deps)
}

const tomorrow = () => new Date(now.getTime() + 3 * 86_400_000)

test('those who saved it and agreed are notified once that it is cancelled, and can unsubscribe with one press', async () => {
  const { id } = await w.event(anna, { startTime: tomorrow() })
  const fan = await fanOf(id)
  await fanOf(id, false)
  const params = { eventId: id }
  expect(await anna.api.events.impact({ params, query: { act: 'cancel' }, body: undefined })).toEqual({ told: 1 })
  await anna.api.events.cancel({ params, body: { note: 'The roof leaks.' } })
  const [mail, ...more] = await told()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to: fan.email, subject: 'Cancelled: Fiddle Night' })
  expect(mail!.text).toContain('You saved this event and asked us to tell you when something changes.')
  expect(mail!.text).toContain('The roof leaks.')
  expect(mail!.unsubscribeUrl).toContain('/unsubscribe/')
  expect(await told()).toEqual([])
})

test('they are told of a new time by push as well', async () => {
  const event = await w.event(anna, { startTime: tomorrow() })
  const fan = await fanOf(event.id)
  const receiver = pushReceiver()
  const endpoint = `https://push.example/${crypto.randomUUID()}`
  await fan.api.notices.subscribe({ body: { endpoint, keys: receiver.keys } })
  const { title, description, venue, capacity, endTime } = event
  const startTime = new Date(event.startTime.getTime() + 3_600_000).toISOString()
  const body = { title, description, venue, capacity, startTime, endTime: endTime.toISOString() }
  await anna.api.events.update({ params: { eventId: event.id }, body })
  expect(await told()).toMatchObject([{ subject: 'New time: Fiddle Night' }])
  await w.deps.jobs.runDue()
  const received = push.received.filter((one) => one.endpoint === endpoint)
  expect(
    received.map(({ body: bytes }) => JSON.parse(decryptPush(bytes, receiver).toString()) as unknown),
  ).toMatchObject([{ title: 'This event has a new time', path: `/events/${event.id}` }])
})

test('who has booked it or waits is told for that reason, and not twice', async () => {
  const { id } = await w.event(anna, { startTime: tomorrow(), capacity: 1 })
  const [booked, waiting] = [await fanOf(id), await fanOf(id)]
  await booked.api.tickets.book({ body: { eventId: id, numberOfTickets: 1 } })
  await waiting.api.waitingList.join({ params: { eventId: id }, body: { numberOfTickets: 1 } })
  await w.deps.db.delete(mails)
  await anna.api.events.cancel({ params: { eventId: id }, body: {} })
  const sent = await told()
  expect(sent.map(({ to }) => to).toSorted()).toEqual([booked.email, waiting.email].toSorted())
  expect(sent.map(({ text }) => text).join()).not.toContain('You saved this event')
})
