import { eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isMine, kept, type DescribedTable, type Me } from '../../access/personal-data.ts'
import {
  moneyEntries,
  orders as orderTable,
  payments,
  providerSignals,
  receiptCounters,
  receipts,
  refunds,
} from '../../db/schema/orders.ts'

/** For tables whose rows are found through an order. */
const ofMyOrders = (column: PgColumn) => (me: Me) =>
  sql`${column} in (select o.id from orders o where o.user_id = ${me.id})`

/** What was paid stays, as the law of accounts wants it; the names on receipts go when their time is over (sweeping.ts). */
export const orderTables: DescribedTable[] = [
  {
    table: orderTable,
    of: isMine(orderTable.userId),
    by: orderTable.id,
    personal: ['idempotencyKey', 'cameFrom'],
    plain: ['currency', 'payBy', 'title', 'venue', 'state'],
    secret: ['key'],
    atDeletion: () => ({ idempotencyKey: null, cameFrom: null }),
  },
  kept(payments, ofMyOrders(payments.orderId), payments.id, {
    plain: ['currency', 'state'],
    secret: ['key', 'checkoutId', 'chargeId'],
  }),
  kept(refunds, ofMyOrders(refunds.orderId), refunds.id, { plain: ['currency', 'cause', 'state'], secret: ['key'] }),
  kept(receipts, ofMyOrders(receipts.orderId), receipts.id, {
    // The name stays until the receipt need not be kept any longer (RECEIPT_YEARS), also when the account is deleted.
    plain: ['name', 'sellerName', 'title', 'currency'],
  }),
  { table: moneyEntries, plain: ['posting', 'account', 'currency'] },
  { table: providerSignals, plain: ['id', 'type', 'about'] },
  kept(receiptCounters, (me) => eq(receiptCounters.sellerId, me.id), receiptCounters.sellerId),
]
