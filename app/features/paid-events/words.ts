// What is said about money, before it is paid and after. One sentence each, so that screens, and tests, have the same.
import { moneyText } from '../../../contract/money.ts'
import type { OrderState, PayBy, RefundState } from '../../../contract/order-words.ts'

/** What a place costs; as `priceOfEvent` of the contract, of an event that has a price. */
export interface Price {
  /** Minor units, everything included. */
  unitPrice: number
  currency: string
  /** Hundredths of a percent; null: no VAT. */
  vatRate: number | null
  payBy: PayBy[]
  /** Null: never. */
  refundDays: number | null
  seller: string
}

/** One's own order, as the contract has it. */
export interface Order {
  id: number
  eventId: number
  title: string
  seats: number
  total: number
  currency: string
  payBy: PayBy
  state: OrderState
  reference: string
  transferTo: string | null
  ticketId: number | null
  refunded: number
  refunds: { id: number; amount: number; state: RefundState }[]
}

/** Directive 2011/83/EU, Article 16(l); it has to be said before the order. */
export const NO_WITHDRAWAL = 'Tickets for a fixed date have no 14-day right of withdrawal.'

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

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
    'If the event is cancelled, you get everything back. If it is moved, you can ask for your money.',
  ]
}

export const PAY_BY_LABELS: Record<PayBy, string> = { card: 'Card', door: 'At the door', transfer: 'Bank transfer' }

/** Only the words on the button count as an order that has to be paid: it says so, and how much. */
export function lastPress(payBy: PayBy, total: number, currency: string): string {
  const sum = moneyText(total, currency)
  if (payBy === 'card') return `Pay ${sum}`
  return payBy === 'door' ? `Order and pay ${sum} at the door` : `Order and pay ${sum} by transfer`
}

/** What follows the press. */
export const AFTER_THE_PRESS: Record<PayBy, string> = {
  card: 'You pay on the next page. Your places are held for 15 minutes.',
  door: 'Your ticket is valid at once. You pay when you arrive.',
  transfer: 'Your ticket is valid at once. The next page says where to send the money.',
}

export function stateWords({ state, payBy, total, currency, seats }: Order): { heading: string; text: string } {
  const sum = moneyText(total, currency)
  const held = seats === 1 ? 'Your place is held' : `Your ${seats} places are held`
  switch (state) {
    case 'open':
      return { heading: 'Not paid yet', text: `${held} until the payment arrives.` }
    case 'to-pay':
      return payBy === 'door'
        ? { heading: `Pay ${sum} at the door`, text: 'Your ticket is valid. Please bring the money when you come.' }
        : {
            heading: `Transfer ${sum}`,
            text: 'Your ticket is valid. Please send the money now, with the reference below.',
          }
    case 'paid':
      return { heading: 'Paid', text: `Thank you. We’ve received ${sum}, and your ticket is ready.` }
    case 'expired':
      return { heading: 'Not paid in time', text: 'Nothing was charged, and your places have gone to others.' }
    case 'cancelled':
      return { heading: 'Order cancelled', text: 'There is no ticket for this order.' }
    case 'too-late':
      return {
        heading: 'Paid too late',
        text: `Your payment arrived when the places were gone. All of it, ${sum}, goes back to your card.`,
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
