// What is said about money, before it is paid and after. One sentence each, so that screens, and tests, have the same.
import type { ReactNode } from 'react'
import { formatDate, formatTime } from '../../../contract/dates.ts'
import { counted, formOf } from '../../../contract/counted.ts'
import { moneyText } from '../../../contract/money.ts'
import type { PayBy, RefundState } from '../../../contract/order-words.ts'
import type { Order, PriceOfEvent } from '../../../contract/orders.ts'
import type { TicketPayment } from '../../../contract/tickets.ts'
import { browserTimeZone } from '../../../contract/zoned-time.ts'

/** Of an event that has a price. */
export type Price = PriceOfEvent & { unitPrice: number }

export const isPriced = (price: PriceOfEvent): price is Price => price.unitPrice !== null && price.payBy.length > 0

/** '7:45 PM, 24th Nov, 2026' */
export const moment = (iso: string, timeZone: string) => `${formatTime(iso, timeZone)}, ${formatDate(iso, timeZone)}`

/** Directive 2011/83/EU, Article 16(l); it has to be said before the order. */
export const NO_WITHDRAWAL = 'Tickets for a fixed date have no 14-day right of withdrawal.'

const days = (count: number) => counted(count, 'day')

/** What becomes of the money of somebody who cannot come, and of everybody's if the event does not happen. */
export function moneyBack(refundDays: number | null): string[] {
  const ifNotComing =
    refundDays === null
      ? 'If you can’t come, you can send your places to friends or give them back, but the money is not refunded.'
      : refundDays === 0
        ? 'Give places back before the start and you get your money back.'
        : `Give places back at least ${days(refundDays)} before the start and you get your money back.`
  return [
    ifNotComing,
    'If the event is cancelled, you get everything back. If it’s moved, you get your money when you give your places back.',
  ]
}

/** What the address of an order ends in where it leads to its receipt; emails have it too. */
export const RECEIPT = 'receipt'

export const PAY_BY_LABELS: Record<PayBy, string> = { card: 'Card', door: 'At the door', transfer: 'Bank transfer' }

/** Only the words on the button count as an order that has to be paid: it says so, and how much. */
export function lastPress(payBy: PayBy, total: number, currency: string): string {
  const sum = moneyText(total, currency)
  if (payBy === 'card') return `Pay ${sum}`
  return payBy === 'door' ? `Order and pay ${sum} at the door` : `Order and pay ${sum} by transfer`
}

/** What follows the press. */
export const AFTER_THE_PRESS: Record<PayBy, string> = {
  card: 'You pay on the next page. We’ll hold your booking while you do.',
  door: 'Your ticket is valid at once. You pay when you arrive.',
  transfer: 'Your ticket is valid at once. The next page says where to send the money.',
}

interface Said {
  heading: string
  text: string
}

function openWords({ seats, holdUntil }: Order): Said {
  const held = formOf(seats, 'Your place is held', `Your ${seats} places are held`)
  const until = holdUntil ? ` until ${formatTime(holdUntil, browserTimeZone())}` : ''
  return {
    heading: 'Not paid yet',
    text: `${held}${until}.`,
  }
}

function toPayWords({ payBy, total, currency, dueBy }: Order): Said {
  const sum = moneyText(total, currency)
  if (payBy === 'door')
    return { heading: `Pay ${sum} at the door`, text: 'Your ticket is valid. Please bring the money when you come.' }
  const by = dueBy ? `by ${formatDate(dueBy, browserTimeZone())}` : 'now'
  return {
    heading: `Transfer ${sum}`,
    text: `Your ticket is valid. Please send the money ${by}, with the reference below.`,
  }
}

/** Every penny that was paid goes back, or has gone back. */
export const isAllBack = ({ state, paid, refunded }: Pick<Order, 'state' | 'paid' | 'refunded'>) =>
  state === 'paid' && refunded >= paid

function paidWords(order: Order): Said {
  const { payBy, paid, currency } = order
  const sum = moneyText(paid, currency)
  if (isAllBack(order)) return { heading: 'Refunded', text: `You’ve given your places back. You paid ${sum}.` }
  return {
    heading: 'Paid',
    text:
      payBy === 'card'
        ? `Thank you. We’ve received ${sum}, and your ticket is ready.`
        : `Thank you. The organiser has received ${sum}.`,
  }
}

export function stateWords(order: Order): Said {
  const { state, total, currency } = order
  switch (state) {
    case 'open':
      return openWords(order)
    case 'to-pay':
      return toPayWords(order)
    case 'paid':
      return paidWords(order)
    case 'expired':
      return { heading: 'Not paid in time', text: 'Nothing was charged, and your places have gone to others.' }
    case 'cancelled':
      return { heading: 'Order cancelled', text: 'Nothing was charged, and there is no ticket for this order.' }
    case 'too-late':
      return {
        heading: 'Paid too late',
        text: `Your payment arrived when the places were no longer available. All of it, ${moneyText(total, currency)}, goes back to your card.`,
      }
  }
}

