// What a booking costs, in words: the same on the screen and in the email.
import { SITE } from './site.ts'

/** '£12.00' */
export const pounds = (amount: number) => `£${amount.toFixed(2)}`

/** '3 × £12.00 = £36.00'; for one ticket its price says it all. Counted in pence, because 3 × 0.1 is not 0.3. */
export const totalPrice = (count: number, price: number) =>
  count === 1 ? pounds(price) : `${count} × ${pounds(price)} = ${pounds((count * Math.round(price * 100)) / 100)}`

export const NO_PAYMENT_YET = `No payment is taken on ${SITE.name} yet.`
