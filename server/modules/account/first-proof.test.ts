// Somebody proves an address for the first time, which somebody else has booked with: by a code, a reset, Google or the link.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signLink } from '../../access/mail-links.ts'
import { sessions } from '../../db/schema/auth.ts'
import { doorLinks } from '../../db/schema/door.ts'
import { reports } from '../../db/schema/moderation.ts'
import { users } from '../../db/schema/users.ts'
import { browserOf } from '../../test-support/browser.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { blockedOn } from '../../test-support/database-trouble.ts'
import { isIn, opened, readCode, squatted } from '../../test-support/squatted.ts'
import { openWorld } from '../../test-support/world.ts'
import { finishGoogle, signInWithGoogle } from '../auth/google-sign-in.ts'
import { hashPassword } from '../auth/passwords.ts'

const PASSWORD = 'correct horse'

let base: Awaited<ReturnType<typeof opened>>
beforeAll(async () => {
  base = await opened({}, openWorld)
})
afterAll(() => base.close())

describe('after a squatter who booked with somebody’s address', () => {
  test('the owner is asked first, and the question uses nothing up', async () => {
    const w = await squatted(base)
    const code = await w.ownersCode()
    expect(await w.owner.verify(w.email, code)).toMatchObject({ status: 409, code: 'whose_booking' })
    expect((await w.state())?.emailConfirmedAt).toBeNull()
    expect(await isIn(w, w.squatter.token)).toBe(w.userId)
    expect((await w.owner.verify(w.email, code, { isMine: true })).status).toBe(200)
  })

  test('without a booking the question is about the account', async () => {
    const { email } = await base.person()
    const browser = browserOf(base)
    await browser.askForCode(email)
    expect(await browser.verify(email, await readCode(base))).toMatchObject({ status: 409, code: 'whose_account' })
  })

  test('Yes leaves the owner alone in the account, with the booking', async () => {
    const w = await squatted(base)
    await w.deps.db
      .update(users)
      .set({ passwordHash: await hashPassword(PASSWORD) })
      .where(eq(users.id, w.userId))
    const code = await w.ownersCode()
    const { body } = await w.owner.verify(w.email, code, { isMine: true })
    expect(await isIn(w, body.access_token)).toBe(w.userId)
    expect(await isIn(w, w.squatter.token)).toBeNull()
    expect(await w.state()).toMatchObject({ passwordHash: null, emailConfirmedAt: expect.any(Date) as Date })
    expect(await w.sold()).toBe(2)
  })

  test('Yes keeps a password that is typed there, and no other', async () => {
    const w = await squatted(base)
    const passwordHash = await hashPassword(PASSWORD)
    await w.deps.db.update(users).set({ passwordHash }).where(eq(users.id, w.userId))
    const code = await w.ownersCode()
    expect(await w.owner.verify(w.email, code, { isMine: true, password: 'a guess' })).toMatchObject({
      code: 'current_password_wrong',
    })
    expect((await w.owner.verify(w.email, code, { isMine: true, password: PASSWORD })).status).toBe(200)
    expect((await w.state())?.passwordHash).toBe(passwordHash)
  })

  test('No gives the seats back, ends every way in and closes the account; the link undoes it for 15 minutes', async () => {
    const w = await squatted(base)
    const { status, body } = await w.owner.verify(w.email, await w.ownersCode(), { isMine: false })
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
    const w = await squatted(base)
    await w.event({ id: w.userId, email: w.email, token: '', api: w.visitor })
    const { body } = await w.owner.verify(w.email, await w.ownersCode(), { isMine: false })
    expect(body).toEqual({ access_token: null, ended: 'reported' })
    expect((await w.state())?.deletionAt).toBeNull()
    expect(await w.deps.db.$count(sessions, eq(sessions.userId, w.userId))).toBe(0)
    expect(await w.deps.db.$count(reports, eq(reports.creatorId, w.userId))).toBe(1)
  })

  test('No that comes after somebody has confirmed signs nobody in and closes nothing', async () => {
    const w = await squatted(base)
    const code = await w.ownersCode()
    await w.deps.db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, w.userId))
    expect((await w.owner.verify(w.email, code, { isMine: false })).status).toBe(400)
    expect((await w.state())?.deletionAt).toBeNull()
  })

  test('the squatter’s own session, code and link open nothing more once the owner has said Yes', async () => {
    const w = await squatted(base)
    // Asked for before the owner came; the owner's mailbox has it, and the squatter guesses it by luck.
    await w.squatter.askForCode(w.email)
    const lucky = await readCode(w)
    await w.owner.verify(w.email, await w.ownersCode(), { isMine: true })
    w.squatter.token = undefined
    expect((await w.squatter.verify(w.email, lucky)).status).toBe(400)
    expect(await w.deps.db.$count(sessions, eq(sessions.userId, w.userId))).toBe(1)
  })

  test('reading the link, forwarding it or scanning it confirms nothing, shows no ticket and signs nobody in', async () => {
    const w = await squatted(base)
    for (const method of ['GET', 'HEAD'] as const)
      for (const url of [`/links/${w.link}`, `/api/links/${w.link}`]) await w.app.inject({ method, url })
    const state = await w.visitor.links.get({ params: { token: w.link } })
    expect(state).toEqual({ purpose: 'address', isConfirmed: false, asks: 'booking' })
    expect((await w.state())?.emailConfirmedAt).toBeNull()
    // Nor is it confirmed by a friend to whom it was forwarded, who is signed in to another account.
    const friend = await w.person()
    const pressed = friend.api.account.confirmAddress({ body: { token: w.link } })
    expect(await refusal(pressed)).toBe('whose_account')
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
    const w = await squatted(base)
    await w.owner.verify(w.email, await w.ownersCode(), { isMine: true })
    const late = browserOf(w, { ip: '203.0.113.5' })
    expect(await late.book(w.night.id, w.email)).toMatchObject({ status: 202 })
    expect(await w.sold()).toBe(2)
    expect((await late.verify(w.email, '123456')).status).toBe(400)
  })
})

