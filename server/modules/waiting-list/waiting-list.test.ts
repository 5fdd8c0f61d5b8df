import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../contract/durations.ts'
import { events } from '../../db/schema/events.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { openClockedWorld, soldOut, type Clocked } from '../../test-support/sold-out.ts'

let clocked: Clocked
beforeAll(async () => {
  clocked = await openClockedWorld()
})
afterAll(() => clocked.w.close())

const full = (...seats: number[]) => soldOut(clocked, { seats, startsIn: 10 * DAY })
const refusal = (status: number, message: string) => ({ status, message })

describe('joining', () => {
  test('shows the place, once for a person; again answers the same entry, unchanged', async () => {
    const { waiting, params } = await full(1)
    await waiting()
    const ben = await waiting({ numberOfTickets: 3, atLeast: 2 })
    await waiting()
    const entry = await ben.entry()
    expect(entry).toMatchObject({
      eventId: params.eventId,
      numberOfTickets: 3,
      atLeast: 2,
      automatic: false,
      state: 'waiting',
      place: 2,
      of: 3,
      offer: null,
    })
    expect(entry.code).toMatch(/^W[0-9A-Z]{42}$/)
    const again = await clocked.w.app.inject({
      method: 'POST',
      url: `/api/events/${params.eventId}/waiting-list`,
      headers: { authorization: `Bearer ${ben.person.token}`, 'content-type': 'application/json' },
      payload: { numberOfTickets: 1 },
    })
    expect([again.statusCode, again.json()]).toEqual([200, entry])
  })

  test('two presses at once make one entry', async () => {
    const { params } = await full(1)
    const anna = await clocked.w.person()
    const press = () => anna.api.waitingList.join({ params, body: { numberOfTickets: 1 } })
    const [one, other] = await Promise.all([press(), press()])
    expect(one.id).toBe(other.id)
  })

  test('while there are places it says to book', async () => {
    const { giveBack, params } = await full(2)
    await giveBack(0, 1)
    const anna = await clocked.w.person()
    await expect(anna.api.waitingList.join({ params, body: { numberOfTickets: 1 } })).rejects.toMatchObject(
      refusal(409, 'There are places left. Please book.'),
    )
  })

  test.each([
    [{ numberOfTickets: 0 }, 'Please choose between 1 and 4 tickets'],
    [{ numberOfTickets: 5 }, 'Please choose between 1 and 4 tickets'],
    [{ numberOfTickets: 2, atLeast: 3 }, 'At least cannot be more than the places you wish for'],
    [{ numberOfTickets: 2, atLeast: 0 }, 'Please choose between 1 and 4 tickets'],
  ])('%j is refused', async (body, message) => {
    const { params } = await full(1)
    const anna = await clocked.w.person()
    await expect(anna.api.waitingList.join({ params, body })).rejects.toMatchObject(refusal(400, message))
  })

  test('is not possible for an event that is over, cancelled, postponed, hidden or unknown', async () => {
    const anna = await clocked.w.person()
    const joinWhile = async (fields: Partial<typeof events.$inferInsert>) => {
      const { params } = await full(1)
      await clocked.w.deps.db.update(events).set(fields).where(eq(events.id, params.eventId))
      return anna.api.waitingList.join({ params, body: { numberOfTickets: 1 } })
    }
    const past = { startTime: new Date(0), endTime: new Date(1) }
    await expect(joinWhile(past)).rejects.toMatchObject(refusal(409, 'This event has ended'))
    await expect(joinWhile({ status: 'cancelled' })).rejects.toMatchObject({ code: 'event_cancelled' })
    await expect(joinWhile({ status: 'postponed' })).rejects.toMatchObject({ code: 'event_postponed' })
    await expect(joinWhile({ hiddenAt: new Date(0) })).rejects.toMatchObject(refusal(404, 'Event not found'))
    const unknown = { params: { eventId: 999_999_999 }, body: { numberOfTickets: 1 } }
    await expect(anna.api.waitingList.join(unknown)).rejects.toMatchObject(refusal(404, 'Event not found'))
    await expect(anna.api.waitingList.leave(unknown)).rejects.toMatchObject(refusal(404, 'Event not found'))
  })

  test('a request that comes late does not join again who has left', async () => {
    const { params } = await full(1)
    const anna = await clocked.w.person()
    const press = { params, body: { numberOfTickets: 1 }, headers: { 'idempotency-key': randomUUID() } }
    await anna.api.waitingList.join(press)
    await anna.api.waitingList.leave({ params })
    await expect(anna.api.waitingList.join(press)).rejects.toMatchObject({ code: 'waiting_entry_not_found' })
  })
})

