import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCode } from '../../../contract/door-code.ts'
import { events } from '../../db/schema/events.ts'
import { ticketPlaces } from '../../db/schema/ticket-places.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { signLink } from '../../access/mail-links.ts'
import { openWorld, type EventFields, type World } from '../../test-support/world.ts'

let w: World

beforeAll(async () => {
  w = await openWorld()
})
afterAll(() => w.close())

async function booked(numberOfTickets: number, fields: EventFields = {}) {
  const nora = await w.person({ firstName: 'Nora' })
  const event = await w.event(await w.person(), fields)
  const { id: ticketId } = await nora.api.tickets.book({ body: { eventId: event.id, numberOfTickets } })
  const send = (name = 'Aoife', key?: string) =>
    nora.api.places.send({ params: { ticketId }, body: { name }, ...(key && { headers: { 'idempotency-key': key } }) })
  const takeBack = (placeId: number) => nora.api.places.takeBack({ params: { ticketId, placeId } })
  const list = () => nora.api.places.list({ params: { ticketId } })
  const giveBack = (body: { numberOfTickets?: number; of?: number; places?: number[] } = {}) =>
    nora.api.tickets.return({ params: { ticketId }, body })
  const undo = () => nora.api.tickets.undoReturn({ params: { ticketId } })
  const ticket = () => nora.api.tickets.get({ params: { ticketId } })
  return { nora, event, ticketId, send, takeBack, list, giveBack, undo, ticket }
}

const seen = (code: string) => w.visitor.places.get({ params: { code } })
const GONE = { status: 404, code: 'place_not_found' }
const SENT = (n: number) => ({
  status: 409,
  message: `${n} of your places ${n === 1 ? 'is sent to a friend' : 'are sent to friends'}`,
})

test('each seat of a booking can be sent to a friend, with a code of its own, and no more than there are', async () => {
  const { send, list } = await booked(2)
  const [one, two] = [await send(), await send()]
  expect(one.code).toMatch(/^P[0-9A-Z]{42}$/)
  expect(one.url).toBe(`${w.deps.config.publicUrl}/places/${readCode(one.code)?.code}`)
  expect(two.code).not.toBe(one.code)
  expect(await list()).toEqual([one, two])
  await expect(send()).rejects.toMatchObject({ status: 409, code: 'no_place_to_send' })
})

test('of requests that come at once no seat is sent twice, and a repeated key answers the first place', async () => {
  const { send, list } = await booked(3)
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => send()))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(await list()).toHaveLength(3)
  const other = await booked(4)
  const same = await Promise.all(Array.from({ length: 3 }, () => other.send('Aoife', 'the-same-key')))
  expect(new Set(same.map(({ id }) => id)).size).toBe(1)
  await expect(other.send('Ben', 'the-same-key')).rejects.toMatchObject({ code: 'idempotency_key_reused' })
})

test('the friend sees the event and the code without an account, the link of a virtual event included', async () => {
  const { send } = await booked(1, { isVirtual: true, venue: 'https://meet.example/room' })
  const place = await send()
  const ofAddress = place.url.split('/').pop() ?? ''
  const shown = await seen(ofAddress)
  expect(await seen(place.code)).toEqual(shown)
  expect(shown).toMatchObject({ id: place.id, code: place.code, event: { venue: 'https://meet.example/room' } })
})

test('it can be taken back until it was used; then its code is nothing, and the seat can be sent again', async () => {
  const { send, takeBack, list } = await booked(1)
  const place = await send()
  await takeBack(place.id)
  await takeBack(place.id)
  await expect(seen(place.code)).rejects.toMatchObject(GONE)
  expect(await list()).toEqual([])
  const next = await send()
  await w.deps.db.update(ticketPlaces).set({ usedAt: new Date() }).where(eq(ticketPlaces.id, next.id))
  await expect(takeBack(next.id)).rejects.toMatchObject({ status: 409, code: 'place_used' })
})

test('nobody else sends, sees or takes back a place of a booking, nor does the link of a mail', async () => {
  const { nora, ticketId, send } = await booked(2)
  const place = await send()
  const link = signLink(w.deps.secrets, { purpose: 'answer', userId: nora.id, email: nora.email, subjectId: ticketId })
  for (const [api, status] of [
    [(await w.person()).api, 404],
    [w.apiWith(link), 401],
  ] as const) {
    await expect(api.places.list({ params: { ticketId } })).rejects.toMatchObject({ status })
    await expect(api.places.send({ params: { ticketId }, body: { name: 'Aoife' } })).rejects.toMatchObject({ status })
    await expect(api.places.takeBack({ params: { ticketId, placeId: place.id } })).rejects.toMatchObject({ status })
  }
  // A place of another booking of one's own is not reached through this one.
  const other = await booked(1)
  await expect(other.takeBack(place.id)).rejects.toMatchObject({ code: 'place_not_found' })
})

