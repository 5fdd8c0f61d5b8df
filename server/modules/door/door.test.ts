import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { HOUR } from '../../../contract/durations.ts'
import { events } from '../../db/schema/events.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { hashToken } from '../../http/session.ts'
import { doorLinks } from '../../db/schema/door.ts'
import { drawnCode } from '../../access/door-codes.ts'
import { getTicket, night, scanOf, send, START } from '../../test-support/night.ts'

test('a link is shown once, kept as a hash, and leads to the door without its token reaching a server', async () => {
  const { link, deps } = await night()
  const { url, token, id, expiresAt } = await link('Main door')
  expect(url).toBe(`${deps.config.publicUrl}/door#${token}`)
  expect(expiresAt).toBe(new Date(START.getTime() + 15 * HOUR).toISOString())
  const [row] = await deps.db.select().from(doorLinks).where(eq(doorLinks.id, id))
  expect(row?.tokenHash).toEqual(hashToken(token))
  expect(JSON.stringify(row)).not.toContain(token)
})

test('the same key makes the same link again, and no other', async () => {
  const { creator, event, deps } = await night()
  const make = (name: string) =>
    creator.api.door.createLink({
      params: { eventId: event.id },
      headers: { 'idempotency-key': 'a-key-of-mine' },
      body: { name, mayAdd: true },
    })
  const first = await make('Main door')
  expect(await make('Main door')).toEqual(first)
  await expect(make('Side door')).rejects.toMatchObject({ status: 409 })
  expect(await deps.db.$count(doorLinks)).toBe(1)
})

test('a link ends 12 hours after the event, wherever that is moved to, or when it is revoked', async () => {
  const { link, clock, creator, event, newEvent, deps } = await night()
  const main = await link('Main door')
  const side = await link('Side door')
  clock.now = new Date(START.getTime() + 15 * HOUR + 1)
  await expect(main.api.get()).rejects.toMatchObject({ status: 401 })
  await deps.db
    .update(events)
    .set({ endTime: new Date(START.getTime() + 4 * HOUR) })
    .where(eq(events.id, event.id))
  await expect(main.api.get()).resolves.toMatchObject({ door: { name: 'Main door' } })
  await creator.api.door.revokeLink({ params: { eventId: event.id, linkId: main.id } })
  await expect(main.api.get()).rejects.toMatchObject({ status: 401 })
  await expect(side.api.get()).resolves.toBeDefined()
  const elsewhere = { eventId: (await newEvent(creator)).id, linkId: side.id }
  await expect(creator.api.door.revokeLink({ params: elsewhere })).rejects.toMatchObject({
    code: 'door_link_not_found',
  })
  const [, first] = await creator.api.door.listLinks({ params: { eventId: event.id } })
  expect(first).toMatchObject({ name: 'Main door', revokedAt: clock.now.toISOString() })
})

test('a door token opens the door alone, and a session never does', async () => {
  const { link, creator, apiWith } = await night()
  const { token } = await link('Main door')
  await expect(apiWith(token).users.profile()).rejects.toMatchObject({ status: 401 })
  await expect(apiWith(creator.token).door.get()).rejects.toMatchObject({ status: 401 })
})

test('the list has hashes, seats and how many are in; names only for links with search', async () => {
  const { link, book, deps, event, codeOf } = await night()
  const ticket = await book(4)
  const scanner = await (await link('Scanner', false)).api.get()
  const search = await (await link('Desk')).api.get()
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(ticket.code)))
  const start = [ticket.id, hash.subarray(0, 10).toString('base64').replace(/=+$/, ''), 4, 0]
  expect(scanner.list).toEqual([[...start, null, null, null]])
  expect(search.list).toEqual([[...start, 'Aoife Kelly', null, null, [], codeOf(ticket).slice(-5)]])
  expect(JSON.stringify(search)).not.toContain(ticket.code)
  expect(search.key).toBe(deps.secrets.keyFor(`door ${event.id}`).toString('base64'))
})

