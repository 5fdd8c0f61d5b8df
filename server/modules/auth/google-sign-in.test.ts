import { expect, test } from 'vitest'
import { mails } from '../../db/schema/mails.ts'
import { users } from '../../db/schema/users.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { world } from '../../test-support/world.ts'
import { signInWithGoogle } from './google-sign-in.ts'
import type { GoogleIdentity } from './google.ts'
import { hashPassword } from './passwords.ts'

const NORA: GoogleIdentity = {
  subject: 'google-1',
  email: 'nora@example.org',
  emailVerified: true,
  firstName: 'Nora',
  lastName: 'Byrne',
  picture: 'https://pictures.example/nora.webp',
}

test('somebody new gets an account, and the same one the next time', async () => {
  const { deps, apiWith } = await world()
  const first = await apiWith(await signInWithGoogle(deps, NORA)).users.profile()
  expect(first).toMatchObject({ email: NORA.email, firstName: 'Nora', profilePictureUrl: NORA.picture })
  const changed = { ...NORA, email: 'new-address@example.org', emailVerified: false }
  expect((await apiWith(await signInWithGoogle(deps, changed)).users.profile()).id).toBe(first.id)
})

test('an account with the same proven email is linked, not doubled', async () => {
  const { deps, apiWith, person } = await world()
  const nora = await person({ email: 'Nora@Example.org' })
  expect((await apiWith(await signInWithGoogle(deps, NORA)).users.profile()).id).toBe(nora.id)
  expect(await deps.db.$count(users)).toBe(1)
})

test('somebody who signed up with the address before its owner is locked out, and the owner gets an email', async () => {
  const { deps, visitor, person } = await world()
  const squatter = await person({ email: NORA.email, passwordHash: await hashPassword('correct horse') })
  await signInWithGoogle(deps, NORA)
  await expect(squatter.api.users.profile()).rejects.toThrow('Please log in to continue.')
  await expect(visitor.auth.login({ body: { email: NORA.email, password: 'correct horse' } })).rejects.toThrow(
    'Invalid email or password',
  )
  expect(await deps.db.select({ kind: mails.kind, userId: mails.userId }).from(mails)).toEqual([
    { kind: 'google-linked', userId: squatter.id },
  ])
  expect(await deps.jobs.runDue()).toBe(1)
})

test('an owner whose address was confirmed keeps password and sessions, and is told', async () => {
  const opened = await world()
  const { deps, visitor, person } = opened
  const confirmed = { emailConfirmedAt: new Date('2026-01-01T00:00:00Z') }
  const owner = await person({ email: NORA.email, passwordHash: await hashPassword('correct horse'), ...confirmed })
  await signInWithGoogle(deps, NORA)
  expect((await owner.api.users.profile()).id).toBe(owner.id)
  const body = { email: NORA.email, password: 'correct horse' }
  expect(await visitor.auth.login({ body })).toHaveProperty('access_token')
  const [mail] = await collectMails(opened.deps)
  expect(mail?.text).toContain('Your password works as before, and nobody was logged out.')
  expect(mail?.text).not.toContain('removed')
})

test('the mail to an address that was not confirmed before says that the password is gone', async () => {
  const opened = await world()
  await opened.person({ email: NORA.email, passwordHash: await hashPassword('correct horse') })
  await signInWithGoogle(opened.deps, NORA)
  expect((await collectMails(opened.deps))[0]?.text).toContain('we’ve removed its old password')
})

test.each([
  ['somebody new', false],
  ['somebody who had signed up', true],
])('Google’s word confirms the address of %s', async (_who, isKnown) => {
  const { deps, person } = await world()
  if (isKnown) await person({ email: NORA.email })
  await signInWithGoogle(deps, NORA)
  expect(await deps.db.select({ at: users.emailConfirmedAt }).from(users)).toEqual([{ at: expect.any(Date) as Date }])
})

