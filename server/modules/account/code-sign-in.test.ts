// Attacks on emailed codes: on the code itself, on whose account it opens, and on what happens at the same time.
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unseal } from '../../access/sealed.ts'
import { signInCodes } from '../../db/schema/auth.ts'
import { mails } from '../../db/schema/mails.ts'
import { twoFactor } from '../../db/schema/two-factor.ts'
import { users } from '../../db/schema/users.ts'
import { browserOf } from '../../test-support/browser.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { isIn, opened, OWNER, readCode } from '../../test-support/squatted.ts'
import { openWorld, type World } from '../../test-support/world.ts'
import { hashPassword } from '../auth/passwords.ts'
import { codeOf, stepAt } from '../auth/totp.ts'

const PASSWORD = 'correct horse'
const confirmed = () => ({ email: OWNER, emailConfirmedAt: new Date() })
let base: Awaited<ReturnType<typeof opened>>
beforeAll(async () => {
  base = await opened({}, openWorld)
})
afterAll(() => base.close())

/** The same world for every test, where nobody has the address and nothing was sent. */
async function fresh() {
  const { db } = base.deps
  await db.delete(mails)
  await db.delete(signInCodes)
  await db.update(users).set({ email: sql`'gone-' || id || '@example.org'` })
  return base
}

const wrong = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0')

describe('the code', () => {
  test('signs in once, in the browser that asked, with spaces or without', async () => {
    const w = await fresh()
    const wanda = await w.person(confirmed())
    const browser = browserOf(w)
    expect(await browser.askForCode(OWNER.toUpperCase())).toMatchObject({ status: 202, body: { state: 'code_sent' } })
    const code = await readCode(w)
    const { status, body } = await browser.verify(OWNER, ` ${code.slice(0, 3)} ${code.slice(3)} `)
    expect([status, await isIn(w, body.access_token)]).toEqual([200, wanda.id])
    expect(await browser.verify(OWNER, code)).toMatchObject({ status: 400, code: 'mailed_code_wrong' })
  })

  test('is of no use in another browser: reading, forwarding or stealing the email is not enough', async () => {
    const w = await fresh()
    await w.person(confirmed())
    const [owners, thiefs] = [browserOf(w), browserOf(w, { ip: '198.51.100.7' })]
    await owners.askForCode(OWNER)
    const code = await readCode(w)
    expect((await thiefs.verify(OWNER, code)).status).toBe(400)
    // Nor in one that has asked for a code too.
    await thiefs.askForCode(OWNER)
    expect((await thiefs.verify(OWNER, code)).status).toBe(400)
    // Which has not ended the owner's.
    expect((await owners.verify(OWNER, code)).status).toBe(200)
  })

  test('ends with a new one of the same browser, also one for another address', async () => {
    const w = await fresh()
    await w.person(confirmed())
    await w.person({ email: 'other@example.org', emailConfirmedAt: new Date() })
    const browser = browserOf(w)
    await browser.askForCode(OWNER)
    const first = await readCode(w)
    await browser.askForCode('other@example.org')
    expect((await browser.verify(OWNER, first)).status).toBe(400)
    // And is no code of the other account.
    expect((await browser.verify('other@example.org', first)).status).toBe(400)
  })

  test('works for ten minutes', async () => {
    const w = await fresh()
    await w.person(confirmed())
    const browser = browserOf(w)
    await browser.askForCode(OWNER)
    const code = await readCode(w)
    w.pass(10)
    expect((await browser.verify(OWNER, code)).status).toBe(400)
  })

  test('ends after five wrong tries, however many come at once', async () => {
    const w = await fresh()
    await w.person(confirmed())
    const browser = browserOf(w)
    await browser.askForCode(OWNER)
    const code = await readCode(w)
    for (let n = 1; n <= 4; n++) expect((await browser.verify(OWNER, wrong(code, n))).status).toBe(400)
    await browser.askForCode(OWNER)
    const next = await readCode(w)
    const guesses = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => browser.verify(OWNER, wrong(next, n)))
    for (const { status } of await Promise.all(guesses)) expect(status).toBe(400)
    expect((await browser.verify(OWNER, next)).status).toBe(400)
    expect(await w.deps.db.$count(signInCodes)).toBe(0)
  })

  test('is stored as a keyed hash, and forgotten by the outbox', async () => {
    const w = await fresh()
    await w.person(confirmed())
    await browserOf(w).askForCode(OWNER)
    const code = await readCode(w)
    const { rows } = await w.deps.db.execute(
      'select m::text as row from mails m union all select c::text from sign_in_codes c',
    )
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain(code)
  })

  test('is bound by a cookie that scripts cannot read and other calls are not sent', async () => {
    const w = await opened({ config: { publicUrl: 'https://hooley.example' } })
    const response = await w.app.inject({ method: 'POST', url: '/api/auth/code', payload: { email: OWNER } })
    const cookies = [response.headers['set-cookie']].flat()
    expect(cookies).toHaveLength(3)
    for (const [n, path] of ['/api/auth/code', '/api/tickets/quick', '/api/users/proof'].entries())
      expect(cookies[n]).toMatch(
        new RegExp(`^hooley_browser=[\\w-]{43}; Path=${path}; Max-Age=\\d+; HttpOnly; SameSite=Strict; Secure$`),
      )
  })

  test('wrong ones are counted with passwords: after ten each try waits', async () => {
    const w = await opened({ env: { RATE_LIMITS: 'on' } })
    await w.person(confirmed())
    const browser = browserOf(w)
    const statuses: number[] = []
    for (let n = 0; n < 12; n++) statuses.push((await browser.verify(OWNER, '000000')).status)
    expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(11)
    expect(statuses.at(-1)).toBe(429)
    const login = { email: OWNER, password: PASSWORD }
    const answer = await w.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: login,
      remoteAddress: '192.0.2.1',
    })
    expect(answer.statusCode).toBe(429)
  })
})

