// Money that doors take: recorded once, however often and in whatever order it is sent.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DoorScan } from '../../../contract/door.ts'
import { drawnCode } from '../../access/door-codes.ts'
import { getTicket } from '../../test-support/night.ts'
import { checkout, openPaidWorld, place, type PaidWorld } from '../../test-support/paid-scene.ts'

let w: PaidWorld

beforeAll(async () => {
  w = await openPaidWorld()
})
afterAll(() => w.close())

const OFFLINE = {
  payBy: ['door' as const, 'transfer' as const, 'card' as const],
  transferTo: 'IBAN IE29',
  vatRate: null,
}

let made = 0

async function paidNight() {
  const { creator, eventId } = await w.paidEvent(OFFLINE)
  const link = async (mayAdd = true) => {
    const { token } = await creator.api.door.createLink({ params: { eventId }, body: { name: 'Door', mayAdd } })
    const { door } = w.apiWith(token)
    const send = (...scans: Partial<DoorScan>[]) => {
      const at = w.now().toISOString()
      const given = scans.map((scan) => ({ id: `scan-${++made}`, seats: 1, at, ...scan }))
      return door.sendScans({ body: { scans: given, sentAt: at } })
    }
    return { door, send }
  }
  const order = async (seats = 2, payBy: 'door' | 'transfer' = 'door') => {
    const guest = await w.person()
    const placed = await place(guest, eventId, seats, { payBy })
    const ticketId = placed.ticketId ?? 0
    const code = drawnCode(w.deps.secrets, { id: eventId }, await getTicket(w, ticketId))
    return { guest, id: placed.id, ticketId, code }
  }
  const listed = async () => (await creator.api.orders.listOfEvent({ params: { eventId }, query: {} })).orders
  return { creator, eventId, link, order, listed }
}

test('the list says what is to pay, and no more once a door has taken it', async () => {
  const { link, order } = await paidNight()
  const [main, side] = [await link(), await link(false)]
  const { ticketId, code, id } = await order(2)
  const other = await order(1, 'transfer')
  const state = await main.door.get()
  expect(state.event.currency).toBe('GBP')
  expect(state.list.map((guest) => [guest[0], guest[10]])).toEqual([
    [ticketId, [2_400, 0]],
    [other.ticketId, [1_200, 1]],
  ])
  // A link that only scans knows it too.
  expect((await side.door.get()).list[0]?.[10]).toEqual([2_400, 0])
  expect(await side.send({ kind: 'paid', code, amount: 2_400 })).toMatchObject([{ verdict: 'admitted', admitted: 0 }])
  expect(await w.accountsOf(id)).toEqual({ cash: 2_400, sales: -2_400 })
  const changed = await main.door.get({ query: { since: state.revision } })
  expect(changed.list.map((guest) => [guest[0], guest[10]])).toEqual([[ticketId, undefined]])
  expect((await getTicket(w, ticketId)).admitted).toBe(0)
})

test('money is recorded once, sent again by one door or together with its scans', async () => {
  const { link, order, listed } = await paidNight()
  const main = await link()
  const { ticketId, id } = await order(2)
  const paid = { id: 'one-press', kind: 'paid' as const, ticketId, amount: 2_400 }
  const results = await main.send({ ticketId, seats: 1 }, paid, paid, { ticketId, seats: 1 })
  expect(results.map(({ id: of, verdict, admitted }) => [of === paid.id, verdict, admitted])).toEqual([
    [false, 'admitted', 1],
    [true, 'admitted', 0],
    [true, 'admitted', 0],
    [false, 'admitted', 1],
  ])
  await Promise.all([main.send(paid), main.send(paid), main.send(paid)])
  expect(await w.accountsOf(id)).toEqual({ cash: 2_400, sales: -2_400 })
  expect(await listed()).toMatchObject([{ state: 'paid', refunds: [] }])
  expect((await getTicket(w, ticketId)).admitted).toBe(2)
})

test('taken by two doors without a network, the second money is to be paid back', async () => {
  const { creator, eventId, link, order, listed } = await paidNight()
  const [main, side] = [await link(), await link()]
  const { ticketId, id } = await order(1)
  const both = await Promise.all([main, side].map(({ send }) => send({ kind: 'paid', ticketId, amount: 1_200 })))
  expect(both.flat().map(({ verdict }) => verdict)).toEqual(['admitted', 'admitted'])
  expect(await w.accountsOf(id)).toEqual({ cash: 2_400, owed: -1_200, sales: -1_200 })
  expect(await listed()).toMatchObject([{ refunds: [{ amount: 1_200, cause: 'twice', state: 'planned' }] }])
  await creator.api.orders.markRefunded({ params: { eventId, orderId: id } })
  expect(await w.accountsOf(id)).toEqual({ cash: 1_200, sales: -1_200 })
})

