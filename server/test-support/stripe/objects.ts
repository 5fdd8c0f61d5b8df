// What Stripe keeps, as its types say; a cast here would hide what the next version of the SDK changes.
import { randomBytes } from 'node:crypto'
import type { PaymentIntent, Refund, Session, SessionCreate } from './wire-types.ts'

export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`
export const toSeconds = (date: Date) => Math.floor(date.getTime() / 1000)

/** Stripe stores metadata as text. */
const asText = (metadata: Record<string, string | number | null> | null | undefined | '') =>
  Object.fromEntries(Object.entries(metadata || {}).map(([name, value]) => [name, String(value)]))

export function newSession(params: SessionCreate, now: Date, pageBase: string) {
  const id = newId('cs_test')
  const items = params.line_items ?? []
  const total = items.reduce((sum, item) => sum + (item.quantity ?? 1) * (item.price_data?.unit_amount ?? 0), 0)
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: params.adaptive_pricing?.enabled ?? true },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: toSeconds(now),
    currency: items[0]?.price_data?.currency ?? null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: null,
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: null,
    customer_email: null,
    discounts: [],
    expires_at: params.expires_at ?? toSeconds(now) + 86_400,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: asText(params.metadata),
    mode: 'payment',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: params.success_url ?? null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: params.ui_mode ?? 'hosted_page',
    url: `${pageBase}/c/pay/${id}`,
    wallet_options: null,
  } satisfies Session
}

export function newPaymentIntent(session: Session, now: Date, metadata: SessionCreate['metadata']) {
  return {
    id: newId('pi'),
    object: 'payment_intent',
    allowed_payment_method_types: ['card'],
    amount: session.amount_total ?? 0,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: null,
    confirmation_method: 'automatic',
    created: toSeconds(now),
    currency: session.currency ?? '',
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: newId('ch'),
    livemode: false,
    managed_payments: null,
    metadata: asText(metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: newId('pm'),
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'processing',
    transfer_data: null,
    transfer_group: null,
  } satisfies PaymentIntent
}

type RefundFields = { amount: number; metadata: Record<string, string | number | null> | null | undefined | '' }

export function newRefund(intent: PaymentIntent, { amount, metadata }: RefundFields, now: Date, isPending: boolean) {
  return {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: typeof intent.latest_charge === 'string' ? intent.latest_charge : null,
    created: toSeconds(now),
    currency: intent.currency,
    customer: null,
    customer_account: null,
    metadata: asText(metadata),
    payment_intent: intent.id,
    payment_method: typeof intent.payment_method === 'string' ? intent.payment_method : null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: isPending ? 'pending' : 'succeeded',
    transfer_reversal: null,
    ...(isPending && { pending_reason: 'insufficient_funds' }),
  } satisfies Refund
}
