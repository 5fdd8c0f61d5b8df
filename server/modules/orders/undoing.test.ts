// Places that go back and forth while money is on its way: undo, the organiser's cancellation, and an event that is free again.
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../contract/durations.ts'
import { orders, payments, refunds } from '../../db/schema/orders.ts'
import { ticketPlaces } from '../../db/schema/ticket-places.ts'
import type { SessionUser } from '../../http/session.ts'
import { checkout, giveBack, place, refundsOf, usePaidWorld, type PaidWorld } from '../../test-support/paid-scene.ts'
import { soon } from '../../test-support/soon.ts'
import type { Person } from '../../test-support/world.ts'
import { undoReturn } from '../tickets/returns.ts'
import { cancelOrders } from './cancelling.ts'
import { sendRefund } from './refunding.ts'
import { settlePayment } from './settling.ts'
import { handleSignal } from './signals.ts'
import { sweepPayments } from './sweeping.ts'

let w: PaidWorld
usePaidWorld((opened) => (w = opened))

const asUser = ({ id, email }: Person) => ({ id, email }) as unknown as SessionUser
const undo = (who: Person, ticketId: number | null) =>
  who.api.tickets.undoReturn({ params: { ticketId: ticketId ?? 0 }, headers: {} })

test('an undo that read the clock before it had to wait comes too late for a refund that has started', async () => {
  const { eventId } = await w.paidEvent()
  const nora = await w.person()
  const { id, ticketId } = await w.buy(nora, eventId)
  await giveBack(nora, ticketId)
  const pressed = w.now()
  w.advance(3 * MINUTE)
  await w.sendRefunds(id)
  const waited = undoReturn({ ...w.deps, clock: () => pressed }, asUser(nora), ticketId!, null)
  await expect(waited).rejects.toMatchObject({ code: 'undo_too_late' })
  expect(await w.kept(id)).toBe(0)
  expect((await w.seatsOf(eventId)).sold).toBe(0)
  expect(await w.accountsOf(id)).toEqual({})
})