interface Owned {
  email: string
}

const identityOf = ({ email }: Owned) => ({
  subject: `google-${email}`,
  email,
  emailVerified: true,
  firstName: 'Wanda',
  lastName: 'Whistle',
  picture: '',
})

type Squatted = Awaited<ReturnType<typeof squatted>>

async function resetToken({ email }: Owned) {
  await base.visitor.auth.forgotPassword({ body: { email } })
  const mail = (await collectMails(base.deps)).findLast(({ text }) => text.includes('reset-password'))
  return /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

/** Comes back from Google and is asked; returns what answers. */
async function askedByGoogle(w: Squatted) {
  const { status, headers } = await finishGoogle(w.deps, identityOf(w), 'forget')
  expect(status).toBe(409)
  const cookie = [headers['set-cookie']].flat().at(-1)!.split(';')[0]
  return (payload: { isMine: boolean; password?: string }) =>
    w.app.inject({ method: 'POST', url: '/api/auth/google/answer', headers: { cookie }, payload })
}

const refusal = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  )

describe('a reset of the password by the owner of the address', () => {
  const reset = (token: string, isMine?: boolean) =>
    base.visitor.auth.resetPassword({ params: { token }, body: { newPassword: PASSWORD, isMine } })

  test('asks whose booking it is first, and the question uses nothing up', async () => {
    const w = await squatted(base)
    const token = await resetToken(w)
    expect(await refusal(reset(token))).toBe('whose_booking')
    expect((await w.state())?.emailConfirmedAt).toBeNull()
    expect(await isIn(w, w.squatter.token)).toBe(w.userId)
    await reset(token, true)
    expect((await w.state())?.emailConfirmedAt).not.toBeNull()
    expect([await isIn(w, w.squatter.token), await w.sold()]).toEqual([null, 2])
  })

  test('No gives the seats back and closes the account, without a password', async () => {
    const w = await squatted(base)
    expect(await reset(await resetToken(w), false)).toMatchObject({ ended: 'closed' })
    expect([await isIn(w, w.squatter.token), await w.sold()]).toEqual([null, 0])
    expect(await w.state()).toMatchObject({ passwordHash: null, emailConfirmedAt: null })
    expect((await w.state())?.deletionAt).not.toBeNull()
  })

  test('is not asked without a booking, nor in the browser that booked; there No is refused', async () => {
    const bare = await base.person()
    expect(await refusal(reset(await resetToken(bare)))).toBe('done')

    const own = await squatted(base)
    const api = own.apiWith(own.squatter.token ?? '')
    const params = { token: await resetToken(own) }
    const no = api.auth.resetPassword({ params, body: { newPassword: PASSWORD, isMine: false } })
    expect(await refusal(no)).toBe('reset_link_invalid')
    expect(await refusal(api.auth.resetPassword({ params, body: { newPassword: PASSWORD } }))).toBe('done')
  })
})