test('nothing is sent of a booking that was given back, nor of an event that is over or cancelled', async () => {
  const given = await booked(2)
  const place = await given.send()
  await given.nora.api.tickets.return({ params: { ticketId: given.ticketId }, body: {} })
  await expect(given.send()).rejects.toMatchObject({ code: 'no_place_to_send' })
  await expect(seen(place.code)).rejects.toMatchObject(GONE)
  const change = (id: number, fields: Partial<typeof events.$inferInsert>) =>
    w.deps.db.update(events).set(fields).where(eq(events.id, id))
  const over = await booked(2)
  await change(over.event.id, {
    startTime: new Date(Date.now() - 7_200_000),
    endTime: new Date(Date.now() - 3_600_000),
  })
  await expect(over.send()).rejects.toMatchObject({ code: 'event_ended' })
  const cancelled = await booked(2)
  await change(cancelled.event.id, { status: 'cancelled' })
  await expect(cancelled.send()).rejects.toMatchObject({ code: 'event_cancelled' })
})

test('sending asks for a name, which the sender, the friend and the list of tickets show', async () => {
  const { nora, ticketId, send, ticket } = await booked(3)
  for (const name of ['', '  ', 'x'.repeat(81)]) await expect(send(name)).rejects.toMatchObject({ status: 400 })
  const place = await send(' Siobhán O’Dea ')
  expect(place).toMatchObject({ name: 'Siobhán O’Dea' })
  expect(await seen(place.code)).toMatchObject({ name: 'Siobhán O’Dea', from: 'Nora' })
  const sent = [{ id: place.id, name: 'Siobhán O’Dea', usedAt: null }]
  expect(await ticket()).toMatchObject({ numberOfTickets: 3, sent })
  expect(await nora.api.tickets.list()).toMatchObject([{ id: ticketId, sent }])
})

test('nothing is sent once everybody left is in, and a friend who is in stays the friend', async () => {
  const { ticketId, send, ticket } = await booked(3)
  const friend = await send('Ben')
  await w.deps.db.update(ticketPlaces).set({ usedAt: new Date() }).where(eq(ticketPlaces.id, friend.id))
  await w.deps.db.update(tickets).set({ admitted: 2 }).where(eq(tickets.id, ticketId))
  await send('Cian')
  await expect(send('Dara')).rejects.toMatchObject({ status: 409, code: 'no_place_to_send' })
  expect((await ticket()).sent).toHaveLength(2)
})

test('giving back takes what was not sent first, and never a friend’s place unless it is named', async () => {
  const { send, giveBack, ticket, undo, list } = await booked(4)
  const [ann, ben] = [await send('Ann'), await send('Ben')]
  await expect(giveBack({ numberOfTickets: 3, of: 4 })).rejects.toMatchObject(SENT(2))
  await expect(giveBack({ numberOfTickets: 4 })).rejects.toMatchObject(SENT(2))
  expect(await giveBack({ numberOfTickets: 1, of: 4 })).toMatchObject({ numberOfTickets: 3 })
  expect(await list()).toHaveLength(2)
  expect(await giveBack({ places: [ann.id], of: 3 })).toMatchObject({ numberOfTickets: 2, sent: [{ id: ben.id }] })
  await expect(seen(ann.code)).rejects.toMatchObject(GONE)
  await expect(giveBack({ places: [ann.id] })).rejects.toMatchObject({ status: 409, code: 'booking_changed' })
  // Undone, the friend's code is good again; then the seat before it comes back.
  expect(await undo()).toMatchObject({ numberOfTickets: 3, sent: [{ id: ann.id }, { id: ben.id }] })
  expect(await seen(ann.code)).toMatchObject({ name: 'Ann' })
  expect(await undo()).toMatchObject({ numberOfTickets: 4 })
  // Both of the friends' and one of one's own.
  expect(await giveBack({ places: [ben.id, ann.id], numberOfTickets: 3 })).toMatchObject({
    numberOfTickets: 1,
    sent: [],
  })
  expect((await ticket()).returnedAt).toBeNull()
})

test('places are named once each, and no more of them than are given back', async () => {
  const { send, giveBack, ticket } = await booked(3)
  const [ann, ben] = [await send('Ann'), await send('Ben')]
  const other = await booked(2)
  const foreign = await other.send()
  await expect(giveBack({ places: [] })).rejects.toMatchObject({ status: 400 })
  await expect(giveBack({ places: [ann.id, ann.id] })).rejects.toMatchObject({ status: 400 })
  await expect(giveBack({ places: [ann.id, ben.id], numberOfTickets: 1 })).rejects.toMatchObject({ status: 400 })
  await expect(giveBack({ places: [foreign.id] })).rejects.toMatchObject({ status: 409, code: 'booking_changed' })
  expect(await ticket()).toMatchObject({ numberOfTickets: 3, sent: [{ name: 'Ann' }, { name: 'Ben' }] })
  expect(await other.list()).toHaveLength(1)
})

