// States of signing in and of an account: refused, second step, forgotten password, proof, a copy of the data, deletion.
import type { Page } from '@playwright/test'
import { appCode } from '../e2e/support/app-code.ts'
import { DEMO_PASSWORD } from '../server/db/seed/seed.ts'
import { press, type Scene, type State } from './screenshot-scenes.ts'
import type { Person, Stage } from './screenshot-stage.ts'

const logIn = async (page: Page, email: string, password = DEMO_PASSWORD) => {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Login', exact: true }).click()
}

const signIn = (name: string, act: (page: Page, person: Person) => Promise<unknown>): State => ({
  name: `login-${name}`,
  async set(stage) {
    const person = await stage.person('Nora', 'Byrne')
    return { path: '/login', act: (page) => act(page, person) }
  },
})

async function withTwoFactor(stage: Stage): Promise<Person> {
  const person = await stage.person('Nora', 'Byrne')
  const { secret } = await person.api.twoFactor.begin()
  await person.api.twoFactor.confirm({ body: { code: appCode(secret) } })
  return person
}

const secondStep = (name: string, act?: (page: Page) => Promise<unknown>): State => ({
  name: `login-second-step${name}`,
  async set(stage) {
    const { email } = await withTwoFactor(stage)
    return {
      path: '/login',
      async act(page) {
        await logIn(page, email)
        await page.getByLabel('Code', { exact: true }).waitFor()
        await act?.(page)
      },
    }
  },
})

/** As ten minutes after signing in. */
const asUnproved = (page: Page) =>
  page.route('**/api/users/export', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 403,
          headers: { 'x-error-code': 'proof_needed' },
          json: { statusCode: 403, error: 'Forbidden', message: 'Please confirm that it is you' },
        })
      : route.continue(),
  )

const data = (name: string, act: Scene['act'], who?: (stage: Stage) => Promise<Person>): State => ({
  name,
  set: async (stage) => ({
    path: '/settings#your-data',
    who: await (who?.(stage) ?? stage.person('Nora', 'Byrne')),
    act,
  }),
})

const askForProof = async (page: Page) => {
  await asUnproved(page)
  await press(page, 'Make the file')
  await page.getByLabel('Password', { exact: true }).waitFor()
}

export const ACCOUNT_STATES: State[] = [
  signIn('empty', (page) => page.getByRole('dialog').getByRole('button', { name: 'Login', exact: true }).click()),
  signIn('wrong', async (page, { email }) => {
    await logIn(page, email, 'not the password')
    await page.getByRole('alert').waitFor()
  }),
  secondStep(''),
  secondStep('-wrong', async (page) => {
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await page.getByRole('dialog').getByRole('button', { name: 'Login', exact: true }).click()
    await page.getByText('That code did not work').waitFor()
  }),
  signIn('forgot', (page) => press(page, 'Forgot your password?')),
  signIn('forgot-sent', async (page, { email }) => {
    await press(page, 'Forgot your password?')
    await page.getByRole('dialog').getByLabel('Email').fill(email)
    await press(page, 'Send Reset Link')
    await page.getByRole('dialog').getByRole('status').filter({ hasText: 'sent' }).waitFor()
  }),
  data('proof', askForProof),
  data('proof-wrong', async (page) => {
    await askForProof(page)
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
  }),
  data('proof-two-ways', askForProof, withTwoFactor),
  data('export-preparing', async (page) => {
    await page.route('**/api/users/export', (route) => route.fulfill({ json: { state: 'preparing' } }))
    await press(page, 'Make the file')
    await page.getByText('Your file is being made').waitFor()
  }),
  data('export-ready', async (page) => {
    await press(page, 'Make the file')
    await page.getByText('Your file is being made').waitFor()
    await page.waitForTimeout(4000)
    await page.reload({ waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Download my data' }).waitFor()
  }),
  data('delete-first', (page) => press(page, 'Delete my account')),
  data('delete-sure', async (page) => {
    await press(page, 'Delete my account')
    await press(page, 'Continue')
  }),
  data('deleted', async (page) => {
    await press(page, 'Delete my account')
    await press(page, 'Continue')
    await press(page, 'Yes, delete it')
    await page.getByRole('heading', { name: 'Your account will be deleted' }).waitFor()
  }),
]
