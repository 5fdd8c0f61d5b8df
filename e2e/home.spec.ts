import { hydrated } from './support/full-site.ts'
import { loginDialog } from './support/login-dialog.ts'
import { expect, test } from './support/test.ts'

test(
  'home shows the next events in a slider with dots, arrow keys and a pause',
  { tag: '@both' },
  async ({ page, isMobile }) => {
    await page.goto('/')
    const slider = page.getByRole('region', { name: 'Next events' })
    const track = slider.getByRole('list')
    await expect(track.getByRole('listitem')).toHaveCount(3)
    expect((await track.boundingBox())?.height).toBe(isMobile ? 300 : 550)

    const dot = (number: number) => slider.getByRole('button', { name: `Show event ${number} of 3` })
    const slide = (number: number) => track.getByRole('listitem').nth(number - 1)
    await expect(dot(1)).toHaveAttribute('aria-current', 'true')
    await dot(3).click()
    await expect(dot(3)).toHaveAttribute('aria-current', 'true')
    await expect(slide(3)).toBeInViewport({ ratio: 0.9 })

    // Wraps round.
    await page.keyboard.press('ArrowRight')
    await expect(dot(1)).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press('ArrowLeft')
    await expect(dot(3)).toHaveAttribute('aria-current', 'true')

    await slider.getByRole('button', { name: 'Pause slides' }).click()
    await expect(slider.getByRole('button', { name: 'Play slides' })).toBeVisible()

    const title = await slide(3).getByRole('heading').innerText()
    await slide(3).getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  },
)

test('the slider moves on by itself every 5 seconds, but not under the pointer, the focus or reduced motion', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/')
  const slider = page.getByRole('region', { name: 'Next events' })
  const dot = (number: number) => slider.getByRole('button', { name: `Show event ${number} of 3` })
  const current = slider.locator('[aria-current="true"]')
  await hydrated(page)
  // The clock is stopped from here on, at the first slide.
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await dot(1).click()
  await expect(current).toHaveAccessibleName('Show event 1 of 3')
  await dot(1).blur()
  await page.mouse.move(5, 790)
  await page.clock.runFor(5_000)
  await expect(current).toHaveAccessibleName('Show event 2 of 3')
  // Half a second passes while the slide is still moving; the next one is not half a second late for it.
  await page.clock.runFor(4_999)
  await expect(current).toHaveAccessibleName('Show event 2 of 3')
  await page.clock.runFor(1)
  await page.clock.runFor(500)
  await expect(current).toHaveAccessibleName('Show event 3 of 3')
  await page.clock.runFor(4_500)
  await expect(current).toHaveAccessibleName('Show event 1 of 3')

  await dot(2).click()
  await expect(current).toHaveAccessibleName('Show event 2 of 3')
  await page.clock.runFor(11_000)
  await expect(current).toHaveAccessibleName('Show event 2 of 3')
  await dot(2).blur()
  await page.mouse.move(5, 790)
  await page.clock.runFor(5_000)
  await expect(current).toHaveAccessibleName('Show event 3 of 3')

  await slider.hover({ position: { x: 50, y: 50 } })
  await page.clock.runFor(11_000)
  await expect(current).toHaveAccessibleName('Show event 3 of 3')

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await hydrated(page)
  await page.mouse.move(5, 790)
  await page.clock.runFor(11_000)
  await expect(current).toHaveAccessibleName('Show event 1 of 3')
})

