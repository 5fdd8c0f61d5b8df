// Passkeys belong to a name, so this Hooley is opened as localhost; and two-factor is switched on here.
import { spawn, type ChildProcess } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createClient } from '../contract/client.ts'
import { httpCaller } from '../contract/http-caller.ts'
import { expectAccessible } from './support/axe.ts'
import { loginDialog } from './support/login-dialog.ts'
import { expect, test } from './support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

let site: string
let app: ChildProcess

test.beforeAll(async ({}, { parallelIndex }) => {
  const port = Number(process.env.E2E_PORT ?? 4173) + 14 + parallelIndex
  site = `http://localhost:${port}`
  app = spawn('node', ['e2e/support/server.ts', String(port)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, E2E_PUBLIC_URL: site, FEATURES: 'two-factor' },
  })
  await expect(async () => expect((await fetch(`${site}/api/ready`)).ok).toBe(true)).toPass({ timeout: 40_000 })
})

test.afterAll(async () => {
  const ended = new Promise((resolve) => app.once('exit', resolve))
  app.kill('SIGTERM')
  await ended
})

const PASSWORD = 'correct horse'

async function signUp(page: Page) {
  const email = `${randomUUID()}@example.org`
  const api = createClient(httpCaller({ baseUrl: site }))
  const person = { email, password: PASSWORD, firstName: 'Nora', lastName: 'Byrne' }
  const { access_token: token } = await api.auth.register({ body: person })
  await page.goto(site)
  await page.evaluate((stored) => localStorage.setItem('token', stored), token)
  return { email, password: PASSWORD }
}

const openSecurity = async (page: Page) => {
  await page.goto(`${site}/account-details`)
  await page.getByRole('tab', { name: 'Password & Security' }).click()
  return page.getByRole('tabpanel')
}

const signOut = async (page: Page) => {
  await page.goto(`${site}/logout`)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull()
}

const isSignedIn = (page: Page) => expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()

test('a passkey is added after showing who one is, and the email field suggests it at the next sign-in', async ({
  page,
  expectedNoise,
}) => {
  expectedNoise.push('403')
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
  await signUp(page)
  const panel = await openSecurity(page)
  await expect(panel.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible()
  await panel.getByLabel('Name of the new passkey (optional)').fill('Laptop')
  // As after ten minutes; only the first time, then the server itself decides.
  await page.route(
    '**/api/users/passkeys/options',
    (route) =>
      route.fulfill({
        status: 403,
        headers: { 'x-error-code': 'proof_needed' },
        json: { statusCode: 403, error: 'Forbidden', message: 'Please confirm that it is you' },
      }),
    { times: 1 },
  )
  await panel.getByRole('button', { name: 'Add a passkey' }).click()
  const proof = page.getByRole('dialog', { name: 'Please confirm that it is you' })
  await expect(proof.getByLabel('Password')).toBeFocused()
  await expectAccessible(page, 'the question who one is')
  await proof.getByLabel('Password').fill(PASSWORD)
  await proof.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(panel.getByText('The passkey Laptop was added.')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Remove the passkey Laptop' })).toBeVisible()
  await expectAccessible(page, 'passkeys and sessions')
  const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
  expect(credentials).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }])

  await signOut(page)
  await page.goto(`${site}/login`)
  await expect(loginDialog(page).dialog).toBeVisible()
  // Nobody presses anything: the person chooses what the browser suggests, which the virtual authenticator does for them.
  await isSignedIn(page)
  await expect(page.getByText('Login successful!')).toBeVisible()
})

/** What the app shows for this key, so many half minutes from now. */
function appCode(key: string, away = 0): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...key.replace(/\s/g, '')]
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + away))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const number = digest.readUInt32BE(digest.readUInt8(19) & 15) & 0x7fff_ffff
  return String(number % 1_000_000).padStart(6, '0')
}

test('two-factor is switched on with an app, and then signing in asks for its code @both', async ({
  page,
  expectedNoise,
}) => {
  expectedNoise.push('401')
  const person = await signUp(page)
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
  await panel.getByRole('button', { name: 'I have kept them' }).click()
  await expect(panel.getByText('It is on. 10 recovery codes are left.')).toBeVisible()

  await signOut(page)
  await page.goto(`${site}/login`)
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
  await page.goto(`${site}/login`)
  await login.fill(person)
  await login.submit.click()
  await code.fill(recovery)
  await login.submit.click()
  await isSignedIn(page)
})
