// What goes over the wire between us and Stripe, by the SDK's own types. scripts/make-stripe-schemas.ts makes JSON schemas
// of these names, and the stand-in writes its answers with `satisfies`.
import type Stripe from 'stripe'

export type SessionCreate = Stripe.Checkout.SessionCreateParams
export type SessionRetrieve = Stripe.Checkout.SessionRetrieveParams
export type SessionExpire = Stripe.Checkout.SessionExpireParams
export type RefundCreate = Stripe.RefundCreateParams
export type RefundRetrieve = Stripe.RefundRetrieveParams
export type RefundList = Stripe.RefundListParams

export type Session = Stripe.Checkout.Session
export type PaymentIntent = Stripe.PaymentIntent
export type Refund = Stripe.Refund
/** As it comes over the wire; the SDK's ApiList has methods besides. */
export interface Refunds {
  object: 'list'
  data: Stripe.Refund[]
  has_more: boolean
  url: string
}

export type StripeEvent =
  | Stripe.CheckoutSessionCompletedEvent
  | Stripe.CheckoutSessionAsyncPaymentSucceededEvent
  | Stripe.CheckoutSessionAsyncPaymentFailedEvent
  | Stripe.CheckoutSessionExpiredEvent
  | Stripe.RefundCreatedEvent
  | Stripe.RefundUpdatedEvent
  | Stripe.RefundFailedEvent