describe('changing the wish', () => {
  test('fewer keeps the place, more goes to the end', async () => {
    const { waiting } = await full(1)
    const anna = await waiting({ numberOfTickets: 3 })
    await waiting()
    expect(await anna.change({ numberOfTickets: 2, automatic: true })).toMatchObject({
      numberOfTickets: 2,
      atLeast: 2,
      automatic: true,
      place: 1,
    })
    expect(await anna.change({ numberOfTickets: 4, atLeast: 1 })).toMatchObject({ atLeast: 1, place: 2, of: 2 })
  })

  test('an offer that is larger than the new wish gives the rest to others', async () => {
    const { waiting, takeBack, offered } = await full(3)
    const anna = await waiting({ numberOfTickets: 3 })
    const ben = await waiting()
    await takeBack(0)
    await anna.change({ numberOfTickets: 2 })
    expect(await offered()).toEqual([
      [anna.entryId, 2],
      [ben.entryId, 1],
    ])
  })
})

describe('booked without asking, by the call itself', () => {
  test('PUT: answers what was booked, and that nothing is left to wait for', async () => {
    const { waiting, takeBack, settle, counts } = await full(1, 1)
    const anna = await waiting({ numberOfTickets: 2 })
    // One seat, which a wish for two cannot use: it is for everybody.
    await takeBack(0)
    await settle()
    const changed = await anna.change({ numberOfTickets: 1, automatic: true })
    expect(changed).toMatchObject({
      id: anna.entryId,
      numberOfTickets: 1,
      automatic: true,
      offer: null,
      place: 1,
      of: 1,
    })
    expect(await anna.person.api.tickets.list()).toMatchObject([{ id: changed.booked?.ticketId, numberOfTickets: 1 }])
    await expect(anna.entry()).rejects.toMatchObject({ status: 404 })
    expect(await counts()).toEqual({ sold: 2, held: 0, left: 0 })
  })

  test('PUT: part of the wish, and the entry waits on for the rest', async () => {
    const { waiting, takeBack, settle } = await full(1, 1)
    const anna = await waiting({ numberOfTickets: 2 })
    await takeBack(0)
    await settle()
    const changed = await anna.change({ numberOfTickets: 2, atLeast: 1, automatic: true })
    expect(changed).toMatchObject({ numberOfTickets: 1, state: 'waiting', booked: { numberOfTickets: 1 } })
    expect(await anna.entry()).not.toHaveProperty('booked')
  })

  test('still interested: the same', async () => {
    const { waiting, takeBack } = await full(1)
    const anna = await waiting()
    await takeBack(0)
    clocked.pass(2 * DAY)
    await anna.change({ numberOfTickets: 1, automatic: true })
    const resumed = await anna.resume()
    expect(resumed.booked).toEqual({ ticketId: expect.any(Number) as number, numberOfTickets: 1 })
  })
})

describe('what an entry says of its chances', () => {
  test('places that nobody holds, no more than are wished for, and none that the limit forbids', async () => {
    const { waiting, takeBack, settle, event } = await full(1, 1, 1)
    const anna = await waiting({ numberOfTickets: 3 })
    expect(await anna.entry()).not.toHaveProperty('free')
    await takeBack(0)
    await takeBack(1)
    await settle()
    expect(await anna.entry()).toMatchObject({ state: 'waiting', free: 2 })
    const set = (fields: Partial<typeof events.$inferInsert>) =>
      clocked.w.deps.db.update(events).set(fields).where(eq(events.id, event.id))
    await set({ maxPerPerson: 1 })
    expect(await anna.entry()).toMatchObject({ free: 1 })
    await set({ maxPerPerson: null, status: 'cancelled' })
    expect(await anna.entry()).not.toHaveProperty('free')
    await set({ status: 'published' })
    expect(await anna.accept(2)).toMatchObject({ numberOfTickets: 2 })
  })

  test('when booking closes', async () => {
    const closesAt = new Date(clocked.now().getTime() + HOUR)
    const { waiting } = await soldOut(clocked, { seats: [1], startsIn: 10 * DAY, bookingClosesAt: closesAt })
    expect(await (await waiting()).entry()).toMatchObject({ bookingClosesAt: closesAt.toISOString() })
  })
})

