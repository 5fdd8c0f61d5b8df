/**
 * What Hooley asks of a card provider. Every call may be repeated with the same id and then returns what the first call did,
 * and every call gives up after ten seconds with PaymentProviderAway. No call is made while a row is locked.
 */
export interface PaymentProvider {
  readonly name: 'demo' | 'stripe'
  /** Below this, in minor units, a payment is refused. */
  leastAmount(currency: string): number
  /** Opens a page on which the guest pays. The same payment id with the same fields returns the same checkout. */
  openCheckout(checkout: NewCheckout): Promise<OpenedCheckout>
  lookUpCheckout(checkoutId: string): Promise<Checkout>
  /** Ends a checkout that is still open, and returns what it is now: it may have been paid a moment before. */
  expireCheckout(checkoutId: string): Promise<Checkout>
  /** The same refund id never pays back twice. */
  refund(refund: NewRefund): Promise<Refund>
  /** Finds a refund by our own id, after an answer was lost; null when the provider never received it. */
  lookUpRefund(refund: { refundId: string; chargeId: string }): Promise<Refund | null>
  /** Checks the signature over the raw bytes. Null for a wrong signature; the signal says only which thing to look up. */
  readSignal(body: Buffer, headers: Record<string, string | string[] | undefined>): Signal | null
}

export interface NewCheckout {
  paymentId: string
  orderId: string
  /** Integer of minor units: pence, cents, or whole yen. */
  amount: number
  /** Upper case, as ISO 4217 writes it. */
  currency: string
  /** Fixed in the row of the payment, so that a repeated call sends the same bytes. */
  expiresAt: Date
  /** Where the guest returns to, paid or not. */
  returnUrl: string
}

export interface OpenedCheckout {
  checkoutId: string
  /** Null once the checkout is no longer open. */
  url: string | null
}

export interface Checkout {
  checkoutId: string
  paymentId: string
  orderId: string
  amount: number
  currency: string
  /** `processing`: the guest has finished, and the money has not arrived yet. */
  state: 'open' | 'processing' | 'paid' | 'expired'
  /** What a refund refers to; null until it is paid. */
  chargeId: string | null
}

export interface NewRefund {
  refundId: string
  orderId: string
  chargeId: string
  amount: number
  currency: string
}

export interface Refund {
  refundId: string
  amount: number
  currency: string
  state: 'pending' | 'done' | 'failed'
}

export interface Signal {
  /** The provider's own id of the message: the same message may come twice. */
  id: string
  type: string
  about: { kind: 'checkout'; checkoutId: string } | { kind: 'refund'; refundId: string } | { kind: 'other' }
}

/** The provider cannot be reached, is too slow, or answers with an error of its own: what happened there is not known. */
export class PaymentProviderAway extends Error {
  override readonly name = 'PaymentProviderAway'
}

/** The provider has understood and says no. Nothing happened there, and asking again changes nothing. */
export class PaymentProviderRefused extends Error {
  override readonly name = 'PaymentProviderRefused'
}
