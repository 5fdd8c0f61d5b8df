import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { signLink } from '../../access/mail-links.ts'
import { users } from '../../db/schema/users.ts'
import type { Mail } from '../../mail/mail.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { world, type World } from '../../test-support/world.ts'
import { confirmAddress } from './address.ts'

const NORA = { email: 'nora@example.org', password: 'correct horse', firstName: 'Nora', lastName: 'Byrne' }

const tokenIn = (mail: Mail | undefined) => /\/links\/([\w-]{34})/.exec(mail?.text ?? '')?.[1] ?? ''

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: unknown) => (error as { code?: string }).code,
  )

async function register({ visitor, apiWith, deps }: World) {
  const { access_token } = await visitor.auth.register({ body: NORA })
  const mails = await collectMails(deps)
  return { api: apiWith(access_token), mails, token: tokenIn(mails[0]) }
}

describe('a new account', () => {
  test('is asked by mail whether the address is its own, and confirms it by a press', async () => {
    const w = await world()
    const { api, mails, token } = await register(w)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[NORA.email, 'Confirm your email']])
    expect((await api.users.profile()).isEmailConfirmed).toBe(false)
    expect(await api.links.get({ params: { token } })).toEqual({ purpose: 'address', isConfirmed: false })
    expect((await api.users.profile()).isEmailConfirmed).toBe(false)
    const confirmed = { purpose: 'address', isConfirmed: true }
    expect(await api.account.confirmAddress({ body: { token } })).toEqual(confirmed)
    expect(await api.account.confirmAddress({ body: { token } })).toEqual(confirmed)
    // Once it is confirmed, from anywhere.
    expect(await w.visitor.account.confirmAddress({ body: { token } })).toEqual(confirmed)
    expect((await api.users.profile()).isEmailConfirmed).toBe(true)
  })

  test('gets the link again, and not once the address is confirmed', async () => {
    const w = await world()
    const { api, token } = await register(w)
    expect(await api.account.sendConfirmation()).toEqual({ isConfirmed: false })
    const [again] = await collectMails(w.deps)
    expect(tokenIn(again)).toBe(token)
    await api.account.confirmAddress({ body: { token } })
    expect(await api.account.sendConfirmation()).toEqual({ isConfirmed: true })
    expect(await collectMails(w.deps)).toEqual([])
  })

  test('gets the link five times an hour', async () => {
    const { person } = await world({ env: { RATE_LIMITS: 'on' } })
    const { api } = await person()
    for (let n = 0; n < 5; n++) await api.account.sendConfirmation()
    expect(await codeOf(api.account.sendConfirmation())).toBe('too_many_requests')
  })

  test('books, creates and publishes right away', async () => {
    const { person, event } = await world()
    const { api } = await person()
    const { id: eventId } = await event(await person())
    await api.tickets.book({ body: { eventId, numberOfTickets: 1 } })
    expect((await api.events.create({ body: { ...CEILIDH, isDraft: false } })).status).toBe('published')
  })
})

const CEILIDH = {
  title: 'Ceilidh',
  description: 'Bring your dancing shoes.',
  venue: 'The Cobblestone, Dublin',
  startTime: '2099-05-01T20:00:00Z',
  endTime: '2099-05-01T23:00:00Z',
  capacity: 20,
}

test('where the operator wants it, an event is published once the address is confirmed, and is a draft until then', async () => {
  const { person, deps } = await world({ env: { CONFIRM_EMAIL: 'publish' } })
  const { api, id } = await person()
  expect(await codeOf(api.events.create({ body: { ...CEILIDH, isDraft: false } }))).toBe('confirm_address_first')
  const { id: eventId } = await api.events.create({ body: { ...CEILIDH, isDraft: true } })
  const publish = () => api.events.update({ params: { eventId }, body: { ...CEILIDH, isDraft: false } })
  expect(await codeOf(publish())).toBe('confirm_address_first')
  await deps.db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, id))
  expect((await publish()).status).toBe('published')
})

test('a link for another purpose, for another account or with an old address confirms nothing', async () => {
  const { person, deps, visitor } = await world()
  const nora = await person()
  const claim = { purpose: 'address', userId: nora.id, subjectId: 0, email: nora.email } as const
  const wrong = [
    { ...claim, purpose: 'unsubscribe', subjectId: 1 } as const,
    { ...claim, email: 'old@example.org' },
    { ...claim, userId: nora.id + 1 },
    // A wish for another address that nobody has made: signed for the address of today it is as good as the first.
    { ...claim, subjectId: 7, email: 'new@example.org' },
  ]
  for (const one of wrong) {
    const token = signLink(deps.secrets, one)
    expect([one, await codeOf(visitor.account.confirmAddress({ body: { token } }))]).toEqual([one, 'link_invalid'])
  }
  expect((await nora.api.users.profile()).isEmailConfirmed).toBe(false)
})

test('a link confirms nothing if the account gets another address in the moment of the press', async () => {
  const { person, deps } = await world()
  const nora = await person()
  const token = signLink(deps.secrets, { purpose: 'address', userId: nora.id, subjectId: 0, email: nora.email })
  const { db } = deps
  const transaction: typeof db.transaction = async (...work) => {
    await db.update(users).set({ email: 'another@example.org' }).where(eq(users.id, nora.id))
    return db.transaction(...work)
  }
  const moving = { ...deps, db: Object.assign(Object.create(db) as typeof db, { transaction }) }
  for (const isMine of [true, false])
    expect(await codeOf(confirmAddress(moving, null, { token, isMine }, '127.0.0.1'))).toBe('link_invalid')
  expect((await nora.api.users.profile()).isEmailConfirmed).toBe(false)
})

test('setting a password by a reset link confirms the address', async () => {
  const w = await world()
  const { api } = await register(w)
  await w.visitor.auth.forgotPassword({ body: { email: NORA.email } })
  const [mail] = await collectMails(w.deps)
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  await w.visitor.auth.resetPassword({ params: { token }, body: { newPassword: 'battery staple' } })
  expect(await codeOf(api.users.profile())).toBe('unauthorized')
  const { access_token } = await w.visitor.auth.login({ body: { email: NORA.email, password: 'battery staple' } })
  expect((await w.apiWith(access_token).users.profile()).isEmailConfirmed).toBe(true)
})

test('what organisers and guests wrote goes out with the confirmation', async () => {
  const { person, event, deps } = await world()
  const creator = await person()
  const guest = await person({ emailConfirmedAt: new Date() })
  const { id: eventId } = await event(creator)
  const { id: first } = await event(creator)
  for (let n = 0; n < 5; n++)
    await guest.api.questions.ask({ params: { eventId: first }, body: { text: `Question ${n}?` } })
  expect(await collectMails(deps)).toHaveLength(5)
  await guest.api.questions.ask({ params: { eventId }, body: { text: 'Is there parking?' } })
  expect(await collectMails(deps)).toEqual([])
  const token = signLink(deps.secrets, { purpose: 'address', userId: creator.id, subjectId: 0, email: creator.email })
  await creator.api.account.confirmAddress({ body: { token } })
  expect((await collectMails(deps)).map(({ text }) => text.includes('Is there parking?'))).toEqual([true])
})
