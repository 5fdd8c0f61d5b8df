// Attacks on the cures of server/access/cures.ts: what is under way while one happens, who came before the owner, and two
// browsers at once.
import { eq, isNotNull } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { MINUTE } from '../../../contract/durations.ts'
import { signLink } from '../../access/mail-links.ts'
import { addressChanges } from '../../db/schema/account.ts'
import { passwordResets, sessions } from '../../db/schema/auth.ts'
import { calendarFeeds } from '../../db/schema/calendar-feeds.ts'
import { pushSubscriptions } from '../../db/schema/notices.ts'
import { passkeys } from '../../db/schema/passkeys.ts'
import { recoveryCodes, twoFactor } from '../../db/schema/two-factor.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { pushReceiver } from '../../test-support/push-receiver.ts'
import { SoftAuthenticator } from '../../test-support/soft-authenticator.ts'
import { world, type Person, type World, type WorldOptions } from '../../test-support/world.ts'
import { signInWithGoogle } from './google-sign-in.ts'
import { hashPassword } from './passwords.ts'
import { unseal } from '../../access/sealed.ts'
import { codeOf, stepAt } from './totp.ts'

const PASSWORD = 'correct horse'

const refusal = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  )

async function opened(options: WorldOptions = {}) {
  let now = new Date()
  const w = await world({ ...options, env: { FEATURES: 'two-factor', ...options.env }, deps: { clock: () => now } })
  const passwordHash = await hashPassword(PASSWORD)
  return {
    ...w,
    pass: (minutes: number) => void (now = new Date(now.getTime() + minutes * MINUTE)),
    now: () => now,
    owner: (fields = {}) => w.person({ passwordHash, emailConfirmedAt: now, ...fields }),
    squatted: (fields = {}) => w.person({ passwordHash, emailConfirmedAt: null, ...fields }),
  }
}

type Opened = Awaited<ReturnType<typeof opened>>

async function addPasskey({ api }: Person, device = new SoftAuthenticator()) {
  const { challenge } = await api.passkeys.addOptions()
  await api.passkeys.add({ body: { passkey: device.create({ challenge }) } })
  return device
}

async function appCode({ deps, now }: Opened, { id }: Person) {
  const [row] = await deps.db.select().from(twoFactor).where(eq(twoFactor.userId, id))
  return codeOf(unseal(deps.secrets, id, row!.secret)!, stepAt(now()))
}

async function switchOn(w: Opened, person: Person): Promise<string[]> {
  await person.api.twoFactor.begin()
  const { recoveryCodes: codes } = await person.api.twoFactor.confirm({ body: { code: await appCode(w, person) } })
  await collectMails(w.deps)
  w.pass(2)
  return codes
}

async function resetToken({ visitor, deps }: World, { id, email }: Person) {
  await visitor.auth.forgotPassword({ body: { email } })
  const { rows } = await deps.db.$client.query<{ token: string }>(
    `select payload ->> 'token' as token from mails where kind = 'password-reset' and user_id = $1 order by id desc limit 1`,
    [id],
  )
  return rows[0]!.token
}

const reset = (w: World, token: string, newPassword = 'battery staple') =>
  w.visitor.auth.resetPassword({ params: { token }, body: { newPassword } })

/** Runs `call`, which waits for the account's row, then lets a cure that ends all sessions commit first. */
async function duringCure<T>({ deps }: World, { id }: Person, call: () => Promise<T>, alsoEnds: string[] = []) {
  const client = await deps.db.$client.connect()
  try {
    await client.query('begin')
    await client.query('select from users where id = $1 for no key update', [id])
    const answer = refusal(call())
    await expect
      .poll(async () => {
        const { rows } = await client.query<{ waiting: number }>(
          `select count(*)::int as waiting from pg_locks where not granted and locktype in ('transactionid', 'tuple')`,
        )
        return rows[0]?.waiting
      })
      .toBeGreaterThan(0)
    // In the other order both would wait for each other, and the cure could be the one that is given up.
    await client.query(`set local lock_timeout = '2s'`)
    for (const table of ['sessions', ...alsoEnds]) await client.query(`delete from ${table} where user_id = $1`, [id])
    await client.query('commit')
    return await answer
  } finally {
    client.release()
  }
}