test('undo and the start of a refund lock in the same order, so that neither ends the other', async () => {
  const { eventId } = await w.paidEvent()
  const nora = await w.person()
  const { id, ticketId } = await w.buy(nora, eventId)
  await giveBack(nora, ticketId)
  const { db } = w.deps
  let undoing: Promise<unknown> = Promise.resolve()
  await db.transaction(async (tx) => {
    // As the start of a refund does.
    await tx.select().from(orders).where(eq(orders.id, id)).for('no key update')
    undoing = undo(nora, ticketId)
    await soon(async () => {
      const { rows } = await db.execute(sql`select from pg_locks l join pg_database d on d.oid = l.database
        where not l.granted and d.datname = current_database()
        union all select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      expect(rows.length).toBeGreaterThan(0)
    })
    await tx.select().from(refunds).where(eq(refunds.orderId, id)).for('no key update')
  })
  await undoing
  expect(await refundsOf(nora, id)).toMatchObject([{ state: 'cancelled' }])
})

test('who gives a place back before paying at the door cannot take it back once the others are paid', async () => {
  const { creator, eventId } = await w.paidEvent({ payBy: ['door'] })
  const nora = await w.person()
  const { id, ticketId } = await place(nora, eventId, 2, { payBy: 'door' })
  await giveBack(nora, ticketId, 1)
  const params = { eventId, orderId: id }
  await creator.api.orders.markPaid({ params })
  await expect(undo(nora, ticketId)).rejects.toMatchObject({ code: 'undo_too_late' })
  expect(await w.accountsOf(id)).toMatchObject({ cash: 1_200 })
  const { sums } = await creator.api.orders.listOfEvent({ params: { eventId }, query: {} })
  expect(sums).toMatchObject([{ paid: 1_200, toPay: 0, refunded: 0 }])
  await giveBack(nora, ticketId)
  w.advance(3 * MINUTE)
  await creator.api.orders.markRefunded({ params })
  expect(await w.accountsOf(id)).toEqual({})
})

test('an event is not made free while somebody can still take back what they have paid for', async () => {
  const { creator, eventId } = await w.paidEvent()
  const nora = await w.person()
  const { id, ticketId } = await w.buy(nora, eventId)
  await giveBack(nora, ticketId)
  const makeFree = () => creator.api.orders.setPrice({ params: { eventId }, body: { unitPrice: null } })
  await expect(makeFree()).rejects.toMatchObject({ code: 'price_fixed' })
  w.advance(3 * MINUTE)
  expect(await makeFree()).toMatchObject({ unitPrice: null })
  await expect(undo(nora, ticketId)).rejects.toMatchObject({ code: 'undo_too_late' })
  await w.sendRefunds(id)
  expect(await w.kept(id)).toBe(0)
})

test('a payment that comes when the event is free again goes back', async () => {
  const { creator, eventId } = await w.paidEvent()
  const nora = await w.person()
  const order = await place(nora, eventId)
  w.till.pay(await checkout(nora, order))
  const payment = await w.paymentOf(order.id)
  // Our rows say that it ended; the money came in the moment before.
  await w.deps.db.update(payments).set({ state: 'expired' }).where(eq(payments.id, payment.id))
  await nora.api.orders.giveUp({ params: { orderId: order.id } })
  await creator.api.orders.setPrice({ params: { eventId }, body: { unitPrice: null } })
  await settlePayment(w.deps, payment.id)
  expect((await w.orderRow(order.id)).state).toBe('too-late')
  await w.sendRefunds(order.id)
  expect(await w.kept(order.id)).toBe(0)
})

test('an order about which the provider cannot be asked keeps nobody else from getting the money back', async () => {
  const { creator, eventId } = await w.paidEvent()
  const [stuck, nora] = [await w.person(), await w.person()]
  const open = await place(stuck, eventId)
  await checkout(stuck, open)
  w.till.checkouts.delete((await w.paymentOf(open.id)).checkoutId!)
  const { id } = await w.buy(nora, eventId)
  await creator.api.events.cancel({ params: { eventId }, body: {} })
  await expect(cancelOrders(w.deps, eventId)).rejects.toThrow('unknown checkout')
  await w.sendRefunds(id)
  expect(await w.kept(id)).toBe(0)
})

test('a cancelled event is paid back by the sweep when its job was lost', async () => {
  const { creator, eventId } = await w.paidEvent()
  const nora = await w.person()
  const { id } = await w.buy(nora, eventId)
  await creator.api.events.cancel({ params: { eventId }, body: {} })
  await w.deps.db.execute(sql`delete from jobs`)
  await sweepPayments(w.deps)
  await w.deps.jobs.runDue()
  await w.sendRefunds(id)
  expect(await refundsOf(nora, id)).toMatchObject([{ cause: 'cancelled', state: 'done' }])
  expect(await w.kept(id)).toBe(0)
})

test('places that are taken back by an undo after the event was cancelled are paid back too', async () => {
  const { creator, eventId } = await w.paidEvent({ refundDays: null })
  const nora = await w.person()
  const { id, ticketId } = await w.buy(nora, eventId)
  await giveBack(nora, ticketId)
  await creator.api.events.cancel({ params: { eventId }, body: {} })
  await cancelOrders(w.deps, eventId)
  await w.deps.db.execute(sql`delete from jobs`)
  await undo(nora, ticketId)
  await sweepPayments(w.deps)
  await w.deps.jobs.runDue()
  w.advance(HOUR)
  await w.sendRefunds(id)
  expect(await w.kept(id)).toBe(0)
  expect((await w.seatsOf(eventId)).sold).toBe(0)
})

test('a place of a paid ticket that was sent to a friend opens no door once it was paid back', async () => {
  const { creator, eventId } = await w.paidEvent()
  const nora = await w.person()
  const { id, ticketId } = await w.buy(nora, eventId)
  const friend = await nora.api.places.send({
    params: { ticketId: ticketId ?? 0 },
    headers: {},
    body: { name: 'Aoife' },
  })
  // The money is the buyer's, even if a friend comes with the place.
  await nora.api.tickets.return({ params: { ticketId: ticketId ?? 0 }, body: { numberOfTickets: 1 } })
  w.advance(3 * MINUTE)
  await w.sendRefunds(id)
  expect(await w.kept(id)).toBe(1_200)
  await creator.api.events.cancel({ params: { eventId }, body: {} })
  await cancelOrders(w.deps, eventId)
  await w.sendRefunds(id)
  expect(await w.kept(id)).toBe(0)
  const [sent] = await w.deps.db.select().from(ticketPlaces).where(eq(ticketPlaces.id, friend.id))
  expect(sent?.takenBackAt).not.toBeNull()
})

test('a cancellation, a return and a late payment at the same time pay everything back once', async () => {
  for (let round = 0; round < 4; round++) {
    const { creator, eventId } = await w.paidEvent({ capacity: 4 })
    const [nora, ben] = [await w.person(), await w.person()]
    const { id, ticketId } = await w.buy(nora, eventId)
    const late = await place(ben, eventId)
    w.till.pay(await checkout(ben, late))
    const payment = await w.paymentOf(late.id)
    await Promise.allSettled([
      creator.api.events.cancel({ params: { eventId }, body: {} }),
      giveBack(nora, ticketId, 1),
      settlePayment(w.deps, payment.id),
      cancelOrders(w.deps, eventId),
    ])
    await Promise.all([cancelOrders(w.deps, eventId), settlePayment(w.deps, payment.id)])
    await cancelOrders(w.deps, eventId)
    w.advance(HOUR)
    for (const orderId of [id, late.id]) {
      await Promise.all([w.sendRefunds(orderId), w.sendRefunds(orderId)])
      expect(await w.kept(orderId)).toBe(0)
      expect(await w.accountsOf(orderId)).toEqual({})
    }
    expect(await w.seatsOf(eventId)).toEqual({ sold: 0, held: 0 })
  }
})

test('a refund that was done and comes back from the bank is owed again', async () => {
  const { eventId } = await w.paidEvent()
  const nora = await w.person()
  const { id, ticketId } = await w.buy(nora, eventId)
  await giveBack(nora, ticketId)
  w.advance(3 * MINUTE)
  await w.sendRefunds(id)
  const [refund] = await w.deps.db.select().from(refunds).where(eq(refunds.orderId, id))
  const about = { kind: 'refund' as const, refundId: refund!.key }
  w.till.refunds.get(refund!.key)!.state = 'failed'
  for (const signalId of ['evt_back_1', 'evt_back_2']) {
    await w.signal({ id: signalId, type: 'refund.failed', about })
    await handleSignal(w.deps, `demo ${signalId}`)
  }
  expect(await refundsOf(nora, id)).toMatchObject([{ state: 'failed' }])
  expect(await w.accountsOf(id)).toEqual({ provider: 2_400, owed: -2_400 })
  w.advance(DAY)
  await sendRefund(w.deps, refund!.id)
  expect(await w.accountsOf(id)).toEqual({ provider: 2_400, owed: -2_400 })
})
