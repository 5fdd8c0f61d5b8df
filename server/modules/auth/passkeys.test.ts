import { describe, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { ApiError } from '../../../contract/api-error.ts'
import { sessions } from '../../db/schema/auth.ts'
import { passkeys, usedChallenges } from '../../db/schema/passkeys.ts'
import { users } from '../../db/schema/users.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { SoftAuthenticator } from '../../test-support/soft-authenticator.ts'
import { world, type Person, type WorldOptions } from '../../test-support/world.ts'
import { removeExpiredSessions } from './expired-sessions.ts'
import { hashPassword } from './passwords.ts'

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: unknown) => (error instanceof ApiError ? [error.status, error.code] : Promise.reject(error as Error)),
  )

const FAILED = [401, 'passkey_failed']

async function addTo({ api }: Person, device = new SoftAuthenticator(), name?: string) {
  const { challenge } = await api.passkeys.addOptions()
  const added = await api.passkeys.add({ body: { name, passkey: device.create({ challenge }) } })
  return { device, added }
}

async function owner(options: WorldOptions = {}) {
  let now = new Date('2026-11-15T12:00:00Z')
  const opened = await world({ ...options, deps: { clock: () => now } })
  const nora = await opened.person({
    email: 'nora@example.org',
    passwordHash: await hashPassword('correct horse'),
    emailConfirmedAt: now,
  })
  const challenge = async () => (await opened.visitor.passkeys.signInOptions()).challenge
  const pass = (minutes: number) => void (now = new Date(now.getTime() + minutes * 60_000))
  return { opened, nora, challenge, pass, visitor: opened.visitor }
}

