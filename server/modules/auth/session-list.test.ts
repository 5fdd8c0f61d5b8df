import { expect, test } from 'vitest'
import { ApiError } from '../../../contract/api-error.ts'
import { createClient } from '../../../contract/client.ts'
import { httpCaller } from '../../../contract/http-caller.ts'
import { buildApp } from '../../app.ts'
import { passkeys } from '../../db/schema/passkeys.ts'
import { openDeps } from '../../open-deps.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { injectedFetch, world, type World } from '../../test-support/world.ts'
import { hashPassword } from './passwords.ts'

const PASSWORD = 'correct horse'
const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Mobile Safari/537.36'
const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

const status = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: unknown) => (error instanceof ApiError ? [error.status, error.code] : Promise.reject(error as Error)),
  )

async function signIn({ app, apiWith }: World, email: string, userAgent: string) {
  const headers = { 'user-agent': userAgent }
  const payload = { email, password: PASSWORD }
  const response = await app.inject({ method: 'POST', url: '/api/auth/login', headers, payload })
  return apiWith(response.json<{ access_token: string }>().access_token)
}

async function twoDevices() {
  let now = new Date('2026-11-15T12:00:00Z')
  const opened = await world({ deps: { clock: () => now } })
  const nora = { email: 'nora@example.org', passwordHash: await hashPassword(PASSWORD) }
  // The session that comes with a person is a third device, of which nothing is known.
  const person = await opened.person(nora)
  await person.api.auth.logout()
  const phone = await signIn(opened, nora.email, PHONE)
  const laptop = await signIn(opened, nora.email, LAPTOP)
  return { opened, phone, laptop, pass: (hours: number) => void (now = new Date(now.getTime() + hours * 3_600_000)) }
}

test('somebody sees the devices that are signed in, in words, this one first', async () => {
  const { phone, laptop, pass } = await twoDevices()
  pass(50)
  await laptop.users.profile()
  await expect.poll(async () => (await phone.security.listSessions())[1]?.lastUsedAt).toBe('2026-11-17T14:00:00.000Z')
  const seen = await phone.security.listSessions()
  const common = {
    town: null,
    id: expect.stringMatching(/^[\w-]{22}$/) as string,
    firstUsedAt: expect.any(String) as string,
  }
  expect(seen).toEqual([
    { ...common, device: 'Chrome on Android', lastUsedAt: '2026-11-17T14:00:00.000Z', isCurrent: true },
    { ...common, device: 'Firefox on Linux', lastUsedAt: '2026-11-17T14:00:00.000Z', isCurrent: false },
  ])
  expect((await laptop.security.listSessions()).map(({ device }) => device)).toEqual([
    'Firefox on Linux',
    'Chrome on Android',
  ])
})

test('a town is shown only with the session in which a position was shared', async () => {
  const { phone, laptop } = await twoDevices()
  await phone.geo.saveLocation({ body: { lat: 53.3498, lng: -6.2603 } })
  const seen = await laptop.security.listSessions()
  expect(seen.map(({ device, town }) => [device, town])).toEqual([
    ['Firefox on Linux', null],
    ['Chrome on Android', 'Dublin'],
  ])
})

test('a device that is signed out is refused at once, by every instance', async () => {
  const { opened, phone, laptop } = await twoDevices()
  const other = await openDeps(opened.deps.config, opened.databaseUrl, opened.deps.log)
  const app = await buildApp(other.deps, { ready: other.ready })
  try {
    const { access_token: token } = await opened.visitor.auth.login({
      body: { email: 'nora@example.org', password: PASSWORD },
    })
    const elsewhere = createClient(httpCaller({ fetch: injectedFetch(app), token: () => token }))
    expect(await status(elsewhere.users.profile())).toBe('accepted')
    const [, ...others] = await laptop.security.listSessions()
    const sessionId = others.find(({ device }) => device === 'Unknown device')!.id
    await laptop.security.endSession({ params: { sessionId } })
    expect(await status(elsewhere.users.profile())).toEqual([401, 'unauthorized'])
    expect(await status(phone.users.profile())).toBe('accepted')
    expect(await status(laptop.security.endSession({ params: { sessionId } }))).toEqual([404, 'session_not_found'])
  } finally {
    await app.close()
    await other.close()
  }
})

test('all others are signed out together, and this one stays', async () => {
  const { opened, phone, laptop } = await twoDevices()
  const una = await opened.person()
  await laptop.security.endOtherSessions()
  expect(await status(phone.users.profile())).toEqual([401, 'unauthorized'])
  expect(await status(laptop.users.profile())).toBe('accepted')
  expect(await status(una.api.users.profile())).toBe('accepted')
  expect(await laptop.security.listSessions()).toHaveLength(1)
})

test.each(['all others', 'one of them'])(
  'the owner gets an email that names the passkeys that stay: %s',
  async (which) => {
    const opened = await world()
    const nora = await opened.person({ emailConfirmedAt: new Date(), passwordHash: await hashPassword(PASSWORD) })
    const phone = await signIn(opened, nora.email, PHONE)
    await opened.deps.db.insert(passkeys).values({
      userId: nora.id,
      publicKey: Buffer.from(''),
      counter: 0,
      transports: [],
      credentialId: 'a',
      name: 'Not mine',
    })
    const other = (await phone.security.listSessions()).find(({ isCurrent }) => !isCurrent)
    if (which === 'all others') await phone.security.endOtherSessions()
    else await phone.security.endSession({ params: { sessionId: other!.id } })
    const mails = await collectMails(opened.deps)
    expect(mails.map(({ subject }) => subject)).toEqual(['Other devices were signed out of your Hooley account'])
    expect(mails[0]?.text).toContain('“Not mine”')
    expect(mails[0]?.text.replace(/\s+/g, ' ')).toContain('your calendar’s secret address and push notifications')
    // Signing oneself out is no news.
    const [current] = (await phone.security.listSessions()).filter(({ isCurrent }) => isCurrent)
    await phone.security.endSession({ params: { sessionId: current!.id } })
    expect(await collectMails(opened.deps)).toEqual([])
  },
)

test("nobody ends, or sees, another person's session", async () => {
  const { opened, phone } = await twoDevices()
  const una = await opened.person()
  const [{ id: sessionId } = { id: '' }] = await phone.security.listSessions()
  expect(await status(una.api.security.endSession({ params: { sessionId } }))).toEqual([404, 'session_not_found'])
  expect(await una.api.security.listSessions()).toHaveLength(1)
  expect(await status(phone.users.profile())).toBe('accepted')
})