describe('how many codes are sent', () => {
  const sent = async (w: World) => (await collectMails(w.deps)).filter(({ subject }) => subject.includes('code')).length

  test('three an hour from a network, five an hour and ten a day to an address, all answered alike', async () => {
    const w = await opened({ env: { RATE_LIMITS: 'on' } })
    await w.person(confirmed())
    const ask = (ip: string) => browserOf(w, { ip }).askForCode(OWNER)
    for (let n = 0; n < 4; n++) expect((await ask('192.0.2.1')).status).toBe(202)
    expect(await sent(w)).toBe(3)
    for (let n = 0; n < 4; n++) expect((await ask(`198.51.100.${n}`)).status).toBe(202)
    expect(await sent(w)).toBe(2)
  })

  test('a stranger cannot use up the codes of a browser that has signed in before', async () => {
    const w = await opened({ env: { RATE_LIMITS: 'on' } })
    await w.person(confirmed())
    const own = browserOf(w)
    await own.askForCode(OWNER)
    expect((await own.verify(OWNER, await readCode(w))).status).toBe(200)
    for (let n = 0; n < 8; n++) await browserOf(w, { ip: `198.51.100.${n}` }).askForCode(OWNER)
    await collectMails(w.deps)
    await own.askForCode(OWNER)
    expect((await own.verify(OWNER, await readCode(w))).status).toBe(200)
    // Five a day of its own, and then nothing is left of the others' either.
    for (let n = 0; n < 6; n++) await own.askForCode(OWNER)
    expect(await sent(w)).toBe(4)
    // A mark of another browser is worth nothing.
    const thief = browserOf(w, { ip: '203.0.113.9' })
    await thief.askForCode('nobody@example.org')
    const [name, value = ''] = [...thief.jar][0]!
    thief.jar.set(name, `${value}.${[...own.jar.values()][0]!.split('.')[1]}`)
    await thief.askForCode(OWNER)
    expect(await sent(w)).toBe(0)
  })
})