test('the ends of codes reach links with search, whole and as changes, and never one that only scans', async () => {
  const at = await night()
  const ticket = await at.book(2)
  const params = { ticketId: ticket.id }
  const place = await at.guest.api.places.send({ params, body: { name: 'Cian' } })
  const ends = [at.codeOf(ticket).slice(-5), place.code.slice(-5)]
  // The bytes, before any schema has left something out.
  const bytesFor = async (token: string, since = '') =>
    (await at.app.inject({ url: `/api/door${since}`, headers: { authorization: `Bearer ${token}` } })).body
  const [scanner, desk] = [await at.link('Scanner', false), await at.link('Desk')]
  for (const since of ['', '?since=1'])
    for (const end of ends) {
      expect(await bytesFor(scanner.token, since)).not.toContain(end)
      expect(await bytesFor(desk.token, since)).toContain(`"${end}"`)
    }
  const whole = await bytesFor(desk.token)
  for (const code of [ticket.code, at.codeOf(ticket), place.code]) expect(whole).not.toContain(code)
})

test('the server looks nobody up by the end of a code, on any link', async () => {
  const at = await night()
  const end = at.codeOf(await at.book()).slice(-5)
  for (const door of [await at.link('Scanner', false), await at.link('Desk')])
    expect((await send(at, door, { code: end }))[0]).toMatchObject({ verdict: 'unknown', admitted: 0 })
})

test('since a revision only what has changed is told: bookings, returns and scans', async () => {
  const at = await night()
  const first = await at.book()
  const door = await at.link('Main door')
  const whole = await door.api.get()
  expect(whole.isWhole).toBe(true)
  let { revision } = whole
  // What is told again while any transaction is open does no harm.
  const nothingNew = async () => {
    const state = await door.api.get({ query: { since: revision } })
    revision = state.revision
    return state.isWhole ? null : state.list
  }
  await expect.poll(nothingNew).toEqual([])
  const second = await at.book(2)
  const booked = await door.api.get({ query: { since: revision } })
  expect(booked.list.map(([id]) => id)).toEqual([second.id])
  await send(at, door, { code: at.codeOf(first) })
  const scanned = await door.api.get({ query: { since: booked.revision } })
  expect(scanned.list.filter(([id]) => id === first.id)).toMatchObject([
    [
      first.id,
      expect.any(String),
      1,
      1,
      'Aoife Kelly',
      at.clock.now.getTime() / 1000,
      door.id,
      [],
      at.codeOf(first).slice(-5),
    ],
  ])
  expect(await door.api.get({ query: { since: '9000000000000000000' } })).toMatchObject({ isWhole: true })
})

test('a booking that commits late is not missed', async () => {
  const at = await night()
  const door = await at.link('Main door')
  const slow = await at.deps.db.$client.connect()
  await slow.query('begin')
  const { rows } = await slow.query<{ id: number }>(
    `insert into tickets (event_id, user_id, number_of_tickets) values (${at.event.id}, ${at.guest.id}, 1) returning id`,
  )
  await at.book()
  const { revision } = await door.api.get()
  await slow.query('commit')
  slow.release()
  const { list } = await door.api.get({ query: { since: revision } })
  expect(list.map(([id]) => id)).toContain(rows[0]?.id)
})

test('a group of four comes in two and two, and then no more', async () => {
  const at = await night()
  const door = await at.link('Main door')
  const ticket = await at.book(4)
  const code = at.codeOf(ticket)
  const [first] = await send(at, door, { code, seats: 2, of: 4 })
  expect(first).toMatchObject({ verdict: 'admitted', admitted: 2, total: 2, seats: 4 })
  expect((await send(at, door, { code, seats: 4 }))[0]).toMatchObject({ verdict: 'admitted', admitted: 2, total: 4 })
  const when = at.clock.now.toISOString()
  at.clock.now = new Date(at.clock.now.getTime() + 60_000)
  expect((await send(at, door, { code }))[0]).toMatchObject({
    verdict: 'already-in',
    admitted: 0,
    total: 4,
    seats: 4,
    firstAt: when,
    door: 'Main door',
  })
  expect((await getTicket(at, ticket.id)).admitted).toBe(4)
})

test('the same id again is the same result, also at the same time, and counts once', async () => {
  const at = await night()
  const door = await at.link('Main door')
  const ticket = await at.book(4)
  const scan = scanOf(at, { code: at.codeOf(ticket) })
  const body = { scans: [scan, scan], sentAt: at.clock.now.toISOString() }
  const answers = await Promise.all([1, 2, 3].map(() => door.api.sendScans({ body })))
  const one = { verdict: 'admitted', admitted: 1, total: 1 }
  for (const answer of answers) expect(answer).toMatchObject([one, one])
  await send(at, door, { code: at.codeOf(ticket) })
  expect(await door.api.sendScans({ body })).toEqual(answers[0])
  expect((await getTicket(at, ticket.id)).admitted).toBe(2)
})