test('a place that is in is not given back', async () => {
  const { ticketId, send, giveBack } = await booked(3)
  const [ann, ben] = [await send('Ann'), await send('Ben')]
  await w.deps.db.update(ticketPlaces).set({ usedAt: new Date() }).where(eq(ticketPlaces.id, ann.id))
  await w.deps.db.update(tickets).set({ admitted: 1 }).where(eq(tickets.id, ticketId))
  await expect(giveBack({ places: [ann.id] })).rejects.toMatchObject({ status: 409, code: 'place_used' })
  await expect(giveBack({ numberOfTickets: 2 })).rejects.toMatchObject(SENT(1))
  expect(await giveBack({ places: [ben.id], numberOfTickets: 2 })).toMatchObject({
    numberOfTickets: 1,
    sent: [{ id: ann.id }],
  })
})

test('without a number everything goes, friends’ places too, and undoing it brings them back', async () => {
  const { send, giveBack, undo, list } = await booked(2)
  const place = await send('Ann')
  expect(await giveBack({ of: 2 })).toMatchObject({ numberOfTickets: 0, sent: [] })
  await expect(seen(place.code)).rejects.toMatchObject(GONE)
  expect(await list()).toEqual([])
  expect(await undo()).toMatchObject({ numberOfTickets: 2, sent: [{ name: 'Ann' }] })
  expect(await seen(place.code)).toMatchObject({ id: place.id })
})

test('sent seats count for what one person may have', async () => {
  const { nora, event, send } = await booked(2, { maxPerPerson: 2 })
  await send('Ann')
  await expect(nora.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })).rejects.toMatchObject({
    code: 'per_person_limit',
  })
})

test('the friend hands the place back, without an account: the sender has it again and is told', async () => {
  const { nora, send, ticket, list } = await booked(2)
  const place = await send('Ann')
  const handBack = (code: string) => w.visitor.places.handBack({ params: { code } })
  await handBack(place.code)
  await handBack(place.code)
  await expect(seen(place.code)).rejects.toMatchObject(GONE)
  expect(await list()).toEqual([])
  expect(await ticket()).toMatchObject({ numberOfTickets: 2, sent: [] })
  const told = (await collectMails(w.deps))
    .filter(({ to }) => to === nora.email)
    .filter(({ subject }) => subject.startsWith('Ann can’t come'))
  expect(told).toHaveLength(1)
  // What was taken back is not there to hand back, nor is what was used.
  const other = await booked(2)
  const [one, two] = [await other.send('Ben'), await other.send('Cian')]
  await other.takeBack(one.id)
  await expect(handBack(one.code)).rejects.toMatchObject(GONE)
  await w.deps.db.update(ticketPlaces).set({ usedAt: new Date() }).where(eq(ticketPlaces.id, two.id))
  await expect(handBack(two.code)).rejects.toMatchObject({ code: 'place_used' })
  const over = await booked(2)
  const late = await over.send('Dara')
  const past = { startTime: new Date(Date.now() - 7_200_000), endTime: new Date(Date.now() - 3_600_000) }
  await w.deps.db.update(events).set(past).where(eq(events.id, over.event.id))
  await expect(handBack(late.code)).rejects.toMatchObject({ code: 'event_ended' })
})

test('taken back, handed back and given back at once: one of them happens, and the seats fit the places', async () => {
  for (let n = 0; n < 5; n++) {
    const { send, takeBack, giveBack, ticket } = await booked(2)
    const place = await send('Ann')
    await Promise.allSettled([
      w.visitor.places.handBack({ params: { code: place.code } }),
      takeBack(place.id),
      giveBack({ places: [place.id] }),
      send('Ben'),
      send('Cian'),
    ])
    const { numberOfTickets, sent } = await ticket()
    expect(sent.length).toBeLessThanOrEqual(numberOfTickets)
    expect(sent.map(({ name }) => name)).not.toContain('Ann')
  }
})

test('the organiser who takes a booking back takes the friends’ places with it', async () => {
  const { event, ticketId, send, nora } = await booked(2)
  const place = await send('Ann')
  await w.deps.db.update(events).set({ creatorId: nora.id }).where(eq(events.id, event.id))
  await nora.api.tickets.takeBack({ params: { eventId: event.id, ticketId }, body: { reason: 'Rain.' } })
  await expect(seen(place.code)).rejects.toMatchObject(GONE)
})
