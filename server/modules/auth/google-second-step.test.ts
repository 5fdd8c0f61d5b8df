import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { eq } from 'drizzle-orm'
import { MINUTE } from '../../../contract/durations.ts'
import { passkeys } from '../../db/schema/passkeys.ts'
import { twoFactor } from '../../db/schema/two-factor.ts'
import type { users } from '../../db/schema/users.ts'
import { openWorld, type World } from '../../test-support/world.ts'
import { finishGoogle, signInWithGoogle } from './google-sign-in.ts'
import { hashPassword } from './passwords.ts'
import { seal, unseal } from '../../access/sealed.ts'
import { codeOf, newSecret, stepAt } from './totp.ts'

let w: World
let app: FastifyInstance
beforeAll(async () => {
  w = await openWorld()
  app = w.app
})
afterAll(() => w.close())

let people = 0

/** An account with Google and two-factor. */
async function newOwner(fields: Partial<typeof users.$inferInsert> = {}) {
  const n = ++people
  const identity = {
    subject: `google-${n}`,
    email: `nora${n}@example.org`,
    emailVerified: true,
    firstName: 'Nora',
    lastName: 'Byrne',
    picture: '',
  }
  const nora = await w.person({ email: identity.email, emailConfirmedAt: new Date(), ...fields })
  const secret = seal(w.deps.secrets, nora.id, newSecret())
  await w.deps.db.insert(twoFactor).values({ userId: nora.id, secret, confirmedAt: new Date() })
  const appCode = async () => {
    const [row] = await w.deps.db.select().from(twoFactor).where(eq(twoFactor.userId, nora.id))
    return codeOf(unseal(w.deps.secrets, nora.id, row!.secret)!, stepAt(new Date()))
  }
  return { nora, identity, appCode }
}

async function secondStep(cookie: string | undefined, code: string) {
  const headers = cookie ? { cookie } : undefined
  const response = await app.inject({ method: 'POST', url: '/api/auth/second-step', headers, payload: { code } })
  return {
    status: response.statusCode,
    code: response.headers['x-error-code'],
    body: response.json<{ access_token: string }>(),
  }
}

const cookieOf = (answer: { headers: Record<string, string | string[]> }) =>
  [answer.headers['set-cookie']].flat().find((one) => one?.startsWith('hooley_second_step='))