describe('what is under way in a session that a cure ends', () => {
  const MAKERS: Record<string, (w: Opened, thief: Person) => Promise<() => Promise<unknown>>> = {
    'a change of address': (_w, { api }) =>
      Promise.resolve(() => api.account.changeAddress({ body: { email: 'thief@example.org' } })),
    'a calendar address': (_w, { api }) => Promise.resolve(() => api.feeds.renew({})),
    'a push subscription': (_w, { api }) =>
      Promise.resolve(() =>
        api.notices.subscribe({ body: { endpoint: 'https://push.example/1', keys: pushReceiver().keys } }),
      ),
    'a passkey': async (_w, { api }) => {
      const { challenge } = await api.passkeys.addOptions()
      return () => api.passkeys.add({ body: { passkey: new SoftAuthenticator().create({ challenge }) } })
    },
    'a second step': (_w, { api }) => Promise.resolve(() => api.twoFactor.begin()),
    'a change of password': (_w, { api }) =>
      Promise.resolve(() =>
        api.users.changePassword({ body: { currentPassword: PASSWORD, newPassword: 'thief pass' } }),
      ),
    'a deletion': (_w, { api }) => Promise.resolve(() => api.account.deleteAccount()),
  }

  test.each(Object.entries(MAKERS))('%s is refused and leaves nothing behind', async (_what, prepare) => {
    const w = await opened()
    const nora = await w.owner()
    const call = await prepare(w, nora)
    expect(await duringCure(w, nora, call)).toBe('unauthorized')
    const { db } = w.deps
    for (const table of [addressChanges, calendarFeeds, pushSubscriptions, passkeys, twoFactor])
      expect(await db.$count(table)).toBe(0)
    const [account] = await db.select().from(users).where(eq(users.id, nora.id))
    expect(account?.deletionAt).toBeNull()
    expect(await refusal(w.visitor.auth.login({ body: { email: nora.email, password: PASSWORD } }))).toBe('answered')
  })

  test('new recovery codes and switching off are refused as well', async () => {
    const w = await opened()
    for (const act of ['renewCodes', 'end'] as const) {
      const nora = await w.owner()
      const [code] = await switchOn(w, nora)
      expect(await duringCure(w, nora, () => nora.api.twoFactor[act]())).toBe('unauthorized')
      const login = w.visitor.auth.login({ body: { email: nora.email, password: PASSWORD, code } })
      expect(await refusal(login)).toBe('answered')
    }
  })
})

describe('a sign-in that meets a cure', () => {
  test('by a passkey that the cure removes opens nothing, and does not hold the cure up', async () => {
    const w = await opened()
    const nora = await w.owner()
    const device = await addPasskey(nora)
    const { challenge } = await w.visitor.passkeys.signInOptions()
    const signIn = () => w.visitor.passkeys.signIn({ body: device.get({ challenge }) })
    expect(await duringCure(w, nora, signIn, ['passkeys'])).toBe('passkey_failed')
    expect(await w.deps.db.$count(sessions)).toBe(0)
  })

  test('by a code whose second step the cure removes does not hold the cure up', async () => {
    const w = await opened()
    const nora = await w.owner()
    await switchOn(w, nora)
    const code = await appCode(w, nora)
    const signIn = () => w.visitor.auth.login({ body: { email: nora.email, password: PASSWORD, code } })
    // It waits twice: to see that a code is wanted, and with it.
    expect(await duringCure(w, nora, signIn, ['two_factor', 'recovery_codes'])).not.toBe('unavailable')
  })

  test('of eight resets, changes, ends of sessions and Google at once, all end, and no intruder is left', async () => {
    const w = await opened()
    const nora = await w.owner()
    const thieves = await Promise.all(
      [1, 2, 3].map(async () => {
        const { access_token } = await w.visitor.auth.login({ body: { email: nora.email, password: PASSWORD } })
        return w.apiWith(access_token)
      }),
    )
    const token = await resetToken(w, nora)
    const identity = { subject: 'g', email: nora.email, emailVerified: true, firstName: 'N', lastName: '', picture: '' }
    await Promise.all([
      ...thieves.map((thief, n) => refusal(thief.account.changeAddress({ body: { email: `thief${n}@example.org` } }))),
      ...thieves.map((thief) => refusal(thief.feeds.renew({}))),
      refusal(thieves[0]!.users.changePassword({ body: { currentPassword: PASSWORD, newPassword: 'thief pass' } })),
      refusal(nora.api.security.endOtherSessions()),
      refusal(signInWithGoogle(w.deps, identity)),
    ])
    // Google has ended that link, or not: the owner's own reset is the last word.
    const last = (await w.deps.db.$count(passwordResets)) > 0 ? token : await resetToken(w, nora)
    const mixed = await Promise.all([
      refusal(reset(w, last)),
      ...thieves.map((thief, n) => refusal(thief.account.changeAddress({ body: { email: `late${n}@example.org` } }))),
      ...thieves.map((thief) => refusal(thief.feeds.renew({}))),
    ])
    expect(mixed[0]).toBe('answered')
    for (const table of [addressChanges, calendarFeeds, sessions]) expect(await w.deps.db.$count(table)).toBe(0)
  })
})

