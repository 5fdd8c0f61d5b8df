// Card payments by Stripe Checkout: a page at Stripe, so no card number and no script of theirs ever comes here. Loaded only
// by payments.ts, and only where PAYMENTS=stripe.
import Stripe from 'stripe'
import {
  PaymentProviderAway,
  PaymentProviderRefused,
  type Checkout,
  type NewCheckout,
  type NewRefund,
  type PaymentProvider,
  type Refund,
  type Signal,
} from './provider.ts'

export interface StripeOptions {
  secretKey: string
  /** The one in use, and the one before it while it is being replaced. */
  webhookSecrets: string[]
  clock: () => Date
  /** Where Stripe is, if it is not Stripe. */
  address?: { protocol: 'http'; host: string; port: number }
  timeoutMs?: number
}

/** docs.stripe.com/currencies lists both without minor units, and further down says that it counts them in hundredths. */
const UNCLEAR = ['ISK', 'UGX']

/** What Stripe takes at least, in minor units. Of other currencies only Stripe knows: it refuses the checkout. */
const LEAST: Record<string, number> = {
  AUD: 50,
  CAD: 50,
  CHF: 50,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  JPY: 50,
  NOK: 300,
  NZD: 50,
  SEK: 300,
  SGD: 50,
  USD: 50,
}

const PATIENCE_MS = 10_000
// Refunds of one payment; more than a hundred partial ones are no order of ours.
const MOST_REFUNDS = 100

/** The library prints each notice of test mode unless the environment forbids it; nobody reads warnings there. */
function quietClient(): NonNullable<Stripe.StripeConfig['httpClient']> {
  const client = Stripe.createNodeHttpClient()
  return {
    getClientName: () => client.getClientName(),
    makeRequest: async (...request) => {
      const answer = await client.makeRequest(...request)
      delete answer.getHeaders()['stripe-notice']
      return answer
    },
  }
}

/** Says what happened without the message's details, which may name keys and amounts, in a log that many read. */
function describe(error: Stripe.errors.StripeError): string {
  const { type, statusCode, code, requestId } = error
  return ['Stripe', type, statusCode, code, requestId].filter(Boolean).join(' ')
}

/** Invalid requests and reused keys are refusals. All else, a wrong key of ours included, may be otherwise in a minute. */
function asOurs(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const { StripeInvalidRequestError, StripeIdempotencyError } = Stripe.errors
  const isRefusal = error instanceof StripeInvalidRequestError || error instanceof StripeIdempotencyError
  return isRefusal ? new PaymentProviderRefused(describe(error)) : new PaymentProviderAway(describe(error))
}

