import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { events } from '../../db/schema/events.ts'
import { mails } from '../../db/schema/mails.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { drawnCode } from '../../access/door-codes.ts'
import { openWorld, world, type Person, type World } from '../../test-support/world.ts'

let w: World
let creator: Person
let anna: Person

beforeAll(async () => {
  w = await openWorld()
  creator = await w.person()
  anna = await w.person({ firstName: 'Anna' })
})
afterAll(() => w.close())

const book = (person: Person, eventId: number, numberOfTickets = 1, key?: string) =>
  person.api.tickets.book({ body: { eventId, numberOfTickets }, headers: { 'idempotency-key': key } })

const soldOf = async (eventId: number) => {
  const [event] = await w.deps.db.select().from(events).where(eq(events.id, eventId))
  return event?.ticketsSold
}

const post = (payload: unknown, headers: Record<string, string> = {}) =>
  w.app.inject({
    method: 'POST',
    url: '/api/tickets',
    headers: { authorization: `Bearer ${anna.token}`, 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })

test('a booking takes seats, is listed newest first and has one mail row', async () => {
  const event = await w.event(creator, { capacity: 10 })
  const person = await w.person()
  const first = await book(person, event.id, 3)
  const second = await book(person, event.id)
  expect(first).toEqual({
    id: expect.any(Number) as number,
    eventId: event.id,
    numberOfTickets: 3,
    createdAt: first.createdAt,
  })
  expect(Date.parse(first.createdAt)).toBeGreaterThan(Date.now() - 60_000)
  expect(await person.api.tickets.list()).toMatchObject([second, first])
  expect(await soldOf(event.id)).toBe(4)
  const rows = await w.deps.db.select().from(mails).where(eq(mails.ticketId, first.id))
  expect(rows).toMatchObject([{ kind: 'booking', userId: person.id, status: 'waiting' }])
})

test('one’s own tickets are in the order of booking, newest first, whatever their ids; 500 at once', async () => {
  const [event, person] = [await w.event(creator, { capacity: 2_000 }), await w.person()]
  const bookedAt = (n: number) => new Date(Date.UTC(2031, 0, 1) + ((n * 7) % 601) * 60_000)
  await w.deps.db.insert(tickets).values(
    Array.from({ length: 601 }, (_, n) => ({
      eventId: event.id,
      userId: person.id,
      numberOfTickets: 1,
      createdAt: bookedAt(n),
    })),
  )
  const asked = await w.app.inject({ url: '/api/tickets', headers: { authorization: `Bearer ${person.token}` } })
  const first = asked.json<{ id: number; createdAt: string }[]>()
  const cursor = first.at(-1)!.id
  expect(asked.headers.link).toBe(`</api/tickets?cursor=${cursor}>; rel="next"`)
  const rest = await person.api.tickets.list({ query: { cursor } })
  expect([first.length, rest.length]).toEqual([500, 101])
  const times = [...first, ...rest].map(({ createdAt }) => createdAt)
  expect(times).toEqual([...times].sort().reverse())
  expect(new Set(times).size).toBe(601)
  // Somebody else's ticket is no place to go on from.
  expect(await anna.api.tickets.list({ query: { cursor } })).toEqual([])
})

test('every booking has a code of its own that nobody can guess', async () => {
  const event = await w.event(creator)
  await book(anna, event.id)
  await book(anna, event.id)
  const rows = await w.deps.db.select().from(tickets).where(eq(tickets.eventId, event.id))
  for (const { code } of rows) expect(code).toMatch(/^[0-9a-f]{32}$/)
  expect(new Set(rows.map((row) => row.code)).size).toBe(2)
})

test('the list of one’s own tickets has their codes, and can be that of one event', async () => {
  const [one, other] = [await w.event(creator), await w.event(creator)]
  const person = await w.person()
  const ticket = await book(person, one.id, 2)
  await book(person, other.id)
  const [row] = await w.deps.db.select().from(tickets).where(eq(tickets.id, ticket.id))
  expect(await person.api.tickets.list({ query: { eventId: one.id } })).toEqual([
    { ...ticket, code: drawnCode(w.deps.secrets, one, row!) },
  ])
  expect(await person.api.tickets.list()).toHaveLength(2)
  expect(await anna.api.tickets.list({ query: { eventId: one.id } })).toEqual([])
})

test('a request for more than is left says how many there are, and fewer can still be booked', async () => {
  const event = await w.event(creator, { capacity: 5 })
  await book(anna, event.id, 2)
  await expect(book(anna, event.id, 4)).rejects.toMatchObject({ status: 409, message: 'Only 3 tickets left' })
  await book(anna, event.id, 3)
  await expect(book(anna, event.id, 1)).rejects.toMatchObject({ status: 409, message: 'This event is sold out' })
  expect(await soldOf(event.id)).toBe(5)
})

test('unknown events, drafts and events that are over cannot be booked', async () => {
  const draft = await w.event(creator, { status: 'draft' })
  const startTime = new Date(Date.now() - 5 * 3_600_000)
  const over = await w.event(creator, { startTime })
  const started = await w.event(creator, { startTime: new Date(Date.now() - 3_600_000) })
  const notFound = { status: 404, message: 'Event not found' }
  await expect(book(anna, 999_999_999)).rejects.toMatchObject(notFound)
  await expect(book(anna, draft.id)).rejects.toMatchObject(notFound)
  await expect(book(creator, draft.id)).rejects.toMatchObject(notFound)
  await expect(book(anna, over.id)).rejects.toMatchObject({ status: 409, message: 'This event has ended' })
  await expect(book(anna, started.id)).resolves.toMatchObject({ eventId: started.id })
})

test('an event that is over and sold out says that it has ended', async () => {
  const over = await w.event(creator, {
    startTime: new Date(Date.now() - 5 * 3_600_000),
    capacity: 1,
    ticketsSold: 1,
  })
  await expect(book(anna, over.id)).rejects.toMatchObject({ message: 'This event has ended' })
})

describe('bad input is answered with a clear 4xx and books nothing', () => {
  const quantity = 'Please choose between 1 and 4 tickets'
  test.each([
    [0, quantity],
    [5, quantity],
    [-1, quantity],
    [1.5, quantity],
    ['two', 'Number of tickets must be a number'],
    ['', 'Number of tickets must be a number'],
    [null, 'Number of tickets must be a number'],
    [undefined, 'Number of tickets must be a number'],
    [[2], 'Number of tickets must be a number'],
    [1e300, quantity],
  ])('quantity %j', async (numberOfTickets, message) => {
    const event = await w.event(creator)
    const response = await post({ eventId: event.id, numberOfTickets })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ statusCode: 400, error: 'Bad Request', message })
    expect(await soldOf(event.id)).toBe(0)
  })

  test.each([
    [undefined, 'Event ID is required'],
    [null, 'Event ID is required'],
    ['', 'Event ID is required'],
    [0, 'Event id must be a whole number'],
    [-1, 'Event id must be a whole number'],
    [1.5, 'Event id must be a whole number'],
    [2 ** 31, 'Event id must be a whole number'],
    ['1; drop table tickets', 'Event id must be a whole number'],
    [{ id: 1 }, 'Event id must be a whole number'],
  ])('event %j', async (eventId, message) => {
    const response = await post({ eventId, numberOfTickets: 1 })
    expect(response.statusCode).toBe(400)
    expect(response.json<{ message: string }>().message).toBe(message)
  })

  test.each([
    ['[]', 400],
    ['null', 400],
    ['"x"', 400],
    ['{', 400],
    ['', 400],
    [`{"eventId":1,"numberOfTickets":1,"padding":"${'x'.repeat(3_000_000)}"}`, 413],
  ])('body number %$', async (payload, status) => {
    expect((await post(payload)).statusCode).toBe(status)
  })

  test('a stranger’s token, no token, and a key that is too short or too long', async () => {
    const event = await w.event(creator)
    const body = { eventId: event.id, numberOfTickets: 1 }
    expect((await post(body, { authorization: `Bearer ${'x'.repeat(43)}` })).statusCode).toBe(401)
    expect((await post(body, { authorization: '' })).statusCode).toBe(401)
    expect((await post(body, { 'idempotency-key': 'short' })).statusCode).toBe(400)
    expect((await post(body, { 'idempotency-key': 'x'.repeat(101) })).statusCode).toBe(400)
    expect(await soldOf(event.id)).toBe(0)
  })
})

