// Orders, attempts to pay, refunds, receipts and the entries of money. Nothing in here is ever deleted.
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { ORDER_STATES, PAY_BY, REFUND_CAUSES, REFUND_STATES } from '../../../contract/order-words.ts'
import { createdAt, id, instant } from './columns.ts'
import { events } from './events.ts'
import { tickets, ticketReturns, type CameFrom } from './tickets.ts'
import { users } from './users.ts'

/** An identity that is given to a card provider: random, so that a restored backup never uses one again for something else. */
const key = () =>
  text()
    .notNull()
    .unique()
    .default(sql`encode(uuid_send(gen_random_uuid()), 'hex')`)

/** With the price and the terms that were shown when it was placed: what the organiser changes later changes no order. */
export const orders = pgTable(
  'orders',
  {
    id: id(),
    eventId: integer()
      .notNull()
      .references(() => events.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** Whose receipts they are: the event's creator when it was placed. */
    sellerId: integer()
      .notNull()
      .references(() => users.id),
    key: key(),
    seats: integer().notNull(),
    /** Minor units, VAT included. */
    unitPrice: integer().notNull(),
    total: integer().notNull(),
    currency: text().notNull(),
    /** In hundredths of a percent; null: no VAT. */
    vatRate: integer(),
    payBy: text({ enum: PAY_BY }).notNull(),
    /** Money goes back until so many days before the start; null: never. */
    refundDays: integer(),
    /** As they were: if the event moves, money goes back on request. */
    title: text().notNull(),
    startsAt: instant().notNull(),
    venue: text().notNull(),
    state: text({ enum: ORDER_STATES }).notNull(),
    /** Of an open one: when its seats are given up, unless it was paid by then. Of a transfer: by when it is due. */
    holdUntil: instant().notNull(),
    /** Made when it is paid, or at once where it is paid later. */
    ticketId: integer().references(() => tickets.id),
    /** Refunds that are planned, under way or done. */
    refunded: integer().notNull().default(0),
    idempotencyKey: text(),
    cameFrom: jsonb().$type<CameFrom>(),
    createdAt: createdAt(),
    /** Of one that is no longer open: when it was paid or given up. */
    endedAt: instant(),
  },
  (t) => [
    check('orders_seats', sql`${t.seats} between 1 and 4`),
    check('orders_total', sql`${t.unitPrice} > 0 and ${t.total} = ${t.unitPrice} * ${t.seats}`),
    check('orders_refunded', sql`${t.refunded} between 0 and ${t.total}`),
    check('orders_currency', sql`${t.currency} ~ '^[A-Z]{3}$'`),
    check('orders_vat_rate', sql`${t.vatRate} between 0 and 5000`),
    check('orders_state', sql`${t.state} in ('open', 'to-pay', 'paid', 'expired', 'cancelled', 'too-late')`),
    check('orders_pay_by', sql`${t.payBy} in ('card', 'door', 'transfer')`),
    // Only who has paid, or pays later, has a ticket.
    check('orders_ticket', sql`(${t.ticketId} is not null) = (${t.state} in ('to-pay', 'paid'))`),
    check('orders_card', sql`${t.state} <> 'to-pay' or ${t.payBy} <> 'card'`),
    uniqueIndex('orders_one_open')
      .on(t.eventId, t.userId)
      .where(sql`state = 'open'`),
    uniqueIndex('orders_idempotency').on(t.userId, t.idempotencyKey),
    uniqueIndex('orders_ticket_once')
      .on(t.ticketId)
      .where(sql`ticket_id is not null`),
    index('orders_open')
      .on(t.holdUntil)
      .where(sql`state = 'open'`),
    index('orders_event').on(t.eventId, t.id),
    index('orders_user').on(t.userId, t.id),
  ],
)

export const PAYMENT_STATES = ['new', 'open', 'processing', 'paid', 'expired'] as const

/** A row for each attempt to pay an order by card. */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** What the provider knows it by. */
    key: key(),
    amount: integer().notNull(),
    currency: text().notNull(),
    /** Null while no answer of the provider has been stored: nobody was sent to its page then. */
    checkoutId: text().unique(),
    chargeId: text(),
    /** What was paid, if that is not what was asked for. */
    received: integer(),
    state: text({ enum: PAYMENT_STATES }).notNull().default('new'),
    /** Fixed here, so that a repeated call asks for the same. */
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
    endedAt: instant(),
  },
  (t) => [
    check('payments_amount', sql`${t.amount} > 0`),
    check('payments_state', sql`${t.state} in ('new', 'open', 'processing', 'paid', 'expired')`),
    index('payments_order').on(t.orderId, t.id),
    // What came in lately, for the figures that must be nothing.
    index('payments_paid')
      .on(t.endedAt)
      .where(sql`state = 'paid'`),
    index('payments_live')
      .on(t.id)
      .where(sql`state in ('new', 'open', 'processing')`),
  ],
)