describe('Google, for the owner of the address', () => {
  test('asks whose booking it is first, and links nothing before', async () => {
    const w = await squatted(base)
    const answer = await askedByGoogle(w)
    expect(await w.state()).toMatchObject({ googleSubject: null, emailConfirmedAt: null })
    expect(await isIn(w, w.squatter.token)).toBe(w.userId)
    const yes = await answer({ isMine: true })
    expect(await isIn(w, yes.json<{ access_token: string }>().access_token)).toBe(w.userId)
    expect(await w.state()).toMatchObject({ googleSubject: identityOf(w).subject })
    expect([await isIn(w, w.squatter.token), await w.sold()]).toEqual([null, 2])
    // The cookie serves once.
    expect((await answer({ isMine: true })).statusCode).toBe(401)
    expect((await answer({ isMine: false })).statusCode).toBe(404)
  })

  test('No gives the seats back and closes the account, and links nothing', async () => {
    const w = await squatted(base)
    const answer = await askedByGoogle(w)
    expect((await answer({ isMine: false })).json()).toEqual({ access_token: null, ended: 'closed' })
    expect([await isIn(w, w.squatter.token), await w.sold()]).toEqual([null, 0])
    expect(await w.state()).toMatchObject({ googleSubject: null, emailConfirmedAt: null })
  })

  test('keeps a password that is typed, and refuses a wrong one', async () => {
    const w = await squatted(base)
    const passwordHash = await hashPassword(PASSWORD)
    await w.deps.db.update(users).set({ passwordHash }).where(eq(users.id, w.userId))
    const answer = await askedByGoogle(w)
    expect((await answer({ isMine: true, password: 'wrong horse' })).statusCode).toBe(400)
    expect((await answer({ isMine: true, password: PASSWORD })).statusCode).toBe(200)
    expect(await w.state()).toMatchObject({ passwordHash })
  })

  test('refuses an answer once the account has another address', async () => {
    const w = await squatted(base)
    const answer = await askedByGoogle(w)
    await w.deps.db
      .update(users)
      .set({ email: `elsewhere-${w.userId}@example.org` })
      .where(eq(users.id, w.userId))
    expect((await answer({ isMine: true })).json()).toMatchObject({ message: 'Failed to authenticate with Google' })
    expect((await answer({ isMine: false })).statusCode).toBe(404)
  })

  test('asks nothing in the browser that is signed in to the account, nor without a booking', async () => {
    const w = await squatted(base)
    expect((await finishGoogle(w.deps, identityOf(w), 'forget', { userId: w.userId })).status).toBeUndefined()
    const bare = await base.person()
    expect(await isIn(w, await signInWithGoogle(w.deps, identityOf(bare)))).toBe(bare.id)
  })
})

