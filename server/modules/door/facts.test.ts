// What counts at the door and what is only a conflict: scans against returns, answers, revoked links and bounds.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../../contract/durations.ts'
import { doorLinks, doorScans } from '../../db/schema/door.ts'
import { events } from '../../db/schema/events.ts'
import { inLedger } from '../../ledger/in-ledger.ts'
import { getTicket, night, send, START, type Night } from '../../test-support/night.ts'
import { release as releaseSeats } from '../tickets/returns.ts'

const pass = (at: Night, ms: number) => (at.clock.now = new Date(at.clock.now.getTime() + ms))
const getEvent = async (at: Night) => (await at.deps.db.select().from(events).where(eq(events.id, at.event.id)))[0]!
const soldAndTickets = async (at: Night) => {
  const { rows } = await at.deps.db.$client.query<{ seats: number }>(
    'select coalesce(sum(number_of_tickets), 0)::int as seats from tickets where event_id = $1',
    [at.event.id],
  )
  return { sold: (await getEvent(at)).ticketsSold, seats: rows[0]?.seats }
}
const giveBack = (at: Night, ticketId: number, numberOfTickets?: number) =>
  at.guest.api.tickets.return({ params: { ticketId }, body: { numberOfTickets } })
const revoke = (at: Night, { id }: { id: number }) =>
  at.creator.api.door.revokeLink({ params: { eventId: at.event.id, linkId: id } })
const conflictsOf = async (at: Night) =>
  (await at.creator.api.door.getCounts({ params: { eventId: at.event.id } })).conflicts

test('an id admits and undoes nobody without its code where search is not allowed', async () => {
  const at = await night()
  const [desk, scanner] = [await at.link('Desk'), await at.link('Scanner', false)]
  const [ticket, other] = [await at.book(2), await at.book(3)]
  for (const code of ['zzz', 'f'.repeat(32), '', 'https://example.org'])
    expect((await send(at, scanner, { ticketId: ticket.id, code, seats: 2 }))[0]).toMatchObject({
      verdict: 'unknown',
      admitted: 0,
      total: 0,
      seats: 0,
    })
  await send(at, desk, { ticketId: ticket.id, seats: 2 })
  const [undo] = await send(at, scanner, { kind: 'undo', ticketId: ticket.id, code: 'zzz' })
  expect(undo).toMatchObject({ verdict: 'unknown', admitted: 0 })
  expect((await getTicket(at, ticket.id)).admitted).toBe(2)
  // The code is what counts, whatever id comes with it, and also where search is allowed.
  for (const door of [scanner, desk])
    expect((await send(at, door, { ticketId: ticket.id, code: at.codeOf(other) }))[0]).toMatchObject({
      verdict: 'admitted',
      admitted: 1,
      seats: 3,
    })
  expect((await send(at, desk, { ticketId: other.id, code: 'f'.repeat(32) }))[0]?.verdict).toBe('unknown')
  expect((await getTicket(at, other.id)).admitted).toBe(2)
})

test('after revocation only scans with a right code count; the others are conflicts outside of what is sold', async () => {
  const at = await night()
  const door = await at.link('Desk')
  const [scanned, named] = [await at.book(2), await at.book(2)]
  const earlier = at.clock.now.toISOString()
  const [byName] = await send(at, door, { ticketId: named.id })
  pass(at, MINUTE)
  await revoke(at, door)
  pass(at, HOUR)
  const results = await send(
    at,
    door,
    { code: at.codeOf(scanned), ticketId: scanned.id, at: earlier },
    { ticketId: named.id, at: earlier },
    { kind: 'walk-in', name: 'Mallory', seats: 4, at: earlier },
    { kind: 'undo', undoes: byName?.id, at: earlier },
    { kind: 'undo', ticketId: named.id, at: earlier },
  )
  expect(results.map(({ verdict, admitted }) => [verdict, admitted])).toEqual([
    ['admitted', 1],
    ['unknown', 0],
    ['unknown', 0],
    ['unknown', 0],
    ['unknown', 0],
  ])
  expect(await soldAndTickets(at)).toEqual({ sold: 4, seats: 4 })
  expect((await getTicket(at, named.id)).admitted).toBe(1)
  const conflicts = await conflictsOf(at)
  expect(conflicts.map(({ reason, name, seats }) => [reason, name, seats])).toEqual(
    expect.arrayContaining([
      ['revoked', 'Mallory', 4],
      ['revoked', null, 1],
    ]),
  )
  expect(conflicts).toHaveLength(2)
})

