import { expect, test } from 'vitest'
import { signLink } from '../../access/mail-links.ts'
import type { Mail } from '../../mail/mail.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { world } from '../../test-support/world.ts'
import { hashPassword } from '../auth/passwords.ts'

const NEW = 'nora.new@example.org'

const tokenIn = (mail: Mail | undefined) => /\/links\/([\w-]{34})/.exec(mail?.text ?? '')?.[1] ?? ''

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: unknown) => (error as { code?: string }).code,
  )

async function clocked() {
  let now = new Date()
  const w = await world({ deps: { clock: () => now } })
  return { ...w, pass: (ms: number) => (now = new Date(now.getTime() + ms)) }
}

test('another address is confirmed at the new one and told to the old one; old links end, and one signs in with it', async () => {
  const { person, deps, visitor } = await clocked()
  const nora = await person({ passwordHash: await hashPassword('correct horse') })
  const old = signLink(deps.secrets, { purpose: 'unsubscribe', userId: nora.id, subjectId: 1, email: nora.email })
  await visitor.auth.forgotPassword({ body: { email: nora.email } })
  const [reset] = await collectMails(deps)
  const resetToken = /token=([\w-]+)/.exec(reset?.text ?? '')?.[1] ?? ''

  await nora.api.account.changeAddress({ body: { email: NEW } })
  const asked = await collectMails(deps)
  expect(asked.map(({ to }) => to).toSorted()).toEqual([NEW, nora.email].toSorted())
  const token = tokenIn(asked.find(({ to }) => to === NEW))
  expect((await nora.api.users.profile()).email).toBe(nora.email)
  const shown = { purpose: 'address', isConfirmed: false, newEmail: NEW }
  expect(await nora.api.links.get({ params: { token } })).toEqual(shown)
  // Where nobody is signed in it may be a stranger, who was made to confirm an address for somebody else's account.
  expect(await visitor.links.get({ params: { token } })).toEqual({ ...shown, needsSignIn: true })
  const una = await person()
  for (const { account } of [visitor, una.api])
    expect(await codeOf(account.confirmAddress({ body: { token, isMine: true } }))).toBe('sign_in_to_confirm')

  const confirmed = { purpose: 'address', isConfirmed: true }
  expect(await nora.api.account.confirmAddress({ body: { token } })).toEqual(confirmed)
  expect(await nora.api.users.profile()).toMatchObject({ email: NEW, isEmailConfirmed: true })
  const told = await collectMails(deps)
  expect(told.map(({ to, subject }) => [to, subject])).toEqual([[nora.email, 'Your Hooley email address has changed']])
  expect(await codeOf(visitor.links.get({ params: { token: old } }))).toBe('link_invalid')
  const newPassword = 'battery staple'
  expect(await codeOf(visitor.auth.resetPassword({ params: { token: resetToken }, body: { newPassword } }))).toBe(
    'reset_link_invalid',
  )
  expect(await codeOf(visitor.auth.login({ body: { email: NEW, password: 'correct horse' } }))).toBe('answered')
  // Pressed twice, or opened once more.
  expect(await codeOf(visitor.account.confirmAddress({ body: { token } }))).toBe('answered')
})

test('only the newest wish counts, and only for a day', async () => {
  const { person, deps, pass } = await clocked()
  const nora = await person()
  const wish = async (email: string) => {
    await nora.api.account.changeAddress({ body: { email } })
    return tokenIn((await collectMails(deps)).find(({ to }) => to === email))
  }
  const first = await wish('first@example.org')
  const second = await wish('second@example.org')
  expect(await codeOf(nora.api.account.confirmAddress({ body: { token: first } }))).toBe('link_invalid')
  pass(25 * 3_600_000)
  expect(await codeOf(nora.api.account.confirmAddress({ body: { token: second } }))).toBe('link_invalid')
  expect((await nora.api.users.profile()).email).toBe(nora.email)
})

test('whether an address has an account is told to that address alone', async () => {
  const { person, deps } = await clocked()
  const [nora, other] = [await person(), await person()]
  const free = await nora.api.account.changeAddress({ body: { email: NEW } })
  await collectMails(deps)
  expect(await nora.api.account.changeAddress({ body: { email: other.email } })).toEqual(free)
  const mail = (await collectMails(deps)).find(({ to }) => to === other.email)
  expect(mail?.subject).toBe('This address already has a Hooley account')
  expect(tokenIn(mail)).toBe('')
  // Taken between the email and the press.
  await nora.api.account.changeAddress({ body: { email: NEW } })
  const token = tokenIn((await collectMails(deps)).find(({ to }) => to === NEW))
  await person({ email: NEW })
  expect(await codeOf(nora.api.account.confirmAddress({ body: { token } }))).toBe('email_taken')
  expect((await nora.api.users.profile()).email).toBe(nora.email)
})

test('it needs a proof, and can be asked for five times a day', async () => {
  const { person, pass } = await clocked()
  const nora = await person()
  pass(11 * 60_000)
  expect(await codeOf(nora.api.account.changeAddress({ body: { email: NEW } }))).toBe('proof_needed')
  const limited = await world({ env: { RATE_LIMITS: 'on' } })
  const { api } = await limited.person()
  for (let n = 0; n < 5; n++) await api.account.changeAddress({ body: { email: `new${n}@example.org` } })
  expect(await codeOf(api.account.changeAddress({ body: { email: NEW } }))).toBe('too_many_requests')
})

test('the email to the old address stops the change by a press, and following its link changes nothing', async () => {
  const { person, deps, visitor } = await clocked()
  const nora = await person()
  await nora.api.account.changeAddress({ body: { email: NEW } })
  const asked = await collectMails(deps)
  const [confirm, stop] = [NEW, nora.email].map((address) => tokenIn(asked.find(({ to }) => to === address)))
  const params = { token: stop! }
  for (let times = 0; times < 2; times++)
    expect(await visitor.links.get({ params })).toEqual({ purpose: 'keep-address', isStopped: false })
  expect(await codeOf(nora.api.links.get({ params: { token: confirm! } }))).toBe('answered')
  const stopped = { purpose: 'keep-address', isStopped: true }
  // The link of the new address stops nothing.
  expect(await codeOf(visitor.account.stopAddressChange({ body: { token: confirm! } }))).toBe('link_invalid')
  expect(await visitor.account.stopAddressChange({ body: params })).toEqual(stopped)
  expect(await visitor.account.stopAddressChange({ body: params })).toEqual(stopped)
  expect(await visitor.links.get({ params })).toEqual(stopped)
  expect(await codeOf(nora.api.account.confirmAddress({ body: { token: confirm! } }))).toBe('link_invalid')
  // A newer wish is not what that email was about.
  await nora.api.account.changeAddress({ body: { email: NEW } })
  const again = tokenIn((await collectMails(deps)).find(({ to }) => to === NEW))
  await visitor.account.stopAddressChange({ body: params })
  expect(await codeOf(nora.api.account.confirmAddress({ body: { token: again } }))).toBe('answered')
  // It has another address: the owner of the old one can no longer change anything.
  expect(await codeOf(visitor.account.stopAddressChange({ body: params }))).toBe('link_invalid')
})
