import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createClient } from '../contract/client.ts'
import { httpCaller } from '../contract/http-caller.ts'
import { appCode } from './support/app-code.ts'
import { expectAccessible } from './support/axe.ts'
import { bookButton, create, success } from './support/booking.ts'
import { onFullSite } from './support/full-site.ts'
import { loginDialog } from './support/login-dialog.ts'
import { proofDialog, refuseOnce } from './support/proof-needed.ts'
import { FULL_SITE } from './support/sites.ts'
import { expect, test } from './support/test.ts'

/** A screen that says what failed leads home after three seconds. */
const stopTime = (page: Page) => page.clock.pauseAt(Date.now() + 60_000)

test.describe('with Google configured', () => {
  onFullSite()

  // The provider's own page asks for a font from elsewhere; no test waits for the internet.
  test.beforeEach(({ page }) =>
    page.route(
      ({ hostname }) => !['127.0.0.1', 'localhost'].includes(hostname),
      (route) => route.abort(),
    ),
  )

  const continueWithGoogle = async (page: Page) => {
    await page.goto('/login')
    await loginDialog(page).dialog.getByRole('link', { name: 'Continue with Google' }).click()
    await expect(page).toHaveURL(/\/interaction\//)
  }

  const enter = async (page: Page, login: string) => {
    await page.locator('[name=login]').fill(login)
    await page.locator('[name=password]').fill('anything')
    await page.locator('[type=submit]').click()
  }

  const signInAtProvider = async (page: Page, login: string) => {
    await continueWithGoogle(page)
    await enter(page, login)
  }

  test('somebody signs in with Google, and an account with the same email is linked', async ({
    page,
    newMember,
    expectedNoise,
  }) => {
    // The provider's own page brings styles from elsewhere.
    expectedNoise.push('Failed to load resource', 'net::ERR')
    const { email, api } = await newMember()
    const { id } = await api.users.profile()

    await signInAtProvider(page, email)
    await expect(page.getByText('Successfully signed in with Google!')).toBeVisible()
    await expect(page).toHaveURL('/')
    const mine = await page.evaluate(() => localStorage.getItem('token'))
    const linked = await createClient(httpCaller({ baseUrl: FULL_SITE, token: () => mine })).users.profile()
    expect(linked).toMatchObject({ id, email, firstName: 'Nora' })
    expect(await page.context().cookies(`${FULL_SITE}/api/auth/google`)).not.toContainEqual(
      expect.objectContaining({ name: 'hooley_google' }),
    )
  })

  for (const isMine of [true, false])
    test(`the owner of an address that was booked with comes by Google, and says ${isMine ? 'Yes' : 'No'}`, async ({
      page,
      newMember,
      newBooker,
      expectedNoise,
    }) => {
      expectedNoise.push('Failed to load resource', 'net::ERR')
      const creator = await newMember()
      const event = await create(creator)
      const { email, api: booker } = await newBooker(event)
      await signInAtProvider(page, email)
      await expect(page.getByRole('heading', { name: 'Did you make this booking?' })).toBeVisible()
      await expectAccessible(page, 'whose booking, after Google')
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
      await page.getByRole('button', { name: isMine ? 'Yes, I made it' : 'No, I didn’t' }).click()
      await expect(
        page.getByText(isMine ? 'Successfully signed in with Google!' : 'Thank you. The account is closed'),
      ).toBeVisible()
      await expect(booker.users.profile()).rejects.toMatchObject({ status: 401 })
      const sold = () => creator.api.events.ticketsSold({ params: { eventId: event.id } })
      await expect.poll(sold).toBe(isMine ? 2 : 0)
      if (!isMine) return
      await page.goto('/my-bookings')
      await expect(page.getByText(event.title)).toBeVisible()
    })

  test('a booking that waited for Google is made on the way back, once', async ({ page, newMember, expectedNoise }) => {
    expectedNoise.push('Failed to load resource', 'net::ERR')
    const event = await create(await newMember())
    await page.goto(`/events/${event.id}`)
    await page.getByRole('button', { name: 'More tickets' }).click()
    await bookButton(page).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Continue with Google' }).click()
    await enter(page, `${randomUUID()}@example.org`)
    await expect(success(page).getByText('2 tickets')).toBeVisible()
    await expect(page).toHaveURL(`/events/${event.id}`)
    expect(await page.evaluate(() => localStorage.getItem('afterGoogle'))).toBeNull()
  })

  test('who shows it at Google goes on with what they pressed; from then on Google and a code are wanted', async ({
    page,
    expectedNoise,
  }) => {
    expectedNoise.push('401', '403', 'Failed to load resource', 'net::ERR')
    await signInAtProvider(page, `${randomUUID()}@example.org`)
    await expect(page).toHaveURL('/')
    await page.goto('/account-details')
    await page.getByRole('tab', { name: 'Password & Security' }).click()
    await refuseOnce(page, '**/api/users/two-factor', 'POST')
    const panel = page.getByRole('tabpanel')
    await panel.getByRole('button', { name: 'Enable Two-Factor Authentication' }).click()
    const proof = proofDialog(page)
    await expect(proof.getByLabel('Password')).toHaveCount(0)
    await proof.getByRole('link', { name: 'Confirm with Google' }).click()
    // Nobody presses anything: the tab is open, and what was pressed is done.
    await expect(page).toHaveURL('/account-details#two-factor')
    await expect(page.getByRole('tab', { name: 'Password & Security', selected: true })).toBeVisible()
    await expect(panel.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    const key = (await panel.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
    await panel.getByLabel('Code', { exact: true }).fill(appCode(key))
    await panel.getByRole('button', { name: 'Turn on' }).click()
    await panel.getByRole('button', { name: 'I’ve saved them' }).click()

    await page.goto('/logout')
    await expect(page).toHaveURL('/')
    await page.goto('/login')
    // Google still knows them.
    await loginDialog(page).dialog.getByRole('link', { name: 'Continue with Google' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'One more step' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    await expectAccessible(page, 'the second step after Google')
    const code = page.getByRole('main').getByLabel('Code')
    await code.fill('000000')
    await code.press('Enter')
    await expect(page.getByText('That code did not work.')).toBeVisible()
    await code.fill(appCode(key, 1))
    await code.press('Enter')
    await expect(page.getByText('Successfully signed in with Google!')).toBeVisible()
    await expect(page).toHaveURL('/')
    expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
  })

  test('an unverified email opens nothing', async ({ page, expectedNoise }) => {
    expectedNoise.push('Failed to load resource', 'net::ERR')
    await page.clock.install()
    await continueWithGoogle(page)
    await stopTime(page)
    await enter(page, `unverified-${randomUUID()}@example.org`)
    await expect(page.getByRole('main')).toContainText(
      'Authentication FailedYour Google email address is not verified.',
    )
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })

  test('somebody who cancels at Google reads why and is brought home', async ({ page, expectedNoise }) => {
    expectedNoise.push('Failed to load resource', 'net::ERR')
    await page.clock.install()
    await continueWithGoogle(page)
    await stopTime(page)
    await page.getByRole('link', { name: /cancel/i }).click()
    await expect(page.getByText('Google OAuth error: access_denied')).toBeVisible()
    await page.clock.runFor(3_000)
    await expect(page).toHaveURL('/')
  })

  test('a code that belongs to another browser is refused', async ({ page, expectedNoise }) => {
    expectedNoise.push('401', 'Failed to load resource', 'net::ERR')
    await page.clock.install()
    await continueWithGoogle(page)
    await stopTime(page)
    await page.goto('/auth/google/callback?code=stolen&state=made-up')
    await expect(page.getByText('Failed to authenticate with Google')).toBeVisible()
  })
})

test('without Google configured the button leads to the failure screen, then home', async ({ page }) => {
  await page.clock.install()
  await page.goto('/login')
  const google = loginDialog(page).dialog.getByRole('link', { name: 'Continue with Google' })
  await expect(google).toBeVisible()
  await stopTime(page)
  await google.click()
  await expect(page.getByRole('main')).toContainText('Authentication FailedGoogle OAuth error: not_configured')
  await expect(page.getByText('Failed to sign in with Google')).toBeVisible()
  await page.clock.runFor(3_000)
  await expect(page).toHaveURL('/')
})

test('every return screen tells what it was given', async ({ page, newMember, expectedNoise }) => {
  expectedNoise.push('401')
  const failure = page.getByRole('main').getByRole('alert')
  await page.clock.install()
  await stopTime(page)
  await page.goto('/auth/callback')
  await expect(failure).toHaveText('No authentication token or code received from Google')
  await page.goto('/callback?token=made-up-token-that-nobody-has&provider=google')
  await expect(failure).toHaveText('Token authentication failed')
  await page.goto('/google/callback?code=a&state=b')
  await expect(failure).toHaveText('Failed to authenticate with Google')
  await page.goto('/auth/callback-google/?error=server_error')
  await expect(failure).toHaveText('Google OAuth error: server_error')

  const member = await newMember()
  await page.clock.resume()
  await page.goto(`/auth/callback/token?token=${member.token}&provider=google`)
  await expect(page.getByText('Successfully signed in with Google!')).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.goto('/callback')
  await expect(page).toHaveURL('/')
})
