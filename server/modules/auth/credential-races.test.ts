// What was verified is what is written against. In each test one call has verified a password, or hashed a new one, and
// is held there until the other call is done: the two meet for certain.
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../../contract/api-error.ts'
import { signLink } from '../../access/mail-links.ts'
import { sessions } from '../../db/schema/auth.ts'
import { world, type Person, type World } from '../../test-support/world.ts'
import { signInWithGoogle } from './google-sign-in.ts'
import { hashPassword, type isPasswordOf } from './passwords.ts'

const held = vi.hoisted(() => ({ password: '', reached: () => {}, release: Promise.resolve() }))

vi.mock(import('./passwords.ts'), async (importOriginal) => {
  const real = await importOriginal()
  const pause = async (password: string) => {
    if (password !== held.password) return
    held.password = ''
    held.reached()
    await held.release
  }
  return {
    ...real,
    isPasswordOf: async (...[account, password]: Parameters<typeof isPasswordOf>) => {
      const matches = await real.isPasswordOf(account, password)
      await pause(password)
      return matches
    },
    hashPassword: async (password: string) => {
      const hashed = await real.hashPassword(password)
      await pause(password)
      return hashed
    },
  }
})

beforeEach(() => {
  held.password = ''
})

const OLD = 'correct horse'
const NEW = 'battery staple'

const answer = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'accepted',
    (error: unknown) => (error instanceof ApiError ? error.message : Promise.reject(error as Error)),
  )

/** Starts `first`, which stops when it has verified or hashed this password, runs `second`, and lets `first` go on. */
async function meet(password: string, first: () => Promise<unknown>, second: () => Promise<unknown>) {
  const reached = new Promise<void>((resolve) => (held.reached = resolve))
  let release = () => {}
  held.release = new Promise<void>((resolve) => (release = resolve))
  held.password = password
  const slow = answer(first())
  await reached
  const fast = await answer(second())
  release()
  return { slow: await slow, fast }
}

async function owner() {
  const opened = await world()
  const nora = await opened.person({ email: 'nora@example.org', passwordHash: await hashPassword(OLD) })
  return { opened, nora, calls: callsOf(opened, nora) }
}

const callsOf = ({ visitor, deps }: World, nora: Person) => ({
  signIn: (password: string) => () => visitor.auth.login({ body: { email: nora.email, password } }),
  change: (currentPassword: string, newPassword: string) => () =>
    nora.api.users.changePassword({ body: { currentPassword, newPassword } }),
  reset: (token: string, newPassword: string) => () =>
    visitor.auth.resetPassword({ params: { token }, body: { newPassword } }),
  link: () => signInWithGoogle(deps, identity),
})

const identity = {
  subject: 'google-1',
  email: 'nora@example.org',
  emailVerified: true,
  firstName: 'Nora',
  lastName: 'Byrne',
  picture: '',
}

async function resetToken({ visitor, deps }: World, { email }: Person) {
  await visitor.auth.forgotPassword({ body: { email } })
  const { rows } = await deps.db.$client.query<{ token: string }>(
    `select payload ->> 'token' as token from mails where kind = 'password-reset' order by id desc limit 1`,
  )
  return rows[0]?.token ?? ''
}

const WRONG = 'Invalid email or password'
const SIGNED_OUT = 'Please log in to continue.'
const WRONG_CURRENT = 'Current password is incorrect'

describe('a sign-in whose password was verified just before', () => {
  test('a reset opens no session', async () => {
    const { opened, nora, calls } = await owner()
    const token = await resetToken(opened, nora)
    expect(await meet(OLD, calls.signIn(OLD), calls.reset(token, NEW))).toEqual({ slow: WRONG, fast: 'accepted' })
    expect(await opened.deps.db.$count(sessions)).toBe(0)
  })

  test('a change of password opens no session', async () => {
    const { opened, calls } = await owner()
    expect(await meet(OLD, calls.signIn(OLD), calls.change(OLD, NEW))).toEqual({ slow: WRONG, fast: 'accepted' })
    expect(await opened.deps.db.$count(sessions)).toBe(1)
  })

  test('Google was linked opens no session', async () => {
    const { opened, calls } = await owner()
    expect(await meet(OLD, calls.signIn(OLD), calls.link)).toEqual({ slow: WRONG, fast: 'accepted' })
    // Google's.
    expect(await opened.deps.db.$count(sessions)).toBe(1)
  })
})

