// What a booking costs, in words: the same on the screen and in the email.
import { SITE } from './site.ts'

/** '£12.00' */
export const pounds = (amount: number) => `£${amount.toFixed(2)}`

const inCurrency = (amount: number, currency: string) =>
  currency === 'GBP' ? pounds(amount) : new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amount)

interface Priced {
  isFreeOfCharge: boolean | string
  sellingPrice: number
  /** Paid here, in the currency of the installation; any other price is in pounds. */
  paid?: boolean | undefined
}

/** How the amounts of this event are written. */
export const amountsOf =
  ({ paid }: Pick<Priced, 'paid'>, currency: string) =>
  (amount: number) =>
    inCurrency(amount, paid ? currency : 'GBP')

/** 'FREE', or what a place costs. */
export const priceLabel = (event: Priced, currency: string) =>
  String(event.isFreeOfCharge) === 'true' ? 'FREE' : amountsOf(event, currency)(event.sellingPrice)

/** '3 × £12.00 = £36.00'; for one ticket its price says it all. Counted in pence, because 3 × 0.1 is not 0.3. */
export const totalPrice = (count: number, price: number, amount = pounds) =>
  count === 1 ? amount(price) : `${count} × ${amount(price)} = ${amount((count * Math.round(price * 100)) / 100)}`

export const NO_PAYMENT_YET = `No payment is taken on ${SITE.name} yet.`