test('numbers may come as text, as forms send them', async () => {
  const event = await w.event(creator)
  const response = await post({ eventId: String(event.id), numberOfTickets: '2' })
  expect(response.statusCode).toBe(201)
  expect(response.json()).toMatchObject({ eventId: event.id, numberOfTickets: 2 })
})

test('booking is limited to 60 a minute for an account, and says when to come back', async () => {
  const limited = await world({ env: { RATE_LIMITS: 'on' } })
  const person = await limited.person()
  const other = await limited.person()
  const event = await limited.event(person, { capacity: 1_000 })
  for (let n = 0; n < 60; n++) await book(person, event.id)
  await expect(book(person, event.id)).rejects.toMatchObject({
    status: 429,
    retryAfterSeconds: expect.any(Number) as number,
  })
  await expect(book(other, event.id)).resolves.toMatchObject({ eventId: event.id })
})

test('tickets sold is a bare number for the creator and for nobody else', async () => {
  const event = await w.event(creator)
  const draft = await w.event(creator, { status: 'draft' })
  await book(anna, event.id, 2)
  const ask = (eventId: number) => ({ params: { eventId } })
  expect(await creator.api.events.ticketsSold(ask(event.id))).toBe(2)
  await expect(anna.api.events.ticketsSold(ask(event.id))).rejects.toMatchObject({ status: 403 })
  await expect(w.visitor.events.ticketsSold(ask(event.id))).rejects.toMatchObject({ status: 401 })
  await expect(creator.api.events.ticketsSold(ask(999_999_999))).rejects.toMatchObject({ status: 404 })
  await expect(anna.api.events.ticketsSold(ask(draft.id))).rejects.toMatchObject({ status: 404 })
})

test('all my events are one request: unknown ids and drafts of others are simply missing', async () => {
  const event = await w.event(creator)
  const draft = await w.event(creator, { status: 'draft' })
  const { items } = await anna.api.events.list({ query: { ids: `${event.id},${draft.id},999999999` } })
  expect(items.map((item) => item.id)).toEqual([event.id])
})
