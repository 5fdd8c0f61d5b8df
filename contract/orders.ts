// Paid events: what a place costs, orders, and the money that goes back.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { eventParams } from './events.ts'
import { LIST, TEXT, TICKETS_PER_BOOKING } from './limits.ts'
import { MOST_PER_ORDER, VAT_RATE } from './money.ts'
import { ORDER_STATES, PAID_BACK_FROM, PAY_BY, REFUND_CAUSES, REFUND_STATES } from './order-words.ts'
import { permission } from './permissions.ts'
import { idempotencyKey } from './tickets.ts'
import { GONE } from './waiting-list.ts'
import { dateTime, eventKey, id, text, titled, wireNumber } from './wire.ts'

const mayOrder = permission('order.use', 'member')
const feature = 'paid-events'

const { min, max } = TICKETS_PER_BOOKING
const rule = `Please choose between ${min} and ${max} tickets`

const minor = z.number().int().min(0)

/** What a place costs and how it is paid. Amounts are minor units: pence, cents, or whole yen. */
export const priceOfEvent = z.object({
  eventId: z.number(),
  ...titled,
  /** Of one place, everything included; null: nothing is paid here. */
  unitPrice: minor.nullable(),
  currency: z.string(),
  /** Included; in hundredths of a percent; null: no VAT. */
  vatRate: z.number().nullable(),
  payBy: z.array(z.enum(PAY_BY)),
  /** Who gives a place back gets the money back until so many days before the start; null: never. */
  refundDays: z.number().nullable(),
  /** Where transfers go to; only with transfer. */
  transferTo: z.string().nullable(),
  /** Who sells: the organiser's public name. */
  seller: z.string(),
})
export type PriceOfEvent = z.output<typeof priceOfEvent>

export const getPrice = endpoint({
  method: 'GET',
  path: '/events/{eventId}/price',
  access: 'optional',
  may: 'event.read',
  feature,
  errors: ['event_not_found'],
  summary: 'What a place costs, how it can be paid, and until when the money comes back',
  params: eventParams,
  query: z.object({ key: eventKey.optional() }),
  reply: priceOfEvent,
})

export const getPriceOptions = endpoint({
  method: 'GET',
  path: '/price-options',
  access: 'member',
  may: permission('price.look-up', 'member'),
  feature,
  summary: 'In which currency places are sold here, and how they can be paid; without any way, events are free',
  reply: z.object({ currency: z.string(), ways: z.array(z.enum(PAY_BY)) }),
})

export const setPrice = endpoint({
  method: 'PUT',
  path: '/events/{eventId}/price',
  access: 'member',
  may: 'event.edit',
  feature,
  errors: ['event_not_found', 'payments_off', 'price_fixed', 'not_for_paid', 'price_invalid', 'price_too_low'],
  summary: 'Makes an event paid, changes its price for orders to come, or makes it free again while nobody has booked',
  params: eventParams,
  body: z.object({
    /** Null: free. */
    unitPrice: wireNumber(
      z
        .number()
        .int()
        .min(1)
        .max(MOST_PER_ORDER / max),
    ).nullable(),
    vatRate: wireNumber(z.number().int().min(VAT_RATE.min).max(VAT_RATE.max)).nullable().default(null),
    payBy: z
      .array(z.enum(PAY_BY))
      .max(PAY_BY.length)
      .overwrite((ways) => PAY_BY.filter((way) => ways.includes(way)))
      .default([]),
    refundDays: wireNumber(z.number().int().min(0).max(90)).nullable().default(null),
    transferTo: text(TEXT.publicText).nullable().default(null),
  }),
  reply: priceOfEvent,
})

const refund = z.object({
  id: z.number(),
  amount: minor,
  cause: z.enum(REFUND_CAUSES),
  state: z.enum(REFUND_STATES),
  at: dateTime,
})

export const order = z.object({
  id: z.number(),
  eventId: z.number(),
  ...titled,
  seats: z.number(),
  unitPrice: minor,
  total: minor,
  /** What was paid: less than the total where places were given back before paying at the door or by transfer. */
  paid: minor,
  /** Of the total. */
  vat: minor,
  vatRate: z.number().nullable(),
  currency: z.string(),
  payBy: z.enum(PAY_BY),
  refundDays: z.number().nullable(),
  state: z.enum(ORDER_STATES),
  /** What a transfer has to say. */
  reference: z.string(),
  transferTo: z.string().nullable(),
  /** Of an open one. */
  holdUntil: dateTime.nullable(),
  /** By when a transfer is to be made. */
  dueBy: dateTime.nullable(),
  ticketId: z.number().nullable(),
  /** What has gone back, or is on its way. */
  refunded: minor,
  refunds: z.array(refund),
  orderedAt: dateTime,
})
export type Order = z.output<typeof order>