describe('after Google', () => {
  test('the second step is asked too: half signed in opens nothing, the code does', async () => {
    const { identity, appCode, nora } = await newOwner()
    const answer = await finishGoogle(w.deps, identity, 'forget')
    expect(answer).toMatchObject({
      status: 401,
      headers: { 'x-error-code': 'second_step' },
      body: { statusCode: 401, error: 'Unauthorized', message: 'Please enter the code from your authenticator app' },
    })
    const cookie = cookieOf(answer)
    expect(cookie).toMatch(/; HttpOnly; SameSite=Strict/)
    const [pair = ''] = (cookie ?? '').split(';')
    expect(await secondStep(pair, '000')).toMatchObject({ status: 401, code: 'second_step' })
    const { status, body } = await secondStep(pair, await appCode())
    expect(status).toBe(200)
    expect(await w.apiWith(body.access_token).users.profile()).toMatchObject({ id: nora.id })
  })

  test('the half lasts ten minutes', async () => {
    const { identity, appCode } = await newOwner()
    const [pair = ''] = (cookieOf(await finishGoogle(w.deps, identity, 'forget')) ?? '').split(';')
    const { clock } = w.deps
    onTestFinished(() => void (w.deps.clock = clock))
    w.deps.clock = () => new Date(clock().getTime() + 10 * MINUTE)
    expect(await secondStep(pair, await appCode())).toMatchObject({ status: 401, code: 'sign_in_again' })
    w.deps.clock = clock
    expect((await secondStep(pair, await appCode())).status).toBe(200)
  })

  test('a made-up, changed or missing half is refused, whatever the code', async () => {
    const { identity, appCode } = await newOwner()
    const [pair = ''] = (cookieOf(await finishGoogle(w.deps, identity, 'forget')) ?? '').split(';')
    const changed = pair.replace(/=(.)/, (_, first: string) => `=${first === 'A' ? 'B' : 'A'}`)
    for (const cookie of [undefined, 'hooley_second_step=', 'hooley_second_step=a.b', changed])
      expect(await secondStep(cookie, await appCode())).toMatchObject({ status: 401, code: 'sign_in_again' })
  })

  test('the half serves once, also of several that come at once, and whatever becomes of the second step', async () => {
    for (const isOff of [false, true]) {
      const { identity, appCode, nora } = await newOwner()
      const [pair = ''] = (cookieOf(await finishGoogle(w.deps, identity, 'forget')) ?? '').split(';')
      const code = await appCode()
      if (isOff) await w.deps.db.delete(twoFactor).where(eq(twoFactor.userId, nora.id))
      else expect((await secondStep(pair, '000')).status).toBe(401)
      const answers = await Promise.all([1, 2, 3].map(() => secondStep(pair, code)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      await w.deps.db.update(twoFactor).set({ lastStep: 0 }).where(eq(twoFactor.userId, nora.id))
      expect(await secondStep(pair, isOff ? code : await appCode())).toMatchObject({
        status: 401,
        code: 'sign_in_again',
      })
    }
  })

  test('an account without a second step is signed in at once', async () => {
    const identity = {
      subject: 'plain',
      email: 'plain@example.org',
      emailVerified: true,
      firstName: 'P',
      lastName: '',
      picture: '',
    }
    expect(await finishGoogle(w.deps, identity, 'forget')).toMatchObject({
      body: { access_token: expect.any(String) as string },
      headers: { 'set-cookie': 'forget' },
    })
  })
})

describe('an address that nobody had confirmed', () => {
  test('an intruder’s two-factor and passkeys end when the owner comes with Google', async () => {
    const { nora, identity } = await newOwner({ emailConfirmedAt: null, passwordHash: await hashPassword('squatting') })
    const row = { userId: nora.id, publicKey: Buffer.from(''), counter: 0, transports: [], name: 'Key' }
    await w.deps.db.insert(passkeys).values({ ...row, credentialId: `squatter-${nora.id}` })
    const token = await signInWithGoogle(w.deps, identity)
    expect(await w.apiWith(token).users.profile()).toMatchObject({ id: nora.id })
    expect(await w.deps.db.$count(passkeys, eq(passkeys.userId, nora.id))).toBe(0)
    expect(await w.deps.db.$count(twoFactor, eq(twoFactor.userId, nora.id))).toBe(0)
  })

  test('a confirmed owner keeps both', async () => {
    const { nora, identity } = await newOwner()
    const row = { userId: nora.id, publicKey: Buffer.from(''), counter: 0, transports: [], name: 'Key' }
    await w.deps.db.insert(passkeys).values({ ...row, credentialId: `own-${nora.id}` })
    await finishGoogle(w.deps, identity, 'forget')
    expect(await w.deps.db.$count(passkeys, eq(passkeys.userId, nora.id))).toBe(1)
    expect(await w.deps.db.$count(twoFactor, eq(twoFactor.userId, nora.id))).toBe(1)
  })

  test('a reset by mail removes the second step and passkeys from before its owner showed up, and keeps them for a confirmed one', async () => {
    const reset = async (fields: Partial<typeof users.$inferInsert>) => {
      const { nora } = await newOwner({ passwordHash: await hashPassword('before'), ...fields })
      const row = { userId: nora.id, publicKey: Buffer.from(''), counter: 0, transports: [], name: 'Key' }
      await w.deps.db.insert(passkeys).values({ ...row, credentialId: `reset-${nora.id}` })
      await w.visitor.auth.forgotPassword({ body: { email: nora.email } })
      const { rows } = await w.deps.db.$client.query<{ token: string }>(
        `select payload ->> 'token' as token from mails where kind = 'password-reset' and user_id = $1`,
        [nora.id],
      )
      await w.visitor.auth.resetPassword({ params: { token: rows[0]?.token ?? '' }, body: { newPassword: 'after it' } })
      return [
        await w.deps.db.$count(passkeys, eq(passkeys.userId, nora.id)),
        await w.deps.db.$count(twoFactor, eq(twoFactor.userId, nora.id)),
      ]
    }
    expect(await reset({ emailConfirmedAt: null })).toEqual([0, 0])
    expect(await reset({})).toEqual([1, 1])
  })
})
