import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE } from '../../../contract/durations.ts'
import { events } from '../../db/schema/events.ts'
import { mails } from '../../db/schema/mails.ts'
import { ticketReturns, tickets } from '../../db/schema/tickets.ts'
import type { SessionUser } from '../../http/session.ts'
import { settleEvent } from '../../ledger/in-ledger.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { openWorld, type EventFields, type Person, type World } from '../../test-support/world.ts'
import { returnTickets, undoReturn } from './returns.ts'

let w: World
let creator: Person
let now = new Date('2026-05-04T12:00:00Z')

beforeAll(async () => {
  w = await openWorld({ deps: { clock: () => now } })
  creator = await w.person()
})
afterAll(() => w.close())

const pass = (minutes: number) => (now = new Date(now.getTime() + minutes * MINUTE))

/** A ticket of somebody new, for an event with so many seats. */
async function booked(seats: number, fields: EventFields = {}) {
  const event = await w.event(creator, { capacity: 4, ...fields })
  const anna = await w.person({ firstName: 'Anna' })
  const ticket = await anna.api.tickets.book({ body: { eventId: event.id, numberOfTickets: seats } })
  const params = { ticketId: ticket.id }
  return {
    event,
    anna,
    ticket,
    params,
    giveBack: (body: { numberOfTickets?: number; of?: number } = {}, key?: string) =>
      anna.api.tickets.return({ params, body, headers: { 'idempotency-key': key } }),
    undo: (key?: string) => anna.api.tickets.undoReturn({ params, headers: { 'idempotency-key': key } }),
    counts: async () => {
      const [row] = await w.deps.db.select().from(events).where(eq(events.id, event.id))
      return { sold: row?.ticketsSold, held: row?.held, capacity: row?.capacity }
    },
  }
}

const refusal = (status: number, message: string) => ({ status, message })
const TOO_LATE = refusal(409, 'This can no longer be undone.')
const CHANGED = refusal(409, 'Your booking has changed. Please reload the page.')

