// The screens that features change and no journey of their own looks at: with all of them on.
import { devices } from '@playwright/test'
import { DEMO_PASSWORD } from '../server/db/seed/seed.ts'
import { expectAccessible } from './support/axe.ts'
import { onFullSite } from './support/full-site.ts'
import { expect, test } from './support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

onFullSite()

const SCREENS: [path: string, tabs?: string[]][] = [
  ['/'],
  ['/popular-events'],
  ['/featured'],
  ['/contact'],
  ['/notices'],
  ['/settings', ['Privacy', 'Security', 'Your Data']],
  ['/account-details', ['Account Details', 'Password & Security']],
]

const DESKTOP = { width: 1280, height: 800 }
const SMALL = { width: 320, height: 640 }
const SIDEWAYS = { width: 844, height: 390 }

test('with all features on, home, lists, settings, account and contact are accessible and fit every window', async ({
  page,
  api,
  expectedNoise,
}) => {
  // axe looks at everything, twice.
  test.slow()
  // The window changes its size, so a picture that was preloaded for the wide one is not used.
  expectedNoise.push('was preloaded using link preload')
  const body = { email: 'guest@hooley.example', password: DEMO_PASSWORD }
  const { access_token: token } = await api.auth.login({ body })
  await page.addInitScript((value) => localStorage.setItem('token', value), token)
  const main = page.getByRole('main')
  const check = async (what: string) => {
    await expect(main.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    await expectAccessible(page, what)
    for (const size of [SMALL, devices['Pixel 7'].viewport, SIDEWAYS, DESKTOP]) {
      await page.setViewportSize(size)
      const sideways = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      await expect.poll(sideways, `${what} scrolls sideways at ${size.width}`).toBeLessThanOrEqual(0)
    }
  }
  for (const [path, tabs = []] of SCREENS) {
    await page.goto(path)
    await expect(main.getByRole('heading', { level: 1 })).toBeAttached()
    if (['/popular-events', '/featured'].includes(path)) await expect(main.getByRole('listitem').first()).toBeVisible()
    if (tabs.length === 0) await check(path)
    for (const name of tabs) {
      await page.getByRole('tab', { name }).click()
      await check(`${path}, ${name}`)
    }
  }
})