describe('a change of password that was verified just before', () => {
  test('a reset does not undo it', async () => {
    const { opened, nora, calls } = await owner()
    const token = await resetToken(opened, nora)
    const result = await meet(OLD, calls.change(OLD, 'third password'), calls.reset(token, NEW))
    expect(result).toEqual({ slow: SIGNED_OUT, fast: 'accepted' })
    expect(await answer(calls.signIn(OLD)())).toBe(WRONG)
    expect(await answer(calls.signIn(NEW)())).toBe('accepted')
  })

  test('another change does not undo it', async () => {
    const { calls } = await owner()
    const result = await meet(OLD, calls.change(OLD, 'third password'), calls.change(OLD, NEW))
    expect(result).toEqual({ slow: WRONG_CURRENT, fast: 'accepted' })
    expect(await answer(calls.signIn(NEW)())).toBe('accepted')
  })

  test('Google was linked does not bring the password back', async () => {
    const { calls } = await owner()
    expect(await meet(OLD, calls.change(OLD, NEW), calls.link)).toEqual({ slow: SIGNED_OUT, fast: 'accepted' })
    expect(await answer(calls.signIn(NEW)())).toBe(WRONG)
  })
})

describe('a confirmation with a password that was verified just before', () => {
  test('somebody changed it does not keep the new one', async () => {
    const { opened, nora, calls } = await owner()
    const claim = { purpose: 'address', userId: nora.id, subjectId: 0, email: nora.email } as const
    const body = { token: signLink(opened.deps.secrets, claim), isMine: true, password: OLD }
    const confirm = () => opened.visitor.account.confirmAddress({ body })
    expect(await meet(OLD, confirm, calls.change(OLD, NEW))).toEqual({ slow: 'accepted', fast: 'accepted' })
    for (const password of [OLD, NEW]) expect(await answer(calls.signIn(password)())).toBe(WRONG)
  })
})

describe('a proof whose password was verified just before', () => {
  test('a change of password proves nothing', async () => {
    const { opened, nora, calls } = await owner()
    await opened.deps.db.update(sessions).set({ provedAt: null })
    const prove = () => nora.api.security.prove({ body: { password: OLD } })
    const refused = 'That’s not right. Please try again.'
    expect(await meet(OLD, prove, calls.change(OLD, NEW))).toEqual({ slow: refused, fast: 'accepted' })
    expect((await nora.api.security.getProof()).provedUntil).toBeNull()
  })
})

const INVALID = 'This reset link is invalid or has expired.'

describe('a reset that has hashed its password just before', () => {
  test('the same link was used is refused', async () => {
    const { opened, nora, calls } = await owner()
    const token = await resetToken(opened, nora)
    const result = await meet('third password', calls.reset(token, 'third password'), calls.reset(token, NEW))
    expect(result).toEqual({ slow: INVALID, fast: 'accepted' })
    expect(await answer(calls.signIn(NEW)())).toBe('accepted')
  })

  test('somebody changed the password wins: the mailbox is the stronger proof', async () => {
    const { opened, nora, calls } = await owner()
    const token = await resetToken(opened, nora)
    const result = await meet('third password', calls.reset(token, 'third password'), calls.change(OLD, NEW))
    expect(result).toEqual({ slow: 'accepted', fast: 'accepted' })
    expect(await answer(calls.signIn(NEW)())).toBe(WRONG)
    expect(await answer(calls.signIn('third password')())).toBe('accepted')
  })

  test('Google was linked is refused', async () => {
    const { opened, nora, calls } = await owner()
    const token = await resetToken(opened, nora)
    expect(await meet(NEW, calls.reset(token, NEW), calls.link)).toEqual({ slow: INVALID, fast: 'accepted' })
    expect(await answer(calls.signIn(NEW)())).toBe(WRONG)
  })
})

/** The other order: `first` has locked the account and not yet ended sessions when the sign-in comes to its session. */
describe('a sign-in that comes while the account is being changed', () => {
  test('waits, and then is held against the new password', async () => {
    const { opened, nora, calls } = await owner()
    const client = await opened.deps.db.$client.connect()
    try {
      await client.query('begin')
      await client.query(`update users set password_hash = 'another' where id = $1`, [nora.id])
      const signIn = answer(calls.signIn(OLD)())
      await expect
        .poll(async () => {
          const { rows } = await client.query<{ waiting: number }>(
            `select count(*)::int as waiting from pg_locks where not granted and locktype = 'transactionid'`,
          )
          return rows[0]?.waiting
        })
        .toBe(1)
      await client.query('delete from sessions where user_id = $1', [nora.id])
      await client.query('commit')
      expect(await signIn).toBe(WRONG)
      expect(await opened.deps.db.$count(sessions)).toBe(0)
    } finally {
      client.release()
    }
  })
})
