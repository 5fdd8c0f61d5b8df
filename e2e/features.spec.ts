// The screens that features change and no journey of their own looks at: with all of them on, on a Hooley of their own.
import type { Page } from '@playwright/test'
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

// Those that have journeys of their own, which do not make them small.
const WALKED_ELSEWHERE = [
  ...['/events', '/events/1', '/creators/1', '/rules', '/report?event=1'],
  ...['/saved', '/my-bookings', '/my-events', '/create-event'],
]

async function signIn(page: Page) {
  const body = { email: 'guest@hooley.example', password: DEMO_PASSWORD }
  const { access_token: token } = await createClient(httpCaller({ baseUrl: site })).auth.login({ body })
  await page.addInitScript((value) => localStorage.setItem('token', value), token)
}

async function open(page: Page, path: string) {
  await page.goto(site + path)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeAttached()
}

async function loaded(page: Page) {
  await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(0)
  await page.waitForLoadState('networkidle')
}

async function expectToFit(page: Page, what: string) {
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(sideways, `${what} scrolls sideways`).toBeLessThanOrEqual(0)
}

test('with all features on, home, lists, settings, account and contact are accessible and fit the window @both', async ({
  page,
}) => {
  // axe looks at everything, twice.
  test.slow()
  await signIn(page)
  const check = async (what: string) => {
    await loaded(page)
    await expectAccessible(page, what)
    await expectToFit(page, what)
  }
  for (const [path, tabs = []] of SCREENS) {
    await open(page, path)
    if (tabs.length === 0) await check(path)
    for (const name of tabs) {
      await page.getByRole('tab', { name }).click()
      await check(`${path}, ${name}`)
    }
  }
})

const LARGE_LETTERS = `document.documentElement.style.fontSize = '200%'`

test('with all features on, 320 pixels, large letters and a phone held sideways leave every screen whole @phone', async ({
  page,
}) => {
  test.slow()
  await signIn(page)
  for (const path of [...SCREENS.map(([path]) => path), ...WALKED_ELSEWHERE]) {
    await page.setViewportSize({ width: 320, height: 640 })
    await open(page, path)
    await loaded(page)
    await expectToFit(page, `${path} at 320`)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.evaluate(LARGE_LETTERS)
    await expectToFit(page, `${path} at 200 %`)
    await page.setViewportSize({ width: 844, height: 390 })
    await expectToFit(page, `${path} held sideways`)
  }
})

test('on a phone three events of Popular, Recommended and Featured fit the window @phone', async ({ page }) => {
  await signIn(page)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/popular-events', '/recommended-events', '/featured']) {
    await open(page, path)
    await loaded(page)
    const card = await page.getByRole('main').getByRole('listitem').first().boundingBox()
    expect.soft(card?.height, path).toBeLessThan(844 / 4)
  }
})
