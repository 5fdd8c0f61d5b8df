import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { events } from '../../db/schema/events.ts'
import { favourites } from '../../db/schema/favourites.ts'
import { jobs } from '../../db/schema/jobs.ts'
import { mails } from '../../db/schema/mails.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { decryptPush, fakePushService, pushReceiver } from '../../test-support/push-receiver.ts'
import { openWorld, world, type EventFields, type Person, type World } from '../../test-support/world.ts'
import { notifyFewLeft } from './few-left.ts'
import { isFewLeft } from './policy.ts'

const push = fakePushService()
let w: World
let creator: Person

beforeAll(async () => {
  w = await openWorld({ config: { features: new Set(['favourites']) }, deps: { push } })
  creator = await w.person()
})
afterAll(() => w.close())

beforeEach(async () => {
  await w.deps.db.delete(jobs)
  await w.deps.db.delete(mails)
})

/** Saved it, and agreed to be told. */
async function fanOf(eventId: number, ways: { mail?: boolean; push?: boolean } = { mail: true }) {
  const fan = await w.person({ emailConfirmedAt: new Date() })
  await fan.api.notices.set({ body: { notices: [{ notice: 'saved', ...ways }] } })
  await fan.api.favourites.save({ params: { eventId } })
  return fan
}

const take = async (eventId: number, numberOfTickets: number, guest?: Person) => {
  const person = guest ?? (await w.person())
  const { id } = await person.api.tickets.book({ body: { eventId, numberOfTickets } })
  return { person, ticketId: id }
}

/** Runs what is waiting, and answers who was told that few places are left, in emails. */
async function told(subject = 'left: Fiddle Night') {
  const waiting = await w.deps.db.select().from(jobs).where(eq(jobs.kind, 'tell-few-left'))
  await w.deps.db.delete(jobs).where(eq(jobs.kind, 'tell-few-left'))
  for (const { payload } of waiting) await notifyFewLeft(w.deps, { payload: payload as Record<string, unknown> })
  const sent = await collectMails(w.deps)
  return sent.filter((mail) => mail.subject.includes(subject))
}

const added = () => w.deps.db.$count(jobs, eq(jobs.kind, 'tell-few-left'))

const eventWith = (fields: EventFields) => w.event(creator, { capacity: 20, ...fields })

describe('a member who saved an event and agreed', () => {
  test('is told once when few places are left, with one press to end it', async () => {
    const { id } = await eventWith({ ticketsSold: 12 })
    const fan = await fanOf(id)
    await take(id, 2)
    expect(await told()).toEqual([])
    await take(id, 1)
    const [mail, ...more] = await told()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: fan.email, subject: '5 places left: Fiddle Night' })
    expect(mail!.text).toContain('An event you saved is almost full.')
    expect(mail!.text).toContain('Unsubscribe from emails about events you saved')
    expect(mail!.unsubscribeUrl).toContain('/unsubscribe/')
    // Once: not for the next booking, and not when it becomes few a second time.
    const { person, ticketId } = await take(id, 3)
    await person.api.tickets.return({ params: { ticketId }, body: { numberOfTickets: 3, of: 3 } })
    await w.deps.db.update(events).set({ capacity: 30 }).where(eq(events.id, id))
    await w.deps.db.update(events).set({ capacity: 20 }).where(eq(events.id, id))
    expect(await added()).toBe(0)
  })

  test('is told of the last place in the singular', async () => {
    const { id } = await eventWith({ capacity: 8 })
    await fanOf(id)
    for (const seats of [4, 3]) await take(id, seats)
    expect(await told()).toMatchObject([{ subject: '1 place left: Fiddle Night' }])
  })

  test('by push only, if that is the way', async () => {
    const { id } = await eventWith({ ticketsSold: 14 })
    const fan = await fanOf(id, { mail: false, push: true })
    const receiver = pushReceiver()
    const endpoint = `https://push.example/${crypto.randomUUID()}`
    await fan.api.notices.subscribe({ body: { endpoint, keys: receiver.keys } })
    await take(id, 1)
    expect(await told()).toEqual([])
    await w.deps.jobs.runDue()
    const [message] = push.received.filter((one) => one.endpoint === endpoint)
    expect(JSON.parse(decryptPush(message!.body, receiver).toString())).toEqual({
      title: 'Few places are left',
      body: 'Fiddle Night',
      path: `/events/${id}`,
      tag: `few-left-${id}`,
    })
  })

  test('is not told if they have booked it, removed it, or saw so when they saved it', async () => {
    const { id } = await eventWith({ ticketsSold: 12 })
    await take(id, 1, await fanOf(id))
    const other = await fanOf(id)
    await other.api.favourites.remove({ params: { eventId: id } })
    await take(id, 2)
    await fanOf(id)
    expect(await told()).toEqual([])
    // The mark is the first reason: also when it becomes few again.
    await w.deps.db.update(events).set({ capacity: 40 }).where(eq(events.id, id))
    await w.deps.db.update(events).set({ capacity: 20 }).where(eq(events.id, id))
    expect(await told()).toEqual([])
  })

  test('is not told of places that are gone by the time the mail is sent', async () => {
    const { id } = await eventWith({ ticketsSold: 14 })
    await fanOf(id)
    await take(id, 1)
    const [job] = await w.deps.db.select().from(jobs).where(eq(jobs.kind, 'tell-few-left'))
    await notifyFewLeft(w.deps, { payload: job!.payload as Record<string, unknown> })
    for (const seats of [4, 1]) await take(id, seats)
    expect(await told()).toEqual([])
  })

  test('is told when places come back to an event that was sold out at once', async () => {
    const { id } = await eventWith({ capacity: 20, ticketsSold: 13 })
    await fanOf(id)
    await w.deps.db.update(events).set({ ticketsSold: 20 }).where(eq(events.id, id))
    expect(await told()).toEqual([])
    await w.deps.db.update(events).set({ ticketsSold: 18 }).where(eq(events.id, id))
    expect(await told()).toMatchObject([{ subject: '2 places left: Fiddle Night' }])
  })
})

