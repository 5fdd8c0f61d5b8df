import { describe, expect, onTestFinished, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { MINUTE } from '../../../contract/durations.ts'
import { ApiError } from '../../../contract/api-error.ts'
import { unseal } from '../../access/sealed.ts'
import { sessions } from '../../db/schema/auth.ts'
import { recoveryCodes, twoFactor } from '../../db/schema/two-factor.ts'
import { users } from '../../db/schema/users.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { blockedOn } from '../../test-support/database-trouble.ts'
import { soon } from '../../test-support/soon.ts'
import { world, type WorldOptions } from '../../test-support/world.ts'
import { hashPassword } from './passwords.ts'
import { takeCode } from './second-step.ts'
import { codeOf, stepAt } from './totp.ts'

const PASSWORD = 'correct horse'

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: unknown) => (error instanceof ApiError ? [error.status, error.code] : Promise.reject(error as Error)),
  )

const SECOND_STEP = [401, 'second_step']

async function owner(options: WorldOptions = {}) {
  let now = new Date('2026-11-15T12:00:00Z')
  const opened = await world({
    ...options,
    config: { features: new Set(['two-factor']), ...options.config },
    deps: { clock: () => now },
  })
  const { db, secrets } = opened.deps
  const nora = await opened.person({
    email: 'nora@example.org',
    passwordHash: await hashPassword(PASSWORD),
    emailConfirmedAt: now,
  })
  /** What the app shows, so many half minutes from now. */
  const appCode = async (away = 0) => {
    const [row] = await db.select().from(twoFactor).where(eq(twoFactor.userId, nora.id))
    return codeOf(unseal(secrets, nora.id, row!.secret)!, stepAt(now) + away)
  }
  const pass = (minutes: number) => void (now = new Date(now.getTime() + minutes * MINUTE))
  const login = (code?: string, password = PASSWORD) =>
    opened.visitor.auth.login({ body: { email: nora.email, password, code } })
  const switchOn = async () => {
    await nora.api.twoFactor.begin()
    const { recoveryCodes: codes } = await nora.api.twoFactor.confirm({ body: { code: await appCode() } })
    await collectMails(opened.deps)
    // That code is used up.
    pass(2)
    return codes
  }
  return { opened, nora, appCode, pass, login, switchOn, db }
}

describe('switching it on', () => {
  test('takes a first code, gives ten recovery codes and is told by mail', async () => {
    const { opened, nora, appCode, login, db } = await owner()
    expect(await nora.api.twoFactor.get()).toEqual({ isOn: false, recoveryCodesLeft: 0 })
    const { secret, uri } = await nora.api.twoFactor.begin()
    expect(uri).toContain(`secret=${secret}`)
    expect(await refusal(login())).toBe('accepted')
    const { recoveryCodes: codes } = await nora.api.twoFactor.confirm({ body: { code: await appCode() } })
    expect(codes).toHaveLength(10)
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/)
    expect(await nora.api.twoFactor.get()).toEqual({ isOn: true, recoveryCodesLeft: 10 })
    expect((await collectMails(opened.deps)).map(({ to, subject }) => [to, subject])).toEqual([
      [nora.email, 'Two-factor authentication is on for your Hooley account'],
    ])
    expect(await refusal(login())).toEqual(SECOND_STEP)
    // Neither the secret nor a code is to be read in the database.
    const stored = JSON.stringify([await db.select().from(twoFactor), await db.select().from(recoveryCodes)])
    for (const word of [secret, ...codes]) expect(stored).not.toContain(word)
  })

  test('needs proof, and a code that is right', async () => {
    const { nora, appCode, pass } = await owner()
    pass(10)
    expect(await refusal(nora.api.twoFactor.begin())).toEqual([403, 'proof_needed'])
    expect(await refusal(nora.api.twoFactor.confirm({ body: { code: '123456' } }))).toEqual([403, 'proof_needed'])
    expect(await refusal(nora.api.twoFactor.end())).toEqual([403, 'proof_needed'])
    expect(await refusal(nora.api.twoFactor.renewCodes())).toEqual([403, 'proof_needed'])
    await nora.api.security.prove({ body: { password: PASSWORD } })
    expect(await refusal(nora.api.twoFactor.confirm({ body: { code: '123456' } }))).toEqual([
      409,
      'two_factor_not_begun',
    ])
    await nora.api.twoFactor.begin()
    const right = await appCode()
    const wrong = right === '000000' ? '000001' : '000000'
    expect(await refusal(nora.api.twoFactor.confirm({ body: { code: wrong } }))).toEqual([400, 'code_wrong'])
    expect(await nora.api.twoFactor.get()).toMatchObject({ isOn: false })
    expect(
      await refusal(nora.api.twoFactor.confirm({ body: { code: ` ${right.slice(0, 3)} ${right.slice(3)} ` } })),
    ).toBe('accepted')
    expect(await refusal(nora.api.twoFactor.begin())).toEqual([409, 'two_factor_on'])
  })

  test('twice at once gives recovery codes to one of the two', async () => {
    const { nora, appCode, db } = await owner()
    await nora.api.twoFactor.begin()
    const body = { code: await appCode() }
    const answers = await Promise.all([1, 2].map(() => refusal(nora.api.twoFactor.confirm({ body }))))
    expect(answers.filter((one) => one === 'accepted')).toHaveLength(1)
    expect(answers.filter((one) => one !== 'accepted')).toEqual([[409, 'two_factor_on']])
    expect(await db.$count(recoveryCodes)).toBe(10)
  })

  test('is not there while the feature is off, but accounts that have it on are still asked', async () => {
    const { opened, nora, login, switchOn, appCode } = await owner()
    await switchOn()
    const features = opened.deps.config.features as Set<string>
    features.clear()
    expect(await refusal(nora.api.twoFactor.get())).toEqual([404, 'not_found'])
    expect(await refusal(login())).toEqual(SECOND_STEP)
    expect(await refusal(login(await appCode()))).toBe('accepted')
  })
})

