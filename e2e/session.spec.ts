import { loginDialog } from './support/login-dialog.ts'
import { expect, test } from './support/test.ts'

test('the guard turns a visitor away to the login dialog and brings them back', async ({ page, newMember }) => {
  const member = await newMember()
  await page.goto('/about')
  // The spinner is shown from the server's HTML on, until half a second after hydration.
  await page.goto('/account-details?tab=1', { waitUntil: 'commit' })
  await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toBeVisible()
  const login = loginDialog(page)
  await expect(login.dialog).toBeVisible()
  await expect(page).toHaveURL('/')
  await login.logIn(member)
  await expect(page).toHaveURL('/account-details?tab=1')
  await expect(page.getByRole('heading', { name: 'Account Details', level: 1 })).toBeVisible()
  // Home took the guarded page's place in the history.
  await page.goBack()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('on a slow line the guard asks for home once and waits', async ({ page }) => {
  let asked = 0
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/_.data*', async (route) => {
    asked++
    await answered
    await route.continue()
  })
  await page.clock.install()
  await page.goto('/settings')
  await expect.poll(() => asked).toBe(1)
  await page.clock.runFor(5_000)
  await expect(loginDialog(page).dialog).toBeHidden()
  answer()
  await expect(loginDialog(page).dialog).toBeVisible()
  expect(asked).toBe(1)
})

test('the guard shows a spinner for half a second, then the page', async ({ page, newMember, signInAs }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/users/profile')) calls.push(request.url())
  })
  await signInAs(await newMember())
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
  const answered = page.waitForResponse('**/api/users/profile')
  await page.goto('/account')
  const heading = page.getByRole('heading', { name: 'My Account' })
  await answered
  await page.clock.runFor(400)
  await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toBeVisible()
  await expect(heading).toBeHidden()
  await page.clock.runFor(200)
  await expect(heading).toBeVisible()
  expect(calls, 'one profile call for all who ask').toHaveLength(1)
})

test('a redirect that leads off the site is ignored', async ({ page, newMember }) => {
  const member = await newMember()
  await page.goto(`/login?redirect=${encodeURIComponent('/\\evil.example')}`)
  await loginDialog(page).logIn(member)
  await expect(page.getByText('Login successful!')).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('a token that expires in the middle of work leads to the login dialog and back', async ({
  page,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('401')
  const member = await newMember()
  await signInAs(member)
  await page.goto('/account-details')
  await page.getByLabel('Mobile').fill('+353 1 234 5678')
  // A call of the page itself that is still under way would meet the end of the session before the press does.
  await page.waitForLoadState('networkidle')
  await member.api.auth.logout()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const login = loginDialog(page)
  await expect(login.dialog).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await login.logIn(member)
  await expect(page).toHaveURL('/account-details')
})

test('a token that has been revoked is removed when the site opens', async ({
  page,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('401')
  const member = await newMember()
  await member.api.auth.logout()
  await signInAs(member)
  await page.goto('/faq')
  const login = loginDialog(page)
  await expect(login.dialog).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await login.logIn(member)
  await expect(page).toHaveURL('/faq')
})

test('without a network nobody is signed out, and the page comes when it is back', async ({
  page,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('ERR_FAILED', 'Failed to load resource')
  const member = await newMember()
  await signInAs(member)
  await page.route('**/api/users/profile', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  await page.goto('/account')
  await failed
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(member.token)
  await expect(page.getByRole('main').getByText('Your account could not be loaded.')).toBeVisible()
  await page.getByRole('button', { name: 'Open account menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Account' })
  await expect(drawer.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(drawer.getByRole('link', { name: 'Sign Up' })).toBeHidden()
  await page.unroute('**/api/users/profile')
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()
})

test('a login whose profile cannot be fetched says so, and nobody is signed in half-way', async ({
  page,
  newMember,
  expectedNoise,
}) => {
  expectedNoise.push('500')
  const member = await newMember()
  await page.route('**/api/users/profile', (route) =>
    route.fulfill({ status: 500, json: { statusCode: 500, error: 'x', message: 'Something went wrong on our side.' } }),
  )
  await page.goto('/login')
  const login = loginDialog(page)
  await login.fill(member)
  await login.password.press('Enter')
  await expect(login.dialog.getByText('Something went wrong on our side.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await page.unroute('**/api/users/profile')
  await login.logIn(member)
  await expect(page.getByText('Login successful!')).toBeVisible()
})

test('who goes on while the profile of their login is on its way is signed in there', async ({ page, newMember }) => {
  const member = await newMember()
  await page.goto('/login')
  const asked = page.waitForRequest('**/api/users/profile')
  await page.route('**/api/users/profile', () => undefined, { times: 1 })
  const login = loginDialog(page)
  await login.fill(member)
  await login.submit.click()
  await asked
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()
})

test('signing out in one tab signs out the other, and the token no longer works', async ({
  page,
  context,
  newMember,
  signInAs,
}) => {
  const member = await newMember()
  await signInAs(member)
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/logout')
  await expect(other).toHaveURL('/')
  await expect(loginDialog(page).dialog).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(member.api.users.profile()).rejects.toThrow('Please log in to continue.')
  await loginDialog(page).logIn(member)
  await other.goto('/account')
  await expect(other.getByRole('heading', { name: 'My Account' })).toBeVisible()
})