describe('giving back', () => {
  test('the whole ticket frees its seats, and it leaves the list, the count and the CSV', async () => {
    const { event, anna, giveBack, params, counts } = await booked(3)
    expect(await giveBack({ of: 3 })).toMatchObject({
      numberOfTickets: 0,
      returnedAt: now.toISOString(),
      undoUntil: new Date(now.getTime() + 2 * MINUTE).toISOString(),
      admitted: 0,
      coming: null,
      waiting: 0,
      event: { id: event.id, ticketsLeft: 4 },
    })
    expect(await counts()).toMatchObject({ sold: 0, held: 0 })
    expect(await anna.api.tickets.list()).toEqual([])
    expect(await anna.api.tickets.list({ query: { returned: true } })).toMatchObject([
      { id: params.ticketId, numberOfTickets: 0, returnedAt: now.toISOString() },
    ])
    expect(await creator.api.events.ticketsSold({ params: { eventId: event.id } })).toBe(0)
    const csv = await creator.api.events.purchasers({ params: { eventId: event.id } })
    expect(csv.trim().split('\n')).toHaveLength(1)
  })

  test('fewer of us: the ticket keeps the others', async () => {
    const { giveBack, params, anna, counts } = await booked(3)
    expect(await giveBack({ numberOfTickets: 1, of: 3 })).toMatchObject({ numberOfTickets: 2, returnedAt: null })
    expect(await anna.api.tickets.get({ params })).toMatchObject({
      numberOfTickets: 2,
      code: expect.any(String) as string,
    })
    expect(await counts()).toMatchObject({ sold: 2 })
  })

  test('more than there are, or another number than was seen, changes nothing', async () => {
    const { giveBack, counts } = await booked(2)
    await expect(giveBack({ numberOfTickets: 3 })).rejects.toMatchObject(CHANGED)
    await expect(giveBack({ numberOfTickets: 1, of: 3 })).rejects.toMatchObject(CHANGED)
    expect(await counts()).toMatchObject({ sold: 2 })
  })

  test('again, with the same key, in two tabs: each seat is released once', async () => {
    const { giveBack, counts, params } = await booked(4)
    const key = randomUUID()
    const [first, again] = await Promise.all([
      giveBack({ numberOfTickets: 1, of: 4 }, key),
      giveBack({ numberOfTickets: 1, of: 4 }, key),
    ])
    expect([first?.numberOfTickets, again?.numberOfTickets]).toEqual([3, 3])
    await expect(giveBack({ numberOfTickets: 2 }, key)).rejects.toMatchObject({ code: 'idempotency_key_reused' })
    // Two tabs that both saw three.
    const tabs = await Promise.allSettled([giveBack({ of: 3 }), giveBack({ numberOfTickets: 2, of: 3 })])
    expect(tabs.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    await giveBack()
    expect(await giveBack({ of: 3 })).toMatchObject({ numberOfTickets: 0 })
    expect(await counts()).toMatchObject({ sold: 0 })
    const released = await w.deps.db.select().from(ticketReturns).where(eq(ticketReturns.ticketId, params.ticketId))
    expect(released.reduce((sum, { seats }) => sum + seats, 0)).toBe(4)
  })

  test('those who are in already stay in', async () => {
    const { giveBack, params } = await booked(3)
    await w.deps.db.update(tickets).set({ admitted: 2 }).where(eq(tickets.id, params.ticketId))
    await expect(giveBack()).rejects.toMatchObject(refusal(409, '2 of you are already in'))
    expect(await giveBack({ numberOfTickets: 1 })).toMatchObject({ numberOfTickets: 2, admitted: 2 })
  })

  test('is possible until the event ends, also when it was cancelled or postponed', async () => {
    const over = await booked(1)
    const cancelled = await booked(1)
    const postponed = await booked(1)
    const set = (eventId: number, fields: EventFields) =>
      w.deps.db.update(events).set(fields).where(eq(events.id, eventId))
    await set(over.event.id, { startTime: new Date(now.getTime() - 2 * MINUTE), endTime: now })
    await set(cancelled.event.id, { status: 'cancelled' })
    await set(postponed.event.id, { status: 'postponed', startTime: new Date(0), endTime: new Date(1) })
    await expect(over.giveBack()).rejects.toMatchObject(refusal(409, 'This event has ended'))
    await expect(over.undo()).rejects.toMatchObject(refusal(409, 'This event has ended'))
    expect(await cancelled.giveBack()).toMatchObject({ numberOfTickets: 0 })
    expect(await postponed.giveBack()).toMatchObject({ numberOfTickets: 0 })
  })

  test('somebody else’s ticket does not exist', async () => {
    const { params } = await booked(1)
    const ben = await w.person()
    const notFound = refusal(404, 'Ticket not found')
    await expect(ben.api.tickets.get({ params })).rejects.toMatchObject(notFound)
    await expect(ben.api.tickets.return({ params, body: {} })).rejects.toMatchObject(notFound)
    await expect(ben.api.tickets.undoReturn({ params })).rejects.toMatchObject(notFound)
    await expect(ben.api.tickets.answer({ params, body: { coming: true } })).rejects.toMatchObject(notFound)
  })
})

describe('undoing it', () => {
  test('brings the seats back, once, within two minutes', async () => {
    const { giveBack, undo, counts } = await booked(3)
    await giveBack({ numberOfTickets: 2 })
    expect(await undo()).toMatchObject({ numberOfTickets: 3, returnedAt: null, undoUntil: null })
    await expect(undo()).rejects.toMatchObject(TOO_LATE)
    expect(await counts()).toMatchObject({ sold: 3 })
    await giveBack()
    pass(2)
    await expect(undo()).rejects.toMatchObject(TOO_LATE)
    expect(await counts()).toMatchObject({ sold: 0 })
  })

  test('works backwards, the latest return first, each within its own two minutes', async () => {
    const { giveBack, undo } = await booked(4)
    await giveBack({ numberOfTickets: 1 })
    pass(1)
    const second = await giveBack({ numberOfTickets: 2 })
    expect(await undo()).toMatchObject({
      numberOfTickets: 3,
      undoUntil: new Date(now.getTime() + MINUTE).toISOString(),
    })
    expect(second.undoUntil).toBe(new Date(now.getTime() + 2 * MINUTE).toISOString())
    expect(await undo()).toMatchObject({ numberOfTickets: 4, undoUntil: null })
    await expect(undo()).rejects.toMatchObject(TOO_LATE)
    pass(61)
    await giveBack({ numberOfTickets: 1 })
    pass(1)
    await giveBack({ numberOfTickets: 1 })
    pass(1)
    // The first can no longer be undone.
    expect(await undo()).toMatchObject({ numberOfTickets: 3, undoUntil: null })
    await expect(undo()).rejects.toMatchObject(TOO_LATE)
  })

  test('the same key answers the same and undoes nothing more, also when it is sent at once', async () => {
    const { giveBack, undo, counts } = await booked(4)
    await giveBack({ numberOfTickets: 1 })
    await giveBack({ numberOfTickets: 1 })
    const key = randomUUID()
    const answers = await Promise.all([undo(key), undo(key), undo(key)])
    expect(answers.map(({ numberOfTickets }) => numberOfTickets)).toEqual([3, 3, 3])
    pass(10)
    expect(await undo(key)).toMatchObject({ numberOfTickets: 3 })
    expect(await counts()).toMatchObject({ sold: 3 })
  })

  test('does not reach behind what the organiser has taken back', async () => {
    const { event, ticket, giveBack, undo } = await booked(3)
    await giveBack({ numberOfTickets: 1 })
    await creator.api.tickets.takeBack({
      params: { eventId: event.id, ticketId: ticket.id },
      body: { reason: 'Rain.' },
    })
    await expect(undo()).rejects.toMatchObject(TOO_LATE)
    expect(await creator.api.events.ticketsSold({ params: { eventId: event.id } })).toBe(0)
  })

  test('fails when somebody has booked the seat, and when there was nothing to undo', async () => {
    const { event, giveBack, undo, counts } = await booked(4)
    await expect(undo()).rejects.toMatchObject(TOO_LATE)
    await giveBack()
    const ben = await w.person()
    await ben.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })
    await expect(undo()).rejects.toMatchObject(TOO_LATE)
    expect(await counts()).toMatchObject({ sold: 1, held: 0 })
  })
})

