import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

const isWide = (page: Page) => (page.viewportSize()?.width ?? 0) >= 1280

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

test('the search box never touches the links, however wide the window is', async ({ page }) => {
  await page.goto('/faq')
  const links = page.getByRole('navigation', { name: 'Main' })
  await page.setViewportSize({ width: 1279, height: 800 })
  await expect(links.getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
  for (const width of [1280, 1366, 1440, 1680, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    for (const link of await links.getByRole('link').all())
      expect(await link.evaluate((element) => getComputedStyle(element).whiteSpace), `at ${width}`).toBe('nowrap')
    const next = links.getByRole('link', { name: 'Upcoming Events' })
    const [search, second] = await Promise.all([page.getByRole('search'), next].map((part) => part.boundingBox()))
    const right = (search?.x ?? 0) + (search?.width ?? 0)
    expect((second?.x ?? 0) - right, `at ${width}`).toBeGreaterThanOrEqual(8)
    // One is on the other side, between the name of the site and the box.
    const first = await links.getByRole('link', { name: 'Find Events' }).boundingBox()
    const beta = await page.getByRole('banner').getByText('Beta').boundingBox()
    expect((search?.x ?? 0) - ((first?.x ?? 0) + (first?.width ?? 0)), `at ${width}`).toBeGreaterThanOrEqual(8)
    expect((first?.x ?? 0) - ((beta?.x ?? 0) + (beta?.width ?? 0)), `at ${width}`).toBeGreaterThanOrEqual(8)
    for (const link of await links.getByRole('link').all())
      expect(await link.evaluate((element) => parseFloat(getComputedStyle(element).fontSize))).toBe(16)
  }
})

test('the search box is coming soon: disabled, and its button says so', { tag: '@both' }, async ({ page }) => {
  await page.goto('/about')
  const box = page.getByRole('search')
  if (isWide(page)) {
    const [form, viewport] = [await box.boundingBox(), page.viewportSize()]
    const bar = await page.getByRole('banner').locator('> div').first().boundingBox()
    expect(form && bar && Math.round((form.width / bar.width) * 100)).toBe(40)
    expect(form && viewport && Math.abs(form.x + form.width / 2 - viewport.width / 2)).toBeLessThan(2)
  } else {
    await expect(box).toBeHidden()
    await page.getByRole('button', { name: 'Show search' }).click()
  }
  await expect(box.getByRole('searchbox', { name: 'Search events' })).toBeDisabled()
  await expect(box.getByText('Coming Soon')).toBeVisible()
  await box.getByRole('button', { name: 'Search' }).click()
  const toast = page.getByText('Search functionality is coming soon!')
  await expect(toast).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(toast).toBeHidden()
  await box.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('button', { name: 'Close message' }).click()
  await expect(toast).toBeHidden()
})

test('all nine places are reached from the header, by keyboard too', { tag: '@both' }, async ({ page }) => {
  await page.goto('/about')
  if (isWide(page)) {
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await expect(links).toHaveText(['Find Events', 'Upcoming Events', 'Create Event'])
    await links.first().click()
    await expect(page).toHaveURL('/events')
    await expect(links.first()).toHaveAttribute('aria-current', 'page')
    const weight = (link: typeof links) => link.evaluate((element) => getComputedStyle(element).color)
    expect(await weight(links.first())).not.toBe(await weight(links.nth(1)))
    return
  }
  const opener = page.getByRole('button', { name: 'Open menu' })
  await opener.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer).toBeVisible()
  const addresses = await drawer
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(addresses).toEqual([
    '/',
    '/events',
    '/upcoming-events',
    '/create-event',
    '/team',
    '/about',
    '/contact',
    '/faq',
    '/help',
  ])
  await expect(drawer.getByRole('link', { name: 'About Us' })).toHaveAttribute('aria-current', 'page')
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.press('Enter')
  await drawer.getByRole('link', { name: 'Help Centre' }).press('Enter')
  await expect(page).toHaveURL('/help')
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('signed in, the account drawer leads to what is one’s own, and out', async ({ page, newMember, signInAs }) => {
  await signInAs(await newMember())
  await page.goto('/faq')
  await page.getByRole('button', { name: 'Open account menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Account' })
  await expect(drawer.getByRole('link', { name: 'My Account' })).toHaveAttribute('href', '/account')
  await expect(drawer.getByRole('link', { name: 'My Events' })).toHaveAttribute('href', '/my-events')
  await expect(drawer.getByRole('link', { name: 'My Bookings' })).toHaveAttribute('href', '/my-bookings')
  await drawer.getByRole('link', { name: 'Logout' }).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('the drawer of a visitor offers to sign up and to log in; colours follow the system until somebody chooses', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/faq')
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const [day, night] = ['rgb(251, 246, 238)', 'rgb(14, 18, 32)']
  await expect.poll(paper).toBe(day)
  const opener = page.getByRole('button', { name: 'Open account menu' })
  await opener.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Account' })
  // It remembers where one was.
  await expect(drawer.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/register?redirect=%2Ffaq')
  await expect(drawer.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login?redirect=%2Ffaq')
  expect((await drawer.boundingBox())?.width).toBeLessThanOrEqual(300)
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()

  const stored = () => page.evaluate(() => [localStorage.getItem('theme-mode'), localStorage.getItem('theme-scheme')])
  const choose = (name: string) => drawer.getByRole('radio', { name }).check({ force: true })
  await opener.click()
  await choose('Dark')
  await expect.poll(paper).toBe(night)
  expect(await stored()).toEqual(['dark', 'dark'])
  await choose('System')
  await expect.poll(paper).toBe(day)
  expect(await stored()).toEqual(['system', 'light'])
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(paper).toBe(night)
  await choose('Light')
  await expect.poll(paper).toBe(day)
  await page.reload()
  await expect.poll(paper).toBe(day)
})

test('a keyboard comes first to a way past the header, which stays in sight; the footer leads everywhere', async ({
  page,
}) => {
  await page.goto('/terms')
  await page.keyboard.press('Tab')
  expect(await focusedText(page)).toBe('Skip to content')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null), 'past the header').toBe(true)

  const header = page.getByRole('banner')
  await expect(header.getByText('BETA')).toBeVisible()
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(header).toBeInViewport()
  const footer = page.getByRole('contentinfo')
  const links = await footer
    .getByRole('link')
    .evaluateAll((all) =>
      all.map((link) => [link.getAttribute('aria-label') ?? link.textContent, link.getAttribute('href')]),
    )
  expect(links).toEqual([
    ['Hooley, home', '/'],
    ['About Us', '/about'],
    ['Our Team', '/team'],
    ['Browse Events', '/events'],
    ['Create Event', '/create-event'],
    ['Help Center', '/help'],
    ['FAQs', '/faq'],
    ['Terms of Service', '/terms-of-service'],
    ['Privacy Policy', '/privacy-policy'],
    ['Terms', '/terms'],
    ['Privacy', '/privacy'],
    ['Cookies', '/cookies'],
    // Added to the fixed list.
    ['Rules', '/rules'],
    ['Hooley on Facebook', 'https://www.facebook.com/hooley.example'],
    ['Hooley on Instagram', 'https://www.instagram.com/hooley.example'],
    ['Hooley on Twitter', 'https://twitter.com/hooley_example'],
    ['Hooley on TikTok', 'https://www.tiktok.com/@hooley.example'],
  ])
  await expect(footer.getByRole('listitem').filter({ hasText: 'Featured Events' })).toContainText('Coming Soon')
  await footer.getByRole('link', { name: 'Our Team' }).click()
  await expect(page).toHaveTitle('Our Team · Hooley')
  await expect(page.getByRole('heading', { level: 1, name: 'Our Team' })).toBeFocused()
  await header.getByRole('link', { name: 'Hooley, home' }).click()
  await expect(page).toHaveURL('/')
})
