import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { events } from '../../db/schema/events.ts'
import { mails } from '../../db/schema/mails.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'
import { browserOf } from '../../test-support/browser.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { openWorld, type EventFields, type World } from '../../test-support/world.ts'

let free: World
let limiting: World
beforeAll(async () => {
  free = await openWorld()
  limiting = await openWorld({ env: { RATE_LIMITS: 'on' } })
})
afterAll(async () => {
  await free.close()
  await limiting.close()
})

let made = 0

/** Each with an event, an address and a network that no other test has. */
async function opened(fields: EventFields = {}, w = free) {
  const n = ++made
  const creator = await w.person()
  const night = await w.event(creator, fields)
  await w.deps.db.delete(mails)
  const { db } = w.deps
  const sold = async () => (await db.select().from(events).where(eq(events.id, night.id)))[0]?.ticketsSold
  const bookings = () => db.$count(tickets, eq(tickets.eventId, night.id))
  const addresses = { nora: `nora${n}@example.org`, guest: (m: number) => `guest${n}-${m}@example.org` }
  return {
    ...w,
    ...addresses,
    creator,
    night,
    sold,
    bookings,
    ip: `192.0.2.${n}`,
    browser: browserOf(w, { ip: `192.0.2.${n}` }),
  }
}

const codeIn = (sent: { to: string; subject: string }[]) =>
  /^(\d{6}) is your/.exec(sent.find(({ subject }) => subject.includes('is your Hooley code'))?.subject ?? '')?.[1] ?? ''

describe('an address without an account', () => {
  test('gets account, session and ticket at one press, and two emails', async () => {
    const w = await opened()
    const { status, body } = await w.browser.book(w.night.id, w.nora, { name: 'Nora  de Barra', numberOfTickets: 2 })
    expect([status, body.ticket]).toMatchObject([201, { eventId: w.night.id, numberOfTickets: 2 }])
    const nora = w.apiWith(body.access_token ?? '')
    expect(await nora.users.profile()).toMatchObject({
      firstName: 'Nora',
      lastName: 'de Barra',
      email: w.nora,
      isEmailConfirmed: false,
    })
    expect((await nora.tickets.list()).map(({ id }) => id)).toEqual([body.ticket?.id])
    expect(await w.sold()).toBe(2)
    const [user] = await w.deps.db.select().from(users).where(eq(users.email, w.nora))
    expect(user?.passwordHash).toBeNull()

    const sent = await collectMails(w.deps)
    expect(sent.map(({ to, subject }) => [to, subject]).toSorted()).toEqual([
      [w.nora, 'Confirm your email'],
      [w.nora, 'Your booking: Fiddle Night'],
    ])
    // The confirmation is forwarded to friends: it proves nothing and signs nobody in.
    const booking = sent.find(({ subject }) => subject.startsWith('Your booking'))
    expect(`${booking?.html}${booking?.text}`).not.toContain('/links/')
    const confirming = sent.find(({ subject }) => subject === 'Confirm your email')
    expect(confirming?.text).toContain('/links/')
    expect(`${confirming?.html}${confirming?.text}`).not.toContain('Fiddle Night')
  })

  test('may belong to somebody with one name', async () => {
    const w = await opened()
    const { body } = await w.browser.book(w.night.id, w.nora, { name: ' Enya ' })
    expect(await w.apiWith(body.access_token ?? '').users.profile()).toMatchObject({ firstName: 'Enya', lastName: '' })
  })

  test.each([
    ['sold out', { capacity: 1, ticketsSold: 1 }, 409, 'sold_out'],
    ['a draft', { status: 'draft' }, 404, 'event_not_found'],
    ['cancelled', { status: 'cancelled' }, 409, 'event_cancelled'],
  ] as const)('gets no account where the event is %s', async (_what, fields, status, code) => {
    const w = await opened(fields)
    expect(await w.browser.book(w.night.id, w.nora)).toMatchObject({ status, code })
    expect(await w.deps.db.$count(users, eq(users.email, w.nora))).toBe(0)
    expect(await collectMails(w.deps)).toEqual([])
  })

  test.each([
    [{ name: '' }, 'Please fill in all fields'],
    [{ name: 'Win at https://prize.example' }, /web address/],
    [{ numberOfTickets: 5 }, 'Please choose between 1 and 4 tickets'],
  ])('is refused for %o in one sentence', async (fields, message) => {
    const w = await opened()
    const { status, body } = await w.browser.book(w.night.id, w.nora, fields)
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)])
    expect(await w.deps.db.$count(users, eq(users.email, w.nora))).toBe(0)
  })

  test('gets account and session, and no ticket, where the organiser decides who gets a place', async () => {
    const w = await opened({ approval: true })
    const { status, body } = await w.browser.book(w.night.id, w.nora)
    expect([status, body.ticket]).toEqual([201, null])
    expect(await w.apiWith(body.access_token ?? '').users.profile()).toMatchObject({ email: w.nora })
    expect(await w.sold()).toBe(0)
  })

  test('settles the waiting list first, and takes no seat that is held for somebody', async () => {
    const w = await opened({ capacity: 1 })
    const first = await w.person()
    const waiting = await w.person()
    const { id } = await first.api.tickets.book({ body: { eventId: w.night.id, numberOfTickets: 1 } })
    await waiting.api.waitingList.join({ params: { eventId: w.night.id }, body: { numberOfTickets: 1 } })
    await first.api.tickets.return({ params: { ticketId: id }, body: {} })
    expect(await w.browser.book(w.night.id, w.nora)).toMatchObject({ status: 409, code: 'sold_out' })
  })
})

