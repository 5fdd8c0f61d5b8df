import { describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { DAY } from '../../../contract/durations.ts'
import { ApiError } from '../../../contract/api-error.ts'
import { sessions } from '../../db/schema/auth.ts'
import { users } from '../../db/schema/users.ts'
import { world } from '../../test-support/world.ts'
import { removeExpiredSessions } from './expired-sessions.ts'

const NORA = { email: 'Nora.Byrne@Example.org', password: 'correct horse', firstName: 'Nora', lastName: 'Byrne' }

const answer = async (call: Promise<unknown>) => {
  try {
    await call
    return 'accepted'
  } catch (error) {
    if (error instanceof ApiError) return [error.status, error.message]
    throw error
  }
}

describe('signing up', () => {
  test('gives a token that opens the profile', async () => {
    const { visitor, apiWith } = await world()
    const { access_token: token } = await visitor.auth.register({ body: NORA })
    expect(await apiWith(token).users.profile()).toEqual({
      id: expect.any(Number) as number,
      email: 'Nora.Byrne@Example.org',
      firstName: 'Nora',
      lastName: 'Byrne',
      isEmailConfirmed: false,
      phoneNumber: '',
      profilePictureUrl: '',
      publicName: '',
      publicText: '',
      address: { street: '', city: '', state: '', zipCode: '', country: '' },
    })
  })

  test('answers 201', async () => {
    const { app } = await world()
    const response = await app.inject({ method: 'POST', url: '/api/auth/register', payload: NORA })
    expect(response.statusCode).toBe(201)
    expect(Object.keys(response.json())).toEqual(['access_token'])
  })

  test('refuses an email that is taken, whatever its case', async () => {
    const { visitor } = await world()
    await visitor.auth.register({ body: NORA })
    expect(await answer(visitor.auth.register({ body: { ...NORA, email: 'nora.byrne@example.ORG' } }))).toEqual([
      409,
      'An account with this email already exists',
    ])
  })

  test('makes one account of two requests at once', async () => {
    const { visitor, deps } = await world()
    const results = await Promise.all([1, 2, 3].map(() => answer(visitor.auth.register({ body: NORA }))))
    expect(results.filter((result) => result === 'accepted')).toHaveLength(1)
    expect(await deps.db.$count(users)).toBe(1)
    expect(await deps.db.$count(sessions)).toBe(1)
  })

  test('keeps neither password nor token as they are', async () => {
    const { visitor, deps } = await world()
    const { access_token: token } = await visitor.auth.register({ body: NORA })
    const { rows } = await deps.db.execute(
      sql`select row_to_json(u)::text || row_to_json(s)::text as all from users u, sessions s`,
    )
    const kept = String(rows[0]?.all)
    expect(kept).toContain('$argon2id$')
    expect(kept).not.toContain(NORA.password)
    expect(kept).not.toContain(token)
    expect(kept).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
  })

  test('ignores fields it does not know', async () => {
    const { visitor, deps } = await world()
    const body = { ...NORA, id: 77, googleSubject: 'x', confirmPassword: 'other', isAdmin: true }
    expect(await answer(visitor.auth.register({ body }))).toBe('accepted')
    expect(await deps.db.select({ id: users.id, google: users.googleSubject }).from(users)).toEqual([
      { id: 1, google: null },
    ])
  })

  test('takes a name with HTML in it as plain text', async () => {
    const { visitor, apiWith } = await world()
    const firstName = '<img src=x onerror=alert(1)>'
    const { access_token: token } = await visitor.auth.register({ body: { ...NORA, firstName } })
    expect((await apiWith(token).users.profile()).firstName).toBe(firstName)
  })
})

describe('signing in', () => {
  test('takes the email in any case and with spaces around it', async () => {
    const { visitor, apiWith } = await world()
    await visitor.auth.register({ body: NORA })
    const body = { email: ' nora.BYRNE@example.org ', password: NORA.password }
    const { access_token: token } = await visitor.auth.login({ body })
    expect((await apiWith(token).users.profile()).firstName).toBe('Nora')
  })

  test('tells a wrong password from an unknown email by neither text nor status', async () => {
    const { visitor } = await world()
    await visitor.auth.register({ body: NORA })
    const wrong = [401, 'Invalid email or password']
    expect(await answer(visitor.auth.login({ body: { email: NORA.email, password: 'wrong' } }))).toEqual(wrong)
    expect(await answer(visitor.auth.login({ body: { email: 'who@example.org', password: 'wrong' } }))).toEqual(wrong)
    expect(await answer(visitor.auth.login({ body: { email: 'no address', password: 'wrong' } }))).toEqual(wrong)
  })
})

describe('a session', () => {
  test('ends at logout, and only that one', async () => {
    const { visitor, apiWith } = await world()
    const { access_token: one } = await visitor.auth.register({ body: NORA })
    const { access_token: two } = await visitor.auth.login({ body: NORA })
    await apiWith(one).auth.logout()
    expect(await answer(apiWith(one).users.profile())).toEqual([401, 'Please log in to continue.'])
    expect(await answer(apiWith(two).users.profile())).toBe('accepted')
  })

  test('logout answers 204 without a body', async () => {
    const { app, person } = await world()
    const { token } = await person()
    const headers = { authorization: `Bearer ${token}` }
    const response = await app.inject({ method: 'POST', url: '/api/auth/logout', headers })
    expect([response.statusCode, response.body]).toEqual([204, ''])
  })

  test('ends 30 days after it was last used', async () => {
    let now = new Date('2026-11-15T12:00:00Z')
    const { person, deps } = await world({ deps: { clock: () => now } })
    const { api } = await person()
    now = new Date(now.getTime() + 29 * DAY)
    // After the answer.
    const extended = () =>
      expect
        .poll(async () => (await deps.db.select({ at: sessions.expiresAt }).from(sessions))[0]?.at.getTime())
        .toBe(now.getTime() + 30 * DAY)
    expect(await answer(api.users.profile())).toBe('accepted')
    await extended()
    now = new Date(now.getTime() + 29 * DAY)
    expect(await answer(api.users.profile())).toBe('accepted')
    await extended()
    now = new Date(now.getTime() + 30 * DAY)
    expect(await answer(api.users.profile())).toEqual([401, 'Please log in to continue.'])
  })

  test('has its time of use written once an hour and its end once a day', async () => {
    let now = new Date('2026-11-15T12:00:00Z')
    const { person, deps } = await world({ deps: { clock: () => now } })
    const { api } = await person()
    const stored = async () => {
      const [row] = await deps.db.select().from(sessions)
      return [row?.expiresAt.getTime(), row?.lastUsedAt?.getTime() ?? null]
    }
    const [first] = await stored()
    now = new Date(now.getTime() + 3_599_000)
    await api.users.profile()
    now = new Date(now.getTime() + DAY - 3_600_000)
    await api.users.profile()
    // What was used within the hour was not written, or this would still be waiting for it.
    await expect.poll(stored).toEqual([first, now.getTime()])
    now = new Date(now.getTime() + 3_602_000)
    await api.users.profile()
    await expect.poll(stored).toEqual([now.getTime() + 30 * DAY, now.getTime()])
  })

  test('is extended after the answer: a member reads while that write hangs, and no second one is begun', async () => {
    let now = new Date('2026-11-15T12:00:00Z')
    const { person, deps } = await world({ deps: { clock: () => now } })
    const { api } = await person()
    const expiry = async () => (await deps.db.select({ at: sessions.expiresAt }).from(sessions))[0]?.at.getTime()
    const hanging = async () => {
      const { rows } = await deps.db.$client.query<{ n: number }>(
        `select count(*) as n from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like 'update "sessions"%'`,
      )
      return rows[0]?.n
    }
    now = new Date(now.getTime() + 2 * DAY)
    await deps.db.transaction(async (tx) => {
      await tx.select().from(sessions).for('update')
      await api.users.profile()
      await expect.poll(hanging).toBe(1)
      await api.users.profile()
      await api.tickets.list()
      expect(await hanging()).toBe(1)
    })
    await expect.poll(expiry).toBe(now.getTime() + 30 * DAY)
  })

  test('that has expired is removed, however many there are; the others stay', async () => {
    const now = new Date('2026-11-15T12:00:00Z')
    const { person, deps } = await world({ deps: { clock: () => now } })
    const { id } = await person()
    await deps.db.execute(sql`insert into sessions (token_hash, user_id, expires_at)
      select sha256(n::text::bytea), ${id}, ${now}::timestamptz - interval '1 second' from generate_series(1, 2500) n`)
    await removeExpiredSessions(deps.db, now)
    expect(await deps.db.$count(sessions)).toBe(1)
  })

  test('is one of at most a hundred of an account: the oldest end first', async () => {
    const { visitor, apiWith, person, deps } = await world()
    const other = await person()
    const { access_token: first } = await visitor.auth.register({ body: NORA })
    await deps.db.execute(sql`insert into sessions (token_hash, user_id, expires_at, created_at)
      select sha256(n::text::bytea), id, now() + interval '1 day', now() + make_interval(secs => n)
      from users, generate_series(1, 99) n where email = ${NORA.email}`)
    expect(await answer(apiWith(first).users.profile())).toBe('accepted')
    const { access_token: newest } = await visitor.auth.login({ body: NORA })
    expect(await deps.db.$count(sessions)).toBe(101)
    expect(await answer(apiWith(first).users.profile())).toEqual([401, 'Please log in to continue.'])
    expect(await answer(apiWith(newest).users.profile())).toBe('accepted')
    expect(await answer(other.api.users.profile())).toBe('accepted')
  })
})
