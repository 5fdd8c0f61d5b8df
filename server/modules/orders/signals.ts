// Messages of the card provider.
import { eq } from 'drizzle-orm'
import { DAY } from '../../../contract/durations.ts'
import { providerSignals, refunds } from '../../db/schema/orders.ts'
import type { Deps } from '../../deps.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import { PaymentProviderRefused } from '../../payments/provider.ts'
import { lookAtRefund } from './refunding.ts'
import { settleCheckout } from './settling.ts'

export const SIGNAL_JOB = 'payment-signal'

/** The provider does not know what it wrote about: keys of another account may be set, until somebody notices. */
const ASKED_FOR_MS = 30 * DAY

/** Stored with its job in one transaction: what is answered with 200 is never forgotten. False: the signature is wrong. */
export async function receiveSignal(deps: Deps, body: Buffer, headers: Record<string, string | string[] | undefined>) {
  const signal = deps.payments?.readSignal(body, headers) ?? null
  if (!signal || !deps.payments) return false
  const id = `${deps.payments.name} ${signal.id}`
  const { about, type } = signal
  const subject = about.kind === 'checkout' ? about.checkoutId : about.kind === 'refund' ? about.refundId : null
  await deps.db.transaction(async (tx) => {
    const stored = await tx
      .insert(providerSignals)
      .values({ id, type, about: subject && `${about.kind} ${subject}`, receivedAt: deps.clock() })
      .onConflictDoNothing()
      .returning({ id: providerSignals.id })
    if (stored.length > 0)
      await deps.jobs.add(tx, { kind: SIGNAL_JOB, payload: { id }, priority: PRIORITY.soon, dedupeKey: id })
  })
  deps.jobs.nudge()
  return true
}

/** It only says what to look up: what it claims decides nothing. */
export async function handleSignal(deps: Deps, id: string): Promise<void> {
  const [signal] = await deps.db.select().from(providerSignals).where(eq(providerSignals.id, id))
  if (!signal || signal.handledAt) return
  const [kind, subject = ''] = signal.about?.split(' ') ?? []
  if (kind === 'checkout')
    await settleCheckout(deps, subject).catch((error: unknown) => {
      const isLongAgo = deps.clock().getTime() - signal.receivedAt.getTime() > ASKED_FOR_MS
      if (!(error instanceof PaymentProviderRefused && isLongAgo)) throw error
      deps.log.error({ signal: id }, 'a message is about a checkout that the provider does not know')
    })
  if (kind === 'refund') {
    const [refund] = await deps.db.select({ id: refunds.id }).from(refunds).where(eq(refunds.key, subject))
    if (refund) await lookAtRefund(deps, refund.id)
  }
  await deps.db.update(providerSignals).set({ handledAt: deps.clock() }).where(eq(providerSignals.id, id))
}
