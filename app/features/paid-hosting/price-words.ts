import type { PayBy } from '../../../contract/order-words.ts'

export const priceOfPlace = 'Price of a place'
export const vatInPercent = 'VAT in percent (optional)'
export const aboutVat = 'It’s part of the price. Leave it empty if you charge no VAT.'
export const pricesAreIn = (currency: string) => `In ${currency}, everything included.`
export const guestsPay = (sum: string) => `Guests pay ${sum} a place, everything included.`
export const guestsPayWithVat = (sum: string, vat: string) => `Guests pay ${sum} a place, including ${vat} VAT.`
export const WAYS: Record<PayBy, { label: string; description: string }> = {
  card: { label: 'Card', description: 'Guests pay when they book. Their places are held until they have paid.' },
  door: { label: 'At the door', description: 'Tickets are valid at once. Your door shows what’s still to pay.' },
  transfer: {
    label: 'Bank transfer',
    description: 'Tickets are valid at once, up to a week before the start. You tick off what has arrived.',
  },
}
export const howGuestsCanPay = 'How guests can pay'
export const whereToSendMoney = 'Where to send the money'
export const aboutWhereToSend = 'The name and number of the account. Only people who order see it.'
export const ifPlaceIsGivenBack = 'If a guest gives a place back'
export const moneyBack = 'Money back'
export const noRefund = 'No refund'
export const untilDaysBefore = 'Until how many days before the start'
export const zeroMeansStart = '0 means until the start.'
export const ifYouCancel =
  'If you cancel the event, everybody gets everything back. If you move it, they get it back when they ask.'
export const priceType = 'Price type'
export const nothingCanBePaid = 'This site doesn’t take payments, so events are free.'
export const staysFree = 'People have booked, so this event stays free.'
export const staysPaid = 'People have ordered, so this event stays paid. A new price is for new orders only.'
export const priceNotLoaded = 'The price could not be loaded.'
export const loadingPrice = 'Loading the price'
export const cannotHave = (clashes: string) => `A paid event can’t have this: ${clashes}`
