// What organisers and administrators read of orders and of money that goes back.
import type { ReactNode } from 'react'
import { formatDate } from '../../../contract/dates.ts'
import { moneyText } from '../../../contract/money.ts'
import type { OrderState, PayBy, RefundCause, RefundState } from '../../../contract/order-words.ts'
import type { ManagedOrder } from '../../../contract/orders.ts'
import { counted } from '../../../contract/counted.ts'

const BY: Record<PayBy, string> = { card: 'by card', door: 'at the door', transfer: 'by transfer' }

const stillToPay = 'Still to pay'
const notPaidInTime = 'Not paid in time'

/** 'Paid by card', 'Transfer of £24.00 due by 24th Nov, 2026' */
export function stateText({ state, payBy, due, currency, dueBy }: ManagedOrder, timeZone: string): string {
  const sum = moneyText(due, currency)
  const WORDS: Record<OrderState, string> = {
    open: 'Being paid: the places are held',
    'to-pay':
      due === 0
        ? 'Every place was given back: nothing to pay'
        : dueBy
          ? `Transfer of ${sum} due by ${formatDate(dueBy, timeZone)}`
          : `${sum} to pay at the door`,
    paid: `Paid ${BY[payBy]}`,
    expired: notPaidInTime,
    cancelled: 'Cancelled, not paid',
    'too-late': 'Paid too late: no ticket',
  }
  return WORDS[state]
}

/** '2 places, £24.00, HLY-1A2B3C4D' */
export const orderText = ({ seats, total, currency, reference }: ManagedOrder) =>
  [counted(seats, 'place'), moneyText(total, currency), reference].join(', ')

export const CAUSES: Record<RefundCause, string> = {
  'given-back': 'places were given back',
  'taken-back': 'the booking was cancelled',
  cancelled: 'the event was cancelled',
  'too-late': 'the payment came too late',
  'called-off': 'the event no longer took place',
  twice: 'it was paid twice',
  wrong: 'more was paid than was due',
}

export const CARD_STATES: Record<RefundState, string> = {
  planned: 'goes back to the card once it can’t be undone',
  started: 'is on its way back to the card',
  pending: 'is on its way back to the card',
  done: 'was paid back',
  failed: 'could not be paid back; the administrators of this site have been told',
  cancelled: 'was not paid back: the places were kept',
}

const BY_HAND: Record<RefundState, string> = {
  ...CARD_STATES,
  planned: 'is for you to pay back',
  done: 'was paid back by you',
}

export const refundText = (
  { payBy, currency }: ManagedOrder,
  { amount, state, cause }: ManagedOrder['refunds'][number],
) => `${moneyText(amount, currency)} ${(payBy === 'card' ? CARD_STATES : BY_HAND)[state]}, because ${CAUSES[cause]}.`

interface Sums {
  currency: string
  paid: number
  refunded: number
  toPay: number
  vat: number
}

/** Labels and sums of an event, in one currency. */
export const sumRows = ({ currency, paid, refunded, toPay, vat }: Sums): [label: string, sum: string][] => [
  ['Paid', moneyText(paid, currency)],
  ['Refunded', moneyText(refunded, currency)],
  [stillToPay, moneyText(toPay, currency)],
  // What is left of it.
  ['VAT included', moneyText(vat, currency)],
]

export const FILTERS: Record<OrderState | 'refunded', string> = {
  'to-pay': stillToPay,
  paid: 'Paid',
  refunded: 'With a refund',
  open: 'Being paid',
  expired: notPaidInTime,
  cancelled: 'Cancelled',
  'too-late': 'Paid too late',
}

export const haveYouReceived = (sum: string) => `Have you received ${sum}?`
export const haveYouPaidBack = (sum: string) => `Have you paid ${sum} back?`
export const aboutReceived = (guest: ReactNode, reference: string) => (
  <>
    From {guest}, order {reference}. They get a receipt, and it can’t be undone.
  </>
)
export const aboutPaidBack = (guest: ReactNode, reference: string) => (
  <>
    To {guest}, order {reference}. They get a credit note, and it can’t be undone.
  </>
)
export const yesReceived = 'Yes, it’s here'
export const yesPaidBack = 'Yes, it’s paid back'

export const receivedFrom = (name: string) => `Received from ${name}`
export const paidBackTo = (name: string) => `Paid back to ${name}`
export const paidBack = 'Paid back'
export const allOrdersCsv = 'All orders (CSV)'
export const listNotDownloaded = 'The list could not be downloaded. Please try again.'
export const loadingOrders = 'Loading the orders'
export const ordersNotLoaded = 'The orders could not be loaded.'
export const allOrders = 'All orders'
export const outOfDate = 'That could not be loaded. What you see may be out of date.'
export const nobodyHasOrdered = 'Nobody has ordered yet.'
export const noOrdersHere = 'No orders here.'
export const moreOrders = 'More orders'