describe('a repeated press', () => {
  test('never books twice: ten at once make one account and one ticket, the others are sent a code', async () => {
    const w = await opened()
    const replies = await Promise.all(Array.from({ length: 10 }, () => w.browser.book(w.night.id, w.nora)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(9).fill(202)])
    expect(await w.bookings()).toBe(1)
    expect(await w.sold()).toBe(1)
  })

  test('whose first answer was lost ends at the same ticket after the code', async () => {
    const w = await opened()
    const key = randomUUID()
    const lost = await w.browser.book(w.night.id, w.nora, { key })
    const again = await w.browser.book(w.night.id, w.nora, { key })
    expect([again.status, again.body]).toEqual([202, { state: 'code_sent' }])
    const { body } = await w.browser.verify(w.nora, codeIn(await collectMails(w.deps)), { isMine: true })
    const booked = await w
      .apiWith(body.access_token ?? '')
      .tickets.book({ body: { eventId: w.night.id, numberOfTickets: 1 }, headers: { 'idempotency-key': key } })
    expect(booked.id).toBe(lost.body.ticket?.id)
    expect(await w.sold()).toBe(1)
  })
})

describe('an address with an account', () => {
  test.each([
    ['confirmed', { emailConfirmedAt: new Date() }],
    ['unconfirmed', {}],
    ['suspended', { suspendedUntil: new Date(Date.now() + 86_400_000) }],
    ['about to be deleted', { deletionAt: new Date(Date.now() + 86_400_000) }],
  ])('that is %s has nothing booked in its name, only a code', async (_what, fields) => {
    const w = await opened()
    const spelt = w.nora.replace('nora', 'Nora').replace('example', 'Example')
    await w.person({ email: spelt, ...fields })
    const { status, body } = await w.browser.book(w.night.id, w.nora)
    expect([status, body]).toEqual([202, { state: 'code_sent' }])
    expect(await w.bookings()).toBe(0)
    const sent = await collectMails(w.deps)
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      [spelt, expect.stringMatching(/^\d{6} is your Hooley code$/)],
    ])
  })

  test('is recognised however it is spelt: nothing is booked and no account is made', async () => {
    const w = await opened()
    await w.person({ email: 'kate@example.org', emailConfirmedAt: new Date() })
    const before = await w.deps.db.$count(users)
    for (const spelt of ['KATE@Example.ORG', ' kate@example.org ', '\u212aate@example.org', 'kat\uff45@example.org']) {
      const { status, body } = await w.browser.book(w.night.id, spelt)
      expect([202, 400], spelt).toContain(status)
      expect(body).not.toHaveProperty('access_token')
    }
    expect(await w.deps.db.$count(users)).toBe(before)
    expect(await w.sold()).toBe(0)
  })

  test('goes on with the booking after the code', async () => {
    const w = await opened()
    const nora = await w.person({ email: w.nora, emailConfirmedAt: new Date() })
    await w.browser.book(w.night.id, w.nora)
    const { body } = await w.browser.verify(w.nora, codeIn(await collectMails(w.deps)))
    await w.apiWith(body.access_token ?? '').tickets.book({ body: { eventId: w.night.id, numberOfTickets: 1 } })
    expect(await nora.api.tickets.list()).toHaveLength(1)
  })
})

