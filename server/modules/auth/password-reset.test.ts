import { expect, test } from 'vitest'
import { desc, eq } from 'drizzle-orm'
import { ApiError } from '../../../contract/api-error.ts'
import { mails } from '../../db/schema/mails.ts'
import { passkeys } from '../../db/schema/passkeys.ts'
import { users } from '../../db/schema/users.ts'
import type { Mail } from '../../mail/mail.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { world, type World } from '../../test-support/world.ts'
import { hashPassword } from './passwords.ts'

const answer = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: unknown) => (error instanceof ApiError ? [error.status, error.message] : Promise.reject(error as Error)),
  )

const INVALID = [400, 'This reset link is invalid or has expired.']

const tokenIn = (mail: Mail | undefined) => /reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''

async function forgetful(opened: World) {
  const nora = await opened.person({ passwordHash: await hashPassword('correct horse'), firstName: '<b>Nora</b>' })
  await opened.visitor.auth.forgotPassword({ body: { email: nora.email.toUpperCase() } })
  const [mail] = await collectMails(opened.deps)
  return { nora, mail, token: tokenIn(mail) }
}

test('the mail looks like Hooley, says the same as text, and escapes the name', async () => {
  const opened = await world()
  const { nora, mail, token } = await forgetful(opened)
  expect(mail).toMatchObject({ to: nora.email, subject: 'Reset your Hooley password' })
  expect(mail?.html).toContain(`href="http://localhost:3000/reset-password?token=${token}"`)
  expect(mail?.html).toContain('Hello &lt;b&gt;Nora&lt;/b&gt;')
  expect(mail?.text).toContain('Hello <b>Nora</b>')
  expect(mail?.text).toContain('The link works once, for 60 minutes.')
})

test('the link sets a new password once and ends every session', async () => {
  const opened = await world()
  const { nora, token } = await forgetful(opened)
  const { visitor } = opened
  const body = { newPassword: 'battery staple' }
  expect(await visitor.auth.resetPassword({ params: { token }, body })).toEqual({
    message: 'Password has been reset successfully. You can now login with your new password.',
  })
  expect(await answer(nora.api.users.profile())).toEqual([401, 'Please log in to continue.'])
  expect(await answer(visitor.auth.login({ body: { email: nora.email, password: 'battery staple' } }))).toBe('accepted')
  expect(await answer(visitor.auth.resetPassword({ params: { token }, body }))).toEqual(INVALID)
})

test('of many who use the link at once, one sets the password', async () => {
  const opened = await world()
  const { token } = await forgetful(opened)
  const tries = ['one password', 'two password', 'three password'].map((newPassword) =>
    answer(opened.visitor.auth.resetPassword({ params: { token }, body: { newPassword } })),
  )
  expect((await Promise.all(tries)).filter((result) => result === 'accepted')).toHaveLength(1)
})

test('the link works for an hour', async () => {
  let now = new Date()
  const opened = await world({ deps: { clock: () => now } })
  const { token } = await forgetful(opened)
  now = new Date(now.getTime() + 3_600_000)
  const body = { newPassword: 'battery staple' }
  expect(await answer(opened.visitor.auth.resetPassword({ params: { token }, body }))).toEqual(INVALID)
  now = new Date(now.getTime() - 1)
  expect(await answer(opened.visitor.auth.resetPassword({ params: { token }, body }))).toBe('accepted')
})

test('the newest link wins', async () => {
  const opened = await world()
  const { nora, token: older } = await forgetful(opened)
  await opened.visitor.auth.forgotPassword({ body: { email: nora.email } })
  const newer = tokenIn((await collectMails(opened.deps))[0])
  const body = { newPassword: 'battery staple' }
  expect(await answer(opened.visitor.auth.resetPassword({ params: { token: older }, body }))).toEqual(INVALID)
  expect(await answer(opened.visitor.auth.resetPassword({ params: { token: newer }, body }))).toBe('accepted')
})

test('a link that was replaced before its mail went out is not sent, and no token stays in a row', async () => {
  const opened = await world()
  const nora = await opened.person()
  await opened.visitor.auth.forgotPassword({ body: { email: nora.email } })
  await opened.visitor.auth.forgotPassword({ body: { email: nora.email } })
  expect(await collectMails(opened.deps)).toHaveLength(1)
  const rows = await opened.deps.db
    .select({ payload: mails.payload, status: mails.status })
    .from(mails)
    .orderBy(mails.id)
  expect(rows).toEqual([
    { payload: {}, status: 'skipped' },
    { payload: {}, status: 'sent' },
  ])
})

test('a short password or a made-up link is refused, and the link stays good', async () => {
  const opened = await world()
  const { token } = await forgetful(opened)
  const reset = (given: string, newPassword: string) =>
    answer(opened.visitor.auth.resetPassword({ params: { token: given }, body: { newPassword } }))
  expect(await reset(token, 'short')).toEqual([400, 'Password must be at least 6 characters long'])
  expect(await reset('made-up', 'battery staple')).toEqual(INVALID)
  expect(await reset('x'.repeat(250), 'battery staple')).toEqual(INVALID)
  expect(await reset(token, 'battery staple')).toBe('accepted')
})

