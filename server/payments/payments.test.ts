import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../test-support/world.ts'
import { openPaymentProvider } from './payments.ts'

let w: World
beforeAll(async () => {
  w = await openWorld()
})
afterAll(() => w.close())

const SETTINGS = { secretKey: 'sk_test_1', webhookSecrets: ['whsec_1'] }

const openAs = (mode: 'off' | 'offline' | 'demo' | 'stripe', stripe?: typeof SETTINGS) =>
  openPaymentProvider({ mode, stripe, db: w.deps.db, clock: () => new Date(), publicUrl: 'http://localhost:3000' })

test('off and offline have no card provider, demo and stripe have theirs', async () => {
  expect(await openAs('off')).toBeNull()
  expect(await openAs('offline')).toBeNull()
  expect(await openAs('demo')).toMatchObject({ name: 'demo' })
  expect(await openAs('stripe', SETTINGS)).toMatchObject({ name: 'stripe' })
  await expect(openAs('stripe')).rejects.toThrow('PAYMENTS=stripe')
})

/** What a process of its own has loaded once it has opened that provider. */
async function loadedBy(mode: string) {
  const program = `import { registerHooks } from 'node:module'
    let isLoaded = false
    registerHooks({ load: (url, context, next) => ((isLoaded ||= url.includes('/node_modules/stripe/')), next(url, context)) })
    const { openPaymentProvider } = await import('./server/payments/payments.ts')
    await openPaymentProvider({ mode: '${mode}', stripe: ${JSON.stringify(SETTINGS)}, clock: () => new Date() })
    console.log(isLoaded)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  return stdout.trim()
}

test('Stripe’s library is loaded where it is used, and nowhere else', async () => {
  expect(await Promise.all(['off', 'offline', 'demo', 'stripe'].map(loadedBy))).toEqual([
    'false',
    'false',
    'false',
    'true',
  ])
})
