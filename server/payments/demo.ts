// The demo till: a card provider without cards, so that paid events can be tried on a machine of one's own. It keeps what it
// knows in tables that nothing else reads, as Stripe would, and its page is server/modules/demo-till.
import { randomBytes } from 'node:crypto'
import { and, eq, gt, sum } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { demoCheckouts, demoRefunds } from '../db/schema/demo-till.ts'
import {
  PaymentProviderRefused,
  type Checkout,
  type NewCheckout,
  type NewRefund,
  type PaymentProvider,
  type Refund,
} from './provider.ts'

export interface DemoOptions {
  db: Db
  clock: () => Date
  publicUrl: string
}

export type DemoCheckout = typeof demoCheckouts.$inferSelect
type RefundRow = typeof demoRefunds.$inferSelect

const newId = (prefix: string) => `${prefix}_${randomBytes(24).toString('base64url')}`

export const DEMO_TILL = '/demo-till'
export const demoTillPath = (checkoutId: string) => `${DEMO_TILL}/${checkoutId}`

const stateAt = ({ state, expiresAt }: DemoCheckout, now: Date) =>
  state === 'open' && expiresAt <= now ? 'expired' : state

/** A state that has not been written yet, because nobody came back, is read from the time. */
export async function findDemoCheckout(
  { db, clock }: Pick<DemoOptions, 'db' | 'clock'>,
  id: string,
): Promise<DemoCheckout | null> {
  const [row] = await db.select().from(demoCheckouts).where(eq(demoCheckouts.id, id))
  return row ? { ...row, state: stateAt(row, clock()) } : null
}

/** Only an open one is paid, and once. */
export async function payDemoCheckout({ db, clock }: Pick<DemoOptions, 'db' | 'clock'>, id: string) {
  const isOpen = and(eq(demoCheckouts.id, id), eq(demoCheckouts.state, 'open'), gt(demoCheckouts.expiresAt, clock()))
  await db
    .update(demoCheckouts)
    .set({ state: 'paid', chargeId: newId('demo_charge') })
    .where(isOpen)
  return findDemoCheckout({ db, clock }, id)
}

const toCheckout = ({ id, paymentId, orderId, amount, currency, state, chargeId }: DemoCheckout): Checkout => ({
  checkoutId: id,
  paymentId,
  orderId,
  amount,
  currency,
  state,
  chargeId,
})

const toRefund = ({ refundId, amount, currency }: RefundRow): Refund => ({ refundId, amount, currency, state: 'done' })

const isSame = (row: DemoCheckout, { orderId, amount, currency, expiresAt, returnUrl }: NewCheckout) =>
  row.orderId === orderId &&
  row.amount === amount &&
  row.currency === currency &&
  row.returnUrl === returnUrl &&
  row.expiresAt.getTime() === expiresAt.getTime()

export function openDemo({ db, clock, publicUrl }: DemoOptions): PaymentProvider {
  async function getCheckout(checkoutId: string): Promise<Checkout> {
    const row = await findDemoCheckout({ db, clock }, checkoutId)
    if (!row) throw new PaymentProviderRefused('The demo till has no such checkout')
    return toCheckout(row)
  }

  async function findRefund({ refundId, chargeId }: { refundId: string; chargeId: string }) {
    const isIt = and(eq(demoRefunds.refundId, refundId), eq(demoRefunds.chargeId, chargeId))
    const [row] = await db.select().from(demoRefunds).where(isIt)
    return row ? toRefund(row) : null
  }

  return {
    name: 'demo',

    leastAmount: () => 1,

    async openCheckout(checkout) {
      const { paymentId, orderId, amount, currency, expiresAt, returnUrl } = checkout
      const given = { paymentId, orderId, amount, currency, expiresAt, returnUrl }
      await db
        .insert(demoCheckouts)
        .values({ id: newId('demo'), ...given })
        .onConflictDoNothing({ target: demoCheckouts.paymentId })
      const [row] = await db.select().from(demoCheckouts).where(eq(demoCheckouts.paymentId, paymentId))
      if (!row || !isSame(row, checkout))
        throw new PaymentProviderRefused('The demo till has this payment with other fields')
      const isOpen = stateAt(row, clock()) === 'open'
      return { checkoutId: row.id, url: isOpen ? publicUrl + demoTillPath(row.id) : null }
    },

    lookUpCheckout: getCheckout,

    async expireCheckout(checkoutId) {
      const isOpen = and(eq(demoCheckouts.id, checkoutId), eq(demoCheckouts.state, 'open'))
      await db.update(demoCheckouts).set({ state: 'expired' }).where(isOpen)
      return getCheckout(checkoutId)
    },

    refund: ({ refundId, orderId, chargeId, amount, currency }: NewRefund) =>
      db.transaction(async (tx) => {
        // Refunds of one charge wait for each other: together they cannot be more than it.
        const [charged] = await tx
          .select({ amount: demoCheckouts.amount })
          .from(demoCheckouts)
          .where(eq(demoCheckouts.chargeId, chargeId))
          .for('no key update')
        if (!charged) throw new PaymentProviderRefused('The demo till has no such charge')
        const [known] = await tx.select().from(demoRefunds).where(eq(demoRefunds.refundId, refundId))
        if (known && (known.amount !== amount || known.currency !== currency || known.chargeId !== chargeId))
          throw new PaymentProviderRefused('The demo till has this refund with other fields')
        if (known) return toRefund(known)
        const [gone] = await tx
          .select({ amount: sum(demoRefunds.amount).mapWith(Number) })
          .from(demoRefunds)
          .where(eq(demoRefunds.chargeId, chargeId))
        if (amount > charged.amount - (gone?.amount ?? 0)) return { refundId, amount, currency, state: 'failed' }
        await tx.insert(demoRefunds).values({ refundId, orderId, chargeId, amount, currency })
        return { refundId, amount, currency, state: 'done' }
      }),

    lookUpRefund: findRefund,

    /** It sends none: the page that guests return to looks, and so does the sweep. */
    readSignal: () => null,
  }
}