test('all of one’s own lists: by what comes next, none that has ended or is hidden, those that are off as well', async () => {
  const anna = await clocked.w.person()
  const joined = async (startsIn: number) => {
    const scene = await soldOut(clocked, { seats: [1], startsIn })
    await anna.api.waitingList.join({ params: scene.params, body: { numberOfTickets: 1 } })
    return { ...scene, id: scene.event.id }
  }
  const [far, near] = [await joined(9 * DAY), await joined(8 * DAY)]
  const [hidden, left, off] = [await joined(7 * DAY), await joined(6 * DAY), await joined(10 * DAY)]
  const set = (id: number, fields: Partial<typeof events.$inferInsert>) =>
    clocked.w.deps.db.update(events).set(fields).where(eq(events.id, id))
  await set(hidden.id, { hiddenAt: clocked.now() })
  await set(off.id, { status: 'cancelled' })
  await anna.api.waitingList.leave({ params: left.params })
  const mine = await anna.api.waitingList.mine()
  expect(mine.map(({ event }) => event.id)).toEqual([near.id, far.id, off.id])
  expect(mine[0]).toMatchObject({ place: 1, of: 1, state: 'waiting', event: { status: 'published' } })
  const before = clocked.now()
  clocked.pass(8.5 * DAY)
  expect((await anna.api.waitingList.mine()).map(({ event }) => event.id)).toEqual([far.id, off.id])
  clocked.set(before)
})

describe('leaving and declining', () => {
  test('end the entry, free what was offered, and may be repeated', async () => {
    const { waiting, takeBack, offered, counts } = await full(1)
    const [anna, ben, cara] = [await waiting(), await waiting(), await waiting()]
    await takeBack(0)
    expect(await offered()).toEqual([[anna.entryId, 1]])
    await anna.leave()
    await anna.leave()
    expect(await offered()).toEqual([[ben.entryId, 1]])
    expect(await ben.decline()).toEqual({ state: 'ended' })
    expect(await ben.decline()).toEqual({ state: 'ended' })
    expect(await offered()).toEqual([[cara.entryId, 1]])
    expect(await cara.entry()).toMatchObject({ state: 'offered', place: 1, of: 1 })
    await cara.leave()
    expect(await counts()).toEqual({ sold: 0, held: 0, left: 1 })
    await expect(cara.entry()).rejects.toMatchObject(refusal(404, 'You’re not on this waiting list'))
    const stranger = await clocked.w.person()
    const params = { eventId: 1 }
    await expect(stranger.api.waitingList.decline({ params })).rejects.toMatchObject({ status: 404 })
  })
})

test('declining without an open offer is refused, and costs nobody the place on the list', async () => {
  const { waiting, takeBack } = await full(1)
  const [anna, ben] = [await waiting(), await waiting()]
  const expired = refusal(409, 'This offer has expired')
  await expect(anna.decline()).rejects.toMatchObject(expired)
  expect(await anna.entry()).toMatchObject({ state: 'waiting', place: 1, of: 2 })
  await takeBack(0)
  clocked.pass(2 * DAY)
  await expect(anna.decline()).rejects.toMatchObject(expired)
  expect(await anna.entry()).toMatchObject({ state: 'resting' })
  expect(await ben.entry()).toMatchObject({ state: 'offered' })
})

describe('accepting', () => {
  test('books what is offered, with a confirmation; again answers the same ticket', async () => {
    const { waiting, takeBack, counts } = await full(2)
    const anna = await waiting({ numberOfTickets: 2 })
    await takeBack(0)
    const ticket = await anna.accept()
    expect(ticket).toMatchObject({ numberOfTickets: 2, code: expect.any(String) as string, returnedAt: null })
    expect(await anna.accept()).toEqual(ticket)
    expect(await counts()).toEqual({ sold: 2, held: 0, left: 0 })
    expect((await anna.person.api.tickets.list()).map(({ id }) => id)).toEqual([ticket.id])
    await expect(anna.entry()).rejects.toMatchObject({ status: 404 })
    const subjects = (await collectMails(clocked.w.deps)).filter(({ to }) => to === anna.person.email)
    expect(subjects.map(({ subject }) => subject)).toContain('Your booking: Fiddle Night')
  })

  test('fewer than offered: the rest goes on to others, and the entry has what it wanted', async () => {
    const { waiting, takeBack, offered } = await full(3)
    const [anna, ben] = [await waiting({ numberOfTickets: 3 }), await waiting({ numberOfTickets: 2 })]
    await takeBack(0)
    await expect(anna.accept(4)).rejects.toMatchObject(refusal(409, 'Only 3 places are offered to you'))
    expect(await anna.accept(1)).toMatchObject({ numberOfTickets: 1 })
    expect(await offered()).toEqual([[ben.entryId, 2]])
    await expect(anna.entry()).rejects.toMatchObject({ status: 404 })
  })

  test('part of a wish: waits on for the rest, at the old place', async () => {
    const { waiting, takeBack, offered } = await full(1, 1)
    const [anna, ben] = [await waiting({ numberOfTickets: 2, atLeast: 1 }), await waiting()]
    await takeBack(0)
    expect(await anna.accept()).toMatchObject({ numberOfTickets: 1 })
    expect(await anna.entry()).toMatchObject({ numberOfTickets: 1, state: 'waiting', place: 1, of: 2 })
    await takeBack(1)
    expect(await offered()).toEqual([[anna.entryId, 1]])
    expect(await ben.entry()).toMatchObject({ state: 'waiting' })
  })

  test('two presses of one link at once make one booking', async () => {
    const { waiting, takeBack, counts } = await full(1)
    const anna = await waiting()
    await takeBack(0)
    const [one, other] = await Promise.all([anna.accept(), anna.accept()])
    expect(one.id).toBe(other.id)
    expect(await counts()).toEqual({ sold: 1, held: 0, left: 0 })
  })

  test('booking on the event page uses the offer first', async () => {
    const { waiting, takeBack, counts, creator, event } = await full(2)
    const anna = await waiting()
    await takeBack(0)
    // One is offered to Anna, one is for everybody.
    expect(await counts()).toEqual({ sold: 0, held: 1, left: 1 })
    await expect(anna.book(3)).rejects.toMatchObject(refusal(409, 'Only 2 tickets left'))
    await creator.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })
    await expect(creator.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })).rejects.toMatchObject(
      refusal(409, 'This event is sold out'),
    )
    await anna.book(1)
    expect(await counts()).toEqual({ sold: 2, held: 0, left: 0 })
    await expect(anna.entry()).rejects.toMatchObject({ status: 404 })
  })

  test('without an offer, and nothing free, it has expired', async () => {
    const { waiting } = await full(1)
    const anna = await waiting()
    await expect(anna.accept()).rejects.toMatchObject(refusal(409, 'This offer has expired'))
  })
})

