// What has to be said before somebody pays, and what is said afterwards.
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { Client } from '../../../contract/client.ts'
import { ORDER_STATES, PAY_BY, REFUND_STATES } from '../../../contract/order-words.ts'
import type { Order, Receipt } from '../../../contract/orders.ts'
import type { TicketPayment } from '../../../contract/tickets.ts'
import { Bill, OrderDialog } from './order-dialog.tsx'
import { OrderView } from './order-view.tsx'
import { placeOrder } from './place-order.ts'
import { ReceiptView } from './receipt-view.tsx'
import { Payment } from './ticket-payment.tsx'
import { ifGivenBack, lastPress, moneyBack, onceGivenBack, stateWords, type Price } from './words.tsx'

const nothing = () => undefined
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

function rendered(element: ReactNode) {
  const Screen = createRoutesStub([{ path: '/', Component: () => element }])
  return renderToStaticMarkup(<Screen />)
}

const price: Price = {
  eventId: 7,
  title: 'Supper Club',
  unitPrice: 1_200,
  currency: 'GBP',
  vatRate: 1_350,
  payBy: ['card', 'door'],
  refundDays: 7,
  transferTo: null,
  seller: 'Liffey Suppers',
}
const order: Order = {
  id: 5,
  eventId: 7,
  title: 'Supper Club',
  seats: 2,
  unitPrice: 1_200,
  total: 2_400,
  paid: 2_400,
  vat: 285,
  vatRate: 1_350,
  currency: 'GBP',
  payBy: 'card',
  refundDays: 7,
  state: 'paid',
  reference: 'HLY-5',
  transferTo: 'IBAN IE29 AIBK 9311 5212 3456 78\nLiffey Suppers',
  holdUntil: null,
  dueBy: null,
  ticketId: 9,
  refunded: 0,
  refunds: [],
  orderedAt: '2026-11-19T10:00:00.000Z',
}

const dialog = (fields: Partial<Price> = {}, seats = 2) =>
  rendered(
    <OrderDialog
      event={{ title: 'Supper Club', language: 'en' }}
      price={{ ...price, ...fields }}
      seats={seats}
      isBusy={false}
      problem={null}
      onOrder={nothing}
      onClose={nothing}
    />,
  )

test('everything is said before the last press, and the press itself says that it pays, and how much', () => {
  const html = dialog()
  const before = textOf(html.slice(0, html.indexOf('>Pay £24.00<')))
  for (const words of [
    'Supper Club',
    '2 tickets at £12.00 each',
    'VAT of 13.5%, included £2.85',
    'Total £24.00',
    'Sold by Liffey Suppers',
    'no 14-day right of withdrawal',
    'at least 7 days before the start and you get your money back',
    'If the event is cancelled, you get everything back',
  ])
    expect(before).toContain(words)
  expect(html).toContain('>Pay £24.00<')
})

test('each way to pay has its own last press', () => {
  expect(PAY_BY.map((payBy) => lastPress(payBy, 2_400, 'GBP'))).toEqual([
    'Pay £24.00',
    'Order and pay £24.00 at the door',
    'Order and pay £24.00 by transfer',
  ])
  expect(lastPress('card', 1_500, 'JPY')).toBe('Pay JP¥1,500')
  expect(dialog({ payBy: ['door'] })).toContain('>Order and pay £24.00 at the door<')
  expect(dialog({ payBy: ['door'] })).not.toContain('How you pay')
  expect(dialog()).toContain('How you pay')
})

test('money that never comes back is said as plainly as money that does', () => {
  expect(moneyBack(null)[0]).toContain('not refunded')
  expect(moneyBack(0)[0]).toContain('before the start')
  expect(moneyBack(1)[0]).toContain('at least 1 day before')
})

test('one place has no sum to explain, and without VAT the bill says so', () => {
  const bill = textOf(rendered(<Bill price={{ ...price, vatRate: null }} seats={1} />))
  expect(bill).toBe(' 1 ticket £12.00 No VAT is charged Total £12.00 ')
})