export const placeOrder = endpoint({
  method: 'POST',
  path: '/events/{eventId}/orders',
  access: 'member',
  may: mayOrder,
  feature,
  errors: [
    ...GONE,
    'sold_out',
    'too_few_left',
    'per_person_limit',
    'no_booking_needed',
    'booking_elsewhere',
    'price_changed',
    'pay_by_unknown',
    'order_open',
    'too_many_orders',
    'idempotency_key_reused',
  ],
  summary:
    'Order places at the price that was shown. By card they are held until it is paid; otherwise there is a ticket at once',
  params: eventParams,
  headers: idempotencyKey,
  body: z.object({
    numberOfTickets: wireNumber(z.number().int(rule).min(min, rule).max(max, rule)),
    payBy: z.enum(PAY_BY),
    /** As it was shown: another one is refused, and nothing is ordered. */
    total: wireNumber(z.number().int().min(1).max(MOST_PER_ORDER)),
    currency: z.string().max(3),
    key: eventKey.optional(),
  }),
  reply: order,
  status: 201,
  statusAgain: 200,
})

const orderParams = z.object({ orderId: id })

export const listOrders = endpoint({
  method: 'GET',
  path: '/orders',
  access: 'member',
  may: mayOrder,
  feature,
  summary: 'Your orders, newest first, up to 50; cursor: the last one you have',
  query: z.object({ cursor: id.optional(), eventId: id.optional() }),
  reply: z.array(order),
})

export const getOrder = endpoint({
  method: 'GET',
  path: '/orders/{orderId}',
  access: 'member',
  may: mayOrder,
  feature,
  errors: ['order_not_found'],
  summary: 'One of your orders as it is now',
  params: orderParams,
  reply: order,
})

export const openCheckout = endpoint({
  method: 'POST',
  path: '/orders/{orderId}/checkout',
  access: 'member',
  may: mayOrder,
  feature,
  errors: ['order_not_found', 'order_not_open', 'payments_away', 'payments_off', 'payment_refused'],
  summary: 'The page on which an open order is paid; pressed again it is the same page',
  params: orderParams,
  reply: z.object({ url: z.string() }),
})

/** For the page that guests return to. */
export const lookAtOrder = endpoint({
  method: 'POST',
  path: '/orders/{orderId}/look',
  access: 'member',
  may: mayOrder,
  feature,
  whileSuspended: true,
  errors: ['order_not_found'],
  summary: 'Asks the card provider how an open order is, and answers the order as it is then',
  params: orderParams,
  reply: order,
})

export const giveUpOrder = endpoint({
  method: 'DELETE',
  path: '/orders/{orderId}',
  access: 'member',
  may: mayOrder,
  feature,
  whileSuspended: true,
  errors: ['order_not_found', 'payments_away'],
  summary: 'Gives up an open order. An order that was just paid stays paid. Returns the order as it is now',
  params: orderParams,
  reply: order,
})

const managedOrder = order.extend({
  name: z.string(),
  email: z.string(),
  /** Of one that is not paid yet: what its places cost that have not been given back. */
  due: minor,
  /** Paid at the door or by transfer: what is to be paid back by hand, now that undo is over. */
  toPayBack: minor,
})
export type ManagedOrder = z.output<typeof managedOrder>

export const listEventOrders = endpoint({
  method: 'GET',
  path: '/events/{eventId}/orders',
  access: 'member',
  may: 'event.manage-guests',
  feature,
  errors: ['event_not_found'],
  summary: 'Orders of an event, newest first, with what was paid and refunded in all',
  params: eventParams,
  query: z.object({
    cursor: id.optional(),
    limit: wireNumber(z.number().int().min(1).max(LIST.maxPageSize)).optional(),
    /** refunded: money went back, or is to go back. */
    state: z.enum([...ORDER_STATES, 'refunded']).optional(),
  }),
  reply: z.object({
    orders: z.array(managedOrder),
    next: z.number().nullable(),
    /** Of the whole event; in the currency of its orders. */
    sums: z.array(z.object({ currency: z.string(), paid: minor, toPay: minor, refunded: minor, vat: z.number() })),
  }),
})