test('another event, a forged, an altered and a mailed code: each has its verdict, and another event tells no more than that', async () => {
  const at = await night()
  const door = await at.link('Main door')
  const ticket = await at.book()
  const drawn = at.codeOf(ticket)
  const altered = drawn.slice(0, -1) + (drawn.endsWith('0') ? '4' : '0')
  const elsewhere = await at.newEvent(await at.person(), { title: 'Secret supper' })
  const other = await at.guest.api.tickets.book({ body: { eventId: elsewhere.id, numberOfTickets: 3 } })
  const foreign = await getTicket(at, other.id)
  const foreignCode = drawnCode(at.deps.secrets, elsewhere, foreign)
  const results = await send(
    at,
    door,
    { code: foreignCode },
    { ticketId: other.id },
    { code: altered },
    { code: 'f'.repeat(32) },
    { code: 'https://example.org/\u0000' },
    { code: drawnCode(at.deps.secrets, at.event, { code: 'ab'.repeat(16) }, 'waiting') },
    { code: drawnCode(at.deps.secrets, elsewhere, { code: 'ab'.repeat(16) }, 'waiting') },
    { code: ticket.code },
  )
  expect(results.map(({ verdict }) => verdict)).toEqual([
    'other-event',
    'unknown',
    'unknown',
    'unknown',
    'unknown',
    'waiting-list',
    'unknown',
    'admitted',
  ])
  expect(results[0]).toEqual({ id: results[0]?.id, verdict: 'other-event', admitted: 0, total: 0, seats: 0 })
  expect((await getTicket(at, other.id)).admitted).toBe(0)
})

test('a ticket for another event of the same organiser says for which', async () => {
  const at = await night()
  const door = await at.link('Main door', false)
  const upstairs = await at.newEvent(at.creator, { title: 'Upstairs' })
  const { id } = await at.guest.api.tickets.book({ body: { eventId: upstairs.id, numberOfTickets: 1 } })
  const code = drawnCode(at.deps.secrets, upstairs, await getTicket(at, id))
  expect((await send(at, door, { code }))[0]).toMatchObject({ verdict: 'other-event', event: 'Upstairs', seats: 0 })
})

test('a booking given back says so, and so does a cancelled event', async () => {
  const at = await night()
  const door = await at.link('Main door')
  const ticket = await at.book(2)
  const code = at.codeOf(ticket)
  await at.deps.db
    .update(tickets)
    .set({ numberOfTickets: 0, returnedAt: at.clock.now })
    .where(eq(tickets.id, ticket.id))
  expect((await send(at, door, { code }))[0]).toMatchObject({ verdict: 'returned', admitted: 0, total: 0, seats: 0 })
  const another = await at.book()
  await at.deps.db.update(events).set({ status: 'cancelled' }).where(eq(events.id, at.event.id))
  expect((await send(at, door, { code: at.codeOf(another) }))[0]).toMatchObject({ verdict: 'cancelled', admitted: 0 })
  expect((await door.api.get()).conflicts.map(({ reason }) => reason).sort()).toEqual(['cancelled', 'returned'])
})

test('an undo takes back what its scan let in, once, and nothing that another door has let in', async () => {
  const at = await night()
  const [main, side] = [await at.link('Main door'), await at.link('Side door')]
  const code = at.codeOf(await at.book(2))
  const [first] = await send(at, main, { code, seats: 2 })
  const [second] = await send(at, side, { code, seats: 1 })
  expect(second?.verdict).toBe('already-in')
  expect((await main.api.get()).conflicts).toHaveLength(1)
  expect((await send(at, side, { kind: 'undo', undoes: second?.id, code }))[0]).toMatchObject({ admitted: 0, total: 2 })
  expect((await main.api.get()).conflicts).toEqual([])
  const undo = { kind: 'undo', undoes: first?.id, code, reason: 'Wrong party' } as const
  expect((await send(at, main, undo))[0]).toMatchObject({ verdict: 'admitted', admitted: -2, total: 0, seats: 2 })
  expect((await send(at, main, undo))[0]).toMatchObject({ admitted: 0, total: 0 })
  expect(await main.api.get()).toMatchObject({ admitted: 0, doors: [{ admitted: 0 }, { admitted: 0 }] })
})

