// Codes at the door that are not a booking's own: a place sent to a friend, an entry of the waiting list.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { getTicket, night, send, type Night } from '../../test-support/night.ts'

async function splitBooking(at: Night, seats: number) {
  const ticket = await at.book(seats)
  const params = { ticketId: ticket.id }
  return {
    ticket,
    params,
    send: (name = 'Aoife') => at.guest.api.places.send({ params, body: { name } }),
    takeBack: (placeId: number) => at.guest.api.places.takeBack({ params: { ...params, placeId } }),
    usedAt: async () => (await at.guest.api.places.list({ params })).map((place) => place.usedAt),
  }
}

test('a place sent to a friend lets in one seat, once, and with the others no more than were booked', async () => {
  const at = await night()
  const [main, side] = [await at.link('Main door'), await at.link('Side door')]
  const { ticket, send: share, usedAt, takeBack } = await splitBooking(at, 3)
  const [one, two] = [await share(), await share()]
  expect(one.code).toMatch(/^P[0-9A-Z]{42}$/)
  // The device names the booking too, and asks for more than a place has.
  expect((await send(at, main, { code: one.code, ticketId: ticket.id, seats: 2 }))[0]).toMatchObject({
    verdict: 'admitted',
    admitted: 1,
    total: 1,
    seats: 3,
  })
  const first = at.clock.now.toISOString()
  at.clock.now = new Date(at.clock.now.getTime() + 60_000)
  expect((await send(at, side, { code: one.code }))[0]).toMatchObject({
    verdict: 'already-in',
    admitted: 0,
    total: 1,
    seats: 3,
    firstAt: first,
    door: 'Main door',
  })
  expect(await usedAt()).toEqual([first, null])
  await expect(takeBack(one.id)).rejects.toMatchObject({ code: 'place_used' })
  // The booker's own code admits what was not sent, however many it asks for.
  expect((await send(at, main, { code: at.codeOf(ticket), seats: 3 }))[0]).toMatchObject({ admitted: 1, total: 2 })
  expect((await send(at, side, { code: at.codeOf(ticket) }))[0]).toMatchObject({ verdict: 'already-in', admitted: 0 })
  expect((await send(at, main, { code: two.code }))[0]).toMatchObject({ verdict: 'admitted', admitted: 1, total: 3 })
  expect(await usedAt()).toEqual([first, at.clock.now.toISOString()])
})

test('the booker’s code admits a seat again once it was taken back, and what it let in before it was sent stays in', async () => {
  const at = await night()
  const door = await at.link('Main door')
  const { ticket, send: share, takeBack, usedAt } = await splitBooking(at, 3)
  const pass = (minutes: number) => (at.clock.now = new Date(at.clock.now.getTime() + minutes * 60_000))
  const before = at.clock.now.toISOString()
  pass(1)
  const place = await share()
  pass(1)
  expect((await send(at, door, { code: at.codeOf(ticket), seats: 3 }))[0]).toMatchObject({ admitted: 2, total: 2 })
  pass(1)
  await takeBack(place.id)
  expect((await send(at, door, { code: at.codeOf(ticket) }))[0]).toMatchObject({ verdict: 'admitted', total: 3 })
  // Without a network, while the place was the friend's: the booker's code let in the others only.
  const other = await splitBooking(at, 3)
  const sent = await other.send('Cara')
  const then = pass(1).toISOString()
  pass(1)
  await other.takeBack(sent.id)
  expect((await send(at, door, { code: at.codeOf(other.ticket), seats: 3, at: then }))[0]).toMatchObject({ total: 2 })
  // Without a network, before anything was sent: all went in then.
  const late = await splitBooking(at, 2)
  const friend = await late.send('Ben')
  expect((await send(at, door, { code: at.codeOf(late.ticket), seats: 2, at: before }))[0]).toMatchObject({ total: 2 })
  expect((await send(at, door, { code: friend.code }))[0]).toMatchObject({ verdict: 'already-in', admitted: 0 })
  expect(await late.usedAt()).toEqual([null])
  expect(await usedAt()).toEqual([])
})

