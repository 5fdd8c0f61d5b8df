import { randomUUID } from 'node:crypto'
import { expectAccessible } from './support/axe.ts'
import { create } from './support/booking.ts'
import { holdCall } from './support/hold-call.ts'
import { loginDialog } from './support/login-dialog.ts'
import { codeIn, linkPageIn, mailsTo } from './support/mails.ts'
import { expect, test } from './support/test.ts'

test(
  'somebody signs up, is told what is missing one thing at a time, and comes back to where they were',
  { tag: '@both' },
  async ({ page, expectedNoise }) => {
    expectedNoise.push('409')
    await page.goto('/register?redirect=/my-bookings')
    await expect(page).toHaveURL('/')
    const dialog = page.getByRole('dialog', { name: 'Sign Up' })
    await expect(dialog.getByLabel('First name')).toBeFocused()
    const submit = dialog.getByRole('button', { name: 'Sign Up', exact: true })
    const message = dialog.getByRole('alert')

    await submit.click()
    await expect(message).toHaveText('Please fill in all fields')
    await dialog.getByLabel('First name').fill('Nora')
    await dialog.getByLabel('Last name').fill('Byrne')
    await dialog.getByLabel('Email').fill('creator@hooley.example')
    await dialog.getByLabel('Password', { exact: true }).fill('short')
    await dialog.getByLabel('Confirm password').fill('other')
    await submit.click()
    await expect(message).toHaveText('Password must be at least 6 characters long')
    await dialog.getByLabel('Password', { exact: true }).fill('correct horse')
    await submit.click()
    await expect(message).toHaveText('Passwords do not match')
    await dialog.getByLabel('Confirm password').fill('correct horse')
    await submit.click()
    await expect(message).toHaveText('Please accept the Terms of Service and Privacy Policy')
    await dialog.getByRole('checkbox').check()
    await submit.click()
    await expect(message).toHaveText('An account with this email already exists')

    await dialog.getByLabel('Email').fill(`${randomUUID()}@example.org`)
    const held = await holdCall(page, '**/api/auth/register')
    await submit.click()
    await expect(dialog.getByRole('button', { name: 'Signing Up...' })).toBeDisabled()
    held.release()
    await expect(page).toHaveURL('/my-bookings')
    await expect(dialog).toBeHidden()
  },
)

test('a wrong password is told in the dialog, the right one signs in and says so', async ({
  page,
  newMember,
  expectedNoise,
}) => {
  expectedNoise.push('401')
  const member = await newMember()
  await page.goto('/about')
  await page.goto('/login?redirect=/faq')
  const login = loginDialog(page)
  await expect(login.email).toBeFocused()
  await expect(login.email).toHaveAttribute('type', 'email')
  await expect(login.password).toHaveAttribute('autocomplete', 'current-password')
  await login.submit.click()
  await expect(login.dialog.getByRole('alert')).toHaveText('Please fill in all fields')
  await login.fill({ ...member, password: 'wrong' })
  await login.submit.click()
  await expect(login.dialog.getByRole('alert')).toHaveText('Invalid email or password')
  await expect(page).toHaveURL('/')

  await login.password.fill(member.password)
  const held = await holdCall(page, '**/api/auth/login')
  await login.password.press('Enter')
  await expect(login.dialog.getByRole('button', { name: 'Logging In...' })).toBeDisabled()
  held.release()
  await expect(page).toHaveURL('/faq')
  await expect(page.getByText('Login successful!')).toBeVisible()
  await expect(login.dialog).toBeHidden()
})

test('without an answer the dialogs say what they can', async ({ page, expectedNoise }) => {
  expectedNoise.push('Failed to load resource')
  await page.goto('/login')
  const login = loginDialog(page)
  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 502, body: '' }))
  await login.fill({ email: 'nora@example.org', password: 'secret' })
  await login.submit.click()
  await expect(login.dialog.getByRole('alert')).toHaveText('Failed to login. Please check your credentials.')
  await page.unroute('**/api/auth/login')
  await page.route('**/api/auth/login', (route) => route.abort())
  await login.submit.click()
  await expect(login.dialog.getByRole('alert')).toHaveText('Network error. Please check your internet connection.')

  await login.dialog.getByRole('button', { name: 'Forgot your password?' }).click()
  const forgot = page.getByRole('dialog', { name: 'Forgot Password' })
  await page.route('**/api/auth/forgot-password', (route) => route.abort())
  await forgot.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(forgot.getByRole('alert')).toHaveText('Failed to send reset email. Please try again.')
  await forgot.getByRole('button', { name: 'Back to Login' }).click()

  await login.dialog.getByRole('button', { name: 'Sign Up' }).click()
  const signup = page.getByRole('dialog', { name: 'Sign Up' })
  await page.route('**/api/auth/register', (route) => route.fulfill({ status: 502, body: '' }))
  for (const label of ['First name', 'Last name', 'Email', 'Confirm password'])
    await signup.getByLabel(label).fill('secret')
  await signup.getByLabel('Password', { exact: true }).fill('secret')
  await signup.getByRole('checkbox').check()
  await signup.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(signup.getByRole('alert')).toHaveText('Failed to register. Please try again.')
})