test('one ticket is given back three times an hour; undoing is never refused for it, nor is a repeated key', async () => {
  const { giveBack, undo, counts } = await booked(4)
  const key = randomUUID()
  for (const n of [1, 2, 3]) {
    await giveBack({ numberOfTickets: 1 }, n === 2 ? key : undefined)
    await undo()
    pass(1)
  }
  await expect(giveBack({ numberOfTickets: 1 })).rejects.toMatchObject({ status: 429 })
  expect(await giveBack({ numberOfTickets: 1 }, key)).toMatchObject({ numberOfTickets: 4 })
  expect(await counts()).toMatchObject({ sold: 4 })
  pass(56)
  const tooEarly = await giveBack({ numberOfTickets: 1 }).catch((error: unknown) => error)
  expect(tooEarly).toMatchObject({ status: 429 })
  pass(1)
  expect(await giveBack({ numberOfTickets: 1 })).toMatchObject({ numberOfTickets: 3 })
  await expect(giveBack({ numberOfTickets: 1 })).rejects.toMatchObject({ status: 429 })
  expect(await undo()).toMatchObject({ numberOfTickets: 4 })
})

test('a booking repeated with its key answers the ticket as it is now', async () => {
  const event = await w.event(creator)
  const anna = await w.person()
  const key = { 'idempotency-key': randomUUID() }
  const body = { eventId: event.id, numberOfTickets: 3 }
  const ticket = await anna.api.tickets.book({ body, headers: key })
  await anna.api.tickets.return({ params: { ticketId: ticket.id }, body: { numberOfTickets: 1 } })
  expect(await anna.api.tickets.book({ body, headers: key })).toEqual({ ...ticket, numberOfTickets: 2 })
  await expect(anna.api.tickets.book({ body: { ...body, numberOfTickets: 2 }, headers: key })).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  })
})

test('coming is an answer that can be taken back', async () => {
  const { anna, params } = await booked(1)
  expect(await anna.api.tickets.answer({ params, body: { coming: true } })).toMatchObject({ coming: true })
  expect(await anna.api.tickets.answer({ params, body: { coming: false } })).toMatchObject({ coming: null })
})