const view = (fields: Partial<Order>) =>
  rendered(
    <OrderView order={{ ...order, ...fields }} isBusy={false} problem={null} onPay={nothing} onGiveUp={nothing} />,
  )

test('every state of an order says what became of the money, and has one next step', () => {
  const next = /View ticket|Continue to payment|Back to the event/g
  for (const state of ORDER_STATES) {
    const { heading, text } = stateWords({ ...order, state })
    expect(`${heading} ${text}`.length, state).toBeGreaterThan(20)
    const html = view({ state, ticketId: state === 'paid' || state === 'to-pay' ? 9 : null })
    expect(html.match(next), state).toHaveLength(1)
    expect(html.includes('href="/my-bookings/9"'), state).toBe(state === 'paid' || state === 'to-pay')
    expect(html.includes('Continue to payment'), state).toBe(state === 'open')
  }
  expect(stateWords({ ...order, state: 'too-late' }).text).toContain('£24.00, goes back to your card')
})

test('what was paid at the door is what the places cost that were left', () => {
  expect(stateWords({ ...order, payBy: 'door', paid: 1_200 }).text).toBe(
    'Thank you. The organiser has received £12.00.',
  )
})

test('an order of which everything goes back is called refunded, and promises no ticket', () => {
  const { heading, text } = stateWords({ ...order, refunded: 2_400 })
  expect(`${heading} ${text}`).toContain('Refunded')
  expect(text).not.toContain('ready')
  expect(stateWords({ ...order, refunded: 1_200 }).heading).toBe('Paid')
})

test('a transfer says how much, to whom and with which reference', () => {
  const text = textOf(view({ state: 'to-pay', payBy: 'transfer', dueBy: '2026-11-24T10:00:00.000Z' }))
  for (const words of ['IBAN IE29', 'HLY-5', '£24.00', '24th Nov, 2026']) expect(text).toContain(words)
  expect(textOf(view({ state: 'to-pay', payBy: 'door' }))).not.toContain('IBAN')
})

test('every refund says how much and how far it is', () => {
  const refunds = REFUND_STATES.map((state, at) => ({
    id: at,
    amount: 100 * (at + 1),
    cause: 'given-back' as const,
    state,
    at: '2026-11-19T10:00:00.000Z',
  }))
  const text = textOf(view({ refunds, refunded: 400 }))
  expect(text).toContain('£4.00 has been refunded')
  expect(text).toContain('£5.00 could not be refunded yet')
})

test('a receipt has its number, both sides, the VAT and the sum; a credit note is called one', () => {
  const receipt: Receipt = {
    number: '2026-000012',
    kind: 'receipt',
    name: 'Aoife Byrne',
    seller: 'Liffey Suppers',
    title: 'Supper Club',
    seats: 2,
    total: 2_400,
    net: 2_115,
    vat: 285,
    vatRate: 1_350,
    currency: 'GBP',
    issuedAt: '2026-11-19T10:00:00.000Z',
  }
  const text = textOf(rendered(<ReceiptView receipt={receipt} />))
  for (const words of [
    '2026-000012',
    '19th Nov, 2026',
    'Liffey Suppers to Aoife Byrne',
    'Before VAT £21.15',
    '£2.85',
    'Total paid £24.00',
  ])
    expect(text).toContain(words)
  const note: Receipt = { ...receipt, kind: 'credit-note', total: -2_400, name: null, vatRate: null }
  const credit = textOf(rendered(<ReceiptView receipt={note} />))
  for (const words of ['Credit note', 'Total refunded -£24.00', 'No VAT was charged']) expect(credit).toContain(words)
  expect(credit).not.toContain('Before VAT')
})