export const REFUND_WORDS: Record<RefundState, string> = {
  planned: 'is on its way',
  started: 'is on its way',
  pending: 'is on its way',
  done: 'has been refunded',
  failed: 'could not be refunded yet; we’re looking into it',
  cancelled: 'was not refunded, because you kept your places',
}

const TO_PAY: Record<PayBy, string> = { card: 'by card', door: 'at the door', transfer: 'by transfer' }

/** On a ticket and in My Bookings: '£12.00 to pay at the door', 'Paid £24.00'. */
export function paymentWords({ state, payBy, amount, currency }: TicketPayment): string {
  const sum = moneyText(amount, currency)
  return state === 'paid' ? `Paid ${sum}` : `${sum} to pay ${TO_PAY[payBy]}`
}

/** Who pays it back, and how. */
const comesBack = ({ payBy }: TicketPayment, sum: string) =>
  payBy === 'card' ? `we pay ${sum} back to your card` : `the organiser pays ${sum} back to you`

/** Said before places are given back. `seats`: how many there are. */
export function ifGivenBack(payment: TicketPayment, seats: number, timeZone: string, now = new Date()): string {
  const { state, refundUntil, unitPrice, currency } = payment
  if (state !== 'paid') return 'Nothing is paid yet, so there is nothing to pay back. You pay for the places you keep.'
  if (refundUntil === null)
    return 'If you give places back, the money is not refunded, as your order said before you paid.'
  if (new Date(refundUntil) < now)
    return `If you give places back now, the money is not refunded. That was possible until ${moment(refundUntil, timeZone)}.`
  const sum = moneyText(unitPrice, currency)
  const back = comesBack(payment, seats === 1 ? sum : `${sum} for each place`)
  return `Give places back by ${moment(refundUntil, timeZone)}, and ${back}. The refund starts when the time to undo is over.`
}

/** Said afterwards. */
export function onceGivenBack(payment: TicketPayment, canUndo: boolean): string | null {
  const { refunded, currency } = payment
  if (refunded === 0) return null
  const back = comesBack(payment, moneyText(refunded, currency))
  const said = `${back.charAt(0).toUpperCase()}${back.slice(1)}.`
  const bank = payment.payBy === 'card' ? ' Banks take a few days to show it.' : ''
  return canUndo
    ? `${said} The refund starts when the time to undo is over; if you undo, nothing goes back.`
    : `${said}${bank}`
}

export const goToYourOrder = 'Go to your order'
export const toPay = 'To pay'

export const seatsAtPrice = (seats: string, price: string) => `${seats} at ${price} each`
export const noVatIsCharged = 'No VAT is charged'
export const vatIncluded = (rate: string) => `VAT of ${rate}, included`
export const yourOrder = 'Your order'
export const howYouPay = 'How you pay'
export const soldBy = (seller: ReactNode) => <>Sold by {seller}</>

export const receiptNotLoaded = 'Your receipt could not be loaded.'
export const orderNotFound = 'Order not found'
export const myBookings = 'My Bookings'
export const orderNotLoaded = 'Your order could not be loaded'
export const askingForPayment = 'We’re asking whether your payment has arrived. This takes a moment.'

export const loadingPrice = 'Loading the price'
export const priceNotLoaded = 'The price could not be loaded.'
export const orderNotPlaced = 'Your order could not be placed. Please try again.'
export const paymentPageNotOpened = 'The payment page could not be opened. Please try again.'
export const orderNotPaidYet =
  'You have an order for this event that is not paid yet. Please pay for it or cancel it first.'
export const noPriceAnyMore = 'This event no longer has a price. Please reload the page.'
export const nothingCanBePaid =
  'This site isn’t taking payments at the moment, so places at this event can’t be ordered.'
export const tooLateToTransfer = 'It is too late to pay by transfer, and there is no other way to pay for this event.'

export const continueToPayment = 'Continue to payment'
export const cancelTheOrder = 'Cancel the order'
export const viewTicket = 'View ticket'
export const backToEvent = 'Back to the event'

export const creditNote = 'Credit note'
export const soldByTo = (seller: ReactNode, buyer: ReactNode) => (
  <>
    Sold by {seller}
    {buyer}
  </>
)
export const beforeVat = 'Before VAT'
export const vatOf = (rate: string) => `VAT of ${rate}`
export const totalPaid = 'Total paid'
export const totalRefunded = 'Total refunded'
export const noVatWasCharged = 'No VAT was charged.'

export const byDate = (date: string, reference: string) => ` by ${date}, with the reference ${reference}`

export const logInForOrder = 'Please log in to see your order'
