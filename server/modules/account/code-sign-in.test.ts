// Attacks on emailed codes: on the code itself, on whose account it opens, and on what happens at the same time.
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { MINUTE } from '../../../contract/durations.ts'
import { signLink } from '../../access/mail-links.ts'
import { unseal } from '../../access/sealed.ts'
import { sessions, signInCodes } from '../../db/schema/auth.ts'
import { events } from '../../db/schema/events.ts'
import { reports } from '../../db/schema/moderation.ts'
import { twoFactor } from '../../db/schema/two-factor.ts'
import { users } from '../../db/schema/users.ts'
import { browserOf } from '../../test-support/browser.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { world, type World, type WorldOptions } from '../../test-support/world.ts'
import { signInWithGoogle } from '../auth/google-sign-in.ts'
import { hashPassword } from '../auth/passwords.ts'
import { codeOf, stepAt } from '../auth/totp.ts'

const OWNER = 'wanda@example.org'
const PASSWORD = 'correct horse'
const confirmed = () => ({ email: OWNER, emailConfirmedAt: new Date() })

async function opened(options: WorldOptions = {}) {
  let now = new Date()
  const w = await world({ ...options, deps: { clock: () => now } })
  return { ...w, now: () => now, pass: (minutes: number) => void (now = new Date(now.getTime() + minutes * MINUTE)) }
}

/** What the mailbox holds: the newest code. */
async function readCode({ deps }: Pick<World, 'deps'>): Promise<string> {
  const mails = await collectMails(deps)
  return (
    /^\d{6}/.exec(mails.findLast(({ subject }) => subject.includes('is your Hooley code'))?.subject ?? '')?.[0] ?? ''
  )
}

const wrong = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0')
const isIn = (w: World, token?: string | null) =>
  w
    .apiWith(token ?? '')
    .users.profile()
    .then(
      ({ id }) => id,
      () => null,
    )

