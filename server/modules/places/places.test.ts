import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCode } from '../../../contract/door-code.ts'
import { events } from '../../db/schema/events.ts'
import { ticketPlaces } from '../../db/schema/ticket-places.ts'
import { signLink } from '../../access/mail-links.ts'
import { openWorld, type EventFields, type World } from '../../test-support/world.ts'

let w: World

beforeAll(async () => {
  w = await openWorld()
})
afterAll(() => w.close())

async function booked(numberOfTickets: number, fields: EventFields = {}) {
  const nora = await w.person()
  const event = await w.event(await w.person(), fields)
  const { id: ticketId } = await nora.api.tickets.book({ body: { eventId: event.id, numberOfTickets } })
  const send = (key?: string) =>
    nora.api.places.send({ params: { ticketId }, ...(key && { headers: { 'idempotency-key': key } }) })
  const takeBack = (placeId: number) => nora.api.places.takeBack({ params: { ticketId, placeId } })
  const list = () => nora.api.places.list({ params: { ticketId } })
  return { nora, event, ticketId, send, takeBack, list }
}

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
  const same = await Promise.all(Array.from({ length: 3 }, () => other.send('the-same-key')))
  expect(new Set(same.map(({ id }) => id)).size).toBe(1)
})

test('the friend sees the event and the code without an account, the link of a virtual event included', async () => {
  const { send } = await booked(1, { isVirtual: true, venue: 'https://meet.example/room' })
  const place = await send()
  const ofAddress = place.url.split('/').pop() ?? ''
  const seen = await w.visitor.places.get({ params: { code: ofAddress } })
  expect(await w.visitor.places.get({ params: { code: place.code } })).toEqual(seen)
  expect(seen).toMatchObject({ id: place.id, code: place.code, event: { venue: 'https://meet.example/room' } })
})

test('it can be taken back until it was used; then its code is nothing, and the seat can be sent again', async () => {
  const { send, takeBack, list } = await booked(1)
  const place = await send()
  await takeBack(place.id)
  await takeBack(place.id)
  await expect(w.visitor.places.get({ params: { code: place.code } })).rejects.toMatchObject({ status: 404 })
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
    await expect(api.places.send({ params: { ticketId } })).rejects.toMatchObject({ status })
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
  await expect(w.visitor.places.get({ params: { code: place.code } })).rejects.toMatchObject({ status: 404 })
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