export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** By card, it goes back to this one; null: the organiser pays it back by hand. */
    paymentId: integer().references(() => payments.id),
    /** Undone, the return cancels it. */
    returnId: integer().references(() => ticketReturns.id),
    key: key(),
    amount: integer().notNull(),
    currency: text().notNull(),
    /** Of the amount; known once it has started, when it is known what is left. */
    vat: integer(),
    cause: text({ enum: REFUND_CAUSES }).notNull(),
    state: text({ enum: REFUND_STATES }).notNull().default('planned'),
    /** When the time for undo is over. */
    startsAt: instant().notNull(),
    createdAt: createdAt(),
    endedAt: instant(),
  },
  (t) => [
    check('refunds_amount', sql`${t.amount} > 0`),
    check('refunds_state', sql`${t.state} in ('planned', 'started', 'pending', 'done', 'failed', 'cancelled')`),
    uniqueIndex('refunds_return')
      .on(t.returnId)
      .where(sql`return_id is not null`),
    index('refunds_order').on(t.orderId, t.id),
    index('refunds_open')
      .on(t.startsAt)
      .where(sql`state in ('planned', 'started', 'pending', 'failed')`),
  ],
)

/** Messages of the provider, each once. They decide nothing: they only say what to look up. */
export const providerSignals = pgTable(
  'provider_signals',
  {
    /** The provider's name and its id of the message. */
    id: text().primaryKey(),
    type: text().notNull(),
    about: text(),
    receivedAt: createdAt(),
    handledAt: instant(),
  },
  (t) => [
    index('provider_signals_unhandled')
      .on(t.receivedAt)
      .where(sql`handled_at is null`),
  ],
)

export const ACCOUNTS = ['provider', 'cash', 'bank', 'owed', 'sales', 'vat'] as const

/**
 * Double entry: the entries of one posting add up to nothing (a trigger checks it), each posting is written once, and none is
 * changed (another trigger). `owed` is what we have of the guest's money without having given a ticket for it.
 */
export const moneyEntries = pgTable(
  'money_entries',
  {
    posting: text().notNull(),
    account: text({ enum: ACCOUNTS }).notNull(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    amount: integer().notNull(),
    currency: text().notNull(),
    at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.posting, t.account] }),
    check('money_entries_amount', sql`${t.amount} <> 0`),
    check('money_entries_account', sql`${t.account} in ('provider', 'cash', 'bank', 'owed', 'sales', 'vat')`),
    index('money_entries_order').on(t.orderId),
    index('money_entries_at').using('brin', t.at),
  ],
)

/** The last number of each seller: its row is locked until the commit, so that numbers have no gaps. */
export const receiptCounters = pgTable('receipt_counters', {
  sellerId: integer()
    .primaryKey()
    .references(() => users.id),
  last: integer().notNull().default(0),
})

/** What a receipt says, as it was: later changes of names and prices change none. */
export const receipts = pgTable(
  'receipts',
  {
    id: id(),
    sellerId: integer()
      .notNull()
      .references(() => users.id),
    number: integer().notNull(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** A credit note about this refund; null: the receipt of the order. */
    refundId: integer().references(() => refunds.id),
    /** The guest's; kept until keepUntil, also when the account is deleted. */
    name: text(),
    sellerName: text().notNull(),
    title: text().notNull(),
    seats: integer().notNull(),
    /** Negative in a credit note. */
    total: integer().notNull(),
    vat: integer().notNull(),
    vatRate: integer(),
    currency: text().notNull(),
    issuedAt: instant().notNull(),
    keepUntil: instant().notNull(),
  },
  (t) => [
    uniqueIndex('receipts_number').on(t.sellerId, t.number),
    uniqueIndex('receipts_order')
      .on(t.orderId)
      .where(sql`refund_id is null`),
    uniqueIndex('receipts_refund')
      .on(t.refundId)
      .where(sql`refund_id is not null`),
    index('receipts_keep_until')
      .on(t.keepUntil)
      .where(sql`name is not null`),
  ],
)