describe('signing in', () => {
  test('says in one sentence that a code is wanted, only to somebody with the right password', async () => {
    const { opened, nora, login, switchOn } = await owner()
    await switchOn()
    const ask = async (payload: object) => {
      const response = await opened.app.inject({ method: 'POST', url: '/api/auth/login', payload })
      return [response.statusCode, response.headers['x-error-code'], response.json<object>()] as const
    }
    const wanted = [
      401,
      'second_step',
      {
        statusCode: 401,
        error: 'Unauthorized',
        message: 'Please enter the code from your authenticator app',
      },
    ]
    expect(await ask({ email: nora.email, password: PASSWORD })).toEqual(wanted)
    expect(await ask({ email: nora.email, password: PASSWORD, code: '' })).toEqual(wanted)
    expect(await ask({ email: nora.email, password: PASSWORD, code: 'abc' })).toEqual(wanted)
    expect(await refusal(login('123456', 'a guess'))).toEqual([401, 'invalid_credentials'])
    expect(await refusal(login(undefined, 'a guess'))).toEqual([401, 'invalid_credentials'])
  })

  test.each([-1, 0, 1])('takes the code of %d half minutes away, once', async (away) => {
    const { login, switchOn, appCode } = await owner()
    await switchOn()
    const code = await appCode(away)
    expect(await refusal(login(code))).toBe('accepted')
    expect(await refusal(login(code))).toEqual(SECOND_STEP)
  })

  test.each([-2, 2])('does not take the code of %d half minutes away', async (away) => {
    const { login, switchOn, appCode } = await owner()
    await switchOn()
    expect(await refusal(login(await appCode(away)))).toEqual(SECOND_STEP)
  })

  test('takes a code once, also of several that come at once', async () => {
    const { opened, login, switchOn, appCode, db } = await owner()
    await switchOn()
    const code = await appCode()
    const answers = await Promise.all([1, 2, 3, 4].map(() => refusal(login(code))))
    expect(answers.filter((one) => one === 'accepted')).toHaveLength(1)
    expect(await db.$count(sessions)).toBe(2)
    expect(opened.deps.config.rateLimits).toBe(false)
  })

  test('takes a recovery code once, also of several that come at once, and tells by mail how many are left', async () => {
    const { opened, nora, login, switchOn } = await owner()
    const [first = '', second = ''] = await switchOn()
    const typed = first.toLowerCase().replaceAll('-', ' ')
    const answers = await Promise.all([first, typed, first].map((code) => refusal(login(code))))
    expect(answers.filter((one) => one === 'accepted')).toHaveLength(1)
    expect(await refusal(login(first))).toEqual(SECOND_STEP)
    expect(await nora.api.twoFactor.get()).toEqual({ isOn: true, recoveryCodesLeft: 9 })
    const [mail, ...more] = await collectMails(opened.deps)
    expect(mail?.subject).toBe('A recovery code of your Hooley account was used')
    expect(mail?.text).toContain('There are 9 left.')
    // The other three were wrong, one after the other.
    expect(more.map(({ subject }) => subject)).toEqual(['Wrong codes for your Hooley account'])
    expect(await refusal(login(second))).toBe('accepted')
  })

  test("never takes another account's codes", async () => {
    const { opened, login, switchOn } = await owner()
    await switchOn()
    const una = await opened.person({ passwordHash: await hashPassword(PASSWORD) })
    await una.api.twoFactor.begin()
    const [row] = await opened.deps.db.select().from(twoFactor).where(eq(twoFactor.userId, una.id))
    const plain = unseal(opened.deps.secrets, una.id, row!.secret)!
    const code = codeOf(plain, stepAt(opened.deps.clock()))
    const { recoveryCodes: codes } = await una.api.twoFactor.confirm({ body: { code } })
    expect(await refusal(login(codes[0]))).toEqual(SECOND_STEP)
    expect(await refusal(login(codeOf(plain, stepAt(opened.deps.clock()) + 1)))).toEqual(SECOND_STEP)
  })

  test('slows guesses of codes like those of passwords, and asking for the code is no guess', async () => {
    const { login, switchOn, appCode } = await owner({ env: { RATE_LIMITS: 'on' } })
    await switchOn()
    for (let n = 0; n < 12; n++) expect(await refusal(login())).toEqual(SECOND_STEP)
    for (let n = 0; n < 10; n++) expect(await refusal(login('abcdef'))).toEqual(SECOND_STEP)
    expect(await refusal(login('abcdef'))).toEqual([429, 'too_many_requests'])
    expect(await refusal(login(await appCode()))).toEqual([429, 'too_many_requests'])
  })

  test('still asks after a reset by mail', async () => {
    const { opened, nora, login, switchOn, appCode } = await owner()
    await switchOn()
    await opened.visitor.auth.forgotPassword({ body: { email: nora.email } })
    const { rows } = await opened.deps.db.$client.query<{ token: string }>(
      `select payload ->> 'token' as token from mails where kind = 'password-reset'`,
    )
    const params = { token: rows[0]?.token ?? '' }
    await opened.visitor.auth.resetPassword({ params, body: { newPassword: 'battery staple' } })
    expect(await refusal(login(undefined, 'battery staple'))).toEqual(SECOND_STEP)
    expect(await refusal(login(await appCode(), 'battery staple'))).toBe('accepted')
  })
})