const confirmToken = ({ deps }: World, { id: userId, email }: Person) =>
  signLink(deps.secrets, { purpose: 'address', userId, subjectId: 0, email })

describe('an address that somebody else signed up with', () => {
  test('is confirmed in a foreign browser only after saying whose account it is', async () => {
    const w = await opened()
    const squatter = await w.squatted()
    const token = confirmToken(w, squatter)
    const una = await w.person()
    for (const { account } of [w.visitor, una.api])
      expect(await refusal(account.confirmAddress({ body: { token } }))).toBe('whose_account')
    expect((await squatter.api.users.profile()).isEmailConfirmed).toBe(false)
    const { id: eventId } = await w.event(una)
    await squatter.api.tickets.book({ body: { eventId, numberOfTickets: 1 } })
    expect(await w.visitor.links.get({ params: { token } })).toMatchObject({ asks: 'booking' })
  })

  test('Yes leaves the owner alone in the account; a password that they type stays', async () => {
    const w = await opened()
    for (const password of [undefined, PASSWORD]) {
      const squatter = await w.squatted()
      const device = await addPasskey(squatter)
      await switchOn(w, squatter)
      const token = confirmToken(w, squatter)
      const wrong = { token, isMine: true, password: 'a guess' }
      expect(await refusal(w.visitor.account.confirmAddress({ body: wrong }))).toBe('current_password_wrong')
      expect((await squatter.api.users.profile()).isEmailConfirmed).toBe(false)
      const confirmed = { purpose: 'address', isConfirmed: true, hasPassword: password !== undefined }
      expect(await w.visitor.account.confirmAddress({ body: { token, isMine: true, password } })).toEqual(confirmed)
      expect(await refusal(squatter.api.users.profile())).toBe('unauthorized')
      const { challenge } = await w.visitor.passkeys.signInOptions()
      expect(await refusal(w.visitor.passkeys.signIn({ body: device.get({ challenge }) }))).toBe('passkey_failed')
      const login = w.visitor.auth.login({ body: { email: squatter.email, password: PASSWORD } })
      expect(await refusal(login)).toBe(password ? 'answered' : 'invalid_credentials')
      expect(await refusal(reset(w, await resetToken(w, squatter)))).toBe('answered')
      const owner = w.visitor.auth.login({ body: { email: squatter.email, password: 'battery staple' } })
      expect(await refusal(owner)).toBe('answered')
    }
  })

  test('guesses at the password there are slowed like those at sign-in', async () => {
    const w = await opened({ env: { RATE_LIMITS: 'on' } })
    const squatter = await w.squatted()
    const body = { token: confirmToken(w, squatter), isMine: true, password: 'a guess' }
    const answers = []
    for (let n = 0; n < 11; n++) answers.push(await refusal(w.visitor.account.confirmAddress({ body })))
    expect(answers.at(0)).toBe('current_password_wrong')
    expect(answers.at(-1)).toBe('too_many_requests')
  })

  test('No ends every way in, gives seats back and closes the account in 14 days', async () => {
    const w = await opened()
    const squatter = await w.squatted()
    const { id: eventId } = await w.event(await w.person())
    await squatter.api.tickets.book({ body: { eventId, numberOfTickets: 2 } })
    const token = confirmToken(w, squatter)
    const body = { token, isMine: false }
    const answer = await w.visitor.account.confirmAddress({ body })
    const undoUntil = new Date(w.now().getTime() + 15 * 60_000).toISOString()
    const closed = { purpose: 'address', isConfirmed: false, ended: 'closed', undoUntil }
    expect(answer).toEqual(closed)
    expect(await w.visitor.account.confirmAddress({ body })).toEqual(closed)
    expect(await w.visitor.links.get({ params: { token } })).toEqual(closed)
    const [account] = await w.deps.db.select().from(users).where(eq(users.id, squatter.id))
    expect(account?.deletionAt).toEqual(new Date(w.now().getTime() + 14 * 86_400_000))
    expect([account?.passwordHash, account?.emailConfirmedAt]).toEqual([null, null])
    const [booked] = await w.deps.db.select().from(tickets).where(eq(tickets.eventId, eventId))
    expect(booked?.numberOfTickets).toBe(0)
    w.pass(15)
    expect(await refusal(w.visitor.account.confirmAddress({ body }))).toBe('link_invalid')
    expect(await refusal(w.visitor.account.confirmAddress({ body: { token, isMine: true } }))).toBe('link_invalid')
    expect(await refusal(w.visitor.links.get({ params: { token } }))).toBe('link_invalid')
    // Pressed by mistake: the mailbox opens it again.
    await reset(w, await resetToken(w, squatter))
    const { access_token } = await w.visitor.auth.login({ body: { email: squatter.email, password: 'battery staple' } })
    expect((await w.apiWith(access_token).account.keepAccount()).email).toBe(squatter.email)
  })

  test('No is taken back by the same link for 15 minutes: account and seats are kept, every way in has ended', async () => {
    const w = await opened()
    const squatter = await w.squatted()
    const creator = await w.person()
    const full = await w.event(creator, { capacity: 2 })
    const open = await w.event(creator, { capacity: 2 })
    for (const { id: eventId } of [full, open])
      await squatter.api.tickets.book({ body: { eventId, numberOfTickets: 2 } })
    const waiting = await w.person()
    await waiting.api.waitingList.join({ params: { eventId: full.id }, body: { numberOfTickets: 2 } })
    const token = confirmToken(w, squatter)
    await w.visitor.account.confirmAddress({ body: { token, isMine: false } })
    // Nobody waits for these, so anybody may book one of them at once.
    await waiting.api.tickets.book({ body: { eventId: open.id, numberOfTickets: 1 } })
    w.pass(14)
    const undone = await w.visitor.account.confirmAddress({ body: { token, isMine: true } })
    expect(undone).toEqual({ purpose: 'address', isConfirmed: true, hasPassword: false, seatsLost: 2 })
    const seats = await w.deps.db.select({ eventId: tickets.eventId, n: tickets.numberOfTickets }).from(tickets)
    expect(seats).toEqual(
      expect.arrayContaining([
        { eventId: full.id, n: 2 },
        { eventId: open.id, n: 0 },
        { eventId: open.id, n: 1 },
      ]),
    )
    const [account] = await w.deps.db.select().from(users).where(eq(users.id, squatter.id))
    expect(account).toMatchObject({ deletionAt: null, disownedAt: null, passwordHash: null })
    const login = w.visitor.auth.login({ body: { email: squatter.email, password: PASSWORD } })
    expect(await refusal(login)).toBe('invalid_credentials')
    expect(await w.visitor.links.get({ params: { token } })).toMatchObject({ isConfirmed: true })
    expect(await refusal(w.visitor.account.confirmAddress({ body: { token, isMine: false } }))).toBe('link_invalid')
  })

  test('No and its undo at the same moment: seats that are being given back are kept, or can be undone', async () => {
    const w = await opened()
    const creator = await w.person()
    for (let round = 0; round < 4; round++) {
      const squatter = await w.squatted()
      for (let n = 0; n < 3; n++) {
        const { id: eventId } = await w.event(creator)
        await squatter.api.tickets.book({ body: { eventId, numberOfTickets: 2 } })
      }
      const token = confirmToken(w, squatter)
      const no = w.visitor.account.confirmAddress({ body: { token, isMine: false } })
      await expect.poll(() => w.deps.db.$count(users, isNotNull(users.disownedAt))).toBe(1)
      await Promise.all([no, w.visitor.account.confirmAddress({ body: { token, isMine: true } })])
      const rows = await w.deps.db.select().from(tickets).where(eq(tickets.userId, squatter.id))
      expect(rows.map((row) => row.numberOfTickets)).toEqual([2, 2, 2])
    }
  })

  test('No to an account with published events tells moderators, once, and leaves the events', async () => {
    const w = await opened()
    const squatter = await w.squatted()
    const { id: eventId } = await w.event(squatter)
    const body = { token: confirmToken(w, squatter), isMine: false }
    for (let times = 0; times < 2; times++)
      expect(await w.visitor.account.confirmAddress({ body })).toMatchObject({ ended: 'reported' })
    expect(await refusal(squatter.api.users.profile())).toBe('unauthorized')
    const login = w.visitor.auth.login({ body: { email: squatter.email, password: PASSWORD } })
    expect(await refusal(login)).toBe('invalid_credentials')
    expect((await w.visitor.events.get({ params: { eventId } })).id).toBe(eventId)
    const moderator = await w.person({ role: 'moderator' })
    const { items } = await moderator.api.moderationConsole.queue()
    expect(items).toMatchObject([
      { subject: { kind: 'account', id: squatter.id }, reports: [{ kind: 'rules', people: 1 }] },
    ])
    expect(items[0]?.said).toContain('did not create it')
  })

  test('a reset in the squatted account’s own browser keeps what was set up there', async () => {
    const w = await opened()
    const nora = await w.squatted()
    await addPasskey(nora)
    const token = await resetToken(w, nora)
    await nora.api.auth.resetPassword({ params: { token }, body: { newPassword: 'battery staple' } })
    expect(await w.deps.db.$count(passkeys)).toBe(1)
    expect(await refusal(nora.api.users.profile())).toBe('unauthorized')
  })

  test('of Yes, No and a reset at the same moment one decides, and nobody else is in', async () => {
    const w = await opened()
    for (let round = 0; round < 4; round++) {
      const squatter = await w.squatted()
      await switchOn(w, squatter)
      const token = confirmToken(w, squatter)
      const mailed = await resetToken(w, squatter)
      const [yes, no, byMail] = await Promise.all([
        refusal(w.visitor.account.confirmAddress({ body: { token, isMine: true } })),
        refusal(w.visitor.account.confirmAddress({ body: { token, isMine: false } })),
        refusal(reset(w, mailed)),
      ])
      expect([yes, no].every((one) => ['answered', 'link_invalid'].includes(one))).toBe(true)
      expect(['answered', 'reset_link_invalid']).toContain(byMail)
      expect(await refusal(squatter.api.users.profile())).toBe('unauthorized')
      const login = w.visitor.auth.login({ body: { email: squatter.email, password: PASSWORD } })
      expect(await refusal(login)).toBe('invalid_credentials')
      expect(await w.deps.db.$count(twoFactor, eq(twoFactor.userId, squatter.id))).toBe(0)
    }
  })

  test('once the owner has confirmed it, No is no longer asked nor taken', async () => {
    const w = await opened()
    const nora = await w.owner()
    const body = { token: confirmToken(w, nora), isMine: false }
    expect(await refusal(w.visitor.account.confirmAddress({ body }))).toBe('link_invalid')
    expect(await refusal(nora.api.users.profile())).toBe('answered')
  })
})

