// What has to be said before somebody pays, and what is said afterwards.
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { ORDER_STATES, PAY_BY, REFUND_STATES } from '../../../contract/order-words.ts'
import OrderDialog, { Bill } from './order-dialog.tsx'
import { OrderView } from './order-view.tsx'
import { ReceiptView, type Receipt } from './receipt-view.tsx'
import { lastPress, moneyBack, stateWords, type Order, type Price } from './words.ts'

const nothing = () => undefined
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

function rendered(element: ReactNode) {
  const Screen = createRoutesStub([{ path: '/', Component: () => element }])
  return renderToStaticMarkup(<Screen />)
}

const price: Price = {
  unitPrice: 1_200,
  currency: 'GBP',
  vatRate: 1_350,
  payBy: ['card', 'door'],
  refundDays: 7,
  seller: 'Liffey Suppers',
}
const order: Order = {
  id: 5,
  eventId: 7,
  title: 'Supper Club',
  seats: 2,
  total: 2_400,
  currency: 'GBP',
  payBy: 'card',
  state: 'paid',
  reference: 'HLY-5',
  transferTo: 'IBAN IE29 AIBK 9311 5212 3456 78\nLiffey Suppers',
  ticketId: 9,
  refunded: 0,
  refunds: [],
}

const dialog = (fields: Partial<Price> = {}, seats = 2) =>
  rendered(
    <OrderDialog
      title="Supper Club"
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
    'VAT of 13.5 %, included £2.85',
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

test('every state of an order says what became of the money, and none promises a ticket that is not there', () => {
  for (const state of ORDER_STATES) {
    const { heading, text } = stateWords({ ...order, state })
    expect(`${heading} ${text}`.length, state).toBeGreaterThan(20)
    const html = view({ state, ticketId: state === 'paid' || state === 'to-pay' ? 9 : null })
    expect(html.includes('href="/my-bookings/9"'), state).toBe(state === 'paid' || state === 'to-pay')
    expect(html.includes('Go to payment'), state).toBe(state === 'open')
  }
  expect(textOf(view({ state: 'too-late', ticketId: null }))).toContain('£24.00, goes back to your card')
})

test('a transfer says how much, to whom and with which reference', () => {
  const text = textOf(view({ state: 'to-pay', payBy: 'transfer' }))
  for (const words of ['IBAN IE29', 'HLY-5', '£24.00']) expect(text).toContain(words)
  expect(textOf(view({ state: 'to-pay', payBy: 'door' }))).not.toContain('IBAN')
})

test('every refund says how much and how far it is', () => {
  const refunds = REFUND_STATES.map((state, at) => ({ id: at, amount: 100 * (at + 1), state }))
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