test('ticked off by hand, what a door sends later is the same money', async () => {
  const { creator, eventId, link, order } = await paidNight()
  const main = await link()
  const { ticketId, id } = await order(1)
  await creator.api.orders.markPaid({ params: { eventId, orderId: id } })
  expect(await main.send({ kind: 'paid', ticketId, amount: 1_200 })).toMatchObject([{ verdict: 'admitted' }])
  expect(await w.accountsOf(id)).toEqual({ cash: 1_200, sales: -1_200 })
})

test('places were given back in between: what was taken for them is to be paid back', async () => {
  const { link, order, listed } = await paidNight()
  const main = await link()
  const { guest, ticketId, id } = await order(3)
  await guest.api.tickets.return({ params: { ticketId }, body: { numberOfTickets: 1 } })
  expect(await main.send({ kind: 'paid', ticketId, amount: 3_600 })).toMatchObject([{ verdict: 'admitted' }])
  expect(await w.accountsOf(id)).toEqual({ cash: 3_600, owed: -1_200, sales: -2_400 })
  expect(await listed()).toMatchObject([{ state: 'paid', refunds: [{ amount: 1_200, state: 'planned' }] }])
})

test('places that were given back before the rest was paid at the door are not taken back any more', async () => {
  const { link, order } = await paidNight()
  const main = await link()
  const { guest, ticketId } = await order(3)
  await guest.api.tickets.return({ params: { ticketId }, body: { numberOfTickets: 1 } })
  await main.send({ kind: 'paid', ticketId, amount: 2_400 })
  const undo = guest.api.tickets.undoReturn({ params: { ticketId }, headers: {} })
  await expect(undo).rejects.toMatchObject({ status: 409 })
  expect((await getTicket(w, ticketId)).numberOfTickets).toBe(2)
})

test('less than what is due, or more than the order ever was, is not recorded', async () => {
  const { link, order } = await paidNight()
  const main = await link()
  const { ticketId, id } = await order(2)
  for (const amount of [1, 2_399, 2_401, 99_999_999])
    expect(await main.send({ kind: 'paid', ticketId, amount })).toMatchObject([{ verdict: 'unknown' }])
  expect(await w.accountsOf(id)).toEqual({})
})

test('a card order that is not paid has no ticket: it is on no list, and no door takes money for it', async () => {
  const { eventId, link, order } = await paidNight()
  const main = await link()
  const nora = await w.person()
  const open = await place(nora, eventId, 2)
  await checkout(nora, open)
  expect((await main.door.get()).list).toEqual([])
  const paid = await w.buy(await w.person(), eventId, 1)
  expect((await main.door.get()).list.map((guest) => [guest[0], guest[10]])).toEqual([[paid.ticketId, undefined]])
  const { ticketId = 0 } = { ticketId: paid.ticketId ?? 0 }
  expect(await main.send({ kind: 'paid', ticketId, amount: 1_200 })).toMatchObject([{ verdict: 'unknown' }])
  expect(await w.accountsOf(paid.id)).toEqual({ provider: 1_200, sales: -1_200 })
  const other = await order(1)
  const elsewhere = await (await paidNight()).link()
  expect(await elsewhere.send({ kind: 'paid', code: other.code, amount: 1_200 })).toMatchObject([
    { verdict: 'other-event' },
  ])
  expect(await elsewhere.send({ kind: 'paid', ticketId: other.ticketId, amount: 1_200 })).toMatchObject([
    { verdict: 'unknown' },
  ])
  expect(await w.accountsOf(other.id)).toEqual({})
})

test('a link that only scans needs the code, and a device sends its money a few at a time', async () => {
  const { link, order } = await paidNight()
  const side = await link(false)
  const { ticketId, code, id } = await order(1)
  await expect(side.send({ kind: 'paid', ticketId, amount: 1_200 })).rejects.toMatchObject({ status: 403 })
  const many = Array.from({ length: 51 }, () => ({ kind: 'paid' as const, code, amount: 1_200 }))
  await expect(side.send(...many)).rejects.toMatchObject({ status: 413 })
  expect(await w.accountsOf(id)).toEqual({})
})

test('somebody who plays with a link makes no more than a few wrong entries', async () => {
  const { link, order, listed } = await paidNight()
  const main = await link()
  const { ticketId } = await order(1)
  const wild = Array.from({ length: 30 }, () => ({ kind: 'paid' as const, ticketId, amount: 1_200 }))
  const results = await main.send(...wild)
  expect(results.filter(({ verdict }) => verdict === 'admitted')).toHaveLength(10)
  expect((await listed())[0]?.refunds).toHaveLength(9)
})
