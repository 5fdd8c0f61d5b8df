import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR } from '../../contract/durations.ts'
import { newCheckout, paymentContract } from '../test-support/payment-contract.ts'
import { openWorld, type World } from '../test-support/world.ts'
import { openDemo, payDemoCheckout } from './demo.ts'
import type { PaymentProvider } from './provider.ts'

let w: World
let provider: PaymentProvider
let now = new Date()
const clock = () => now

beforeAll(async () => {
  w = await openWorld()
  provider = openDemo({ db: w.deps.db, clock, publicUrl: 'http://localhost:3000' })
})
afterAll(() => w.close())

const pay = (checkoutId: string) => payDemoCheckout({ db: w.deps.db, clock }, checkoutId)

async function charge(amount: number, currency: string): Promise<string> {
  const { checkoutId } = await provider.openCheckout(newCheckout(now, { amount, currency }))
  const paid = await pay(checkoutId)
  return paid?.chargeId ?? ''
}

paymentContract('The demo till', () => ({ provider, now: clock, pay, charge }))

test('what nobody pays in time is expired, and cannot be paid any more', async () => {
  const checkout = newCheckout(now)
  const { checkoutId, url } = await provider.openCheckout(checkout)
  expect(url).toBe(`http://localhost:3000/demo-till/${checkoutId}`)
  now = new Date(now.getTime() + HOUR)
  expect(await provider.lookUpCheckout(checkoutId)).toMatchObject({ state: 'expired' })
  expect(await pay(checkoutId)).toMatchObject({ state: 'expired', chargeId: null })
  expect(await provider.openCheckout(checkout)).toEqual({ checkoutId, url: null })
})

test('of two refunds at once that are too much together, one fails, however often it is tried', async () => {
  const charges = await Promise.all(Array.from({ length: 20 }, () => charge(1_000, 'GBP')))
  const refund = (chargeId: string) =>
    provider.refund({ refundId: randomUUID(), orderId: '1', chargeId, amount: 600, currency: 'GBP' })
  const pairs = charges.map((chargeId) => Promise.all([refund(chargeId), refund(chargeId)]))
  for (const pair of await Promise.all(pairs))
    expect(pair.map(({ state }) => state).toSorted()).toEqual(['done', 'failed'])
})

test('the address of its page cannot be guessed', async () => {
  const ids = await Promise.all([1, 2].map(() => provider.openCheckout(newCheckout(now))))
  for (const { checkoutId } of ids) expect(checkoutId).toMatch(/^demo_[\w-]{32}$/)
  expect(ids[0]?.checkoutId).not.toBe(ids[1]?.checkoutId)
})

test('pressed twice, and paid while it expires, it is paid once or not at all', async () => {
  for (let n = 0; n < 5; n++) {
    const { checkoutId } = await provider.openCheckout(newCheckout(now))
    const [expired, ...paid] = await Promise.all([
      provider.expireCheckout(checkoutId),
      pay(checkoutId),
      pay(checkoutId),
    ])
    const last = await provider.lookUpCheckout(checkoutId)
    expect(['paid', 'expired']).toContain(last.state)
    for (const seen of [expired, ...paid]) expect(seen).toMatchObject({ state: last.state, chargeId: last.chargeId })
  }
})