test('after revocation the code of one ticket undoes neither a walk-in nor the admission of another', async () => {
  const at = await night()
  const door = await at.link('Desk')
  const [scanned, named] = [await at.book(1), await at.book(1)]
  const [own, byName, walkIn] = await send(
    at,
    door,
    { code: at.codeOf(scanned) },
    { ticketId: named.id },
    { kind: 'walk-in', name: 'Nuala', seats: 2 },
  )
  pass(at, MINUTE)
  const earlier = at.clock.now.toISOString()
  pass(at, MINUTE)
  await revoke(at, door)
  const undo = (id?: string) => ({ kind: 'undo' as const, code: at.codeOf(scanned), undoes: id, at: earlier })
  const results = await send(at, door, undo(walkIn?.id), undo(byName?.id), undo(own?.id))
  expect(results.map(({ verdict, admitted }) => [verdict, admitted])).toEqual([
    ['unknown', 0],
    ['unknown', 0],
    ['admitted', -1],
  ])
  expect((await getTicket(at, named.id)).admitted).toBe(1)
  expect(await soldAndTickets(at)).toEqual({ sold: 4, seats: 4 })
})

test('a link that ended with its event still sends what it has, walk-ins too', async () => {
  const at = await night()
  const door = await at.link('Desk')
  const earlier = START.toISOString()
  at.clock.now = new Date(START.getTime() + 20 * HOUR)
  expect((await send(at, door, { kind: 'walk-in', at: earlier }))[0]).toMatchObject({
    verdict: 'admitted',
    admitted: 1,
  })
})

test('walk-ins begin 12 hours before the event; earlier ones are conflicts and take no seat', async () => {
  const at = await night()
  const door = await at.link('Desk')
  at.clock.now = new Date(START.getTime() - 12 * HOUR - 1000)
  await at.deps.db.update(doorLinks).set({ createdAt: new Date(START.getTime() - 240 * HOUR) })
  const [early] = await send(at, door, { kind: 'walk-in', seats: 4 })
  expect(early).toMatchObject({ verdict: 'unknown', admitted: 0, total: 0 })
  expect((await getEvent(at)).ticketsSold).toBe(0)
  expect(await conflictsOf(at)).toMatchObject([{ reason: 'too-early', seats: 4, ticketId: null, name: 'Walk-in' }])
  const justBefore = at.clock.now.toISOString()
  pass(at, 1000)
  const results = await send(at, door, { kind: 'walk-in' }, { kind: 'walk-in', at: justBefore })
  expect(results.map(({ verdict }) => verdict)).toEqual(['admitted', 'unknown'])
  await send(at, door, { kind: 'undo', undoes: early?.id }, { kind: 'undo', undoes: results[1]?.id })
  expect(await conflictsOf(at)).toEqual([])
})

test('a scan made before a return counts: it takes free seats, and the return remains', async () => {
  const at = await night({ capacity: 4 })
  const door = await at.link('Main door')
  const ticket = await at.book(2)
  const before = at.clock.now.toISOString()
  pass(at, 4 * MINUTE)
  await giveBack(at, ticket.id)
  expect((await getEvent(at)).ticketsSold).toBe(0)
  pass(at, MINUTE)
  const [late] = await send(at, door, { code: at.codeOf(ticket), seats: 2, at: before })
  expect(late).toMatchObject({ verdict: 'admitted', admitted: 2, total: 2, seats: 2 })
  expect(await soldAndTickets(at)).toEqual({ sold: 2, seats: 2 })
  expect(await door.api.get()).toMatchObject({
    admitted: 2,
    overLimit: 0,
    conflicts: [{ reason: 'returned', seats: 2, door: 'Main door', name: 'Aoife Kelly' }],
  })
  await expect(at.guest.api.tickets.undoReturn({ params: { ticketId: ticket.id } })).rejects.toMatchObject({
    status: 409,
  })
  // After the return nobody comes in on it, and an undo gives the seats back again.
  expect((await send(at, door, { code: at.codeOf(ticket) }))[0]).toMatchObject({ verdict: 'already-in', admitted: 0 })
  await send(at, door, { kind: 'undo', undoes: late?.id, code: at.codeOf(ticket) })
  expect(await soldAndTickets(at)).toEqual({ sold: 0, seats: 0 })
  expect(await getTicket(at, ticket.id)).toMatchObject({ admitted: 0, returnedAt: expect.any(Date) as Date })
  expect((await send(at, door, { code: at.codeOf(ticket) }))[0]?.verdict).toBe('returned')
})

