// The screens that features change and no journey of their own looks at: with all of them on, on a Hooley of their own.
import { spawn, type ChildProcess } from 'node:child_process'
import { createClient } from '../contract/client.ts'
import { httpCaller } from '../contract/http-caller.ts'
import { DEMO_PASSWORD } from '../server/db/seed/seed.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

let site: string
let app: ChildProcess

test.beforeAll(async ({}, { parallelIndex }) => {
  const port = Number(process.env.E2E_PORT ?? 4173) + 14 + parallelIndex
  site = `http://127.0.0.1:${port}`
  app = spawn('node', ['e2e/support/server.ts', String(port)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, FEATURES: 'all' },
  })
  await expect(async () => expect((await fetch(`${site}/api/ready`)).ok).toBe(true)).toPass({ timeout: 40_000 })
})

test.afterAll(async () => {
  const ended = new Promise((resolve) => app.once('exit', resolve))
  app.kill('SIGTERM')
  await ended
})

const SCREENS: [path: string, tabs?: string[]][] = [
  ['/'],
  ['/popular-events'],
  ['/featured'],
  ['/contact'],
  ['/notices'],
  ['/settings', ['Privacy', 'Security', 'Your Data']],
  ['/account-details', ['Account Details', 'Password & Security']],
]

test('with all features on, home, lists, settings, account and contact are accessible and fit the window @both', async ({
  page,
}) => {
  // axe looks at everything, twice.
  test.slow()
  const body = { email: 'guest@hooley.example', password: DEMO_PASSWORD }
  const { access_token: token } = await createClient(httpCaller({ baseUrl: site })).auth.login({ body })
  await page.addInitScript((value) => localStorage.setItem('token', value), token)
  const check = async (what: string) => {
    await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    await expectAccessible(page, what)
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(sideways, `${what} scrolls sideways`).toBeLessThanOrEqual(0)
  }
  for (const [path, tabs = []] of SCREENS) {
    await page.goto(site + path)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeAttached()
    if (tabs.length === 0) await check(path)
    for (const name of tabs) {
      await page.getByRole('tab', { name }).click()
      await check(`${path}, ${name}`)
    }
  }
})
