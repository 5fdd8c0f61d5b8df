// Two-factor and photos, which are off unless FEATURES says otherwise, and passkeys, which want a site with a name.
import type { CDPSession, Page } from '@playwright/test'
import sharp from 'sharp'
import { appCode } from './support/app-code.ts'
import { expectAccessible } from './support/axe.ts'
import { onFullSite } from './support/full-site.ts'
import { loginDialog } from './support/login-dialog.ts'
import { linkPageIn } from './support/mails.ts'
import { proofDialog, proveWithPassword, refuseOnce } from './support/proof-needed.ts'
import { expect, test } from './support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

onFullSite()

const openSecurity = async (page: Page) => {
  await page.goto('/account-details')
  await page.getByRole('tab', { name: 'Password & Security' }).click()
  return page.getByRole('tabpanel')
}

const signOut = async (page: Page) => {
  await page.goto('/logout')
  // Once the server was told.
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
}

const isSignedIn = (page: Page) => expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()

test('a key for another program is made once, works, survives a new password when ticked, and ends', async ({
  page,
  request,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('403')
  const person = await newMember()
  await signInAs(person)
  const panel = await openSecurity(page)
  await panel.getByRole('button', { name: 'Make a key' }).click()
  await panel.getByRole('button', { name: 'Make the key' }).click()
  await expect(panel.getByText('Please give the key a name')).toBeVisible()
  await panel.getByLabel('Name of the program').fill('Our website')
  await panel.getByRole('button', { name: 'Make the key' }).click()
  await expect(panel.getByText('Please choose what the key may do.')).toBeVisible()
  await panel.getByLabel('Read your events').check()
  await expectAccessible(page, 'a key for another program')
  await refuseOnce(page, '**/api/users/api-keys', 'POST')
  await panel.getByRole('button', { name: 'Make the key' }).click()
  await proveWithPassword(page, person)
  const key = await panel.getByLabel('Your new key').inputValue()
  expect(key).toMatch(/^hooley_[0-9A-Za-z]{49}$/)
  const status = async () =>
    (await request.get('/api/managed-events', { headers: { authorization: `Bearer ${key}` } })).status()
  expect(await status()).toBe(200)
  await expectAccessible(page, 'a key that is shown once')

  await panel.getByLabel('Current password').fill(person.password)
  await panel.getByLabel('New password').fill('another good password')
  await panel.getByLabel('Confirm password').fill('another good password')
  await panel.getByLabel('Keep Our website').check()
  await panel.getByRole('button', { name: 'Update Password' }).click()
  await expect(panel.getByText('Password updated successfully')).toBeVisible()
  expect(await status()).toBe(200)

  await panel.getByRole('button', { name: 'End the key Our website' }).click()
  await expect(panel.getByText('Our website no longer works.')).toBeVisible()
  await expect(panel.getByLabel('Your new key')).toBeHidden()
  expect(await status()).toBe(401)
})

test('a passkey is added after showing who one is, and the email field suggests it at the next sign-in', async ({
  page,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('401', '403')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const person = await newMember()
  await signInAs(person)
  const panel = await openSecurity(page)
  await expect(panel.getByRole('heading', { name: 'Where you’re logged in' })).toBeVisible()
  await panel.getByLabel('Name of the new passkey (optional)').fill('Laptop')
  await refuseOnce(page, '**/api/users/passkeys/options', 'POST')
  await panel.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(proofDialog(page).getByLabel('Password')).toBeFocused()
  await expectAccessible(page, 'the question who one is')
  await proveWithPassword(page, person)
  await expect(panel.getByText('The passkey Laptop was added.')).toBeVisible()
  await panel.getByRole('button', { name: 'Rename the passkey Laptop' }).click()
  const renamed = panel.getByLabel('New name of Laptop')
  await expect(renamed).toBeFocused()
  await renamed.fill('Old laptop')
  await renamed.press('Enter')
  await expect(panel.getByText('The passkey is now called Old laptop.')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Remove the passkey Old laptop' })).toBeVisible()
  await expectAccessible(page, 'passkeys and sessions')
  const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
  expect(credentials).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }])

  // With two-factor on, the password alone is half of it, and the passkey the other half.
  const { secret } = await person.api.twoFactor.begin()
  await person.api.twoFactor.confirm({ body: { code: appCode(secret) } })
  await signOut(page)
  const touched = (enabled: boolean) =>
    devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  await touched(false)
  await page.goto('/login')
  const login = loginDialog(page)
  await login.fill(person)
  await login.submit.click()
  await expect(login.dialog.getByLabel('Code')).toBeFocused()
  await touched(true)
  await login.dialog.getByRole('button', { name: 'Use a passkey instead' }).click()
  await isSignedIn(page)

  await signOut(page)
  await page.goto('/login')
  // Nobody presses anything: the person chooses what the browser suggests, which the virtual authenticator does for them,
  // at times before the dialog can be seen.
  await expect(page.getByText('Login successful!')).toBeVisible()
  await isSignedIn(page)
})

