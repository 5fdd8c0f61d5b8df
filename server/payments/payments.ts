// Which card provider an installation has. Stripe's library is loaded only where it is asked for: it is 2 MB of code.
import type { Db } from '../db/client.ts'
import type { PaymentProvider } from './provider.ts'

export interface PaymentOptions {
  mode: 'off' | 'offline' | 'demo' | 'stripe'
  stripe: { secretKey: string; webhookSecrets: string[] } | undefined
  db: Db
  clock: () => Date
  publicUrl: string
}

/** Null: nothing is paid by card here. */
export async function openPaymentProvider(options: PaymentOptions): Promise<PaymentProvider | null> {
  const { mode, stripe, db, clock, publicUrl } = options
  if (mode === 'demo') return (await import('./demo.ts')).openDemo({ db, clock, publicUrl })
  if (mode !== 'stripe') return null
  if (!stripe) throw new Error('PAYMENTS=stripe without its settings')
  return (await import('./stripe.ts')).openStripe({ ...stripe, clock })
}
