// The entries of money, in double entry. Each posting has a name and is written once, however often it is asked for.
import type { Tx } from '../db/client.ts'
import { ACCOUNTS, moneyEntries } from '../db/schema/orders.ts'

export interface Posting {
  /** What happened, and to which payment, order or refund. */
  name: string
  orderId: number
  currency: string
  at: Date
}

/** What each account gains. It adds up to nothing: the database refuses anything else. */
type Amounts = Partial<Record<(typeof ACCOUNTS)[number], number>>

export async function post(tx: Tx, { name, orderId, currency, at }: Posting, amounts: Amounts): Promise<void> {
  const rows = ACCOUNTS.flatMap((account) => {
    const amount = amounts[account] ?? 0
    return amount === 0 ? [] : [{ posting: name, account, orderId, amount, currency, at }]
  })
  if (rows.length > 0) await tx.insert(moneyEntries).values(rows).onConflictDoNothing()
}
