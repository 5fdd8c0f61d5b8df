import { hydrated } from './support/full-site.ts'
import { expect, test } from './support/test.ts'

test('home lists the demo events and hydrates without a word in the console', async ({ page }) => {
  const response = await page.goto('/')
  const policy = response?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("script-src 'self' 'sha256-")
  expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/)
  await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Fiddle Night/ }).first()).toBeVisible()
  // React has taken the page over: it answers to the server's HTML, not to a second rendering of it.
  await hydrated(page)
})

test('a chosen colour mode is there before anything is painted, and the system is followed without a choice', async ({
  newVisitor,
}) => {
  const paper = () => getComputedStyle(document.documentElement).backgroundColor
  const night = 'rgb(14, 18, 32)'
  const day = 'rgb(251, 246, 238)'
  const page = await newVisitor({ colorScheme: 'dark' })
  await page.goto('/')
  expect(await page.evaluate(paper)).toBe(night)
  await page.evaluate(() => localStorage.setItem('theme-mode', 'light'))
  // Without the scripts of the app: what is seen is what the page alone decides, before any of them could run.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  expect(await page.evaluate(paper)).toBe(day)
})
