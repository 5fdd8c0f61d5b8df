// Kind to eyes and to bad networks: large letters, small and flat windows, refused storage, a slow line. Paper:
// screens.spec.ts; parts that do not come: pending.spec.ts.
import type { Page } from '@playwright/test'
import { poorContrastIn } from './support/axe.ts'
import { holdCall } from './support/hold-call.ts'
import { expect, test } from './support/test.ts'

const PAGES = ['/', '/events', '/events/1']

const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

const enlarge = (page: Page) => page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))

/** Header, in one row: nothing may lie outside of the window or on something else. */
const headerParts = (page: Page) =>
  page
    .getByRole('banner')
    .locator('a:visible, button:visible')
    .evaluateAll((parts) =>
      parts.map((part) => {
        const { left, right, top } = part.getBoundingClientRect()
        return { left, right, top }
      }),
    )

async function expectOneRow(page: Page) {
  const parts = await headerParts(page)
  const width = page.viewportSize()?.width ?? 0
  for (const [index, part] of parts.entries()) {
    expect(part.left).toBeGreaterThanOrEqual(parts[index - 1]?.right ?? 0)
    expect(part.right).toBeLessThanOrEqual(width)
    expect(part.top).toBeLessThan(60)
  }
}

test('letters of twice the size, 320 pixels and a phone held sideways leave every page whole @phone', async ({
  page,
  expectedNoise,
}) => {
  // A list may show a picture that another journey has just replaced.
  expectedNoise.push('404')
  for (const path of PAGES) {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(path)
    await expectOneRow(page)
    expect(await fits(page), `${path} at 320`).toBe(0)
    await page.setViewportSize({ width: 390, height: 844 })
    await enlarge(page)
    await expectOneRow(page)
    expect(await fits(page), `${path} at 200 %`).toBe(0)
    await page.setViewportSize({ width: 844, height: 390 })
    expect(await fits(page), `${path} sideways`).toBe(0)
    await page.mouse.wheel(0, 600)
    await expect(page.getByRole('banner'), 'the header leaves the little height there is').not.toBeInViewport()
  }
})

test(
  'on the narrowest phone Cancel stays in sight beside Publish, and BOOK SLOT beside its number',
  { tag: '@phone' },
  async ({ page, newMember, signInAs }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await signInAs(await newMember())
    await page.goto('/create-event')
    await expect(page.getByRole('link', { name: 'Cancel' })).toBeInViewport({ ratio: 1 })
    await page.goto('/events/1')
    const book = await page.getByRole('button', { name: 'BOOK SLOT' }).boundingBox()
    const more = await page.getByRole('button', { name: 'More tickets' }).boundingBox()
    expect((book?.y ?? 999) - (more?.y ?? 0)).toBeLessThan(44)
  },
)

/** Runs in the page: in how many lines the title's first words stand. */
function linesOf(title: Element, words: string) {
  const walker = document.createTreeWalker(title, NodeFilter.SHOW_TEXT)
  let node = walker.nextNode()
  while (node && !node.textContent?.startsWith(words)) node = walker.nextNode()
  if (!node) throw new Error(`'${title.textContent}' does not begin with '${words}'`)
  const range = document.createRange()
  range.setStart(node, 0)
  range.setEnd(node, words.length)
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
}

test(
  'on a phone a title breaks after its dash, not within a name, and a list shows three events at once',
  { tag: '@phone' },
  async ({ page, newMember, signInAs }) => {
    const member = await newMember()
    await member.api.tickets.book({ body: { eventId: 1, numberOfTickets: 1 }, headers: {} })
    await signInAs(member)
    for (const path of ['/', '/events', '/events/1', '/my-bookings']) {
      await page.goto(path)
      const title = page.getByRole('main').getByRole('heading', { name: 'The Lonesome Row - Fiddle Night' }).first()
      // Beside a card's picture, and in the large letters of its own page, there is room for it from 360 on.
      for (const width of path.startsWith('/events') ? [360, 390, 430] : [320, 360, 390, 430]) {
        await page.setViewportSize({ width, height: 844 })
        expect(await title.evaluate(linesOf, 'The Lonesome Row -'), `${path} at ${width}`).toBe(1)
      }
      if (path !== '/events') continue
      await page.setViewportSize({ width: 390, height: 844 })
      const cards = await page
        .getByRole('main')
        .getByRole('listitem')
        .evaluateAll((all) => all.slice(0, 4).map((card) => card.getBoundingClientRect().height))
      for (const height of cards) expect(height, 'three of them fill less than the window').toBeLessThan(844 / 4)
    }
  },
)

test('where the browser refuses storage, pages work and a colour can be chosen for this visit', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('refused', 'SecurityError')
      },
    })
  })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/about')
  await page.getByRole('button', { name: 'Open account menu' }).click()
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('on a slow line a press is heard at once, and an event that cannot be loaded says so and is asked for again', async ({
  page,
  expectedNoise,
}) => {
  expectedNoise.push('ERR_FAILED', 'Failed to load resource')
  await page.goto('/events')
  const title = page.getByRole('heading', { level: 1, name: 'Find Events' })
  const event = await holdCall(page, /\/events\/\d+\.data/)
  const cards = page.getByRole('main').getByRole('listitem')
  await cards.first().getByRole('link').click()
  await expect(page.getByRole('progressbar', { name: 'Loading page' })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading event' })).toBeVisible()
  await expect(title).toBeVisible()
  event.release()
  await expect(page.getByRole('heading', { level: 2, name: 'About the event' })).toBeVisible()
  // The picture has arrived where it grew to.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  await page.goBack()
  await expect(title, 'the list is back').toBeVisible()
  await page.unroute(/\/events\/\d+\.data/)
  await page.route(/\/events\/\d+\.data/, (route) => route.abort())
  await cards.nth(1).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Failed to load event details' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Coming up' }).getByRole('listitem')).toHaveCount(3)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'About the event' })).toBeVisible()
})

/** Runs in the page: the hue whose ground is the darkest or the lightest, the one that texts stand out from least. */
function worstHue(ground: Element, isDarkest: boolean): number {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
  const luminances = Array.from({ length: 12 }, (_, hue) => {
    ground.setAttribute('data-tint', String(hue))
    context.fillStyle = getComputedStyle(ground).backgroundColor
    context.fillRect(0, 0, 1, 1)
    const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
  })
  return luminances.indexOf(Math[isDarkest ? 'min' : 'max'](...luminances))
}

test('behind an event lies the hue of its picture, and texts on it keep their contrast in both modes', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto('/events/1')
  const ground = page.locator('[data-tint]')
  await expect(ground).toHaveAttribute('data-tint', '0')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // Contrast is a matter of lightness alone: what can be read on the worst of all hues there are can be read on each.
    const hue = await ground.evaluate(worstHue, colorScheme === 'light')
    await ground.evaluate((element, value) => element.setAttribute('data-tint', String(value)), hue)
    expect(await poorContrastIn(page, '[data-tint]'), `hue ${hue}, ${colorScheme}`).toEqual([])
  }
})