test('the two minutes in which giving back can be undone: held while somebody waiting could take it, then offered', async () => {
  const { waiting, giveBack, undo, settle, counts, offered } = await full(1)
  const anna = await waiting()
  await giveBack(0)
  expect(await counts()).toEqual({ sold: 0, held: 1, left: 0 })
  expect(await offered()).toEqual([])
  await undo(0)
  expect(await counts()).toEqual({ sold: 1, held: 0, left: 0 })
  await giveBack(0)
  clocked.pass(2 * MINUTE - 1)
  await settle()
  expect(await offered()).toEqual([])
  clocked.pass(1)
  await settle()
  expect(await offered()).toEqual([[anna.entryId, 1]])
  await expect(undo(0)).rejects.toMatchObject({ code: 'undo_too_late' })
})

test('what nobody waiting can take is for everybody at once, and an undo fails once it is booked', async () => {
  const { waiting, giveBack, undo, counts, event } = await full(1, 1)
  await waiting({ numberOfTickets: 2 })
  await giveBack(0)
  expect(await counts()).toEqual({ sold: 1, held: 0, left: 1 })
  const ben = await clocked.w.person()
  await ben.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })
  await expect(undo(0)).rejects.toMatchObject({ code: 'undo_too_late' })
})

test('who gives back sees how many wait', async () => {
  const { waiting, giveBack } = await full(2)
  await waiting()
  await waiting()
  expect(await giveBack(0)).toMatchObject({ waiting: 2 })
})

describe('capacity', () => {
  const body = (capacity: number, startTime: Date) => ({
    title: 'Fiddle Night',
    description: 'Bring a fiddle.',
    venue: 'Dublin',
    capacity,
    startTime: startTime.toISOString(),
    endTime: new Date(startTime.getTime() + HOUR).toISOString(),
  })

  test('raised makes offers; it cannot be lower than what is sold and held, and an offer outlives the lowest', async () => {
    const { waiting, takeBack, offered, params, creator, event, counts } = await full(1, 1)
    const anna = await waiting({ numberOfTickets: 2 })
    const ben = await waiting({ numberOfTickets: 2 })
    const setCapacity = (capacity: number) =>
      creator.api.events.update({ params, body: body(capacity, event.startTime) })
    expect(await setCapacity(5)).toMatchObject({ capacity: 5, ticketsLeft: 1 })
    expect(await offered()).toEqual([[anna.entryId, 2]])
    await takeBack(0)
    expect(await offered()).toEqual([
      [anna.entryId, 2],
      [ben.entryId, 2],
    ])
    await expect(setCapacity(4)).rejects.toMatchObject(
      refusal(
        409,
        'Capacity cannot be lower than the 1 ticket already sold and the 4 places held for the waiting list',
      ),
    )
    await ben.decline()
    await setCapacity(3)
    expect(await anna.accept()).toMatchObject({ numberOfTickets: 2 })
    expect(await counts()).toEqual({ sold: 3, held: 0, left: 0 })
    await expect(setCapacity(2)).rejects.toMatchObject(
      refusal(409, 'Capacity cannot be lower than the 3 tickets already sold'),
    )
  })
})
