// Small things that no other journey passes by.
import { holdCall } from './support/hold-call.ts'
import { loginDialog } from './support/login-dialog.ts'
import { expect, test } from './support/test.ts'

test('on paper an event is its text, whole, with its address; beside a long text the booking panel stays in sight', async ({
  page,
}) => {
  await page.goto('/events/1')
  const more = page.getByRole('button', { name: 'Read more' })
  await expect(more).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByText(/\/events\/1$/)).toBeVisible()
  expect(await page.locator('button:visible').count(), 'nothing to press').toBe(0)
  const text = page.locator('main p', { hasText: 'Four fiddles' })
  expect(await text.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThanOrEqual(1)

  await page.emulateMedia({ media: 'screen' })
  await more.click()
  await page.mouse.wheel(0, 500)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
  await expect(page.getByRole('button', { name: 'BOOK SLOT' })).toBeInViewport({ ratio: 1 })
})

test('focus does not look like an error', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Open account menu' }).click()
  await page.getByRole('dialog', { name: 'Account' }).getByRole('link', { name: 'Login' }).click()
  const { dialog } = loginDialog(page)
  const email = dialog.getByLabel('Email')
  await expect(email).toBeFocused()
  const colours = () =>
    email.evaluate((field) => {
      const probe = document.body.appendChild(document.createElement('i'))
      const token = (name: string) => {
        probe.style.color = `var(--${name})`
        return getComputedStyle(probe).color
      }
      const [focus, danger] = [token('focus'), token('danger')]
      probe.remove()
      const { outlineColor, borderColor } = getComputedStyle(field)
      return { isFocus: outlineColor === focus, isError: outlineColor === danger, isMarked: borderColor === danger }
    })
  expect(await colours()).toEqual({ isFocus: true, isError: false, isMarked: false })
  const labels = await dialog.locator('label').evaluateAll((all) => all.map((one) => getComputedStyle(one).fontSize))
  for (const size of labels) expect(parseFloat(size), 'labels can be read').toBeGreaterThanOrEqual(14)
})

test('where a link or Google failed there is a next step', async ({ page }) => {
  await page.goto('/reset-password')
  await page.getByRole('button', { name: 'Request a new link' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: /send|reset/i })).toBeVisible()
  await page.goto('/auth/google/callback?error=not_configured')
  await page.getByRole('link', { name: 'Log in with your email instead' }).click()
  await expect(loginDialog(page).dialog).toBeVisible()
})

test('on a slow line nobody who goes on from a failed Google sign-in is led home instead', async ({ page }) => {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto('/auth/google/callback?error=not_configured')
  const instead = page.getByRole('link', { name: 'Log in with your email instead' })
  await expect(instead).toBeVisible()
  const code = await holdCall(page, /\/assets\/login-/)
  await instead.click()
  await code.asked
  await page.clock.resume()
  await expect(page.getByRole('progressbar', { name: 'Loading page' })).toBeVisible()
  await page.clock.runFor(5_000)
  code.release()
  await expect(loginDialog(page).dialog).toBeVisible()
})

test('two-factor says that it does not protect anybody yet', async ({ page, newMember, signInAs }) => {
  await signInAs(await newMember())
  await page.goto('/settings')
  await page.getByRole('tab', { name: 'Security' }).click()
  await page.getByRole('button', { name: 'Enable Two-Factor Authentication' }).click()
  await expect(page.getByText(/^Not active yet/)).toBeVisible()
})

test(
  'on a phone the bar covers neither what has the focus nor half of the window, and events come soon after the banner',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/events/1')
    const bar = page.getByRole('region', { name: 'Booking', exact: true })
    const more = page.getByRole('button', { name: 'Read more' })
    await more.focus()
    const bottom = async () => {
      const box = await more.boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 0)
    }
    await expect.poll(async () => ((await bar.boundingBox())?.y ?? 0) - (await bottom())).toBeGreaterThanOrEqual(0)
    await page.setViewportSize({ width: 844, height: 390 })
    await expect.poll(async () => (await bar.boundingBox())?.height ?? 390).toBeLessThan(80)

    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/')
    const banner = await page.getByRole('link', { name: /Got a room and an idea/ }).boundingBox()
    expect(banner?.height).toBeLessThanOrEqual(200)
    await expect(page.getByRole('heading', { level: 2, name: 'Upcoming Events' })).toBeInViewport()
  },
)