describe('a passkey', () => {
  test('is added with a name, listed, told by mail, and signs in', async () => {
    const { opened, nora, challenge, visitor } = await owner()
    const { device, added } = await addTo(nora, undefined, 'My phone')
    expect(added).toEqual({ id: added.id, name: 'My phone', createdAt: '2026-11-15T12:00:00.000Z', lastUsedAt: null })
    const [mail] = await collectMails(opened.deps)
    expect(mail).toMatchObject({ to: nora.email, subject: 'A passkey was added to your Hooley account' })
    expect(mail?.text).toContain('My phone')
    const { access_token: token } = await visitor.passkeys.signIn({
      body: device.get({ challenge: await challenge() }),
    })
    expect(await opened.apiWith(token).users.profile()).toMatchObject({ email: nora.email })
    expect(await opened.apiWith(token).security.getProof()).toMatchObject({ provedUntil: '2026-11-15T12:10:00.000Z' })
    expect(await nora.api.passkeys.list()).toEqual([{ ...added, lastUsedAt: '2026-11-15T12:00:00.000Z' }])
  })

  test('is one of several, each with a name', async () => {
    const { nora, challenge, visitor } = await owner()
    const [phone, key] = [await addTo(nora, undefined, 'Phone'), await addTo(nora, undefined, 'Key')]
    expect((await nora.api.passkeys.list()).map(({ name }) => name)).toEqual(['Phone', 'Key'])
    for (const { device } of [phone, key])
      expect(await refusal(visitor.passkeys.signIn({ body: device.get({ challenge: await challenge() }) }))).toBe(
        'accepted',
      )
    const { excludeCredentials } = await nora.api.passkeys.addOptions()
    expect(excludeCredentials).toHaveLength(2)
    expect(await refusal(addTo(nora, phone.device))).toEqual([409, 'passkey_known'])
    expect((await visitor.passkeys.signInOptions()).allowCredentials).toEqual([])
  })

  test('sent twice, because the answer was lost, is added and told once', async () => {
    const { opened, nora } = await owner()
    const { challenge } = await nora.api.passkeys.addOptions()
    const body = { passkey: new SoftAuthenticator().create({ challenge }), name: 'Laptop' }
    const send = () => nora.api.passkeys.add({ headers: { 'idempotency-key': 'my-laptop' }, body })
    const [one, two] = await Promise.all([send(), send()])
    expect([one, two, await send()]).toEqual([one, one, one])
    expect(await nora.api.passkeys.list()).toEqual([one])
    expect(await collectMails(opened.deps)).toHaveLength(1)
    await nora.api.passkeys.remove({ params: { passkeyId: one.id } })
    expect(await refusal(send())).toEqual([400, 'passkey_invalid'])
  })

  test('named with a web address does not carry it to an address that nobody has confirmed', async () => {
    const { opened } = await owner()
    const stranger = await opened.person()
    await addTo(stranger, undefined, 'https://evil.example')
    const [mail] = await collectMails(opened.deps)
    expect(mail?.text).toContain('The passkey can now sign in')
    expect(mail?.text).not.toContain('evil')
  })

  test('is renamed with proof, told by mail with both names, and only by its owner', async () => {
    const { opened, nora, challenge, visitor, pass } = await owner()
    const { device, added } = await addTo(nora, undefined, 'Phone')
    await collectMails(opened.deps)
    const params = { passkeyId: added.id }
    const rename = (name: string, { api }: Person = nora) => api.passkeys.rename({ params, body: { name } })
    const una = await opened.person()
    expect(await refusal(rename('Mine now', una))).toEqual([404, 'passkey_not_found'])
    for (const wrong of ['', '  ', 'x'.repeat(61), 'two\nlines'])
      expect(await refusal(rename(wrong))).toEqual([400, 'bad_request'])
    expect(await rename('Old phone')).toEqual({ ...added, name: 'Old phone' })
    expect(await nora.api.passkeys.list()).toEqual([{ ...added, name: 'Old phone' }])
    const [mail, ...more] = await collectMails(opened.deps)
    expect(mail).toMatchObject({ to: nora.email, subject: 'A passkey of your Hooley account was renamed' })
    expect(mail?.text).toContain('The passkey “Phone” of your Hooley account is now called “Old phone”.')
    expect(more).toEqual([])
    await rename('Old phone')
    expect(await collectMails(opened.deps)).toEqual([])
    const body = device.get({ challenge: await challenge() })
    expect(await refusal(visitor.passkeys.signIn({ body }))).toBe('accepted')
    pass(11)
    expect(await refusal(rename('Later'))).toEqual([403, 'proof_needed'])
  })

  test('is removed with proof, told by mail, and then signs nobody in', async () => {
    const { opened, nora, challenge, visitor, pass } = await owner()
    const { device, added } = await addTo(nora)
    await collectMails(opened.deps)
    pass(11)
    const params = { passkeyId: added.id }
    expect(await refusal(nora.api.passkeys.remove({ params }))).toEqual([403, 'proof_needed'])
    expect(await refusal(nora.api.passkeys.addOptions())).toEqual([403, 'proof_needed'])
    await nora.api.security.prove({ body: { password: 'correct horse' } })
    const una = await opened.person()
    expect(await refusal(una.api.passkeys.remove({ params }))).toEqual([404, 'passkey_not_found'])
    await nora.api.passkeys.remove({ params })
    expect((await collectMails(opened.deps)).map(({ subject }) => subject)).toEqual([
      'A passkey was removed from your Hooley account',
    ])
    expect(await refusal(visitor.passkeys.signIn({ body: device.get({ challenge: await challenge() }) }))).toEqual(
      FAILED,
    )
    expect(await refusal(nora.api.passkeys.remove({ params }))).toEqual([404, 'passkey_not_found'])
  })

  test('that is the last way in stays, also when the last two go at once', async () => {
    const { opened, nora } = await owner()
    const [first, second] = [await addTo(nora), await addTo(nora)]
    await opened.deps.db.update(users).set({ passwordHash: null }).where(eq(users.id, nora.id))
    const remove = ({ added }: typeof first) => refusal(nora.api.passkeys.remove({ params: { passkeyId: added.id } }))
    const both = await Promise.all([remove(first), remove(second)])
    expect(both.filter((one) => one === 'accepted')).toHaveLength(1)
    expect(both.filter((one) => one !== 'accepted')).toEqual([[409, 'last_way_in']])
    expect(await nora.api.passkeys.list()).toHaveLength(1)
  })

  test('is refused beyond twenty of them', async () => {
    const { opened, nora } = await owner()
    const row = { userId: nora.id, publicKey: Buffer.from(''), counter: 0, transports: [], name: 'Key' }
    await opened.deps.db
      .insert(passkeys)
      .values(Array.from({ length: 20 }, (_, n) => ({ ...row, credentialId: `key${n}` })))
    expect(await refusal(nora.api.passkeys.addOptions())).toEqual([409, 'too_many_passkeys'])
  })

  test('belongs to a name: where the site has only a number there are none', async () => {
    const { opened, nora, visitor } = await owner({ config: { publicUrl: 'http://192.0.2.7:3000' } })
    expect(await refusal(visitor.passkeys.signInOptions())).toEqual([404, 'passkeys_unavailable'])
    expect(await refusal(nora.api.passkeys.addOptions())).toEqual([404, 'passkeys_unavailable'])
    expect(opened.deps.config.publicUrl).toContain('192')
  })
})