test('without a free seat who was let in before the return is over the limit, as far as there is none', async () => {
  const at = await night({ capacity: 4 })
  const door = await at.link('Main door')
  const ticket = await at.book(4)
  const before = at.clock.now.toISOString()
  pass(at, MINUTE)
  await giveBack(at, ticket.id, 3)
  const ben = await at.person()
  await ben.api.tickets.book({ body: { eventId: at.event.id, numberOfTickets: 2 } })
  const [late] = await send(at, door, { code: at.codeOf(ticket), seats: 4, at: before })
  // One was never given back, one seat is free, two are over.
  expect(late).toMatchObject({ verdict: 'admitted', admitted: 4, total: 4, seats: 2 })
  expect(await soldAndTickets(at)).toEqual({ sold: 4, seats: 4 })
  expect(await door.api.get()).toMatchObject({
    admitted: 4,
    overLimit: 2,
    conflicts: [{ reason: 'returned', seats: 3 }],
  })
  await send(at, door, { kind: 'undo', undoes: late?.id, code: at.codeOf(ticket) })
  expect(await door.api.get()).toMatchObject({ admitted: 0, overLimit: 0, conflicts: [] })
  expect(await soldAndTickets(at)).toEqual({ sold: 3, seats: 3 })
})

test('a scan that was answered "already in" never counts later, nor more seats than were answered', async () => {
  const at = await night()
  const [main, side] = [await at.link('Main door'), await at.link('Side door')]
  const [one, group] = [await at.book(1), await at.book(3)]
  const start = at.clock.now.getTime()
  const time = (seconds: number) => new Date(start + seconds * 1000).toISOString()
  const [single] = await send(at, main, { code: at.codeOf(one) })
  const [pair] = await send(at, main, { code: at.codeOf(group), seats: 2 })
  pass(at, 30_000)
  const answers = await send(at, side, { code: at.codeOf(one) }, { code: at.codeOf(group), seats: 3 })
  expect(answers).toMatchObject([
    { verdict: 'already-in', admitted: 0 },
    { verdict: 'admitted', admitted: 1 },
  ])
  pass(at, 30_000)
  await send(
    at,
    main,
    { kind: 'undo', undoes: single?.id, code: at.codeOf(one), at: time(10) },
    { kind: 'undo', undoes: pair?.id, code: at.codeOf(group), at: time(10) },
  )
  expect((await getTicket(at, one.id)).admitted).toBe(0)
  expect((await getTicket(at, group.id)).admitted).toBe(1)
  // So they can come.
  expect((await send(at, main, { code: at.codeOf(one) }))[0]).toMatchObject({ verdict: 'admitted', total: 1 })
})

test('more than 200 scans of a booking are stored as conflicts and count nothing', async () => {
  const at = await night()
  const door = await at.link('Main door')
  const ticket = await at.book(4)
  const code = at.codeOf(ticket)
  const inTurn = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ code, kind: n % 2 ? ('undo' as const) : ('admit' as const) }))
  const first = await send(at, door, ...inTurn(199))
  expect(first.every(({ verdict }) => verdict === 'admitted')).toBe(true)
  const rest = await send(at, door, { code }, { code }, { kind: 'undo', code }, { ticketId: ticket.id })
  expect(rest.map(({ verdict, admitted }) => [verdict, admitted])).toEqual([
    ['admitted', 1],
    ['already-in', 0],
    ['admitted', 0],
    ['already-in', 0],
  ])
  expect(await at.deps.db.$count(doorScans)).toBe(203)
  expect((await conflictsOf(at)).map(({ reason }) => reason)).toEqual(['too-many', 'too-many'])
  expect((await door.api.get()).admitted).toBe((await getTicket(at, ticket.id)).admitted)
})