describe('limits', () => {
  const limited = (fields: EventFields = {}) => opened({ capacity: 100, ...fields }, limiting)

  test('one network books eight seats of an event an hour without a session', async () => {
    const w = await limited()
    const other = await w.event(w.creator, { capacity: 100 })
    const book = (n: number, seats: number, eventId = w.night.id, ip = w.ip) =>
      browserOf(w, { ip }).book(eventId, w.guest(n), { numberOfTickets: seats })
    expect((await book(1, 4)).status).toBe(201)
    expect((await book(2, 3)).status).toBe(201)
    expect((await book(3, 2)).status).toBe(429)
    // What was refused took nothing.
    expect((await book(3, 1)).status).toBe(201)
    expect((await book(4, 1)).status).toBe(429)
    expect((await book(5, 1, other.id)).status).toBe(201)
    expect((await book(6, 1, w.night.id, '198.51.100.2')).status).toBe(201)
    expect(await w.deps.db.$count(users, eq(users.email, w.guest(4)))).toBe(0)
  })

  test('a booking that is refused costs no seats of the network', async () => {
    const w = await limited({ capacity: 3 })
    for (let n = 0; n < 3; n++)
      expect((await w.browser.book(w.night.id, w.nora, { numberOfTickets: 4 })).code).toBe('too_few_left')
    expect((await w.browser.book(w.night.id, w.nora, { numberOfTickets: 3 })).status).toBe(201)
  })

  test('a whole /48 books eighty', async () => {
    const w = await limited()
    const statuses: number[] = []
    for (let n = 0; n < 21; n++) {
      const browser = browserOf(w, { ip: `2001:db8:1:${n >> 1}::1` })
      statuses.push((await browser.book(w.night.id, w.guest(n), { numberOfTickets: 4 })).status)
    }
    expect(statuses).toEqual([...Array<number>(20).fill(201), 429])
  })

  test('thirty an hour from one network count as signing up', async () => {
    const w = await limited()
    for (let n = 0; n < 30; n++) {
      const { id } = await w.event(w.creator)
      expect((await w.browser.book(id, w.guest(n))).status).toBe(201)
    }
    const { id } = await w.event(w.creator)
    expect((await w.browser.book(id, w.guest(30))).status).toBe(429)
  })
})

describe('asking for tickets again', () => {
  const ask = (w: Awaited<ReturnType<typeof opened>>, email: string) => w.visitor.tickets.resend({ body: { email } })

  test('sends one email with the upcoming bookings, which shows no ticket', async () => {
    const w = await opened()
    const nora = await w.person({ email: w.nora, emailConfirmedAt: new Date() })
    const gone = await w.event(w.creator, { title: 'Gone', startTime: new Date(Date.now() - 86_400_000) })
    await nora.api.tickets.book({ body: { eventId: w.night.id, numberOfTickets: 2 } })
    await w.deps.db.insert(tickets).values({ eventId: gone.id, userId: nora.id, numberOfTickets: 1 })
    const [ticket] = await nora.api.tickets.list()
    await collectMails(w.deps)
    const message = 'If this address has tickets, an email with them is on its way.'
    expect(await ask(w, w.nora.toUpperCase())).toEqual({ message })
    const [mail, ...others] = await collectMails(w.deps)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: w.nora, subject: 'Your tickets' })
    expect(mail?.text).toContain('Fiddle Night')
    expect(mail?.text).toContain('2 tickets')
    expect(mail?.text).not.toContain('Gone')
    expect(`${mail?.text}${mail?.html}`).not.toContain(ticket?.code)
    expect(`${mail?.text}${mail?.html}`).not.toContain('/links/')
  })

  test('answers alike without tickets or without an account, and sends nothing', async () => {
    const w = await opened()
    await w.person({ email: w.nora })
    const replies = [await ask(w, w.nora), await ask(w, w.guest(1))]
    expect(replies[0]).toEqual(replies[1])
    expect(await collectMails(w.deps)).toEqual([])
  })

  test('sends three a day', async () => {
    const w = await opened({}, limiting)
    const nora = await w.person({ email: w.nora, emailConfirmedAt: new Date() })
    await nora.api.tickets.book({ body: { eventId: w.night.id, numberOfTickets: 1 } })
    await collectMails(w.deps)
    for (let n = 0; n < 4; n++) await ask(w, w.nora)
    expect(await collectMails(w.deps)).toHaveLength(3)
  })
})