describe('signing in with a passkey is refused', () => {
  test.each([
    ['from another site', { origin: 'https://hooley.example.evil' }],
    ['that was asked for by another site', { rpId: 'evil.example' }],
    ['that nobody has unlocked', { isVerified: false }],
    ['by what was signed for something else', { type: 'webauthn.create' }],
  ])('%s', async (_what, said) => {
    const { nora, challenge, visitor } = await owner()
    const { device } = await addTo(nora)
    const body = device.get({ challenge: await challenge(), ...said })
    expect(await refusal(visitor.passkeys.signIn({ body }))).toEqual(FAILED)
    const right = device.get({ challenge: await challenge() })
    expect(await refusal(visitor.passkeys.signIn({ body: right }))).toBe('accepted')
  })

  test('with a challenge that has served, one after the other or at once', async () => {
    const { opened, nora, challenge, visitor } = await owner()
    const { device } = await addTo(nora)
    const body = device.get({ challenge: await challenge() })
    const signIn = () => refusal(visitor.passkeys.signIn({ body }))
    const answers = await Promise.all([signIn(), signIn(), signIn()])
    expect(answers.filter((one) => one === 'accepted')).toHaveLength(1)
    expect(await signIn()).toEqual(FAILED)
    // The person's own, and one by passkey.
    expect(await opened.deps.db.$count(sessions)).toBe(2)
  })

  test('with a challenge that has served, also where the counter says nothing', async () => {
    const { nora, challenge, visitor } = await owner()
    const device = new SoftAuthenticator()
    const { challenge: toAdd } = await nora.api.passkeys.addOptions()
    await nora.api.passkeys.add({ body: { passkey: device.create({ challenge: toAdd, counter: 0 }) } })
    const body = device.get({ challenge: await challenge(), counter: 0 })
    expect(await refusal(visitor.passkeys.signIn({ body }))).toBe('accepted')
    expect(await refusal(visitor.passkeys.signIn({ body }))).toEqual(FAILED)
    const next = device.get({ challenge: await challenge(), counter: 0 })
    expect(await refusal(visitor.passkeys.signIn({ body: next }))).toBe('accepted')
  })

  test('when its counter has gone back: somebody has a copy', async () => {
    const { nora, challenge, visitor } = await owner()
    const { device } = await addTo(nora)
    const at = async (counter: number) =>
      refusal(visitor.passkeys.signIn({ body: device.get({ challenge: await challenge(), counter }) }))
    expect(await at(7)).toBe('accepted')
    expect(await at(7)).toEqual(FAILED)
    expect(await at(6)).toEqual(FAILED)
    expect(await at(0)).toEqual(FAILED)
    expect(await at(8)).toBe('accepted')
  })

  test('and what is kept of challenges that have served is removed when they would have expired', async () => {
    const { opened, nora, challenge, visitor, pass } = await owner()
    const { device } = await addTo(nora)
    await visitor.passkeys.signIn({ body: device.get({ challenge: await challenge() }) })
    const { db, clock } = opened.deps
    await removeExpiredSessions(db, clock())
    expect(await db.$count(usedChallenges)).toBe(2)
    pass(11)
    await removeExpiredSessions(db, clock())
    expect(await db.$count(usedChallenges)).toBe(0)
  })

  test('with a challenge that is made up, changed, too old, or was made to add or to prove', async () => {
    const { nora, challenge, visitor, pass } = await owner()
    const { device } = await addTo(nora)
    const signIn = (given: string) => refusal(visitor.passkeys.signIn({ body: device.get({ challenge: given }) }))
    const good = await challenge()
    expect(await signIn(Buffer.alloc(36).toString('base64url'))).toEqual(FAILED)
    expect(await signIn(`${good.slice(0, -8)}AAAAAAAA`)).toEqual(FAILED)
    expect(await signIn((await nora.api.passkeys.addOptions()).challenge)).toEqual(FAILED)
    expect(await signIn((await nora.api.passkeys.proofOptions()).challenge)).toEqual(FAILED)
    pass(10)
    expect(await signIn(good)).toEqual(FAILED)
  })

  test('by a key that signs for another one', async () => {
    const { nora, challenge, visitor } = await owner()
    const { device } = await addTo(nora)
    const forger = new SoftAuthenticator()
    const forged = forger.get({ challenge: await challenge(), counter: 9 })
    const { id, rawId } = device.get({ challenge: 'x' })
    expect(await refusal(visitor.passkeys.signIn({ body: { ...forged, id, rawId } }))).toEqual(FAILED)
    expect(await refusal(visitor.passkeys.signIn({ body: forged }))).toEqual(FAILED)
  })

  test('more than a hundred times from one network in a quarter of an hour', async () => {
    const { challenge, visitor } = await owner({ env: { RATE_LIMITS: 'on' } })
    const body = new SoftAuthenticator().get({ challenge: await challenge() })
    for (let n = 0; n < 100; n++) expect(await refusal(visitor.passkeys.signIn({ body }))).toEqual(FAILED)
    expect(await refusal(visitor.passkeys.signIn({ body }))).toEqual([429, 'too_many_requests'])
  })
})

