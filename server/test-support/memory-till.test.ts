import { MemoryTill } from './memory-till.ts'
import { newCheckout, paymentContract } from './payment-contract.ts'

const till = new MemoryTill()
const now = () => new Date()
const pay = (checkoutId: string) => Promise.resolve(till.pay(till.checkouts.get(checkoutId)?.url ?? ''))

async function charge(amount: number, currency: string) {
  const { checkoutId } = await till.openCheckout(newCheckout(now(), { amount, currency }))
  await pay(checkoutId)
  return (await till.lookUpCheckout(checkoutId)).chargeId ?? ''
}

paymentContract('The till in memory', () => ({ provider: till, now, pay, charge }))
