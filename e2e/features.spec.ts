// The screens that features change and no journey of their own looks at: with all of them on, on a Hooley of their own.
import { createClient } from '../contract/client.ts'
import { httpCaller } from '../contract/http-caller.ts'
import { DEMO_PASSWORD } from '../server/db/seed/seed.ts'
import { expectAccessible } from './support/axe.ts'
import { ownHooley } from './support/own-hooley.ts'
import { expect, test } from './support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

let site: string

ownHooley({ features: 'all', onReady: (at) => (site = at) })

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
