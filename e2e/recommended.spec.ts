// Home with a place and recommended events, which are off unless FEATURES says otherwise. Popular and featured ones:
// features.spec.ts.
import type { Page } from '@playwright/test'
import { toLocalInput } from '../contract/zoned-time.ts'
import { expectAccessible } from './support/axe.ts'
import { create } from './support/booking.ts'
import { onFullSite } from './support/full-site.ts'
import { holdCall } from './support/hold-call.ts'
import { expect, test } from './support/test.ts'

onFullSite()

/** A visitor who agreed some time ago: the page knows the place from the start. */
async function standIn(page: Page, latitude: number, longitude: number) {
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude, longitude })
  await page.addInitScript(
    (here) => {
      localStorage.setItem('locationPermission', 'granted')
      localStorage.setItem('userCoordinates', JSON.stringify(here))
    },
    { lat: latitude, lng: longitude },
  )
}

/** Words in the header move by a few pixels when the typeface arrives (0.0013 measured); a row that moves scores over 0.05. */
const NO_SHIFT = 0.005

/** The layout shift of the whole page since it was opened, as Chromium scores it. */
const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => setTimeout(() => resolve(sum), 100))
      }),
  )

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
  const { items } = await member.api.events.list({ query: { when: 'upcoming', limit: 50 } })
  // The oldest are those of the demo; what other journeys make is like nothing else, and may be gone in a moment.
  const eventIds = items.map(({ id }) => id).toSorted((a, b) => a - b)
  await member.api.favourites.adopt({ body: { eventIds: eventIds.slice(0, 3) } })
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

  // One of the demo's that come soonest: it is also among what is recommended to somebody of whom nothing is known.
  const titles = await main.getByRole('listitem').getByRole('heading').allInnerTexts()
  const demo = items.filter(({ id }) => eventIds.indexOf(id) < 30).map(({ title }) => title)
  // Other journeys call many of theirs the same.
  const isOne = (title: string) =>
    [titles, items.map((item) => item.title)].every((all) => all.filter((one) => one === title).length === 1)
  const unwanted = demo.find((title) => titles.slice(0, -1).includes(title) && isOne(title)) ?? ''
  const told = page.waitForResponse('**/not-for-me')
  await buttons.nth(titles.indexOf(unwanted)).click()
  await expect(main.getByRole('heading', { name: unwanted })).toHaveCount(0)
  // The next one takes its place.
  await expect(buttons.nth(titles.indexOf(unwanted))).toBeFocused()
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

test('nothing moves when what is near a visitor takes the place of what everybody sees @both', async ({ page }) => {
  // In the middle of an ocean, where the list is short.
  await standIn(page, 0.1, -30.2)
  const recommended = await holdCall(page, '**/api/recommended-events*')
  await page.goto('/recommended-events')
  const main = page.getByRole('main')
  await expect(main.getByRole('listitem').first()).toBeVisible()
  const own = page.waitForResponse('**/api/recommended-events*')
  recommended.release()
  await own
  await expect(main.getByRole('listitem').first()).toBeVisible()
  expect(await shiftOf(page)).toBeLessThan(NO_SHIFT)
})

const GALWAY = { town: 'Galway', lat: 53.27, lng: -9.06, near: '53.3%2C-9.1', timeZone: 'Europe/Dublin' }
const VANCOUVER = { town: 'Vancouver', lat: 49.28, lng: -123.12, near: '49.3%2C-123.1', timeZone: 'America/Vancouver' }
/** Where an event that starts soon is still today's. */
const whereItIsDay = () => (new Date().getUTCHours() < 18 ? GALWAY : VANCOUVER)

test('home with a place begins with today, in space that was kept, and shows nothing twice @both', async ({
  page,
  newMember,
}) => {
  const organiser = await newMember()
  const title = `Session ${crypto.randomUUID().slice(0, 8)}`
  const { town, lat, lng, near: asked, timeZone } = whereItIsDay()
  const inMinutes = (minutes: number) => toLocalInput(new Date(Date.now() + minutes * 60_000), timeZone)
  await create(organiser, {
    title,
    venue: `Róisín Dubh, ${town}`,
    startTime: inMinutes(40),
    endTime: inMinutes(90),
    timeZone,
    capacity: 13,
  })
  await standIn(page, lat, lng)
  const lists = await holdCall(page, '**/api/all-events*')
  await page.goto('/')
  const main = page.getByRole('main')
  const days = main.getByRole('navigation', { name: 'Days' })
  await expect(days.getByRole('link', { name: 'Weekend' })).toHaveAttribute(
    'href',
    `/events?when=weekend&near=${asked}&within=58`,
  )
  lists.release()
  const today = main.getByRole('list', { name: /^(Today|Next) near you$/ })
  const card = today.getByRole('listitem').filter({ hasText: title })
  await expect(card).toContainText(/Starts in (3\d|40) min · 13 left/)
  // Only the town is known, so no distance is made up.
  await expect(card).toContainText(`in ${town}`)
  await expect(main.getByRole('heading', { name: 'Recommended Events' }), 'it would be the same row').toHaveCount(0)
  const near = main.locator('section', { has: page.getByRole('heading', { name: 'Events Near You' }) })
  await expect(near.locator('[aria-busy="false"]')).toBeVisible()
  await expect(near.getByText(title)).toHaveCount(0)
  await expect(main.getByRole('list', { name: 'Upcoming Events' }).getByText(title)).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(await shiftOf(page)).toBeLessThan(NO_SHIFT)
  await expectAccessible(page, 'home with a place')
})

test('home without a place or an account asks in one line, and recommends nothing @both', async ({ page }) => {
  await page.goto('/')
  const main = page.getByRole('main')
  const ask = main.getByRole('button', { name: 'Show events near me' })
  await expect(ask).toBeVisible()
  const near = main.locator('section', { has: page.getByRole('heading', { name: 'Events Near You' }) })
  expect((await near.boundingBox())?.height).toBeLessThan(180)
  await expect(main.getByRole('heading', { name: /near you$/i })).toHaveText(['Events Near You'])
  await expect(main.getByRole('heading', { name: 'Recommended Events' })).toHaveCount(0)
  expect(await shiftOf(page)).toBeLessThan(NO_SHIFT)
  await expectAccessible(page, 'home without a place')
})