/** Each way holds the account's row while it looks whether the address was confirmed, and then acts. */
describe('at the moment when the person in the account confirms the address', () => {
  type Late = (w: Squatted) => Promise<() => Promise<unknown>>
  const status = async (call: Promise<{ status?: number; statusCode?: number }>) => {
    const reply = await call
    return reply.status ?? reply.statusCode
  }
  const late: Record<string, [Late, unknown]> = {
    'a code and Yes': [
      async (w) => {
        const code = await w.ownersCode()
        return () => status(w.owner.verify(w.email, code, { isMine: true }))
      },
      200,
    ],
    'a code and No': [
      async (w) => {
        const code = await w.ownersCode()
        return () => status(w.owner.verify(w.email, code, { isMine: false }))
      },
      400,
    ],
    'a reset and Yes': [
      async (w) => {
        const params = { token: await resetToken(w) }
        return () => refusal(w.visitor.auth.resetPassword({ params, body: { newPassword: PASSWORD, isMine: true } }))
      },
      'done',
    ],
    'a reset and No': [
      async (w) => {
        const params = { token: await resetToken(w) }
        return () => refusal(w.visitor.auth.resetPassword({ params, body: { newPassword: PASSWORD, isMine: false } }))
      },
      'link_invalid',
    ],
    'Google and Yes': [
      async (w) => {
        const answer = await askedByGoogle(w)
        return () => status(answer({ isMine: true }))
      },
      200,
    ],
    'Google and No': [
      async (w) => {
        const answer = await askedByGoogle(w)
        return () => status(answer({ isMine: false }))
      },
      404,
    ],
    'Google, which was not asked': [
      (w) => Promise.resolve(() => refusal(signInWithGoogle(w.deps, identityOf(w)))),
      'done',
    ],
    'the link and Yes': [
      (w) => Promise.resolve(() => w.visitor.account.confirmAddress({ body: { token: w.link, isMine: true } })),
      { purpose: 'address', isConfirmed: true },
    ],
    'the link and No': [
      (w) =>
        Promise.resolve(() => refusal(w.visitor.account.confirmAddress({ body: { token: w.link, isMine: false } }))),
      'link_invalid',
    ],
  }
  test.each(Object.entries(late))('%s takes nothing away from them', async (_way, [prepare, expected]) => {
    const w = await squatted(base)
    const own = await w.event({ id: w.userId, email: w.email, token: '', api: w.visitor })
    const api = w.apiWith(w.squatter.token ?? '')
    await api.door.createLink({ params: { eventId: own.id }, body: { name: 'Door' } })
    const attempt = await prepare(w)
    const attempted = await w.deps.db.transaction(async (tx) => {
      await tx.update(users).set({ emailConfirmedAt: w.now() }).where(eq(users.id, w.userId))
      const reply = attempt()
      await expect.poll(() => blockedOn(w.deps.db)).toBe(1)
      return () => reply
    })
    expect(await attempted()).toEqual(expected)
    expect((await w.state())?.deletionAt).toBeNull()
    expect(await w.sold()).toBe(2)
    const [door] = await w.deps.db.select().from(doorLinks).where(eq(doorLinks.eventId, own.id))
    expect(door?.revokedAt).toBeNull()
  })
})

describe('a code, a reset, Google and the link, answered at the same moment', () => {
  test.each([
    ['Yes four times', [true, true, true, true]],
    ['No four times', [false, false, false, false]],
    ['No by code and link, Yes by reset and Google', [false, true, true, false]],
    ['Yes by code and link, No by reset and Google', [true, false, false, true]],
  ] as const)('%s: seats and account end together, and the squatter is out', async (_what, isMine) => {
    const w = await squatted(base)
    const [code, token, google] = [await w.ownersCode(), await resetToken(w), await askedByGoogle(w)]
    await Promise.all([
      w.owner.verify(w.email, code, { isMine: isMine[0] }),
      refusal(w.visitor.auth.resetPassword({ params: { token }, body: { newPassword: PASSWORD, isMine: isMine[1] } })),
      google({ isMine: isMine[2] }),
      refusal(w.visitor.account.confirmAddress({ body: { token: w.link, isMine: isMine[3] } })),
    ])
    const account = await w.state()
    expect(await isIn(w, w.squatter.token)).toBeNull()
    expect(await w.sold()).toBe(account?.deletionAt ? 0 : 2)
    if (isMine.every((yes) => yes)) expect(account).toMatchObject({ deletionAt: null, emailConfirmedAt: w.now() })
    if (!isMine.some((yes) => yes)) {
      expect(account).toMatchObject({ deletionAt: expect.any(Date) as Date, emailConfirmedAt: null })
      expect(await w.deps.db.$count(sessions, eq(sessions.userId, w.userId))).toBe(0)
    }
  })
})

test('a link of purpose address for an account with a session of its own needs no question', async () => {
  const w = await squatted(base)
  const token = signLink(w.deps.secrets, { purpose: 'address', userId: w.userId, subjectId: 0, email: w.email })
  const own = w.apiWith(w.squatter.token ?? '')
  expect(await own.account.confirmAddress({ body: { token } })).toEqual({ purpose: 'address', isConfirmed: true })
  expect(await isIn(w, w.squatter.token)).toBe(w.userId)
})