test('nobody who has not agreed is told', async () => {
  const { id } = await eventWith({ ticketsSold: 14 })
  const [asked, never] = [await fanOf(id, { mail: false, push: false }), await w.person()]
  await never.api.favourites.save({ params: { eventId: id } })
  await take(id, 1)
  expect(await told()).toEqual([])
  const marks = await w.deps.db.select().from(favourites).where(eq(favourites.eventId, id))
  expect(marks.map(({ userId, fewToldAt }) => [userId, fewToldAt])).toEqual(
    [asked.id, never.id].map((userId) => [userId, null]),
  )
})

test('the job may run twice, also at once', async () => {
  const { id } = await eventWith({ ticketsSold: 14 })
  await fanOf(id)
  await w.deps.db.update(events).set({ ticketsSold: 16 }).where(eq(events.id, id))
  const payload = { eventId: id }
  await Promise.all([notifyFewLeft(w.deps, { payload }), notifyFewLeft(w.deps, { payload })])
  await notifyFewLeft(w.deps, { payload })
  expect(await w.deps.db.$count(mails, eq(mails.kind, 'saved-few-left'))).toBe(1)
})

test('a capacity that is lowered and places that are held leave few as well', async () => {
  const lowered = await eventWith({ ticketsSold: 2 })
  const held = await eventWith({ ticketsSold: 2 })
  for (const { id } of [lowered, held]) await fanOf(id)
  await w.deps.db.update(events).set({ capacity: 6 }).where(eq(events.id, lowered.id))
  await w.deps.db.update(events).set({ held: 15 }).where(eq(events.id, held.id))
  const sent = await told()
  expect(sent.map(({ subject }) => subject).toSorted()).toEqual([
    '3 places left: Fiddle Night',
    '4 places left: Fiddle Night',
  ])
})

test.each<[string, EventFields]>([
  ['over', { startTime: new Date(Date.now() - 86_400_000) }],
  ['closed', { bookingClosesAt: new Date(Date.now() - 1_000) }],
  ['hidden', { hiddenAt: new Date() }],
  ['cancelled', { status: 'cancelled' }],
])('nobody is told of an event that is %s', async (_, fields) => {
  const { id } = await eventWith({ ticketsSold: 12, ...fields })
  const fan = await w.person({ emailConfirmedAt: new Date() })
  await fan.api.notices.set({ body: { notices: [{ notice: 'saved', mail: true }] } })
  await w.deps.db.insert(favourites).values({ userId: fan.id, eventId: id })
  await w.deps.db.update(events).set({ ticketsSold: 17 }).where(eq(events.id, id))
  await notifyFewLeft(w.deps, { payload: { eventId: id } })
  expect(await told()).toEqual([])
})

test('a booking adds no work for an event that nobody has saved, nor when few were left before it', async () => {
  const [{ id }, { id: saved }] = [await eventWith({ ticketsSold: 14 }), await eventWith({ ticketsSold: 14 })]
  await take(id, 1)
  expect(await added()).toBe(0)
  await fanOf(saved)
  await take(saved, 1)
  expect(await added()).toBe(1)
  await w.deps.db.delete(jobs)
  await take(saved, 1)
  expect(await added()).toBe(0)
})

test('the database and the program mean the same by few', async () => {
  const { id: eventId } = await eventWith({})
  await fanOf(eventId)
  const isIt = eq(events.id, eventId)
  for (const capacity of [1, 5, 6, 49, 50, 59, 60, 100, 109, 1_000]) {
    for (const left of [0, 1, 5, 6, 9, 10, 11, 99, 100, 101].filter((seats) => seats <= capacity)) {
      // From none left, which is not few, to this many.
      await w.deps.db.update(events).set({ capacity, ticketsSold: capacity, held: 0 }).where(isIt)
      await w.deps.db.delete(jobs)
      await w.deps.db
        .update(events)
        .set({ ticketsSold: capacity - left })
        .where(isIt)
      const added = await w.deps.db.$count(jobs, eq(jobs.kind, 'tell-few-left'))
      expect([capacity, left, added === 1]).toEqual([
        capacity,
        left,
        isFewLeft({ capacity, ticketsSold: capacity - left, held: 0 }),
      ])
    }
  }
})

test('while the feature is off nobody is told', async () => {
  const { person, event, deps } = await world()
  const fan = await person({ emailConfirmedAt: new Date() })
  await fan.api.notices.set({ body: { notices: [{ notice: 'saved', mail: true }] } })
  expect((await fan.api.notices.get()).notices.map(({ notice }) => notice)).not.toContain('saved')
  const { id } = await event(fan, { capacity: 20, ticketsSold: 14 })
  await deps.db.insert(favourites).values({ userId: fan.id, eventId: id })
  await deps.db.update(events).set({ ticketsSold: 16 }).where(eq(events.id, id))
  await notifyFewLeft(deps, { payload: { eventId: id } })
  expect(await collectMails(deps)).toEqual([])
})
