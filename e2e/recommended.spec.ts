// Recommended events, which are off unless FEATURES says otherwise: on a Hooley of their own.
import { createClient } from '../contract/client.ts'
import { httpCaller } from '../contract/http-caller.ts'
import { DEMO_PASSWORD } from '../server/db/seed/seed.ts'
import { expectAccessible } from './support/axe.ts'
import { ownHooley } from './support/own-hooley.ts'
import { expect, test } from './support/test.ts'

let site: string

ownHooley({ features: 'popular,recommended,featured', onReady: (at) => (site = at) })

test('a member’s own recommendations come without a jump; Not for me and Start afresh work @both', async ({ page }) => {
  const body = { email: 'guest@hooley.example', password: DEMO_PASSWORD }
  const { access_token: token } = await createClient(httpCaller({ baseUrl: site })).auth.login({ body })
  await page.addInitScript((value) => localStorage.setItem('token', value), token)
  let answer = () => {}
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/recommended-events*', async (route) => {
    await asked
    await route.continue()
  })
  await page.goto(`${site}/recommended-events`)
  const main = page.getByRole('main')
  const first = main.getByRole('listitem').first()
  const startAfresh = main.getByRole('button', { name: 'Start afresh' })
  await expect(startAfresh).toBeVisible()
  await expect(main.getByRole('button', { name: /^Not for me/ })).toHaveCount(0)
  const before = await first.boundingBox()
  answer()
  const buttons = main.getByRole('button', { name: /^Not for me/ })
  await expect(buttons.first()).toBeVisible()
  await expect(main.getByText(/^You (went to|booked|saved|follow) /).first()).toBeVisible()
  const after = await first.boundingBox()
  expect({ x: after?.x, y: after?.y }).toEqual({ x: before?.x, y: before?.y })
  await expectAccessible(page)

  const unwanted = await first.getByRole('heading').innerText()
  const next = await main.getByRole('listitem').nth(1).getByRole('heading').innerText()
  await buttons.first().click()
  await expect(main.getByRole('heading', { name: unwanted })).toHaveCount(0)
  await expect(main.getByRole('button', { name: `Not for me: ${next}` })).toBeFocused()
  await page.reload()
  await expect(buttons.first()).toBeVisible()
  await expect(main.getByRole('heading', { name: unwanted })).toHaveCount(0)

  await startAfresh.click()
  const dialog = page.getByRole('dialog', { name: 'Start afresh?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Start afresh' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(main.getByText(/^You (went to|booked|saved|follow) /)).toHaveCount(0)
  await expect(main.getByRole('heading', { name: unwanted })).toHaveCount(1)

  for (const path of ['/popular-events', '/featured']) {
    await page.goto(site + path)
    await expect(main.getByRole('listitem').first()).toBeVisible()
    await expectAccessible(page)
  }
})