test('two-factor is switched on with an app, and then signing in asks for its code @phone', async ({
  page,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('401')
  const person = await newMember()
  await signInAs(person)
  const panel = await openSecurity(page)
  await panel.getByRole('button', { name: 'Enable Two-Factor Authentication' }).click()
  await expect(panel.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const key = (await panel.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
  await expectAccessible(page, 'setting up the app')
  await panel.getByLabel('Code', { exact: true }).fill(appCode(key))
  await panel.getByRole('button', { name: 'Turn on' }).click()
  const codes = panel.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expectAccessible(page, 'recovery codes')
  const recovery = (await codes.first().textContent()) ?? ''
  await panel.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(panel.getByText('It is on. 10 recovery codes are left.')).toBeVisible()

  await signOut(page)
  await page.goto('/login')
  const login = loginDialog(page)
  await login.fill(person)
  await login.submit.click()
  const code = login.dialog.getByLabel('Code')
  await expect(code).toBeFocused()
  await expectAccessible(page, 'the second step')
  await code.fill('000000')
  await login.submit.click()
  await expect(login.dialog.getByText('That code did not work.')).toBeVisible()
  // The one before is used up.
  await code.fill(appCode(key, 1))
  await login.submit.click()
  await isSignedIn(page)

  await signOut(page)
  await page.goto('/login')
  await login.fill(person)
  await login.submit.click()
  await code.fill(recovery)
  await login.submit.click()
  await isSignedIn(page)
})

const openLink = async (page: Page, email: string, subject: string) => {
  await expect.poll(() => linkPageIn(email, subject)).not.toBeNull()
  await page.goto(linkPageIn(email, subject) ?? '')
}

test('two-factor is not switched off by a password: the question asks for a code @phone', async ({
  page,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('403')
  const person = await newMember()
  await signInAs(person)
  const { secret } = await person.api.twoFactor.begin()
  await person.api.twoFactor.confirm({ body: { code: appCode(secret) } })
  const panel = await openSecurity(page)
  await refuseOnce(page, '**/api/users/two-factor', 'DELETE', 'strong_proof_needed')
  await panel.getByRole('button', { name: 'Disable Two-Factor Authentication' }).click()
  const proof = proofDialog(page)
  await expect(proof.getByText('your password isn’t enough')).toBeVisible()
  await expect(proof.getByLabel('Password')).toHaveCount(0)
  await expectAccessible(page, 'the question for a code')
  await proof.getByLabel('Code from your authenticator app').fill(appCode(secret, 1))
  await proof.getByRole('button', { name: 'Confirm with the code' }).click()
  await expect(panel.getByText('Two-factor authentication is off.')).toBeVisible()
})

test('in a browser that is not signed in, the first confirmation asks whose account it is @phone', async ({
  page,
  newMember,
  expectedNoise,
}) => {
  expectedNoise.push('400')
  const person = await newMember()
  await openLink(page, person.email, 'Confirm your email')
  await expect(page.getByRole('heading', { name: 'Did you create this account?' })).toBeVisible()
  await expectAccessible(page, 'whose account it is')
  await page.getByLabel('Password (optional)').fill('a guess')
  await page.getByRole('button', { name: 'Yes, I created it' }).click()
  await expect(page.getByText('Current password is incorrect')).toBeVisible()
  await page.getByLabel('Password (optional)').fill('')
  await page.getByRole('button', { name: 'Yes, I created it' }).click()
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
  await page.getByRole('button', { name: 'Email me a link to set a password' }).click()
  await expect(page.getByRole('dialog')).toContainText('Forgot')
})

test('No closes an account that somebody else made, and the same link undoes it @phone', async ({
  page,
  newMember,
}) => {
  const person = await newMember()
  await openLink(page, person.email, 'Confirm your email')
  await page.getByRole('button', { name: 'No, I didn’t' }).click()
  await expect(page.getByRole('heading', { name: 'The account is closed' })).toBeVisible()
  await expectAccessible(page, 'an account that is closed')
  await openLink(page, person.email, 'Confirm your email')
  await page.getByRole('button', { name: 'Undo: it was me' }).click()
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Email me a link to set a password' })).toBeVisible()
})

test('a change of address is stopped from the email to the old address', async ({ page, newMember, expectedNoise }) => {
  expectedNoise.push('404')
  const person = await newMember()
  await person.api.account.changeAddress({ body: { email: `new-${person.email}` } })
  await openLink(page, person.email, 'Someone asked to change your Hooley email address')
  await expect(page.getByRole('heading', { name: 'Stop the change of address?' })).toBeVisible()
  await expectAccessible(page, 'stopping a change of address')
  await page.getByRole('button', { name: 'Stop this change' }).click()
  await expect(page.getByRole('heading', { name: 'Your address stays' })).toBeVisible()
  await openLink(page, `new-${person.email}`, 'Please confirm your new email address')
  await expect(page.getByRole('heading', { name: 'This link is no longer valid.' })).toBeVisible()
})

/** Red, green and blue, each a third of its width. */
const stripes = () =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="600"><rect width="400" height="600" fill="#f00"/>' +
        '<rect x="400" width="400" height="600" fill="#0f0"/><rect x="800" width="400" height="600" fill="#00f"/></svg>',
    ),
  )
    .jpeg()
    .toBuffer()

type Fingers = { x: number; y: number }[]

async function touch(devtools: CDPSession, from: Fingers, to: Fingers) {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Fingers) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  await send('touchStart', from)
  await send('touchMove', to)
  await send('touchEnd', [])
}

test('a photo is cut out with one finger and with two, with the mouse and the keys, and shown in the header @phone', async ({
  page,
  newMember,
  signInAs,
}) => {
  await signInAs(await newMember())
  await page.goto('/account-details')
  await expect(page.getByRole('button', { name: 'Upload Photo' })).toBeEnabled()
  const file = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await stripes() }
  await page.locator('input[type=file]').setInputFiles(file)
  const dialog = page.getByRole('dialog', { name: 'Your photo' })
  const zoom = dialog.getByLabel('Zoom')
  await expect(zoom).toHaveValue('1')
  await expectAccessible(page, 'cutting out a photo')
  /** Of the three the one in the middle of what is shown. */
  const inTheMiddle = () =>
    dialog.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const copy = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
      copy.drawImage(canvas, -canvas.width / 2, -canvas.height / 2)
      const { data } = copy.getImageData(0, 0, 1, 1)
      const colours = [...data].slice(0, 3)
      return ['red', 'green', 'blue'][colours.indexOf(Math.max(...colours))]
    })
  expect(await inTheMiddle()).toBe('green')

  const stage = dialog.getByRole('application', { name: 'Part of the picture' })
  const { x, y, width, height } = (await stage.boundingBox())!
  const middle = { x: x + width / 2, y: y + height / 2 }
  const beside = (away: number) => ({ ...middle, x: middle.x + away })
  const devtools = await page.context().newCDPSession(page)
  await touch(devtools, [beside(-40), beside(40)], [beside(-80), beside(80)])
  await expect(zoom).toHaveValue('2')
  await stage.focus()
  for (let press = 0; press < 10; press++) await page.keyboard.press('-')
  await expect(zoom).toHaveValue('1')

  await touch(devtools, [middle], [beside(-width / 2)])
  await expect.poll(inTheMiddle).toBe('blue')
  for (let press = 0; press < 20; press++) await page.keyboard.press('ArrowLeft')
  await expect.poll(inTheMiddle).toBe('red')
  await page.mouse.move(middle.x, middle.y)
  await page.mouse.down()
  await page.mouse.move(middle.x - width / 2, middle.y)
  await page.mouse.up()
  await expect.poll(inTheMiddle).toBe('green')

  await dialog.getByRole('button', { name: 'Save Photo' }).click()
  await expect(dialog).toBeHidden()
  const face = page.getByRole('button', { name: 'Open account menu' }).locator('img')
  await expect(face).toHaveJSProperty('complete', true)
  await page.reload()
  await expect.poll(() => face.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})