describe('the code', () => {
  test('signs in once, in the browser that asked, with spaces or without', async () => {
    const w = await opened()
    const wanda = await w.person(confirmed())
    const browser = browserOf(w)
    expect(await browser.askForCode(OWNER.toUpperCase())).toMatchObject({ status: 202, body: { state: 'code_sent' } })
    const code = await readCode(w)
    const { status, body } = await browser.verify(OWNER, ` ${code.slice(0, 3)} ${code.slice(3)} `)
    expect([status, await isIn(w, body.access_token)]).toEqual([200, wanda.id])
    expect(await browser.verify(OWNER, code)).toMatchObject({ status: 400, code: 'mailed_code_wrong' })
  })

  test('is of no use in another browser: reading, forwarding or stealing the email is not enough', async () => {
    const w = await opened()
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
    const w = await opened()
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
    const w = await opened()
    await w.person(confirmed())
    const browser = browserOf(w)
    await browser.askForCode(OWNER)
    const code = await readCode(w)
    w.pass(10)
    expect((await browser.verify(OWNER, code)).status).toBe(400)
  })

  test('ends after five wrong tries, however many come at once', async () => {
    const w = await opened()
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
    const w = await opened()
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
    const w = await opened()
    await w.person(confirmed())
    const [known, unknown] = [browserOf(w), browserOf(w)]
    expect(await unknown.askForCode('nobody@example.org')).toEqual(await known.askForCode(OWNER))
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
    const w = await opened()
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
    const w = await opened()
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
    ['without a password', null, 200],
    ['with one', PASSWORD, 400],
  ])('somebody who is signed in proves who they are by a code %s: %i', async (_what, password, status) => {
    const w = await opened()
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

/** Somebody has booked with the owner's address, and is signed in to what that made. */
async function squatted(options: WorldOptions = {}) {
  const w = await opened(options)
  const creator = await w.person()
  const night = await w.event(creator, { capacity: 4 })
  const squatter = browserOf(w, { ip: '198.51.100.7' })
  const { body } = await squatter.book(night.id, OWNER, { name: 'Mal Lory', numberOfTickets: 2 })
  squatter.token = body.access_token ?? ''
  const [account] = await w.deps.db.select().from(users).where(eq(users.email, OWNER))
  const [confirmation] = await collectMails(w.deps).then((all) => all.filter(({ text }) => text.includes('/links/')))
  const owner = browserOf(w)
  const sold = async () => (await w.deps.db.select().from(events).where(eq(events.id, night.id)))[0]?.ticketsSold
  return {
    ...w,
    night,
    squatter,
    owner,
    sold,
    userId: account!.id,
    link: /\/links\/([\w-]{34})/.exec(confirmation?.text ?? '')?.[1] ?? '',
    state: async () => (await w.deps.db.select().from(users).where(eq(users.email, OWNER)))[0],
    ownersCode: async () => {
      await owner.askForCode(OWNER)
      return readCode(w)
    },
  }
}

describe('after a squatter who booked with somebody’s address', () => {
  test('the owner is asked first, and the question uses nothing up', async () => {
    const w = await squatted()
    const code = await w.ownersCode()
    expect(await w.owner.verify(OWNER, code)).toMatchObject({ status: 409, code: 'whose_booking' })
    expect((await w.state())?.emailConfirmedAt).toBeNull()
    expect(await isIn(w, w.squatter.token)).toBe(w.userId)
    expect((await w.owner.verify(OWNER, code, { isMine: true })).status).toBe(200)
  })

  test('without a booking the question is about the account', async () => {
    const w = await opened()
    await w.person({ email: OWNER })
    const browser = browserOf(w)
    await browser.askForCode(OWNER)
    expect(await browser.verify(OWNER, await readCode(w))).toMatchObject({ status: 409, code: 'whose_account' })
  })

  test('Yes leaves the owner alone in the account, with the booking', async () => {
    const w = await squatted()
    await w.deps.db
      .update(users)
      .set({ passwordHash: await hashPassword(PASSWORD) })
      .where(eq(users.id, w.userId))
    const code = await w.ownersCode()
    const { body } = await w.owner.verify(OWNER, code, { isMine: true })
    expect(await isIn(w, body.access_token)).toBe(w.userId)
    expect(await isIn(w, w.squatter.token)).toBeNull()
    expect(await w.state()).toMatchObject({ passwordHash: null, emailConfirmedAt: expect.any(Date) as Date })
    expect(await w.sold()).toBe(2)
  })

  test('Yes keeps a password that is typed there, and no other', async () => {
    const w = await squatted()
    const passwordHash = await hashPassword(PASSWORD)
    await w.deps.db.update(users).set({ passwordHash }).where(eq(users.id, w.userId))
    const code = await w.ownersCode()
    expect(await w.owner.verify(OWNER, code, { isMine: true, password: 'a guess' })).toMatchObject({
      code: 'current_password_wrong',
    })
    expect((await w.owner.verify(OWNER, code, { isMine: true, password: PASSWORD })).status).toBe(200)
    expect((await w.state())?.passwordHash).toBe(passwordHash)
  })

  test('No gives the seats back, ends every way in and closes the account; the link undoes it for 15 minutes', async () => {
    const w = await squatted()
    const { status, body } = await w.owner.verify(OWNER, await w.ownersCode(), { isMine: false })
    expect([status, body]).toEqual([200, { access_token: null, ended: 'closed' }])
    expect(await w.sold()).toBe(0)
    expect(await isIn(w, w.squatter.token)).toBeNull()
    expect((await w.state())?.deletionAt).not.toBeNull()
    expect(await w.visitor.links.get({ params: { token: w.link } })).toMatchObject({ ended: 'closed' })
    w.pass(14)
    const undone = await w.visitor.account.confirmAddress({ body: { token: w.link, isMine: true } })
    expect(undone).toMatchObject({ isConfirmed: true })
    expect(await w.sold()).toBe(2)
    expect((await w.state())?.deletionAt).toBeNull()
  })

  test('No does not close an account with published events: nobody gets in, and moderators look at it', async () => {
    const w = await squatted()
    await w.event({ id: w.userId, email: OWNER, token: '', api: w.visitor })
    const { body } = await w.owner.verify(OWNER, await w.ownersCode(), { isMine: false })
    expect(body).toEqual({ access_token: null, ended: 'reported' })
    expect((await w.state())?.deletionAt).toBeNull()
    expect(await w.deps.db.$count(sessions, eq(sessions.userId, w.userId))).toBe(0)
    expect(await w.deps.db.$count(reports)).toBe(1)
  })

  test('No that comes after somebody has confirmed signs nobody in and closes nothing', async () => {
    const w = await squatted()
    const code = await w.ownersCode()
    await w.deps.db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, w.userId))
    expect((await w.owner.verify(OWNER, code, { isMine: false })).status).toBe(400)
    expect((await w.state())?.deletionAt).toBeNull()
  })

  test('the squatter’s own session, code and link open nothing more once the owner has said Yes', async () => {
    const w = await squatted()
    // Asked for before the owner came; the owner's mailbox has it, and the squatter guesses it by luck.
    await w.squatter.askForCode(OWNER)
    const lucky = await readCode(w)
    await w.owner.verify(OWNER, await w.ownersCode(), { isMine: true })
    w.squatter.token = undefined
    expect((await w.squatter.verify(OWNER, lucky)).status).toBe(400)
    expect(await w.deps.db.$count(sessions, eq(sessions.userId, w.userId))).toBe(1)
  })

  test('reading the link, forwarding it or scanning it confirms nothing, shows no ticket and signs nobody in', async () => {
    const w = await squatted()
    for (const method of ['GET', 'HEAD'] as const)
      for (const url of [`/links/${w.link}`, `/api/links/${w.link}`]) await w.app.inject({ method, url })
    const state = await w.visitor.links.get({ params: { token: w.link } })
    expect(state).toEqual({ purpose: 'address', isConfirmed: false, asks: 'booking' })
    expect((await w.state())?.emailConfirmedAt).toBeNull()
    const done = await w.visitor.account.confirmAddress({ body: { token: w.link, isMine: true } })
    expect(JSON.stringify(done)).not.toMatch(/token|ticket|Fiddle/)
    // The link is no bearer either.
    const { statusCode } = await w.app.inject({
      url: '/api/tickets',
      headers: { authorization: `Bearer ${w.link}` },
    })
    expect(statusCode).toBe(401)
  })

  test('a squatter who comes after the owner gets a code sent to the owner, and nothing else', async () => {
    const w = await squatted()
    await w.owner.verify(OWNER, await w.ownersCode(), { isMine: true })
    const late = browserOf(w, { ip: '203.0.113.5' })
    expect(await late.book(w.night.id, OWNER)).toMatchObject({ status: 202 })
    expect(await w.sold()).toBe(2)
    expect((await late.verify(OWNER, '123456')).status).toBe(400)
  })
})

describe('at the same moment', () => {
  const google = (w: World) =>
    signInWithGoogle(w.deps, {
      subject: 'google-wanda',
      email: OWNER,
      emailVerified: true,
      firstName: 'Wanda',
      lastName: 'Whistle',
      picture: '',
    })

  const alone = async (w: Awaited<ReturnType<typeof squatted>>) => {
    expect(await isIn(w, w.squatter.token)).toBeNull()
    expect((await w.state())?.emailConfirmedAt).not.toBeNull()
  }

  test('code, reset, Google and the link leave the owner alone, whichever comes first', async () => {
    for (let round = 0; round < 4; round++) {
      const w = await squatted()
      const code = await w.ownersCode()
      await w.visitor.auth.forgotPassword({ body: { email: OWNER } })
      const [reset] = await collectMails(w.deps)
      const token = /token=([\w-]+)/.exec(reset?.text ?? '')?.[1] ?? ''
      const attempts = [
        () => w.owner.verify(OWNER, code, { isMine: true }),
        () => w.visitor.auth.resetPassword({ params: { token }, body: { newPassword: PASSWORD } }),
        () => google(w),
        () => w.visitor.account.confirmAddress({ body: { token: w.link, isMine: true } }),
      ]
      const inTurn = [...attempts.slice(round), ...attempts.slice(0, round)]
      await Promise.allSettled(inTurn.map((attempt) => attempt()))
      await alone(w)
      // A code that a cure has ended opens nothing afterwards.
      expect((await w.owner.verify(OWNER, code, { isMine: true })).status).toBe(400)
    }
  })

  test('one right code pressed eight times opens one session', async () => {
    const w = await opened()
    await w.person(confirmed())
    const browser = browserOf(w)
    await browser.askForCode(OWNER)
    const code = await readCode(w)
    const replies = await Promise.all(Array.from({ length: 8 }, () => browser.verify(OWNER, code)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

test('a link of purpose address for an account with a session of its own needs no question', async () => {
  const w = await squatted()
  const token = signLink(w.deps.secrets, { purpose: 'address', userId: w.userId, subjectId: 0, email: OWNER })
  const own = w.apiWith(w.squatter.token ?? '')
  expect(await own.account.confirmAddress({ body: { token } })).toEqual({ purpose: 'address', isConfirmed: true })
  expect(await isIn(w, w.squatter.token)).toBe(w.userId)
})