describe('afterwards', () => {
  test('a code is a proof, once', async () => {
    const { nora, switchOn, appCode, pass } = await owner()
    const [recovery = ''] = await switchOn()
    pass(10)
    expect(await nora.api.security.getProof()).toEqual({ ways: ['password', 'code'], provedUntil: null })
    const code = await appCode()
    expect(await refusal(nora.api.security.prove({ body: { code } }))).toBe('accepted')
    expect(await refusal(nora.api.security.prove({ body: { code } }))).toEqual([400, 'proof_failed'])
    expect(await refusal(nora.api.security.prove({ body: { code: recovery } }))).toBe('accepted')
    expect(await refusal(nora.api.security.prove({ body: { code: recovery } }))).toEqual([400, 'proof_failed'])
    expect(await refusal(nora.api.security.prove({ body: { code, password: PASSWORD } }))).toEqual([400, 'bad_request'])
  })

  test('new recovery codes end those from before', async () => {
    const { opened, nora, login, switchOn } = await owner()
    const [old = ''] = await switchOn()
    const { recoveryCodes: codes } = await nora.api.twoFactor.renewCodes()
    expect(await refusal(login(old))).toEqual(SECOND_STEP)
    expect(await refusal(login(codes[9]))).toBe('accepted')
    const subjects = (await collectMails(opened.deps)).map(({ subject }) => subject)
    expect(subjects).toContain('New recovery codes for your Hooley account')
  })

  test('switched off, signing in asks no more, nothing is kept, and the owner is told', async () => {
    const { opened, nora, login, switchOn, db } = await owner()
    await switchOn()
    await nora.api.twoFactor.end()
    expect(await refusal(login())).toBe('accepted')
    expect(await nora.api.twoFactor.get()).toEqual({ isOn: false, recoveryCodesLeft: 0 })
    expect([await db.$count(twoFactor), await db.$count(recoveryCodes)]).toEqual([0, 0])
    expect((await collectMails(opened.deps)).map(({ subject }) => subject)).toEqual([
      'Two-factor authentication is off for your Hooley account',
    ])
    await nora.api.twoFactor.end()
    expect(await collectMails(opened.deps)).toEqual([])
  })

  test('an account that is deleted takes it along', async () => {
    const { nora, switchOn, db } = await owner()
    await switchOn()
    await db.delete(users).where(eq(users.id, nora.id))
    expect([await db.$count(twoFactor), await db.$count(recoveryCodes)]).toEqual([0, 0])
  })
})

test('a code that two come with at the same moment lets one of them in', async () => {
  const { opened, nora, appCode, switchOn, db } = await owner()
  await switchOn()
  const code = await appCode()
  const { promise: isTaken, resolve: taken } = Promise.withResolvers<string>()
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  onTestFinished(() => end())
  const first = db.transaction(async (tx) => {
    taken(await takeCode(opened.deps, tx, nora.id, code))
    await mayEnd
  })
  expect(await isTaken).toBe('taken')
  // It has read that the code is unused, and waits for the first.
  const second = db.transaction((tx) => takeCode(opened.deps, tx, nora.id, code))
  await soon(async () => expect(await blockedOn(db)).toBe(1))
  end()
  await first
  expect(await second).toBe('wrong')
})