/** The library's own timeout begins again with each byte and each attempt; this one does not. */
async function withinTime<T>(ms: number, ask: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new PaymentProviderAway(`Stripe gave no answer in ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([ask(), tooLate])
  } catch (error) {
    throw asOurs(error)
  } finally {
    clearTimeout(timer)
  }
}

const upper = (currency: string | null) => (currency ?? '').toUpperCase()
const idOf = (one: string | { id: string } | null) => (typeof one === 'string' ? one : (one?.id ?? null))

/** A payment that was to come later and failed leaves a session that stays complete and unpaid for ever. */
function stateOf({ status, payment_status, payment_intent }: Stripe.Checkout.Session): Checkout['state'] {
  if (status === 'open') return 'open'
  if (status === 'expired') return 'expired'
  if (payment_status !== 'unpaid') return 'paid'
  const intent = typeof payment_intent === 'object' ? payment_intent?.status : undefined
  return intent === 'requires_payment_method' || intent === 'canceled' ? 'expired' : 'processing'
}

function toCheckout(session: Stripe.Checkout.Session): Checkout {
  const state = stateOf(session)
  return {
    checkoutId: session.id,
    paymentId: session.client_reference_id ?? '',
    orderId: session.metadata?.order_id ?? '',
    amount: session.amount_total ?? 0,
    currency: upper(session.currency),
    state,
    chargeId: state === 'paid' ? idOf(session.payment_intent) : null,
  }
}

const REFUND_STATES: Record<string, Refund['state']> = { succeeded: 'done', failed: 'failed', canceled: 'failed' }

const toRefund = (refund: Stripe.Refund): Refund => ({
  refundId: refund.metadata?.refund_id ?? '',
  amount: refund.amount,
  currency: upper(refund.currency),
  state: REFUND_STATES[refund.status ?? ''] ?? 'pending',
})

/** No name, address or title leaves the house: ids of ours, which mean nothing elsewhere. */
function sessionOf(checkout: NewCheckout): Stripe.Checkout.SessionCreateParams {
  const metadata = { order_id: checkout.orderId, payment_id: checkout.paymentId }
  return {
    mode: 'payment',
    ui_mode: 'hosted_page',
    allowed_payment_method_types: ['card'],
    // In the guest's own currency Stripe would charge another amount than ours.
    adaptive_pricing: { enabled: false },
    client_reference_id: checkout.paymentId,
    metadata,
    payment_intent_data: { metadata },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: checkout.currency.toLowerCase(),
          unit_amount: checkout.amount,
          product_data: { name: 'Ticket' },
        },
      },
    ],
    expires_at: Math.floor(checkout.expiresAt.getTime() / 1000),
    success_url: checkout.returnUrl,
    cancel_url: checkout.returnUrl,
  }
}

/** What the message is about. Its content is never trusted: the caller looks the thing up. */
function aboutOf(event: Stripe.Event): Signal['about'] {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return { kind: 'checkout', checkoutId: event.data.object.id }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const refundId = event.data.object.metadata?.refund_id
      return refundId ? { kind: 'refund', refundId } : { kind: 'other' }
    }
    default:
      return { kind: 'other' }
  }
}

export function openStripe(options: StripeOptions): PaymentProvider {
  const { webhookSecrets, clock, timeoutMs = PATIENCE_MS } = options
  const stripe = new Stripe(options.secretKey, {
    ...options.address,
    timeout: timeoutMs,
    // The caller has a job that tries again later.
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: quietClient(),
  })
  const ask = <T>(call: () => Promise<T>) => withinTime(timeoutMs, call)
  const retrieve = (id: string) => stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })

  async function findRefund({ refundId, chargeId }: { refundId: string; chargeId: string }) {
    const { data } = await stripe.refunds.list({ payment_intent: chargeId, limit: MOST_REFUNDS })
    return data.find(({ metadata }) => metadata?.refund_id === refundId)
  }

  /** Too much, or all is paid back already: said as a refund that failed, because its job is done. */
  async function createRefund(refund: NewRefund): Promise<Refund> {
    const { refundId, orderId, chargeId, amount, currency } = refund
    try {
      const made = await stripe.refunds.create(
        {
          payment_intent: chargeId,
          amount,
          metadata: { refund_id: refundId, order_id: orderId },
        },
        { idempotencyKey: `refund:${refundId}` },
      )
      return toRefund(made)
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || error.code === 'resource_missing') throw error
      return { refundId, amount, currency, state: 'failed' }
    }
  }

  return {
    name: 'stripe',

    leastAmount: (currency) => LEAST[currency] ?? 1,

    openCheckout: (checkout) =>
      ask(async () => {
        if (UNCLEAR.includes(checkout.currency))
          throw new PaymentProviderRefused(`How Stripe counts ${checkout.currency} is not clear`)
        const idempotencyKey = `session:${checkout.paymentId}`
        const { id, url } = await stripe.checkout.sessions.create(sessionOf(checkout), { idempotencyKey })
        return { checkoutId: id, url }
      }),

    lookUpCheckout: (checkoutId) => ask(async () => toCheckout(await retrieve(checkoutId))),

    expireCheckout: (checkoutId) =>
      ask(async () => {
        try {
          return toCheckout(await stripe.checkout.sessions.expire(checkoutId))
        } catch (error) {
          // It is no longer open: paid a moment before, or already expired.
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
          return toCheckout(await retrieve(checkoutId))
        }
      }),

    refund: (refund) =>
      ask(async () => {
        // The key is forgotten after a day, and a refund may be tried for longer than that.
        const known = await findRefund(refund)
        if (!known) return createRefund(refund)
        const earlier = toRefund(known)
        if (earlier.amount !== refund.amount || earlier.currency !== refund.currency)
          throw new PaymentProviderRefused('Stripe has this refund with another amount')
        return earlier
      }),

    lookUpRefund: (refund) =>
      ask(async () => {
        const known = await findRefund(refund)
        return known ? toRefund(known) : null
      }),

    readSignal(body, headers) {
      const signature = headers['stripe-signature']
      if (typeof signature !== 'string') return null
      for (const secret of webhookSecrets) {
        try {
          const receivedAt = clock().getTime()
          const event = stripe.webhooks.constructEvent(body, signature, secret, undefined, undefined, receivedAt)
          return { id: event.id, type: event.type, about: aboutOf(event) }
        } catch {
          // Signed with another secret, or not by Stripe.
        }
      }
      return null
    },
  }
}