test('an undo is about the scan of its own door, though another door has used the same id', async () => {
  const at = await night()
  const [main, side] = [await at.link('Main door'), await at.link('Side door')]
  const code = at.codeOf(await at.book(3))
  await send(at, main, { id: 'the-same', code, seats: 2 })
  await send(at, side, { id: 'the-same', code, seats: 1 })
  const [undone] = await send(at, side, { kind: 'undo', undoes: 'the-same', code })
  expect(undone).toMatchObject({ admitted: -1, total: 2 })
})

test('two doors without a network let the same code in: the first by corrected time counts, both see the conflict', async () => {
  const at = await night()
  const [main, side] = [await at.link('Main door'), await at.link('Side door')]
  const code = at.codeOf(await at.book())
  const early = at.clock.now
  at.clock.now = new Date(early.getTime() + HOUR)
  // The clock of the main door is right, that of the side door two hours ahead; the side door was first.
  const ahead = (time: Date) => new Date(time.getTime() + 2 * HOUR).toISOString()
  const atMain = { id: 'main', code, seats: 1, at: new Date(early.getTime() + 60_000).toISOString() }
  await main.api.sendScans({ body: { scans: [atMain], sentAt: at.clock.now.toISOString() } })
  const atSide = { id: 'side', code, seats: 1, at: ahead(early) }
  at.clock.now = new Date(at.clock.now.getTime() + 60_000)
  const [late] = await side.api.sendScans({ body: { scans: [atSide], sentAt: ahead(at.clock.now) } })
  expect(late).toMatchObject({
    verdict: 'admitted',
    admitted: 1,
    total: 1,
    firstAt: early.toISOString(),
    door: 'Side door',
  })
  const expected = {
    scanId: 'main',
    door: 'Main door',
    firstDoor: 'Side door',
    firstAt: early.toISOString(),
    reason: 'already-in',
  }
  for (const door of [main, side]) {
    const state = await door.api.get()
    expect(state.conflicts).toMatchObject([expected])
    expect(state).toMatchObject({ admitted: 1, doors: [{ admitted: 0 }, { admitted: 1 }] })
  }
  const counted = await at.creator.api.door.getCounts({ params: { eventId: at.event.id } })
  expect(counted).toMatchObject({ admitted: 1, conflicts: [{ ...expected, name: 'Aoife Kelly' }] })
})

test('a walk-in takes a free seat; beyond that it is over the limit, counted apart, and always taken', async () => {
  const at = await night({ capacity: 3 })
  const door = await at.link('Desk')
  await at.book(2)
  const [first, second] = await send(
    at,
    door,
    { kind: 'walk-in', name: 'Brían' },
    { kind: 'walk-in', seats: 2, over: true },
  )
  expect(first).toMatchObject({ verdict: 'admitted', admitted: 1, total: 1, seats: 1 })
  expect(second).toMatchObject({ verdict: 'admitted', admitted: 2 })
  const state = await door.api.get()
  expect(state).toMatchObject({ admitted: 3, overLimit: 2, event: { ticketsLeft: 0 } })
  expect(state.list.map(([, , seats, inside, name]) => [name, seats, inside])).toEqual([
    ['Aoife Kelly', 2, 0],
    ['Brían', 1, 1],
  ])
  const params = { eventId: at.event.id }
  expect(await at.creator.api.events.ticketsSold({ params })).toBe(3)
  expect(await at.creator.api.events.purchasers({ params })).toMatch(/^Brían,,,1,/m)
  const [undone] = await send(at, door, { kind: 'undo', undoes: first?.id })
  expect(undone).toMatchObject({ admitted: -1 })
  await send(at, door, { kind: 'undo', undoes: second?.id }, { kind: 'undo', undoes: second?.id })
  expect(await door.api.get()).toMatchObject({ admitted: 0, overLimit: 0, event: { ticketsLeft: 1 } })
  expect(await at.creator.api.events.ticketsSold({ params })).toBe(2)
})

