// Receipts and credit notes: numbered without gaps for each seller, and never changed.
import { eq, sql } from 'drizzle-orm'
import { publicNameOf } from '../../contract/public-name.ts'
import { vatIn } from '../../contract/money.ts'
import type { Tx } from '../db/client.ts'
import type { orders, refunds } from '../db/schema/orders.ts'
import { receiptCounters, receipts } from '../db/schema/orders.ts'
import { users } from '../db/schema/users.ts'

type OrderRow = typeof orders.$inferSelect
type RefundRow = typeof refunds.$inferSelect

/** The counter's row stays locked until the commit: of two at once the second gets the next number, or this one if the first fails. */
async function nextNumber(tx: Tx, sellerId: number): Promise<number> {
  const [counter] = await tx
    .insert(receiptCounters)
    .values({ sellerId, last: 1 })
    .onConflictDoUpdate({ target: receiptCounters.sellerId, set: { last: sql`${receiptCounters.last} + 1` } })
    .returning()
  return counter?.last ?? 1
}

const nameOf = async (tx: Tx, id: number) =>
  (
    await tx
      .select({ firstName: users.firstName, lastName: users.lastName, publicName: users.publicName })
      .from(users)
      .where(eq(users.id, id))
  )[0] ?? { firstName: '', lastName: '', publicName: '' }

interface Issuing {
  at: Date
  keepYears: number
  /** Where less was paid than was ordered, because places were given back first. */
  sold?: { seats: number; amount: number }
  /** Missing: the receipt of the order. */
  refund?: Pick<RefundRow, 'id' | 'amount'> & { vat: number }
}

/** Once for an order and once for each refund: the caller holds the order's lock, and asks once. */
export async function issueReceipt(tx: Tx, order: OrderRow, { at, keepYears, refund, sold }: Issuing): Promise<void> {
  const guest = await nameOf(tx, order.userId)
  const { seats, amount } = sold ?? { seats: order.seats, amount: order.total }
  const keepUntil = new Date(at)
  keepUntil.setUTCFullYear(at.getUTCFullYear() + keepYears)
  await tx.insert(receipts).values({
    sellerId: order.sellerId,
    number: await nextNumber(tx, order.sellerId),
    orderId: order.id,
    refundId: refund?.id ?? null,
    name: `${guest.firstName} ${guest.lastName}`.trim(),
    sellerName: publicNameOf(await nameOf(tx, order.sellerId)),
    title: order.title,
    seats: refund ? Math.round(refund.amount / order.unitPrice) : seats,
    total: refund ? -refund.amount : amount,
    vat: refund ? -refund.vat : vatIn(amount, order.vatRate ?? 0),
    vatRate: order.vatRate,
    currency: order.currency,
    issuedAt: at,
    keepUntil,
  })
}
