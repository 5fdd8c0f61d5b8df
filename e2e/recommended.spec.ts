// Recommended events, which are off unless FEATURES says otherwise. Popular and featured ones: features.spec.ts.
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { onFullSite } from './support/full-site.ts'
import { holdCall } from './support/hold-call.ts'
import { expect, test } from './support/test.ts'

onFullSite()

/** What Chromium saw move below the header since the page was opened. */
const moved = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const seen: string[] = []
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & Shift)[])
            for (const { node } of entry.sources)
              if (document.querySelector('main')?.contains(node)) seen.push(`${entry.value} ${node?.textContent}`)
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => setTimeout(() => resolve(seen), 100))
      }),
  )

interface Shift {
  value: number
  sources: { node: Node | null }[]
}

test('a member’s own recommendations come without a jump; Not for me and Start afresh work @both', async ({
  page,
  newMember,
  signInAs,
}) => {
  const member = await newMember()
  const { items } = await member.api.events.list({ query: { when: 'upcoming', limit: 3 } })
  await member.api.favourites.adopt({ body: { eventIds: items.map(({ id }) => id) } })
  await signInAs(member)
  const recommended = await holdCall(page, '**/api/recommended-events*')
  await page.goto('/recommended-events')
  const main = page.getByRole('main')
  const first = main.getByRole('listitem').first()
  const startAfresh = main.getByRole('button', { name: 'Start afresh' })
  await expect(startAfresh).toBeVisible()
  await expect(main.getByRole('button', { name: /^Not for me/ })).toHaveCount(0)
  const before = await first.boundingBox()
  recommended.release()
  const buttons = main.getByRole('button', { name: /^Not for me/ })
  await expect(buttons.first()).toBeVisible()
  await expect(main.getByText(/^You (went to|booked|saved|follow) /).first()).toBeVisible()
  expect(await moved(page)).toEqual([])
  const after = await first.boundingBox()
  expect({ x: after?.x, y: after?.y }).toEqual({ x: before?.x, y: before?.y })
  await expectAccessible(page)

  const unwanted = await first.getByRole('heading').innerText()
  const next = await main.getByRole('listitem').nth(1).getByRole('heading').innerText()
  const told = page.waitForResponse('**/not-for-me')
  await buttons.first().click()
  await expect(main.getByRole('heading', { name: unwanted })).toHaveCount(0)
  await expect(main.getByRole('button', { name: `Not for me: ${next}` })).toBeFocused()
  // A page that is left cuts its calls off.
  await told
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
})