describe('codes that are guessed with a right password', () => {
  const subjects = async (w: Opened) => (await collectMails(w.deps)).map(({ subject }) => subject)

  test('the owner is told after the third, and not again before a right one', async () => {
    const w = await opened()
    const nora = await w.owner()
    const codes = await switchOn(w, nora)
    const guess = (code = 'abcdef') =>
      refusal(w.visitor.auth.login({ body: { email: nora.email, password: PASSWORD, code } }))
    await guess()
    await guess()
    expect(await subjects(w)).toEqual([])
    await guess()
    expect(await subjects(w)).toEqual(['Wrong codes for your Hooley account'])
    for (let n = 0; n < 3; n++) await guess()
    expect(await subjects(w)).toEqual([])
    expect(await guess(codes[0])).toBe('answered')
    for (let n = 0; n < 3; n++) await guess()
    expect(await subjects(w)).toEqual([
      'A recovery code of your Hooley account was used',
      'Wrong codes for your Hooley account',
    ])
    const wrongPassword = { email: nora.email, password: 'a guess', code: 'abcdef' }
    for (let n = 0; n < 3; n++) await refusal(w.visitor.auth.login({ body: wrongPassword }))
    const [row] = await w.deps.db.select().from(twoFactor)
    expect(row?.wrongCodes).toBe(3)
  })

  test.each(['a recovery code', 'a reset by email'])('fifty in a row stop the app until %s', async (cure) => {
    const w = await opened()
    const nora = await w.owner()
    const [recovery] = await switchOn(w, nora)
    const login = (code: string | undefined, password = PASSWORD) =>
      refusal(w.visitor.auth.login({ body: { email: nora.email, password, code } }))
    // At once: they are counted one by one all the same.
    const answers = await Promise.all(Array.from({ length: 50 }, () => login('abcdef')))
    expect(answers.filter((one) => one === 'second_step')).toHaveLength(49)
    expect(answers.filter((one) => one === 'codes_stopped')).toHaveLength(1)
    expect(await subjects(w)).toEqual([
      'Wrong codes for your Hooley account',
      'Your Hooley account no longer accepts codes from your app',
    ])
    expect(await login(await appCode(w, nora))).toBe('codes_stopped')
    expect(await refusal(nora.api.security.prove({ body: { code: await appCode(w, nora) } }))).toBe('codes_stopped')
    if (cure === 'a recovery code') expect(await login(recovery)).toBe('answered')
    else await reset(w, await resetToken(w, nora), PASSWORD)
    w.pass(2)
    expect(await login(await appCode(w, nora))).toBe('answered')
  })
})

