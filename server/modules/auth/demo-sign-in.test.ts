import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../db/schema/users.ts'
import { demoAccounts, demoModerator } from '../../db/seed/demo-people.ts'
import { world } from '../../test-support/world.ts'
import { hashPassword } from './passwords.ts'

test.each([
  ['on this machine', {}, 'in'],
  ['on this machine under its IPv6 name', { HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' }, 'in'],
  ['where HOST opens it to the network', { HOST: '0.0.0.0' }, 'Invalid email or password'],
  ['where PUBLIC_URL is public', { PUBLIC_URL: 'https://hooley.example' }, 'Invalid email or password'],
  [
    'where it only looks like this machine',
    { PUBLIC_URL: 'https://localhost.evil.example' },
    'Invalid email or password',
  ],
  ['where DEMO=on was set by hand', { HOST: '0.0.0.0', DEMO: 'on' }, 'in'],
])('demo accounts sign in, or not, %s', async (_where, env: Record<string, string>, expected) => {
  const { visitor, person } = await world({ env: { ...env, DEMO: env.DEMO ?? 'off' } })
  // With DEMO=on they are there already.
  if (env.DEMO !== 'on') {
    const passwordHash = await hashPassword('hooley-demo')
    for (const demo of Object.values(demoAccounts)) await person({ ...demo, passwordHash })
  }
  for (const { email } of Object.values(demoAccounts)) {
    const signIn = visitor.auth.login({ body: { email: email.toUpperCase(), password: 'hooley-demo' } })
    expect(
      await signIn.then(
        () => 'in',
        (error: Error) => error.message,
      ),
    ).toBe(expected)
  }
})

test.each([
  ['on this machine', {}, true],
  ['where HOST opens it to the network', { HOST: '0.0.0.0' }, false],
  ['where PUBLIC_URL is public', { PUBLIC_URL: 'https://hooley.example' }, false],
])('the demo moderator is there %s, also with DEMO=on: %s', async (_where, env: Record<string, string>, isThere) => {
  const { visitor, person, deps } = await world({ env: { ...env, DEMO: 'on' } })
  const { email } = demoModerator
  const [found] = await deps.db.select().from(users).where(eq(users.email, email))
  expect(found?.role).toBe(isThere ? 'moderator' : undefined)
  // One that was made before the server was opened to others opens nothing.
  if (!isThere) await person({ ...demoModerator, role: 'moderator', passwordHash: await hashPassword('hooley-demo') })
  const signIn = visitor.auth.login({ body: { email, password: 'hooley-demo' } })
  expect(
    await signIn.then(
      () => true,
      () => false,
    ),
  ).toBe(isThere)
})