test('the call to action leads to Create Event by click, Enter and Space', async ({ page }) => {
  // Who is not signed in is sent on from there; where the banner leads is what counts.
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  await page.goto('/')
  const banner = page.getByRole('link', { name: /Got a room and an idea/ })
  const { dialog } = loginDialog(page)
  for (const follow of ['click', 'Enter', 'Space']) {
    await expect(banner).toHaveAttribute('href', '/create-event')
    visited.length = 0
    if (follow === 'click') await banner.click()
    else await banner.press(follow)
    await expect.poll(() => visited, follow).toContain('/create-event')
    // Back home, where the guard asks to sign in.
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})

test('home has its three sections, Popular and Recommended dimmed until they are built', async ({ page }) => {
  await page.goto('/')
  const section = (name: string) => page.locator('section', { has: page.getByRole('heading', { level: 2, name }) })
  const upcoming = section('Upcoming Events')
  await expect(upcoming.getByRole('link', { name: 'See All Upcoming Events' })).toHaveAttribute(
    'href',
    '/upcoming-events',
  )
  const card = upcoming.getByRole('listitem').first()
  expect((await card.boundingBox())?.width).toBe(250)
  await expect(card.getByText(/^\d{1,2}(st|nd|rd|th) [A-Z][a-z]{2}, \d{4} · \d{1,2}:\d{2} [AP]M/)).toBeVisible()

  for (const name of ['Popular Events', 'Recommended Events']) {
    await expect(section(name).getByText('Coming Soon')).toBeVisible()
    await expect(section(name).locator('[inert] li').first()).toBeVisible()
    await expect(section(name).locator('a:not([inert] a)')).toHaveCount(0)
  }
})

test('arrows move a row for a mouse, and each says when there is nothing more on its side', async ({ page }) => {
  await page.goto('/')
  const section = page.locator('section', { has: page.getByRole('heading', { level: 2, name: 'Upcoming Events' }) })
  const [earlier, later] = ['Earlier events', 'Later events'].map((name) => section.getByRole('button', { name }))
  const cards = section.getByRole('listitem')
  await expect(earlier!).toHaveAttribute('aria-disabled', 'true')
  await expect(later!).toHaveAttribute('aria-disabled', 'false')
  await cards.first().scrollIntoViewIfNeeded()
  await later!.click()
  await expect(earlier!).toHaveAttribute('aria-disabled', 'false')
  await expect(cards.first()).not.toBeInViewport()
  await earlier!.click()
  await expect(cards.first()).toBeInViewport({ ratio: 0.9 })
  await expect(earlier!).toHaveAttribute('aria-disabled', 'true')
})

test('the picture of a pressed card grows into the hero of its event, and no other picture does', async ({ page }) => {
  // What the browser would join: the one element of that name before the page changes, and the one after it.
  await page.addInitScript(() => {
    const seen: string[][] = []
    Object.assign(window, { seen })
    const named = () =>
      [...document.querySelectorAll('img, main *')]
        .filter((element) => getComputedStyle(element).viewTransitionName === 'event-picture')
        .map((element) => (element.closest('a[href^="/events/"]') ? 'card' : 'hero'))
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      seen.push(named())
      return start(async () => {
        await (typeof update === 'function' ? update() : update?.update?.())
        seen.push(named())
      })
    }
  })
  await page.goto('/events')
  const cards = page.getByRole('main').getByRole('listitem').getByRole('link')
  await cards.nth(1).click()
  await expect(page).toHaveURL(/\/events\/\d+$/)
  const seen = () => page.evaluate(() => (window as unknown as { seen: string[][] }).seen)
  await expect.poll(seen).toEqual([['card'], ['hero']])
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Find Events' }), 'the list is back').toBeVisible()
  await cards.nth(2).click()
  await expect(page).toHaveURL(/\/events\/\d+$/)
  await expect.poll(async () => (await seen()).slice(-2)).toEqual([['card'], ['hero']])
  // Going on before it has grown is no error (support/test.ts would see it in the console).
  await page.evaluate(() => document.startViewTransition(() => undefined).skipTransition())
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('home can be read and its slides be followed', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
    const slides = page.getByRole('region', { name: 'Next events' })
    await expect(slides.getByRole('button')).toHaveCount(0)
    const title = await slides.getByRole('heading').first().innerText()
    await slides.getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await page.goBack()
    await page
      .getByRole('link', { name: /Fiddle Night/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1, name: /Fiddle Night/ })).toBeVisible()
  })
})