describe('somebody who has a session and the password', () => {
  test('cannot switch two-factor off, renew its codes or add a passkey without a code', async () => {
    const w = await opened()
    const nora = await w.owner()
    const codes = await switchOn(w, nora)
    const device = new SoftAuthenticator()
    w.pass(10)
    await nora.api.security.prove({ body: { password: PASSWORD } })
    const ACTS = {
      end: () => nora.api.twoFactor.end(),
      renew: () => nora.api.twoFactor.renewCodes(),
      'passkey options': () => nora.api.passkeys.addOptions(),
      // Anything that can be read will do: it is refused before.
      passkey: () => nora.api.passkeys.add({ body: { passkey: device.create({ challenge: 'AAAA' }) } }),
    }
    for (const [name, act] of Object.entries(ACTS))
      expect([name, await refusal(act())]).toEqual([name, 'strong_proof_needed'])
    await nora.api.security.prove({ body: { code: await appCode(w, nora) } })
    const passkey = await addPasskey(nora)
    w.pass(10)
    expect(await refusal(nora.api.twoFactor.renewCodes())).toBe('strong_proof_needed')
    const { challenge } = await nora.api.passkeys.proofOptions()
    await nora.api.security.prove({ body: { passkey: passkey.get({ challenge }) } })
    expect(await refusal(nora.api.twoFactor.renewCodes())).toBe('answered')
    w.pass(10)
    const [old] = codes
    expect(await refusal(nora.api.security.prove({ body: { code: old } }))).toBe('proof_failed')
    await nora.api.security.prove({ body: { code: await appCode(w, nora) } })
    expect(await refusal(nora.api.twoFactor.end())).toBe('answered')
    expect(await w.deps.db.$count(recoveryCodes)).toBe(0)
  })

  test('cannot make a calendar address without a proof, and a screen can tell that there is one', async () => {
    const w = await opened()
    const nora = await w.owner()
    expect(await nora.api.feeds.get()).toEqual({ createdAt: null })
    w.pass(10)
    expect(await refusal(nora.api.feeds.renew({}))).toBe('proof_needed')
    await nora.api.security.prove({ body: { password: PASSWORD } })
    await nora.api.feeds.renew({})
    expect(await nora.api.feeds.get()).toEqual({ createdAt: w.now().toISOString() })
  })
})
