import { expect, test } from 'vitest'
import { demoAccounts } from '../../db/seed/demo-people.ts'
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
