import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../db/schema/users.ts'
import { demoAccounts, demoModerator } from '../../db/seed/demo-people.ts'
import { world, type World } from '../../test-support/world.ts'
import { hashPassword } from './passwords.ts'

const AT_THIS_MACHINE = { host: 'localhost:3000' }

const FROM_ELSEWHERE: [how: string, headers: Record<string, string>][] = [
  ['a proxy says whom it speaks for', { ...AT_THIS_MACHINE, 'x-forwarded-for': '203.0.113.5' }],
  ['a proxy names itself', { ...AT_THIS_MACHINE, via: '1.1 proxy' }],
  ['the site has a public name', { host: 'hooley.example' }],
  ['the proxy listens on another port', { host: 'localhost:8080' }],
]

async function signIn({ app }: World, email: string, headers: Record<string, string> = AT_THIS_MACHINE) {
  const payload = { email, password: 'hooley-demo' }
  const answer = await app.inject({ method: 'POST', url: '/api/auth/login', payload, headers })
  return answer.statusCode === 200 ? 'in' : answer.json<{ message: string }>().message
}

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
  const w = await world({ env: { ...env, DEMO: env.DEMO ?? 'off' } })
  // With DEMO=on they are there already.
  if (env.DEMO !== 'on') {
    const passwordHash = await hashPassword('hooley-demo')
    for (const demo of Object.values(demoAccounts)) await w.person({ ...demo, passwordHash })
  }
  for (const { email } of Object.values(demoAccounts)) expect(await signIn(w, email.toUpperCase())).toBe(expected)
})

test('nobody signs in to a demo account from elsewhere, though the settings name this machine', async () => {
  const w = await world()
  const passwordHash = await hashPassword('hooley-demo')
  await w.person({ ...demoModerator, role: 'moderator', passwordHash })
  await w.person({ ...demoAccounts.guest, passwordHash })
  for (const { email } of [demoModerator, demoAccounts.guest]) {
    expect(await signIn(w, email)).toBe('in')
    for (const [how, headers] of FROM_ELSEWHERE)
      expect(await signIn(w, email, headers), how).toBe('Invalid email or password')
  }
})

test.each([
  ['on this machine', {}, true],
  ['where HOST opens it to the network', { HOST: '0.0.0.0' }, false],
  ['where PUBLIC_URL is public', { PUBLIC_URL: 'https://hooley.example' }, false],
])('the demo moderator is there %s, also with DEMO=on: %s', async (_where, env: Record<string, string>, isThere) => {
  const w = await world({ env: { ...env, DEMO: 'on' } })
  const { email } = demoModerator
  const [found] = await w.deps.db.select().from(users).where(eq(users.email, email))
  expect(found?.role).toBe(isThere ? 'moderator' : undefined)
  // One that was made before the server was opened to others opens nothing.
  if (!isThere) await w.person({ ...demoModerator, role: 'moderator', passwordHash: await hashPassword('hooley-demo') })
  expect(await signIn(w, email)).toBe(isThere ? 'in' : 'Invalid email or password')
})
