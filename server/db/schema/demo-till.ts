import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'

export const DEMO_CHECKOUT_STATES = ['open', 'paid', 'expired'] as const

/** What the demo till knows, in place of a card provider. Nothing else refers to it, as nothing could refer to Stripe's. */
export const demoCheckouts = pgTable(
  'demo_checkouts',
  {
    /** Random, because anybody with the address of the page may pay on it. */
    id: text().primaryKey(),
    paymentId: text().notNull().unique(),
    orderId: text().notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    returnUrl: text().notNull(),
    /** An open one whose time is over counts as expired. */
    state: text({ enum: DEMO_CHECKOUT_STATES }).notNull().default('open'),
    chargeId: text().unique(),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check('demo_checkouts_amount', sql`${t.amount} > 0`),
    check('demo_checkouts_paid', sql`(${t.state} = 'paid') = (${t.chargeId} is not null)`),
  ],
)

export const demoRefunds = pgTable(
  'demo_refunds',
  {
    refundId: text().primaryKey(),
    orderId: text().notNull(),
    chargeId: text()
      .notNull()
      .references(() => demoCheckouts.chargeId),
    amount: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('demo_refunds_charge').on(t.chargeId), check('demo_refunds_amount', sql`${t.amount} > 0`)],
)