test('closing the dialog forgets what was typed and said, and gives the focus back', async ({ page }) => {
  await page.goto('/my-bookings')
  const opener = page.getByRole('main').getByRole('button', { name: 'Login' })
  await opener.click()
  const login = loginDialog(page)
  await login.email.fill('nora@example.org')
  await login.submit.click()
  await expect(login.dialog.getByRole('alert')).toHaveText('Please fill in all fields')
  await page.keyboard.press('Escape')
  await expect(login.dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.click()
  await expect(login.email).toHaveValue('')
  await expect(login.dialog.getByRole('alert')).toHaveText('')
})

test('a forgotten password is reset with the link from the mail, once', async ({
  page,
  newMember,
  api,
  expectedNoise,
}) => {
  // The others are the test's own scripts, which the email's frame rightly refuses.
  expectedNoise.push('400', 'Blocked script execution', 'The document is sandboxed')
  const member = await newMember()
  await page.goto('/login')
  const login = loginDialog(page)
  await login.dialog.getByRole('button', { name: 'Forgot your password?' }).click()
  const forgot = page.getByRole('dialog', { name: 'Forgot Password' })
  await forgot.getByLabel('Email').fill(member.email)
  const held = await holdCall(page, '**/api/auth/forgot-password')
  await forgot.getByLabel('Email').press('Enter')
  await expect(forgot.getByRole('button', { name: 'Sending...' })).toBeDisabled()
  held.release()
  await expect(
    forgot.getByText('Password reset link has been sent to your email address.', { exact: true }),
  ).toBeVisible()

  const mail = page.getByRole('link', { name: member.email }).filter({ hasText: 'Reset your Hooley password' })
  await expect.poll(() => mailsTo(member.email).length).toBe(1)
  await page.goto('/outbox')
  await mail.click()
  await page.frameLocator('iframe').getByRole('link', { name: 'Choose a new password' }).click()
  await expect(page).toHaveURL(/\/reset-password\?token=/)
  const link = page.url()

  const submit = page.getByRole('button', { name: 'Reset Password' })
  await page.getByLabel('New password').fill('battery')
  await page.getByLabel('Confirm password').fill('staple')
  await submit.click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await page.getByLabel('New password').fill('short')
  await page.getByLabel('Confirm password').fill('short')
  await submit.click()
  await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible()
  await page.getByLabel('New password').fill('battery staple')
  await page.getByLabel('Confirm password').fill('battery staple')
  // The clock is stopped from here on: the message is shown for three seconds only.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await submit.click()
  await expect(
    page.getByText('Password has been reset successfully. You can now login with your new password.'),
  ).toBeVisible()
  await expect(page.getByText('Redirecting to login in 3 seconds...')).toBeVisible()
  await page.clock.resume()
  await expect(login.dialog).toBeVisible()
  await expect(page).toHaveURL('/')
  await login.logIn({ email: member.email, password: 'battery staple' })
  await expect(api.auth.login({ body: member })).rejects.toThrow('Invalid email or password')

  // Signed in, the link leads home; signed out, it has served.
  await page.goto(link)
  await expect(page).toHaveURL('/')
  await page.goto('/logout')
  await expect(page).toHaveURL('/')
  await page.goto(link)
  await page.getByLabel('New password').fill('battery staple')
  await page.getByLabel('Confirm password').fill('battery staple')
  await submit.click()
  await expect(page.getByText('This reset link is invalid or has expired.')).toBeVisible()
})

test('after a new password nobody is led to the login who is on their way elsewhere', async ({ page }) => {
  await page.route('**/api/auth/reset-password/*', (route) => route.fulfill({ json: { message: 'Done' } }))
  await page.clock.install()
  await page.goto('/reset-password?token=made-up')
  await page.getByLabel('New password').fill('battery staple')
  await page.getByLabel('Confirm password').fill('battery staple')
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  const countdown = page.getByText('Redirecting to login in 3 seconds...')
  await expect(countdown).toBeVisible()
  const code = await holdCall(page, /\/assets\/about-/)
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
  await code.asked
  await page.clock.resume()
  await expect(page.getByRole('progressbar', { name: 'Loading page' })).toBeVisible()
  // Second by second: each is counted when the one before is on the screen.
  for (let second = 0; second < 5; second++) {
    await page.clock.runFor(1_000)
    await expect(countdown).toBeVisible()
  }
  code.release()
  await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
  await expect(page).toHaveURL('/about')
})

test('a reset link without a token, and one that nobody answers', async ({ page, expectedNoise }) => {
  expectedNoise.push('Failed to load resource')
  await page.goto('/reset-password')
  await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible()
  await expect(page.getByText('Invalid reset link. Please request a new password reset.')).toBeVisible()
  await page.goto('/reset-password?token=made-up')
  await page.route('**/api/auth/reset-password/*', (route) => route.abort())
  await page.getByLabel('New password').fill('battery staple')
  await page.getByLabel('Confirm password').fill('battery staple')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Failed to reset password. Please try again.')).toBeVisible()
})

for (const isMine of [true, false])
  test(
    `the owner of an address that was booked with resets the password, and says ${isMine ? 'Yes' : 'No'}`,
    { tag: '@both' },
    async ({ page, api, newMember, newBooker, expectedNoise }) => {
      expectedNoise.push('409')
      const creator = await newMember()
      const event = await create(creator)
      const { email, api: booker } = await newBooker(event)
      await api.auth.forgotPassword({ body: { email } })
      const link = () => linkPageIn(email, 'Reset your Hooley password', /\/reset-password\?token=[\w-]+/)
      await expect.poll(link).not.toBeNull()
      await page.goto(link() ?? '')
      await page.getByLabel('New password').fill('battery staple')
      await page.getByLabel('Confirm password').fill('battery staple')
      await page.getByRole('button', { name: 'Reset Password' }).click()
      await expect(page.getByRole('heading', { name: 'Did you make this booking?' })).toBeVisible()
      await expectAccessible(page, 'whose booking, after a reset')
      // Until it is answered nothing has changed.
      expect((await booker.tickets.list({ query: {} })).length).toBe(1)
      await page.getByRole('button', { name: isMine ? 'Yes, I made it' : 'No, I didn’t' }).click()
      await expect(
        page.getByText(isMine ? 'Password has been reset successfully.' : 'Thank you. The account is closed'),
      ).toBeVisible()
      // Either way the browser that booked is signed out.
      await expect(booker.users.profile()).rejects.toMatchObject({ status: 401 })
      const sold = () => creator.api.events.ticketsSold({ params: { eventId: event.id } })
      await expect.poll(sold).toBe(isMine ? 2 : 0)
      const signIn = api.auth.login({ body: { email, password: 'battery staple' } })
      if (isMine) expect(await signIn).toHaveProperty('access_token')
      else await expect(signIn).rejects.toThrow('Invalid email or password')
    },
  )

test(
  'the owner of an address that somebody else booked with signs in with a code, and says No',
  { tag: '@both' },
  async ({ page, newMember, newBooker, expectedNoise }) => {
    expectedNoise.push('409', '400')
    const creator = await newMember()
    const event = await create(creator)
    const { email } = await newBooker(event)
    await page.goto('/login')
    const login = loginDialog(page)
    await expect(login.dialog.getByRole('button', { name: 'Book', exact: true })).toBeHidden()
    await login.dialog.getByRole('button', { name: 'Email me a code' }).click()
    await expect(login.dialog.getByRole('alert')).toHaveText('Please fill in all fields')
    await login.email.fill(email)
    await login.dialog.getByRole('button', { name: 'Email me a code' }).click()
    await expect.poll(() => codeIn(email)).not.toBeNull()
    const code = codeIn(email) ?? ''
    const field = login.dialog.getByLabel('Code')
    await field.fill(code === '000000' ? '000001' : '000000')
    await expect(login.dialog.getByText('That code isn’t right')).toBeVisible()
    await field.fill(code)
    await expect(login.dialog.getByRole('heading', { name: 'Did you make this booking?' })).toBeVisible()
    await expectAccessible(page, 'whose booking')
    await login.dialog.getByRole('button', { name: 'No, I didn’t' }).click()
    await expect(login.dialog.getByText('Thank you. The account is closed')).toBeVisible()
    await expect.poll(() => creator.api.events.ticketsSold({ params: { eventId: event.id } })).toBe(0)
  },
)