describe('adding a passkey is refused', () => {
  test.each([
    ['from another site', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['that nobody has unlocked', { isVerified: false }],
    ['by what was signed for something else', { type: 'webauthn.get' }],
  ])('%s', async (_what, said) => {
    const { nora } = await owner()
    const { challenge } = await nora.api.passkeys.addOptions()
    const passkey = new SoftAuthenticator().create({ challenge, ...said })
    expect(await refusal(nora.api.passkeys.add({ body: { passkey } }))).toEqual([400, 'passkey_invalid'])
  })

  test('with a challenge of another session, of a sign-in, or one that has served', async () => {
    const { opened, nora, challenge } = await owner()
    const una = await opened.person()
    const add = (given: string) =>
      refusal(nora.api.passkeys.add({ body: { passkey: new SoftAuthenticator().create({ challenge: given }) } }))
    expect(await add((await una.api.passkeys.addOptions()).challenge)).toEqual([400, 'passkey_invalid'])
    expect(await add(await challenge())).toEqual([400, 'passkey_invalid'])
    const { challenge: once } = await nora.api.passkeys.addOptions()
    expect(await add(once)).toBe('accepted')
    expect(await add(once)).toEqual([400, 'passkey_invalid'])
  })
})

describe('a passkey as proof', () => {
  test('holds in its own session and for its own account alone', async () => {
    const { opened, nora, pass } = await owner()
    const una = await opened.person()
    const { device } = await addTo(nora)
    const { device: unas } = await addTo(una)
    pass(11)
    const prove = async (challenge: string, key: SoftAuthenticator) =>
      refusal(nora.api.security.prove({ body: { passkey: key.get({ challenge }) } }))
    const { challenge, allowCredentials } = await nora.api.passkeys.proofOptions()
    expect(allowCredentials).toHaveLength(1)
    expect(await nora.api.security.getProof()).toMatchObject({ ways: ['password', 'passkey'] })
    expect(await prove((await una.api.passkeys.proofOptions()).challenge, device)).toEqual([400, 'proof_failed'])
    expect(await prove((await opened.visitor.passkeys.signInOptions()).challenge, device)).toEqual([
      400,
      'proof_failed',
    ])
    expect(await prove((await nora.api.passkeys.proofOptions()).challenge, unas)).toEqual([400, 'proof_failed'])
    expect(await prove(challenge, device)).toBe('accepted')
    expect(await prove(challenge, device)).toEqual([400, 'proof_failed'])
  })
})