test('linking ends a reset link that was asked for before', async () => {
  const opened = await world()
  const { email } = await opened.person({ email: NORA.email, emailConfirmedAt: new Date() })
  await opened.visitor.auth.forgotPassword({ body: { email } })
  const token = /token=([\w-]+)/.exec((await collectMails(opened.deps))[0]?.text ?? '')?.[1] ?? ''
  await signInWithGoogle(opened.deps, NORA)
  const reset = opened.visitor.auth.resetPassword({ params: { token }, body: { newPassword: 'battery staple' } })
  await expect(reset).rejects.toThrow('This reset link is invalid or has expired.')
})

test('an email that Google has not verified opens nothing and makes nothing', async () => {
  const { deps, person } = await world()
  await person({ email: NORA.email })
  for (const email of [NORA.email, 'new@example.org'])
    await expect(signInWithGoogle(deps, { ...NORA, email, emailVerified: false })).rejects.toThrow(
      'Your Google email address is not verified.',
    )
  expect(await deps.db.select({ google: users.googleSubject }).from(users)).toEqual([{ google: null }])
})

test('an address that changed hands at Google does not bring the account with it', async () => {
  const { deps } = await world()
  await signInWithGoogle(deps, NORA)
  await expect(signInWithGoogle(deps, { ...NORA, subject: 'google-2' })).rejects.toThrow(
    'Failed to authenticate with Google',
  )
})

test('two tabs that sign in for the first time at once make one account', async () => {
  const { deps } = await world()
  await Promise.all([1, 2, 3, 4].map(() => signInWithGoogle(deps, NORA)))
  expect(await deps.db.$count(users)).toBe(1)
})

test('and so do tabs between which the address at Google has changed', async () => {
  const { deps } = await world()
  const identities = [1, 2, 3, 4].map((n) => ({ ...NORA, email: `nora${n}@example.org` }))
  // A connection for each is open: otherwise the first is done before the last is connected.
  await Promise.all(identities.map(() => deps.db.execute('select pg_sleep(0.1)')))
  await Promise.all(identities.map((identity) => signInWithGoogle(deps, identity)))
  expect(await deps.db.$count(users)).toBe(1)
})

test('names from outside are cut and cleaned', async () => {
  const { deps, apiWith } = await world()
  const identity = { ...NORA, firstName: '\u0000\u202e', lastName: 'x'.repeat(200), picture: 'javascript:alert(1)' }
  const profile = await apiWith(await signInWithGoogle(deps, identity)).users.profile()
  expect(profile).toMatchObject({ firstName: 'nora', lastName: 'x'.repeat(80), profilePictureUrl: '' })
})

test('with nothing configured the browser lands on the failure screen', async () => {
  const { app } = await world()
  const response = await app.inject({ method: 'GET', url: '/api/auth/google' })
  expect([response.statusCode, response.headers.location]).toEqual([302, '/auth/google/callback?error=not_configured'])
})

test('a provider that is away is an error on the failure screen, not a 500', async () => {
  const env = { GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y', GOOGLE_ISSUER: 'http://127.0.0.1:9' }
  const { app } = await world({ env })
  const response = await app.inject({ method: 'GET', url: '/api/auth/google' })
  expect(response.headers.location).toBe('/auth/google/callback?error=temporarily_unavailable')
})

test.each([
  ['without its cookie', '?code=a&state=b', ''],
  ['with a made-up cookie', '?code=a&state=b', 'hooley_google=e30'],
  ['without a state', '?code=a', ''],
  ['with an endless code', `?code=${'a'.repeat(5000)}&state=b`, ''],
])('a code %s is refused', async (_how, query, cookie) => {
  const env = { GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y', GOOGLE_ISSUER: 'http://127.0.0.1:9' }
  const { app } = await world({ env })
  const response = await app.inject({ method: 'GET', url: `/api/auth/google/callback${query}`, headers: { cookie } })
  expect(response.statusCode).toBeLessThan(500)
  expect(response.json<{ message: string }>().message).toMatch(
    /^Failed to authenticate with Google$|^State is not valid$/,
  )
})