test('a place that was taken back says so, unless it was scanned before; one of another event is of another event', async () => {
  const at = await night()
  const door = await at.link('Main door')
  const { send: share, takeBack } = await splitBooking(at, 2)
  const [one, two] = [await share(), await share()]
  const before = at.clock.now.toISOString()
  at.clock.now = new Date(at.clock.now.getTime() + 60_000)
  await takeBack(one.id)
  await takeBack(two.id)
  expect((await send(at, door, { code: one.code }))[0]).toMatchObject({ verdict: 'returned', admitted: 0, total: 0 })
  expect((await send(at, door, { code: two.code, at: before }))[0]).toMatchObject({ verdict: 'admitted', admitted: 1 })
  const elsewhere = await at.newEvent(at.creator)
  const there = await at.guest.api.tickets.book({ body: { eventId: elsewhere.id, numberOfTickets: 1 } })
  const foreign = await at.guest.api.places.send({ params: { ticketId: there.id }, body: { name: 'Aoife' } })
  const altered = `T${one.code.slice(1)}`
  const results = await send(at, door, { code: foreign.code }, { code: altered })
  expect(results.map(({ verdict }) => verdict)).toEqual(['other-event', 'unknown'])
})

test('an undone place can come again, and two doors that let it in count it once', async () => {
  const at = await night()
  const [main, side] = [await at.link('Main door'), await at.link('Side door')]
  const { ticket, send: share, usedAt } = await splitBooking(at, 3)
  const place = await share()
  const [scan] = await send(at, main, { code: place.code })
  await send(at, main, { kind: 'undo', undoes: scan?.id, code: place.code })
  expect(await usedAt()).toEqual([null])
  const earlier = new Date(at.clock.now.getTime() + 60_000).toISOString()
  at.clock.now = new Date(at.clock.now.getTime() + 120_000)
  await send(at, main, { code: place.code })
  // Without a network, a minute before.
  await send(at, side, { code: place.code, at: earlier })
  expect((await getTicket(at, ticket.id)).admitted).toBe(1)
  expect(await usedAt()).toEqual([earlier])
  expect((await main.api.get()).conflicts).toHaveLength(1)
})

test('places are on the list of a door, and what becomes of them is told as a change of their booking', async () => {
  const at = await night()
  const door = await at.link('Main door')
  const { ticket, send: share, takeBack } = await splitBooking(at, 3)
  let { revision, list } = await door.api.get()
  expect(list.map((guest) => guest[7])).toEqual([[]])
  const look = async () => {
    ;({ revision, list } = await door.api.get({ query: { since: revision } }))
    return list.map(([id]) => id)
  }
  // What is told again while any transaction is open does no harm, and proves nothing.
  const untilNothingIsNew = () => expect.poll(look).toEqual([])
  await untilNothingIsNew()
  const [one, two, three] = [await share(), await share(), await share()]
  expect(await look()).toEqual([ticket.id])
  await untilNothingIsNew()
  await takeBack(two.id)
  expect(await look()).toEqual([ticket.id])
  await send(at, door, { code: three.code })
  await look()
  const hash = (place: { url: string }) =>
    createHash('sha256')
      .update(place.url.split('/').pop() ?? '')
      .digest()
      .subarray(0, 10)
      .toString('base64')
      .replace(/=+$/, '')
  expect(list.find(([id]) => id === ticket.id)?.[7]).toEqual([
    [hash(one), 0, 'Aoife', one.id, one.code.slice(-5)],
    [hash(two), 2, 'Aoife', two.id, two.code.slice(-5)],
    [hash(three), 1, 'Aoife', three.id, three.code.slice(-5)],
  ])
  // Links that only scan know no names.
  const { list: withoutNames } = await (await at.link('Side door', false)).api.get()
  expect(withoutNames[0]?.[7]).toEqual([
    [hash(one), 0],
    [hash(two), 2],
    [hash(three), 1],
  ])
  // A friend without a phone is found by name; a place of another booking is not let in with this one.
  const found = { ticketId: ticket.id, placeId: one.id }
  expect((await send(at, door, found))[0]).toMatchObject({ verdict: 'admitted', admitted: 1, total: 2 })
  expect((await send(at, door, found))[0]).toMatchObject({ verdict: 'already-in', admitted: 0 })
  const other = await at.book(1)
  expect((await send(at, door, { ...found, ticketId: other.id }))[0]).toMatchObject({ verdict: 'unknown' })
})

test('the code of a waiting entry is known as such', async () => {
  const at = await night({ capacity: 1 })
  const door = await at.link('Main door')
  await at.book()
  const late = await at.person()
  const { code } = await late.api.waitingList.join({ params: { eventId: at.event.id }, body: { numberOfTickets: 1 } })
  expect((await send(at, door, { code }))[0]).toMatchObject({ verdict: 'waiting-list', admitted: 0 })
})