export const getOrdersCsv = endpoint({
  method: 'GET',
  path: '/events/{eventId}/orders.csv',
  access: 'member',
  may: 'event.manage-guests',
  feature,
  errors: ['event_not_found'],
  summary: 'All orders of an event as CSV, newest first: who, how many places, what was paid and what went back',
  params: eventParams,
  reply: z.string(),
  kind: 'csv',
})

const eventOrderParams = eventParams.extend({ orderId: id })

export const markPaid = endpoint({
  method: 'POST',
  path: '/events/{eventId}/orders/{orderId}/paid',
  access: 'member',
  may: 'event.manage-guests',
  feature,
  errors: ['event_not_found', 'order_not_found', 'order_not_open'],
  summary: 'Notes that an order was paid at the door or by transfer; again it changes nothing',
  params: eventOrderParams,
  reply: managedOrder,
})

export const markRefunded = endpoint({
  method: 'POST',
  path: '/events/{eventId}/orders/{orderId}/refunded',
  access: 'member',
  may: 'event.manage-guests',
  feature,
  errors: ['event_not_found', 'order_not_found'],
  summary: 'Notes that the money due of an order that was paid at the door or by transfer has been paid back',
  params: eventOrderParams,
  reply: managedOrder,
})

const trouble = z.object({
  orderId: z.number(),
  reference: z.string(),
  eventId: z.number(),
  ...titled,
  amount: z.number(),
  currency: z.string(),
  at: dateTime,
})

const moneyTrouble = z.object({
  unaccounted: z.array(trouble.extend({ state: z.enum(ORDER_STATES) })),
  refunds: z.array(
    trouble.extend({ refundId: z.number(), cause: z.enum(REFUND_CAUSES), state: z.enum(REFUND_STATES) }),
  ),
  unbalanced: z.array(z.object({ posting: z.string(), orderId: z.number(), sum: z.number(), currency: z.string() })),
})
export type MoneyTrouble = z.output<typeof moneyTrouble>

const mayLookAfterMoney = permission('money.look-after', 'administrator')

export const getMoneyTrouble = endpoint({
  method: 'GET',
  path: '/moderation/money',
  access: 'member',
  may: mayLookAfterMoney,
  feature,
  summary: 'What should not be: money without a ticket or a refund, refunds that are late, entries that do not balance',
  reply: moneyTrouble,
})

export const closeRefund = endpoint({
  method: 'POST',
  path: '/moderation/money/refunds/{refundId}',
  access: 'member',
  may: mayLookAfterMoney,
  feature,
  errors: ['refund_not_failed'],
  summary: 'Notes that a refund that failed was paid back by hand, and from where. Returns what still should not be',
  params: z.object({ refundId: id }),
  body: z.object({ from: z.enum(PAID_BACK_FROM) }),
  reply: moneyTrouble,
})

const receipt = z.object({
  number: z.string(),
  /** credit-note: about money that went back; its sums are negative. */
  kind: z.enum(['receipt', 'credit-note']),
  name: z.string().nullable(),
  seller: z.string(),
  ...titled,
  seats: z.number(),
  total: z.number(),
  net: z.number(),
  vat: z.number(),
  vatRate: z.number().nullable(),
  currency: z.string(),
  issuedAt: dateTime,
})
export type Receipt = z.output<typeof receipt>

export const listReceipts = endpoint({
  method: 'GET',
  path: '/orders/{orderId}/receipts',
  access: 'member',
  may: mayOrder,
  feature,
  errors: ['order_not_found'],
  summary: 'The receipt of an order, and a credit note for each refund',
  params: orderParams,
  reply: z.array(receipt),
})

/** By the names that api.ts and the client use. */
export const calls = {
  price: getPrice,
  options: getPriceOptions,
  setPrice,
  place: placeOrder,
  list: listOrders,
  get: getOrder,
  checkout: openCheckout,
  look: lookAtOrder,
  giveUp: giveUpOrder,
  listOfEvent: listEventOrders,
  csvOfEvent: getOrdersCsv,
  markPaid,
  markRefunded,
  receipts: listReceipts,
  trouble: getMoneyTrouble,
  closeRefund,
}
