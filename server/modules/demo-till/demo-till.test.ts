import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { FEATURE_NAMES } from '../../../contract/features.ts'
import { HOUR } from '../../../contract/durations.ts'
import { openDemo } from '../../payments/demo.ts'
import { newCheckout } from '../../test-support/payment-contract.ts'
import { openWorld, type World } from '../../test-support/world.ts'

let w: World
let now = new Date()
const config = { features: new Set(FEATURE_NAMES), payments: 'demo' as const }
beforeAll(async () => {
  w = await openWorld({ config, deps: { clock: () => now } })
})
afterAll(() => w.close())
beforeEach(() => {
  now = new Date()
})

const provider = () => openDemo({ db: w.deps.db, clock: () => now, publicUrl: 'http://localhost:3000' })

async function opened(fields: Parameters<typeof newCheckout>[1] = {}) {
  const { checkoutId } = await provider().openCheckout(newCheckout(now, fields))
  const path = `/demo-till/${checkoutId}`
  const see = (query = '') => w.app.inject({ url: path + query })
  const press = (act: string, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) =>
    w.app.inject({
      method: 'POST',
      url: `${path}/${act}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: '',
    })
  return { checkoutId, path, see, press, state: async () => (await provider().lookUpCheckout(checkoutId)).state }
}

test('the page says the sum, that no money moves, and has three ways on', async () => {
  const { see } = await opened()
  const { statusCode, body } = await see()
  expect(statusCode).toBe(200)
  for (const text of ['£24.00', 'no money moves', '>Pay £24.00<', '>Decline the card<', '>Back without paying<'])
    expect(body).toContain(text)
  expect((await (await opened({ amount: 1_500, currency: 'JPY' })).see()).body).toContain('JP¥1,500')
})

test('a press pays and leads back to the order; a second press does the same and pays nothing more', async () => {
  const { checkoutId, see, press, state } = await opened()
  for (let n = 0; n < 2; n++) {
    const { statusCode, headers } = await press('pay')
    expect([statusCode, headers.location]).toEqual([303, 'http://localhost:3000/orders/1'])
  }
  expect(await state()).toBe('paid')
  const { chargeId } = await provider().lookUpCheckout(checkoutId)
  await press('pay')
  expect(await provider().lookUpCheckout(checkoutId)).toMatchObject({ chargeId })
  expect((await see()).body).toContain('This is paid')
})

test('a declined card leaves it open, and says so', async () => {
  const { path, see, press, state } = await opened()
  const { headers } = await press('decline')
  expect(headers.location).toBe(`${path}?declined`)
  expect((await see('?declined')).body).toContain('The card was declined')
  expect(await state()).toBe('open')
  await press('pay')
  expect((await press('decline')).headers.location).toBe(path)
})

test('after its time it says that it has expired, and a press pays nothing', async () => {
  const { path, see, press, state } = await opened()
  now = new Date(now.getTime() + HOUR)
  const { statusCode, body } = await see()
  expect([statusCode, body.includes('has expired'), body.includes('<form')]).toEqual([410, true, false])
  expect((await press('pay')).headers.location).toBe(path)
  expect(await state()).toBe('expired')
})

test('another site cannot press for a guest', async () => {
  const { press, state } = await opened()
  const others: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://evil.example', host: 'localhost:3000' },
    { origin: 'null', host: 'localhost:3000' },
  ]
  for (const headers of others) expect((await press('pay', headers)).statusCode, JSON.stringify(headers)).toBe(403)
  expect(await state()).toBe('open')
  expect((await press('pay', { origin: 'http://localhost:3000', host: 'localhost:3000' })).statusCode).toBe(303)
})

test('looking changes nothing, and nobody else’s page can be found', async () => {
  const { path, see, state } = await opened()
  await see()
  expect((await w.app.inject({ url: `${path}/pay` })).statusCode).toBe(404)
  expect(await state()).toBe('open')
  for (const id of ['1', 'demo_', `demo_${'a'.repeat(32)}`, `demo_${'a'.repeat(290)}`, '%00', '..%2f..'])
    expect((await w.app.inject({ url: `/demo-till/${id}` })).statusCode, id).toBeGreaterThanOrEqual(400)
})

test('it runs no script, loads nothing from elsewhere, and is kept by nobody', async () => {
  const { see } = await opened()
  const { body, headers } = await see()
  const style = /<style>([\s\S]*?)<\/style>/.exec(body)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(headers).toMatchObject({
    'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  })
  expect(body).not.toMatch(/<script|\son\w+=|\sstyle=/)
})

test('a body that is too large is refused', async () => {
  const { path } = await opened()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
  const { statusCode } = await w.app.inject({ method: 'POST', url: `${path}/pay`, headers, payload: 'a'.repeat(2_000) })
  expect(statusCode).toBe(413)
})

test('where cards are paid with money, or the feature is off, there is no such page', async () => {
  const { path } = await opened()
  const keys = { secretKey: 'sk_test_none', webhookSecrets: ['whsec_none'] }
  const stripe = { ...config, payments: 'stripe' as const, stripe: keys }
  for (const other of [stripe, { ...config, features: new Set<never>() }]) {
    const elsewhere = await openWorld({ config: other })
    expect((await elsewhere.app.inject({ url: path })).statusCode).toBe(404)
    expect((await elsewhere.app.inject({ method: 'POST', url: `${path}/pay` })).statusCode).toBe(404)
    await elsewhere.close()
  }
})