test('a link of a mail gives back its own ticket alone, tells the booker at once, and can be undone for 15 minutes', async () => {
  const { anna, params, ticket } = await booked(2)
  const byLink: SessionUser = {
    id: anna.id,
    firstName: 'Anna',
    lastName: 'Byrne',
    email: anna.email,
    tokenHash: Buffer.alloc(0),
    link: { purpose: 'answer', subjectId: ticket.id },
  }
  const other = await anna.api.tickets.book({ body: { eventId: ticket.eventId, numberOfTickets: 1 } })
  const whole = { idempotencyKey: null }
  await expect(returnTickets(w.deps, byLink, other.id, whole)).rejects.toMatchObject({ code: 'ticket_not_found' })
  await returnTickets(w.deps, byLink, ticket.id, whole)
  pass(14)
  const told = (await collectMails(w.deps)).find(({ subject }) => subject.startsWith('You gave back 2 tickets'))
  expect(told?.to).toBe(anna.email)
  expect(told?.text).toMatch(/\/links\/[\w-]{34}\n/)
  expect(await undoReturn(w.deps, byLink, params.ticketId, null)).toMatchObject({ numberOfTickets: 2 })
})

test('a return by link is held at most until one hour before the start, and can be undone while its seat is free', async () => {
  const startTime = new Date(now.getTime() + 70 * MINUTE)
  const { event, anna, ticket, counts } = await booked(4, {
    startTime,
    endTime: new Date(startTime.getTime() + 60 * MINUTE),
  })
  const ben = await w.person()
  await ben.api.waitingList.join({ params: { eventId: event.id }, body: { numberOfTickets: 1 } })
  const byLink: SessionUser = {
    id: anna.id,
    firstName: 'Anna',
    lastName: 'Byrne',
    email: anna.email,
    tokenHash: Buffer.alloc(0),
    link: { purpose: 'answer', subjectId: ticket.id },
  }
  await returnTickets(w.deps, byLink, ticket.id, { numberOfTickets: 1, idempotencyKey: null })
  expect(await counts()).toMatchObject({ sold: 3, held: 1 })
  pass(9)
  await settleEvent(w.deps, event.id)
  expect(await counts()).toMatchObject({ held: 1 })
  pass(1)
  const [row] = await w.deps.db.select().from(events).where(eq(events.id, event.id))
  expect(row?.settleAt).toEqual(now)
  await settleEvent(w.deps, event.id)
  expect(await counts()).toMatchObject({ sold: 3, held: 0 })
  expect(await undoReturn(w.deps, byLink, ticket.id, null)).toMatchObject({ numberOfTickets: 4 })
})

describe('the organiser', () => {
  const takeBack = (person: Person, eventId: number, ticketId: number, reason = 'The roof leaks.') =>
    person.api.tickets.takeBack({ params: { eventId, ticketId }, body: { reason } })

  test('takes a booking back with a reason that is mailed, once; the guest cannot undo it', async () => {
    const { event, anna, ticket, undo, counts } = await booked(2)
    expect(await takeBack(creator, event.id, ticket.id)).toMatchObject({ id: ticket.id, numberOfTickets: 0 })
    await takeBack(creator, event.id, ticket.id, 'Again.')
    expect(await counts()).toMatchObject({ sold: 0 })
    await expect(undo()).rejects.toMatchObject(TOO_LATE)
    expect(await w.deps.db.$count(mails, sql`kind = 'taken-back' and ticket_id = ${ticket.id}`)).toBe(1)
    const told = (await collectMails(w.deps)).find(
      ({ to, subject }) => to === anna.email && subject.includes('cancelled'),
    )
    expect(told?.text).toContain('Reason: The roof leaks.')
  })

  test('is asked for a reason, and takes back nobody who is in, and nothing of another event', async () => {
    const { event, ticket, anna } = await booked(2)
    const other = await w.event(creator)
    await expect(takeBack(creator, event.id, ticket.id, ' ')).rejects.toMatchObject(
      refusal(400, 'Please give a reason'),
    )
    await expect(takeBack(creator, other.id, ticket.id)).rejects.toMatchObject({ code: 'ticket_not_found' })
    await expect(takeBack(anna, event.id, ticket.id)).rejects.toMatchObject({ status: 403 })
    await w.deps.db.update(tickets).set({ admitted: 1 }).where(eq(tickets.id, ticket.id))
    await expect(takeBack(creator, event.id, ticket.id)).rejects.toMatchObject(refusal(409, '1 of them is already in'))
  })
})

test('a cancelled or postponed event says so to who wants to book', async () => {
  const anna = await w.person()
  const book = async (status: 'cancelled' | 'postponed') => {
    const event = await w.event(creator, { status })
    return anna.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })
  }
  await expect(book('cancelled')).rejects.toMatchObject(refusal(409, 'This event has been cancelled'))
  await expect(book('postponed')).rejects.toMatchObject(refusal(409, 'This event has been postponed'))
})