describe('who has no account, or may do little', () => {
  test('an address without an account is answered alike and sent nothing; no code opens it', async () => {
    const w = await fresh()
    await w.person(confirmed())
    const [known, unknown] = [browserOf(w), browserOf(w)]
    expect(await unknown.askForCode('nobody@example.org')).toEqual(await known.askForCode(OWNER))
    expect([...unknown.jar.keys()]).toEqual([...known.jar.keys()])
    expect((await collectMails(w.deps)).map(({ to }) => to)).toEqual([OWNER])
    expect(await unknown.verify('nobody@example.org', '123456')).toEqual(await known.verify(OWNER, '000000'))
  })

  test('a demo account is sent none where nobody may sign in with its password', async () => {
    const w = await opened({ config: { demoSignIn: 'nowhere' } })
    await w.person({ email: 'guest@hooley.example', emailConfirmedAt: new Date() })
    expect((await browserOf(w).askForCode('guest@hooley.example')).status).toBe(202)
    expect(await collectMails(w.deps)).toEqual([])
  })

  test('somebody who is suspended, or about to be deleted, gets in as with a password', async () => {
    const w = await fresh()
    const later = new Date(Date.now() + 86_400_000)
    for (const [email, fields] of [
      ['suspended@example.org', { suspendedUntil: later }],
      ['leaving@example.org', { deletionAt: later }],
    ] as const) {
      const person = await w.person({ email, emailConfirmedAt: new Date(), ...fields })
      const browser = browserOf(w)
      await browser.askForCode(email)
      const { body } = await browser.verify(email, await readCode(w))
      expect(await isIn(w, body.access_token)).toBe(person.id)
      const { id: eventId } = await w.event(await w.person())
      const book = w.apiWith(body.access_token ?? '').tickets.book({ body: { eventId, numberOfTickets: 1 } })
      await expect(book).rejects.toMatchObject({ status: 403 })
    }
  })
})

describe('two-factor', () => {
  async function withApp() {
    const w = await opened({ env: { FEATURES: 'two-factor' } })
    const wanda = await w.person({ ...confirmed(), passwordHash: await hashPassword(PASSWORD) })
    const appCode = async () => {
      const [row] = await w.deps.db.select().from(twoFactor).where(eq(twoFactor.userId, wanda.id))
      return codeOf(unseal(w.deps.secrets, wanda.id, row!.secret)!, stepAt(w.now()))
    }
    await wanda.api.twoFactor.begin()
    await wanda.api.twoFactor.confirm({ body: { code: await appCode() } })
    w.pass(1)
    const browser = browserOf(w)
    await browser.askForCode(OWNER)
    return { ...w, wanda, appCode, browser, code: await readCode(w) }
  }

  test('is asked as always, and the emailed code works on with it', async () => {
    const w = await withApp()
    expect(await w.browser.verify(OWNER, w.code)).toMatchObject({ status: 401, code: 'second_step' })
    expect(await w.browser.verify(OWNER, w.code, { secondStep: '000000' })).toMatchObject({ code: 'second_step' })
    const { body } = await w.browser.verify(OWNER, w.code, { secondStep: await w.appCode() })
    expect(await isIn(w, body.access_token)).toBe(w.wanda.id)
  })

  test('is not asked of somebody with a wrong code', async () => {
    const w = await withApp()
    const guess = await w.browser.verify(OWNER, wrong(w.code), { secondStep: await w.appCode() })
    expect(guess).toMatchObject({ status: 400, code: 'mailed_code_wrong' })
  })
})

describe('as proof for sensitive actions', () => {
  const enter = async (passwordHash: string | null) => {
    const w = await fresh()
    await w.person({ ...confirmed(), passwordHash })
    const browser = browserOf(w)
    await browser.askForCode(OWNER)
    const { body } = await browser.verify(OWNER, await readCode(w))
    return w.apiWith(body.access_token ?? '').security.getProof()
  }

  test('it counts without a password, and not where there is one', async () => {
    expect((await enter(null)).provedUntil).not.toBeNull()
    expect((await enter(await hashPassword(PASSWORD))).provedUntil).toBeNull()
  })

  test.each([
    ['without a password', 200, null],
    ['with one', 400, PASSWORD],
  ])('somebody who is signed in proves who they are by a code %s: %i', async (_what, status, password) => {
    const w = await fresh()
    const passwordHash = password && (await hashPassword(password))
    const wanda = await w.person({ email: OWNER, passwordHash })
    w.pass(60)
    const browser = browserOf(w)
    await browser.askForCode(OWNER)
    const code = await readCode(w)
    browser.token = wanda.token
    expect((await browser.prove(wrong(code))).status).toBe(400)
    expect((await browser.prove(code)).status).toBe(status)
    expect((await wanda.api.security.getProof()).provedUntil === null).toBe(status !== 200)
    // It works once.
    expect((await browser.prove(code)).status).toBe(400)
  })
})

test('one right code pressed eight times opens one session', async () => {
  const w = await fresh()
  await w.person(confirmed())
  const browser = browserOf(w)
  await browser.askForCode(OWNER)
  const code = await readCode(w)
  const replies = await Promise.all(Array.from({ length: 8 }, () => browser.verify(OWNER, code)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
})
