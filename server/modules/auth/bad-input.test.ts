import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { users } from '../../db/schema/users.ts'
import { openWorld, type World } from '../../test-support/world.ts'

// Nothing here is ever stored, so one world serves all.
let shared: World

beforeAll(async () => {
  shared = await openWorld()
})

afterAll(() => shared.close())

const NORA = { email: 'Nora.Byrne@Example.org', password: 'correct horse', firstName: 'Nora', lastName: 'Byrne' }

const post = async (url: string, payload: unknown) => {
  const response = await shared.app.inject({ method: 'POST', url: `/api${url}`, payload: payload as object })
  return [response.statusCode, response.json<{ message: string }>().message]
}

describe('signing up', () => {
  test.each([
    ['no email', { email: undefined }, 'Please fill in all fields'],
    ['an empty email', { email: '  ' }, 'Please fill in all fields'],
    ['an empty name', { firstName: ' ' }, 'Please fill in all fields'],
    ['an invisible name', { lastName: '\u200b\u2060' }, 'Please fill in all fields'],
    ['no password', { password: null }, 'Please fill in all fields'],
    ['an empty password', { password: '' }, 'Please fill in all fields'],
    ['a short password', { password: '12345' }, 'Password must be at least 6 characters long'],
    ['an endless password', { password: 'x'.repeat(257) }, 'Password must have at most 256 characters'],
    ['an endless email', { email: `${'x'.repeat(250)}@example.org` }, 'Email must have at most 254 characters'],
    ['an endless name', { firstName: 'x'.repeat(81) }, 'First name must have at most 80 characters'],
    ['a Cyrillic look-alike', { email: 'nоra@example.org' }, 'Email must be a valid email address'],
    ['a look-alike domain', { email: 'nora@exаmple.org' }, 'Email must be a valid email address'],
    ['a fullwidth at sign', { email: 'nora＠example.org' }, 'Email must be a valid email address'],
    ['no at sign', { email: 'nora.example.org' }, 'Email must be a valid email address'],
    ['two addresses', { email: 'nora@example.org,eve@example.org' }, 'Email must be a valid email address'],
    ['a smuggled header', { email: 'nora@example.org\nBcc: eve@example.org' }, 'Email must be a single line'],
    ['a NUL in the name', { firstName: 'No\u0000ra' }, 'First name contains characters that cannot be used'],
    [
      'a name that turns the text around',
      { lastName: 'By\u202erne' },
      'Last name contains characters that cannot be used',
    ],
    ['half a character', { lastName: 'By\ud83drne' }, 'Last name contains characters that cannot be used'],
    [
      'a name with a link',
      { firstName: 'Hacked, go to https://evil.example/verify' },
      'First name must not contain a web address',
    ],
    ['a domain for a name', { lastName: 'evil.example' }, 'Last name must not contain a web address'],
    ['a name of two lines', { firstName: 'No\nra' }, 'First name must be a single line'],
    ['a number for a name', { firstName: 7 }, 'First name must be text'],
    ['a list for an email', { email: ['nora@example.org'] }, 'Email must be text'],
    ['an object for a password', { password: { $ne: '' } }, 'Password must be text'],
  ])('refuses %s in one sentence and stores nothing', async (_what, change, message) => {
    expect(await post('/auth/register', { ...NORA, ...change })).toEqual([400, message])
    expect(await shared.deps.db.$count(users)).toBe(0)
  })

  test.each([
    ['nothing', undefined],
    ['a list', '[]'],
    ['a text', '"nora"'],
    ['null', 'null'],
  ])('refuses %s for a body', async (_what, payload) => {
    const headers = payload ? { 'content-type': 'application/json' } : {}
    const response = await shared.app.inject({ method: 'POST', url: '/api/auth/register', headers, payload })
    expect(response.statusCode).toBe(400)
  })
})

describe('signing in', () => {
  test.each([
    [{}, 'Please fill in all fields'],
    [{ email: 'nora@example.org' }, 'Please fill in all fields'],
    [{ email: 'nora@example.org', password: '' }, 'Please fill in all fields'],
    [{ email: '', password: 'secret' }, 'Please fill in all fields'],
    [{ email: 'no\u0000ra@example.org', password: 'secret' }, 'Email contains characters that cannot be used'],
    [{ email: 7, password: 'secret' }, 'Email must be text'],
    [{ email: 'nora@example.org', password: 7 }, 'Password must be text'],
    [{ email: 'nora@example.org', password: 'x'.repeat(300) }, 'Password must have at most 256 characters'],
  ])('refuses %j', async (body, message) => {
    expect(await post('/auth/login', body)).toEqual([400, message])
  })
})

describe('a session', () => {
  test.each(['', 'Bearer', 'Bearer x', 'Basic bm9yYTpieXJuZQ==', `Bearer ${'x'.repeat(43)}`])(
    'is not opened by the header "%s"',
    async (authorization) => {
      const response = await shared.app.inject({ method: 'GET', url: '/api/users/profile', headers: { authorization } })
      expect(response.json()).toEqual({ statusCode: 401, error: 'Unauthorized', message: 'Please log in to continue.' })
    },
  )
})
