// What the stand-in believes of Stripe that no type shows: times, orders, which event follows what. Each with its source;
// server/payments/contract.ts holds the provider to them against Stripe's test mode too, where somebody has a key.
import { HOUR, MINUTE, SECOND } from '../../../contract/durations.ts'
import type { StripeEvent } from './wire-types.ts'

type EventType = StripeEvent['type']

/** docs.stripe.com/payments/checkout/managing-limited-inventory, and `expires_at` in the SDK's Checkout/Sessions.d.ts. */
export const SHORTEST_SESSION_MS = 30 * MINUTE
export const LONGEST_SESSION_MS = 24 * HOUR

/**
 * docs.stripe.com/idempotency: a key is kept for at least 24 hours; other parameters under it are an error; the first
 * answer comes again, a 500 too; nothing is kept of a request that was refused before it began (400, 401, 409, 429).
 */
export const KEY_KEPT_MS = 24 * HOUR
export const LONGEST_KEY = 255
export const isKept = (status: number) => status < 400 || status >= 500

/** docs.stripe.com/webhooks: v1 signatures over `{time}.{raw bytes}`; the SDK's DEFAULT_TOLERANCE. */
export const SIGNATURE_TOLERANCE_MS = 300 * SECOND

/**
 * Which events follow what somebody does, in the order in which they are made. They may arrive in any order, more than
 * once, and for three days (docs.stripe.com/webhooks#behaviors).
 */
export const EVENTS_AFTER = {
  /** docs.stripe.com/checkout/fulfillment: the session is complete and paid. */
  paid: ['checkout.session.completed'],
  /** The same page: complete, unpaid, and one of the two below follows, days later. */
  'pays later': ['checkout.session.completed'],
  'money arrived': ['checkout.session.async_payment_succeeded'],
  'money did not arrive': ['checkout.session.async_payment_failed'],
  /** A declined card leaves the session open, and tells us nothing: the guest may try another one. */
  declined: [],
  /** By our call and by its time. Only an open session can be expired (managing-limited-inventory). */
  expired: ['checkout.session.expired'],
  /**
   * A refund to a card is done at once: there is no `refund.updated` (Hi.Events issue 1067, which waited for it), but since
   * API 2024-10-28 there is `refund.created` for all refunds (docs.stripe.com/changelog/acacia/2024-10-28/refund-webhook-update).
   */
  refunded: ['refund.created'],
  /** docs.stripe.com/refunds: from the available balance; what waits for it says why in pending_reason. */
  'refund pending': ['refund.created'],
  'refund arrived': ['refund.updated'],
  /** docs.stripe.com/refunds#failed-refunds. */
  'refund failed': ['refund.updated', 'refund.failed'],
} satisfies Record<string, EventType[]>

export type Happening = keyof typeof EVENTS_AFTER

/** The SDK sends a request whose connection was cut once more at once, with the same key (its RequestSender.js). */
export const SENT_AGAIN_AFTER_A_CUT = 1
