import { describe, expect, test } from 'vitest'
import { MINUTE } from '../../../contract/durations.ts'
import { ApiError } from '../../../contract/api-error.ts'
import { requireProof } from '../../access/proof.ts'
import { hashToken } from '../../http/session.ts'
import { world, type World } from '../../test-support/world.ts'
import { signInWithGoogle } from './google-sign-in.ts'
import { hashPassword } from './passwords.ts'
import { findSessions } from './sessions.ts'

const PASSWORD = 'correct horse'

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: unknown) =>
      error instanceof ApiError ? [error.status, error.code, error.message] : Promise.reject(error as Error),
  )

/** Whether this session may do what matters now. */
async function mayDoWhatMatters({ deps }: World, token: string): Promise<unknown> {
  const found = await findSessions(deps.db, [hashToken(token)], deps.clock())
  const [user] = found.values()
  try {
    requireProof(user!, deps.clock())
    return 'accepted'
  } catch (error) {
    const { statusCode, code, message } = error as { statusCode: number; code: string; message: string }
    return [statusCode, code, message]
  }
}

const WRONG = [400, 'proof_failed', 'That’s not right. Please try again.']
const TOO_OFTEN = [429, 'too_many_requests', 'Too many requests. Please try again in a moment.']
const NEEDED = [403, 'proof_needed', 'Please confirm that it is you']

async function owner(options: Parameters<typeof world>[0] = {}) {
  let now = new Date('2026-11-15T12:00:00Z')
  const opened = await world({ ...options, deps: { clock: () => now } })
  const nora = await opened.person({ email: 'nora@example.org', passwordHash: await hashPassword(PASSWORD) })
  const pass = (minutes: number) => void (now = new Date(now.getTime() + minutes * MINUTE))
  return { opened, nora, pass }
}

describe('a proof', () => {
  test('comes with signing in or up and holds for ten minutes', async () => {
    const { opened, nora, pass } = await owner()
    const login = { email: nora.email, password: PASSWORD }
    const { access_token: token } = await opened.visitor.auth.login({ body: login })
    const { access_token: fresh } = await opened.visitor.auth.register({
      body: { ...login, email: 'una@example.org', firstName: 'Una', lastName: 'Byrne' },
    })
    pass(9)
    expect(await mayDoWhatMatters(opened, token)).toBe('accepted')
    expect(await mayDoWhatMatters(opened, fresh)).toBe('accepted')
    pass(1)
    expect(await mayDoWhatMatters(opened, token)).toEqual(NEEDED)
    expect(await mayDoWhatMatters(opened, fresh)).toEqual(NEEDED)
  })

  test('is a fresh sign-in with Google as well', async () => {
    const { opened } = await owner()
    const identity = {
      subject: 'g',
      email: 'ita@example.org',
      emailVerified: true,
      firstName: 'Íta',
      lastName: '',
      picture: '',
    }
    const token = await signInWithGoogle(opened.deps, identity)
    expect(await mayDoWhatMatters(opened, token)).toBe('accepted')
  })

  test('is given again by the password, for this session alone', async () => {
    const { opened, nora, pass } = await owner()
    const { access_token: other } = await opened.visitor.auth.login({
      body: { email: nora.email, password: PASSWORD },
    })
    pass(60)
    expect(await nora.api.security.getProof()).toEqual({ ways: ['password'], provedUntil: null })
    expect(await nora.api.security.prove({ body: { password: PASSWORD } })).toEqual({
      provedUntil: '2026-11-15T13:10:00.000Z',
    })
    expect(await nora.api.security.getProof()).toMatchObject({ provedUntil: '2026-11-15T13:10:00.000Z' })
    expect(await mayDoWhatMatters(opened, nora.token)).toBe('accepted')
    expect(await mayDoWhatMatters(opened, other)).toEqual(NEEDED)
  })

  test('is not given for a wrong password, and nobody is signed out for it', async () => {
    const { opened, nora, pass } = await owner()
    pass(60)
    expect(await refusal(nora.api.security.prove({ body: { password: 'a guess' } }))).toEqual(WRONG)
    expect(await refusal(nora.api.security.prove({ body: {} }))).toEqual([
      400,
      'bad_request',
      'Please confirm in one way: with your password, a code or a passkey.',
    ])
    expect(await mayDoWhatMatters(opened, nora.token)).toEqual(NEEDED)
    expect(await nora.api.users.profile()).toMatchObject({ email: nora.email })
  })

  test('of an account without a password is had by an emailed code', async () => {
    const { opened } = await owner()
    const ita = await opened.person({ googleSubject: 'g' })
    expect(await refusal(ita.api.security.prove({ body: { password: 'anything' } }))).toEqual(WRONG)
    expect(await ita.api.security.getProof()).toMatchObject({ ways: ['email-code'] })
  })

  test('by Google is offered where Google is configured', async () => {
    const google = { clientId: 'a', clientSecret: 'b', issuer: 'http://127.0.0.1:9' }
    const { opened } = await owner({ config: { google } })
    const ita = await opened.person({ googleSubject: 'g' })
    expect(await ita.api.security.getProof()).toMatchObject({ ways: ['google', 'email-code'] })
  })

  test('is guessed no faster than a password: after ten failures each try waits', async () => {
    const { nora } = await owner({ env: { RATE_LIMITS: 'on' } })
    const guess = () => refusal(nora.api.security.prove({ body: { password: 'a guess' } }))
    for (let n = 0; n < 10; n++) expect(await guess()).toEqual(WRONG)
    expect(await guess()).toEqual(TOO_OFTEN)
    expect(await refusal(nora.api.security.prove({ body: { password: PASSWORD } }))).toEqual(TOO_OFTEN)
  })
})