test('an unknown address gets the same answer, and no mail', async () => {
  const opened = await world()
  const nora = await opened.person()
  const ask = (email: string) => opened.visitor.auth.forgotPassword({ body: { email } })
  const known = await ask(nora.email)
  expect(await ask('who@example.org')).toEqual(known)
  expect(known.message).toBe('Password reset link has been sent to your email address.')
  expect(await opened.deps.db.$count(mails, eq(mails.userId, nora.id))).toBe(1)
  expect(await opened.deps.db.$count(mails)).toBe(1)
})

test('a change of password does not end the link: the mailbox is the stronger proof', async () => {
  const opened = await world()
  const { nora, token } = await forgetful(opened)
  const body = { currentPassword: 'correct horse', newPassword: 'battery staple' }
  await nora.api.users.changePassword({ body })
  const reset = opened.visitor.auth.resetPassword({ params: { token }, body: { newPassword: 'third password' } })
  expect(await answer(reset)).toBe('accepted')
  expect(await answer(nora.api.users.profile())).toEqual([401, 'Please log in to continue.'])
})

test('somebody who keeps changing the password cannot keep its owner out', async () => {
  const opened = await world({ env: { RATE_LIMITS: 'on' } })
  const { nora, token } = await forgetful(opened)
  const change = (from: string, to: string) =>
    answer(nora.api.users.changePassword({ body: { currentPassword: from, newPassword: to } }))
  const SAME = [400, 'Please choose a password that is not your current one']
  expect(await change('correct horse', 'correct horse')).toEqual(SAME)
  expect(await change('a wrong one', 'a wrong one')).toEqual([400, 'Current password is incorrect'])
  const passwords = ['correct horse', 'thief 1', 'thief 2', 'thief 3', 'thief 4', 'thief 5']
  for (const [n, to] of passwords.slice(1).entries()) expect(await change(passwords[n]!, to)).toBe('accepted')
  expect(await change('thief 5', 'thief 6')).toEqual([429, 'Too many requests. Please try again in 24 hours.'])
  const body = { newPassword: 'battery staple' }
  expect(await answer(opened.visitor.auth.resetPassword({ params: { token }, body }))).toBe('accepted')
  // The owner is not held to what the other one used up.
  const { access_token } = await opened.visitor.auth.login({ body: { email: nora.email, password: 'battery staple' } })
  const own = { currentPassword: 'battery staple', newPassword: 'my own one' }
  expect(await answer(opened.apiWith(access_token).users.changePassword({ body: own }))).toBe('accepted')
})

test('the email afterwards names the passkeys that stay, to an address that was confirmed before', async () => {
  const opened = await world()
  const nora = await opened.person({ passwordHash: await hashPassword('correct horse'), emailConfirmedAt: new Date() })
  const key = { userId: nora.id, publicKey: Buffer.from(''), counter: 0, transports: [] }
  await opened.deps.db.insert(passkeys).values([
    { ...key, credentialId: 'a', name: 'Phone' },
    { ...key, credentialId: 'b', name: 'Not mine' },
  ])
  await opened.visitor.auth.forgotPassword({ body: { email: nora.email } })
  const token = tokenIn((await collectMails(opened.deps))[0])
  await opened.visitor.auth.resetPassword({ params: { token }, body: { newPassword: 'battery staple' } })
  const [mail] = await collectMails(opened.deps)
  expect(mail?.subject).toBe('Your Hooley account has a new password')
  expect(mail?.text).toContain('“Phone”, “Not mine”')
  expect(mail?.text.replace(/\s+/g, ' ')).toContain('your calendar’s secret address and push notifications')
})

test('the link proves the address: it is confirmed from then on, and stays so', async () => {
  let now = new Date('2026-11-15T12:00:00Z')
  const opened = await world({ deps: { clock: () => now } })
  const nora = await opened.person()
  const confirmedAt = async () => (await opened.deps.db.select({ at: users.emailConfirmedAt }).from(users))[0]?.at
  const reset = async () => {
    await opened.visitor.auth.forgotPassword({ body: { email: nora.email } })
    const [row] = await opened.deps.db.select().from(mails).orderBy(desc(mails.id)).limit(1)
    const { token } = row?.payload as { token: string }
    await opened.visitor.auth.resetPassword({ params: { token }, body: { newPassword: 'battery staple' } })
  }
  expect(await confirmedAt()).toBeNull()
  await reset()
  expect(await confirmedAt()).toEqual(now)
  now = new Date('2026-11-16T12:00:00Z')
  await reset()
  expect(await confirmedAt()).toEqual(new Date('2026-11-15T12:00:00Z'))
})

test('nobody is flooded with mails: five an hour, and nobody is told', async () => {
  const opened = await world({ env: { RATE_LIMITS: 'on' } })
  const nora = await opened.person()
  for (let i = 0; i < 7; i++) await opened.visitor.auth.forgotPassword({ body: { email: nora.email } })
  expect(await opened.deps.db.$count(mails)).toBe(5)
})
