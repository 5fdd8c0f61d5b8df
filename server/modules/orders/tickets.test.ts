// What a ticket and an order say of the money, to the guest.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY } from '../../../contract/durations.ts'
import { events } from '../../db/schema/events.ts'
import { bookingMail } from '../../ledger/booking-emails.ts'
import { openPaidWorld, place, type PaidWorld } from '../../test-support/paid-scene.ts'
import type { Person } from '../../test-support/world.ts'

let w: PaidWorld

beforeAll(async () => {
  w = await openPaidWorld()
})
afterAll(() => w.close())

const ticketOf = (who: Person, ticketId: number | null) => who.api.tickets.get({ params: { ticketId: ticketId ?? 0 } })

test('an event says that it is paid here, and one that only has a price does not', async () => {
  const { creator, eventId } = await w.paidEvent()
  const other = await w.event(creator, { isFreeOfCharge: false, sellingPrice: 12 })
  const read = async (id: number) => (await w.visitor.events.get({ params: { eventId: id }, query: {} })).paid
  expect([await read(eventId), await read(other.id)]).toEqual([true, undefined])
})

test('a price that is set is shown without a saving that nobody has set', async () => {
  const creator = await w.person()
  const event = await w.event(creator, { isFreeOfCharge: true, sellingPrice: 0, anchorPrice: 0 })
  const body = { unitPrice: 1_250, vatRate: null, payBy: ['card' as const], refundDays: null, transferTo: null }
  await creator.api.orders.setPrice({ params: { eventId: event.id }, body })
  const { sellingPrice, anchorPrice } = await creator.api.events.get({ params: { eventId: event.id }, query: {} })
  expect([sellingPrice, anchorPrice]).toEqual([12.5, 12.5])
})

test('a paid ticket says what was paid, and until when it comes back; the list says the same', async () => {
  const { eventId } = await w.paidEvent({ refundDays: 3 })
  const nora = await w.person()
  const { id, ticketId } = await w.buy(nora, eventId, 2)
  const [event] = await w.deps.db.select().from(events).where(eq(events.id, eventId))
  const payment = {
    orderId: id,
    state: 'paid',
    payBy: 'card',
    unitPrice: 1_200,
    amount: 2_400,
    refunded: 0,
    dueBy: null,
    refundUntil: new Date(event!.startTime.getTime() - 3 * DAY).toISOString(),
  }
  expect((await ticketOf(nora, ticketId)).payment).toMatchObject(payment)
  expect((await nora.api.tickets.list({ query: { eventId } }))[0]?.payment).toMatchObject(payment)
  const left = await nora.api.tickets.return({ params: { ticketId: ticketId ?? 0 }, body: { numberOfTickets: 1 } })
  expect(left.payment).toMatchObject({ amount: 2_400, refunded: 1_200 })
  const kept = await nora.api.tickets.undoReturn({ params: { ticketId: ticketId ?? 0 } })
  expect(kept.payment).toMatchObject({ refunded: 0 })
})

test('money that does not come back comes back all the same once the event is moved', async () => {
  const { eventId } = await w.paidEvent({ refundDays: null })
  const nora = await w.person()
  const { ticketId } = await w.buy(nora, eventId, 1)
  expect((await ticketOf(nora, ticketId)).payment?.refundUntil).toBeNull()
  await w.deps.db.update(events).set({ venue: 'Somewhere else' }).where(eq(events.id, eventId))
  const { payment, event } = await ticketOf(nora, ticketId)
  expect(payment?.refundUntil).toBe(event.endTime)
})

test('what is paid at the door is for the places that are left, and the order says so afterwards', async () => {
  const { creator, eventId } = await w.paidEvent({ payBy: ['door'] })
  const nora = await w.person()
  const { id, ticketId, paid } = await place(nora, eventId, 2, { payBy: 'door' })
  expect(paid).toBe(0)
  expect((await ticketOf(nora, ticketId)).payment).toMatchObject({ state: 'to-pay', amount: 2_400 })
  await nora.api.tickets.return({ params: { ticketId: ticketId ?? 0 }, body: { numberOfTickets: 1 } })
  expect((await ticketOf(nora, ticketId)).payment).toMatchObject({ state: 'to-pay', amount: 1_200 })
  expect(await creator.api.orders.markPaid({ params: { eventId, orderId: id } })).toMatchObject({ paid: 1_200 })
  expect((await ticketOf(nora, ticketId)).payment).toMatchObject({ state: 'paid', amount: 1_200 })
})

test('the email of a booking leads to its receipt, or to how it is paid', async () => {
  const { eventId } = await w.paidEvent({ payBy: ['card', 'door'] })
  const [nora, una] = [await w.person(), await w.person()]
  const [bought, ordered] = [await w.buy(nora, eventId, 1), await place(una, eventId, 1, { payBy: 'door' })]
  const config = {
    publicUrl: 'https://hooley.example',
    calendarDomain: 'localhost',
    mailFrom: 'Hooley <post@hooley.example>',
    features: new Set<never>(),
  }
  const blocksTo = async (who: Person, ticketId: number | null) => {
    const row = { id: 1, kind: 'booking', userId: who.id, ticketId, payload: {}, now: w.now() }
    return (await bookingMail(config, w.deps.secrets)(w.deps.db, row))?.blocks
  }
  const link = (label: string, url: string) => ({ kind: 'choices', choices: [{ label, url }] })
  expect(await blocksTo(nora, bought.ticketId)).toContainEqual(
    link('Receipt', `https://hooley.example/orders/${bought.id}#receipt`),
  )
  expect(await blocksTo(una, ordered.ticketId)).toContainEqual(
    link('How to pay', `https://hooley.example/orders/${ordered.id}`),
  )
})

test('a ticket of a free event says nothing of money', async () => {
  const creator = await w.person()
  const event = await w.event(creator)
  const nora = await w.person()
  const { id } = await nora.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })
  expect((await ticketOf(nora, id)).payment).toBeUndefined()
})