const placed = async (wish: { payBy: 'card' | 'door' }, checkout: () => Promise<{ url: string }>) => {
  const sent: unknown[] = []
  const api = {
    orders: {
      place: (input: unknown) => {
        sent.push(input)
        return Promise.resolve(order)
      },
      checkout,
    },
  } as unknown as Client
  const wanted = { event: { id: 7, key: 'k' }, seats: 2, wish: { ...wish, total: 2_400, currency: 'GBP' } }
  const answer = await placeOrder(api, { ...wanted, idempotencyKey: 'press-1' }, (call) => call())
  return { sent, answer }
}

test('the last press sends the price that was shown, and leads to the page of the till', async () => {
  const { sent, answer } = await placed({ payBy: 'card' }, () => Promise.resolve({ url: 'https://till.example/5' }))
  expect(sent).toEqual([
    {
      params: { eventId: 7 },
      headers: { 'idempotency-key': 'press-1' },
      body: { numberOfTickets: 2, payBy: 'card', total: 2_400, currency: 'GBP', key: 'k' },
    },
  ])
  expect(answer).toEqual({ orderId: 5, till: 'https://till.example/5' })
})

test('a till that is away leaves an order behind, which says why and can still be paid', async () => {
  const away = () => Promise.reject(Object.assign(new Error('Away.'), { name: 'ApiError' }))
  expect((await placed({ payBy: 'card' }, away)).answer).toEqual({ orderId: 5, problem: 'Away.' })
})

test('who pays at the door is sent to no till', async () => {
  const never = () => Promise.reject(new Error('asked'))
  expect((await placed({ payBy: 'door' }, never)).answer).toEqual({ orderId: 5 })
})

const payment: TicketPayment = {
  orderId: 5,
  state: 'paid',
  payBy: 'card',
  currency: 'GBP',
  unitPrice: 1_200,
  amount: 2_400,
  refunded: 0,
  reference: 'HLY-5',
  dueBy: null,
  refundUntil: '2026-11-24T19:30:00.000Z',
}
const paymentText = (fields: Partial<TicketPayment>) =>
  textOf(rendered(<Payment payment={{ ...payment, ...fields }} />))

test('a ticket says what was paid, or how it is to be paid, with the way to its receipt or order', () => {
  expect(paymentText({})).toContain('Paid £24.00 · Receipt')
  const toPay = { state: 'to-pay', amount: 1_200 } as const
  expect(paymentText({ ...toPay, payBy: 'door' })).toContain('£12.00 to pay at the door · Your order')
  const transfer = paymentText({ ...toPay, payBy: 'transfer', dueBy: '2026-11-24T10:00:00.000Z' })
  expect(transfer).toContain('£12.00 to pay by transfer by 24th Nov, 2026, with the reference HLY-5')
  expect(rendered(<Payment payment={payment} />)).toContain('href="/orders/5#receipt"')
  expect(rendered(<Payment payment={payment} isPlain />)).not.toContain('<a')
})

test('before places are given back it is said what money comes back, and until when', () => {
  const said = (fields: Partial<TicketPayment>, day = '2026-11-20') =>
    ifGivenBack({ ...payment, ...fields }, 2, 'Europe/Dublin', new Date(day))
  expect(said({})).toBe(
    'Give places back by 7:30 PM, 24th Nov, 2026, and we pay £12.00 for each place back to your card. The refund starts when the time to undo is over.',
  )
  expect(said({ payBy: 'door' })).toContain('the organiser pays £12.00 for each place back to you')
  expect(said({}, '2026-11-25')).toContain('not refunded. That was possible until 7:30 PM, 24th Nov')
  expect(said({ refundUntil: null })).toContain('not refunded')
  expect(said({ state: 'to-pay' })).toContain('Nothing is paid yet')
})

test('afterwards it is said what goes back, and that undo keeps it', () => {
  expect(onceGivenBack(payment, true)).toBeNull()
  const refunded = { ...payment, refunded: 1_200 }
  expect(onceGivenBack(refunded, true)).toBe(
    'We pay £12.00 back to your card. The refund starts when the time to undo is over; if you undo, nothing goes back.',
  )
  expect(onceGivenBack(refunded, false)).toContain('Banks take a few days')
})