test('the seat of an undone walk-in goes to who waits before it is for everybody', async () => {
  const at = await night({ capacity: 1 })
  at.clock.now = new Date(START.getTime() - 3 * HOUR)
  const door = await at.link('Desk')
  const [walkIn] = await send(at, door, { kind: 'walk-in' })
  const [anna, ben] = [await at.person(), await at.person()]
  const params = { eventId: at.event.id }
  await anna.api.waitingList.join({ params, body: { numberOfTickets: 1 } })
  await send(at, door, { kind: 'undo', undoes: walkIn?.id })
  await expect(ben.api.tickets.book({ body: { eventId: at.event.id, numberOfTickets: 1 } })).rejects.toMatchObject({
    code: 'sold_out',
  })
  expect(await anna.api.waitingList.get({ params })).toMatchObject({ state: 'offered' })
})

test('a walk-in without any seat of its own can be undone too, and a draft gives none away', async () => {
  const at = await night()
  const draft = await at.newEvent(at.creator, { startTime: START, status: 'draft' })
  const { token } = await at.creator.api.door.createLink({
    params: { eventId: draft.id },
    body: { name: 'Desk', mayAdd: true },
  })
  const door = { ...(await at.link('Other')), api: at.apiWith(token).door }
  const [first] = await send(at, door, { kind: 'walk-in' })
  expect(await door.api.get()).toMatchObject({ admitted: 1, overLimit: 1 })
  await send(at, door, { kind: 'undo', undoes: first?.id })
  expect(await door.api.get()).toMatchObject({ admitted: 0, overLimit: 0 })
})

test('a link that only scans neither adds nor lets in by name', async () => {
  const at = await night()
  const door = await at.link('Scanner', false)
  const ticket = await at.book()
  await expect(send(at, door, { kind: 'walk-in' })).rejects.toMatchObject({ status: 403 })
  await expect(send(at, door, { ticketId: ticket.id })).rejects.toMatchObject({ status: 403 })
  expect((await getTicket(at, ticket.id)).admitted).toBe(0)
})

test('a revoked link sends what it scanned before for a day, and nothing that came after', async () => {
  const at = await night()
  const door = await at.link('Main door')
  const [before, after] = [at.codeOf(await at.book()), at.codeOf(await at.book())]
  const earlier = at.clock.now.toISOString()
  at.clock.now = new Date(at.clock.now.getTime() + 60_000)
  await at.creator.api.door.revokeLink({ params: { eventId: at.event.id, linkId: door.id } })
  at.clock.now = new Date(at.clock.now.getTime() + 23 * HOUR)
  const results = await send(at, door, { code: before, at: earlier }, { code: after }, { kind: 'walk-in' })
  expect(results.map(({ verdict }) => verdict)).toEqual(['admitted', 'unknown', 'unknown'])
  at.clock.now = new Date(at.clock.now.getTime() + HOUR)
  await expect(send(at, door, { code: before, at: earlier })).rejects.toMatchObject({ status: 401 })
})

test('no clock is wrong enough to be refused', async () => {
  const at = await night()
  const door = await at.link('Main door')
  const ticket = await at.book(4)
  const code = at.codeOf(ticket)
  for (const time of ['1970-01-01T00:00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-12:00']) {
    for (const sentAt of [time, at.clock.now.toISOString()]) {
      const scans = [scanOf(at, { code, at: time })]
      await expect(door.api.sendScans({ body: { scans, sentAt } })).resolves.toHaveLength(1)
    }
  }
  expect((await getTicket(at, ticket.id)).admitted).toBe(4)
})

test('more than 500 at once are too many, and one that has not the shape stores none', async () => {
  const at = await night()
  const door = await at.link('Main door')
  const ticket = await at.book()
  const code = at.codeOf(ticket)
  const many = Array.from({ length: 501 }, () => ({ code }))
  await expect(send(at, door, ...many)).rejects.toMatchObject({ status: 413 })
  await expect(send(at, door, { code }, { seats: 9, code })).rejects.toMatchObject({ status: 400 })
  await expect(send(at, door, { code }, {})).rejects.toMatchObject({ status: 400 })
  expect((await getTicket(at, ticket.id)).admitted).toBe(0)
  await expect(send(at, door, ...many.slice(1))).resolves.toHaveLength(500)
})

test('a link is counted by itself, 1,200 calls a minute, and not with its network', async () => {
  const at = await night({ env: { RATE_LIMITS: 'on' } })
  const door = await at.link('Main door')
  await door.api.get()
  for (let n = 1; n < 1_200; n++) await at.deps.limits.take('doorLink', door.id)
  await expect(door.api.get()).rejects.toMatchObject({ status: 429 })
  await expect((await at.link('Side door')).api.get()).resolves.toBeDefined()
})
