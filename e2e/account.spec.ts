import { expectAccessible } from './support/axe.ts'
import { loginDialog } from './support/login-dialog.ts'
import { expect, test } from './support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('the account hub leads to events, details and bookings, and not yet to settings', async ({
  page,
  newMember,
  signInAs,
}) => {
  await signInAs(await newMember())
  await page.goto('/account')
  const tiles = page.getByRole('main').getByRole('listitem')
  await expect(tiles).toHaveCount(4)
  const targets = await tiles.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(targets).toEqual(['/my-events', '/account-details', '/my-bookings'])
  await expect(tiles.last()).toContainText('Settings')
  await expect(tiles.last()).toContainText('Coming Soon')
})

test('somebody changes their name and number, not their email, photo or address', async ({
  page,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('400', 'Failed to load resource', 'The profile could not be saved (0)')
  const member = await newMember()
  await signInAs(member)
  await page.goto('/account-details')
  await expect(page.getByLabel('Email', { exact: true })).toBeDisabled()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(member.email)
  await expect(page.getByRole('button', { name: 'Upload Photo' })).toBeDisabled()
  for (const label of ['Street', 'City', 'State', 'Zip code', 'Country'])
    await expect(page.getByLabel(label)).not.toBeEditable()

  const save = page.getByRole('button', { name: 'Save Changes' })
  await page.getByLabel('First name').fill('')
  await save.click()
  await expect(page.getByText('Please fill in all fields')).toBeVisible()
  await page.getByLabel('First name').fill('Nóra <b>')
  await page.getByLabel('Mobile').fill('call me')
  await save.click()
  await expect(page.getByText('Phone number must be a phone number')).toBeVisible()
  await page.getByLabel('Mobile').fill('+353 1 234 5678')
  await page.route('**/api/users/profile', async (route) => {
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled()
    await route.continue()
  })
  await save.click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await page.unroute('**/api/users/profile')
  expect(await member.api.users.profile()).toMatchObject({ firstName: 'Nóra <b>', phoneNumber: '+353 1 234 5678' })

  await page.route('**/api/users/profile', (route) => route.abort())
  await save.click()
  await expect(page.getByText('Failed to update profile. Please try again.')).toBeVisible()
  await expectAccessible(page)
})

test('somebody changes their password and stays signed in here, and nowhere else', async ({
  page,
  newMember,
  signInAs,
  api,
  expectedNoise,
}) => {
  expectedNoise.push('400', 'Failed to load resource')
  const member = await newMember()
  const { access_token: elsewhere } = await api.auth.login({ body: member })
  await signInAs({ ...member, token: elsewhere })
  await page.goto('/account-details')
  await page.getByRole('tab', { name: 'Account Details' }).press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Password & Security' })).toBeFocused()
  const panel = page.getByRole('tabpanel')
  const submit = panel.getByRole('button', { name: 'Update Password' })
  const fill = async (current: string, next: string, confirm = next) => {
    await panel.getByLabel('Current password').fill(current)
    await panel.getByLabel('New password').fill(next)
    await panel.getByLabel('Confirm password').fill(confirm)
    await submit.click()
  }
  await fill(member.password, 'battery', 'staple')
  await expect(panel.getByText('Passwords do not match')).toBeVisible()
  await fill(member.password, 'short')
  await expect(panel.getByText('Password must be at least 6 characters long')).toBeVisible()
  await fill('wrong', 'battery staple')
  await expect(panel.getByText('Current password is incorrect')).toBeVisible()
  await page.route('**/api/users/change-password', (route) => route.abort())
  await fill(member.password, 'battery staple')
  await expect(panel.getByText('Failed to update password. Please try again.')).toBeVisible()
  await page.unroute('**/api/users/change-password')
  await fill(member.password, 'battery staple')
  await expect(panel.getByText('Password updated successfully!')).toBeVisible()
  await expect(panel.getByLabel('Current password')).toHaveValue('')
  await expect(member.api.users.profile()).rejects.toThrow('Please log in to continue.')

  const twoFactor = panel.getByRole('button', { name: /Two-Factor/ })
  await expect(twoFactor).toHaveText('Enable Two-Factor Authentication')
  await twoFactor.click()
  await expect(twoFactor).toHaveText('Disable Two-Factor Authentication')

  await page.evaluate(() => localStorage.removeItem('token'))
  await fill('battery staple', 'correct horse')
  await expect(panel.getByText('No authentication token found')).toBeVisible()
  await expectAccessible(page)
})

test('settings stand as the specification says, and are forgotten with the page', async ({
  page,
  newMember,
  signInAs,
}) => {
  await signInAs(await newMember())
  await page.goto('/settings')
  await expect(page.getByRole('tab')).toHaveText(['Privacy', 'Security', 'Your Data'])
  await expect(page.getByLabel('Event history')).toBeChecked()
  await expect(page.getByLabel('Email visibility')).not.toBeChecked()
  await page.getByLabel('Email visibility').check()
  await page.getByRole('tab', { name: 'Your Data' }).click()
  await expect(page.getByLabel('Essential cookies')).toBeChecked()
  await expect(page.getByLabel('Essential cookies')).toBeDisabled()
  for (const label of ['Preference cookies', 'Analytics cookies', 'Marketing cookies'])
    await expect(page.getByLabel(label)).not.toBeChecked()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Security' }).click()
  await page.getByRole('button', { name: 'Enable Two-Factor Authentication' }).click()
  await expect(page.getByRole('button', { name: 'Disable Two-Factor Authentication' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Where you’re logged in' })).toBeVisible()
  // On by default, below what the specification has.
  await page.goto('/settings#your-data')
  await expect(page.getByRole('tab', { name: 'Your Data', selected: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Your Data', selected: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Request my data' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible()
  await page.getByRole('tab', { name: 'Privacy' }).click()
  await expect(page.getByLabel('Email visibility')).not.toBeChecked()
})

test('the dialogs and return screens are accessible in either mode', async ({ page }) => {
  test.slow()
  await page.goto('/login')
  const login = loginDialog(page)
  await login.submit.click()
  await expectAccessible(page)
  await login.dialog.getByRole('button', { name: 'Sign Up' }).click()
  await expectAccessible(page)
  await page.goto('/reset-password?token=x')
  await expect(page.getByRole('heading', { name: 'Reset Password' })).toBeVisible()
  await expectAccessible(page)
})