test('walk-ins over the limit end at a thousand', async () => {
  const at = await night({ capacity: 1 })
  const door = await at.link('Desk')
  await at.deps.db.update(doorLinks).set({ overLimit: 998, admitted: 998 })
  const results = await send(at, door, ...[2, 2, 1].map((seats) => ({ kind: 'walk-in' as const, seats })))
  expect(results.map(({ verdict, admitted }) => [verdict, admitted])).toEqual([
    ['admitted', 2],
    ['unknown', 0],
    ['admitted', 1],
  ])
  expect(await door.api.get()).toMatchObject({ overLimit: 1_000, conflicts: [{ reason: 'too-many', seats: 2 }] })
})

test('two processes that take the same unknown code at once store it once and answer alike', async () => {
  const at = await night()
  const { id } = await at.link('Main door')
  const given = JSON.stringify([
    { place: 0, id: 'one', kind: 'admit', seats: 1, verdict: 'unknown', at: START, corrected: START },
  ])
  const query = {
    text: 'select answer from take_door_scans($1, $2, $3, $4)',
    values: [id, at.event.id, at.clock.now, given],
  }
  const [first, second] = [await at.deps.db.$client.connect(), await at.deps.db.$client.connect()]
  try {
    await first.query('begin')
    const answers = [await first.query<{ answer: string }>(query)]
    const waiting = second.query<{ answer: string }>(query)
    // The second waits for the first, whether for its turn or for the same key.
    await expect
      .poll(async () => {
        const { rows } = await at.deps.db.$client.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows.length
      })
      .toBe(1)
    await first.query('commit')
    answers.push(await waiting)
    expect(answers.map(({ rows }) => rows)).toEqual([[{ answer: 'unknown' }], [{ answer: 'unknown' }]])
  } finally {
    first.release()
    second.release()
  }
  expect(await at.deps.db.$count(doorScans)).toBe(1)
})

test('who did not confirm is on standby: in order, let in by a press that says so, on a free seat or over the limit', async () => {
  const at = await night({ capacity: 3 })
  const { deps, event, link, codeOf } = at
  await deps.db.update(events).set({ confirm: true }).where(eq(events.id, event.id))
  const book = async () => {
    const person = await at.person()
    const { id } = await person.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })
    return getTicket(at, id)
  }
  const [first, second, third] = [await book(), await book(), await book()]
  const release = (ticketId: number) =>
    inLedger(deps, event.id, async (change) => {
      const ticket = await getTicket(at, ticketId)
      const how = { places: [], by: 'unconfirmed' as const, reason: null, idempotencyKey: null, undoUntil: change.now }
      await releaseSeats(change, ticket, { seats: 1, ...how })
    })
  await release(second.id)
  await release(first.id)
  const door = await link('Desk')
  const standbyOf = async () =>
    (await door.api.get()).list.flatMap(([id, , , , , , , , , standby]) => (standby ? [[id, ...standby]] : []))
  const [one, two] = (await standbyOf()).toSorted((a, b) => Number(a[2]) - Number(b[2]))
  expect([one?.[0], two?.[0]]).toEqual([second.id, first.id])
  expect(await send(at, door, { code: codeOf(second) })).toMatchObject([{ verdict: 'standby', admitted: 0 }])
  expect(await send(at, door, { code: codeOf(third) })).toMatchObject([{ verdict: 'admitted', admitted: 1 }])
  expect(await send(at, door, { code: codeOf(second), over: true })).toMatchObject([{ verdict: 'admitted', seats: 1 }])
  await book()
  const [over] = await send(at, door, { ticketId: first.id, over: true })
  expect(over).toMatchObject({ verdict: 'admitted', admitted: 1 })
  const counts = await at.creator.api.door.getCounts({ params: { eventId: event.id } })
  expect(counts).toMatchObject({ admitted: 3, overLimit: 1, conflicts: [], sold: 3 })
  expect(await standbyOf()).toEqual([])
  // Undone, it is standby again, and its place over the limit is gone.
  await send(at, door, { kind: 'undo', ticketId: first.id, undoes: over?.id })
  expect((await standbyOf()).map(([id]) => id)).toEqual([first.id])
  expect(await at.creator.api.door.getCounts({ params: { eventId: event.id } })).toMatchObject({
    admitted: 2,
    overLimit: 0,
  })
})
