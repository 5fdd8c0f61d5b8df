import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEndpoints } from '../../../contract/api.ts'
import type { ApiKey } from '../../../contract/api-keys.ts'
import { DAY } from '../../../contract/durations.ts'
import { FEATURE_NAMES } from '../../../contract/features.ts'
import { SCOPE_NAMES, type Scope } from '../../../contract/scopes.ts'
import { apiKeys } from '../../db/schema/api-keys.ts'
import { sessions } from '../../db/schema/auth.ts'
import { mails } from '../../db/schema/mails.ts'
import { hashToken } from '../../http/session.ts'
import { expectedOf, rowsOf } from '../../test-support/authorization-matrix.ts'
import { capturedLog } from '../../test-support/captured-log.ts'
import { fetchExport } from '../../test-support/fetch-export.ts'
import { callInjected, nameOf } from '../../test-support/injected-call.ts'
import { makeScene } from '../../test-support/scene.ts'
import { openWorld, type Person, type World } from '../../test-support/world.ts'
import { hashPassword } from '../auth/passwords.ts'
import { isWellFormed, KEY_PATTERN, newKey } from './key-format.ts'

let w: World
const now = new Date()
const log = capturedLog()
beforeAll(async () => {
  w = await openWorld({ config: { features: new Set(FEATURE_NAMES) }, deps: { clock: () => now, log: log.log } })
})
afterAll(() => w.close())

const proved = async (person: Person) => {
  await w.deps.db.update(sessions).set({ provedAt: now }).where(eq(sessions.userId, person.id))
  return person
}
const ask = async (key: string, url: string, method: 'GET' | 'POST' | 'DELETE' = 'GET') => {
  const { statusCode, headers, body } = await w.app.inject({ method, url, headers: { authorization: `Bearer ${key}` } })
  return { status: statusCode, code: headers['x-error-code'], body }
}
const makeFor = async (person: Person, scopes: Scope[], more: { eventId?: number; seriesId?: number } = {}) =>
  (await proved(person)).api.apiKeys.make({ body: { name: 'Kiosk', scopes, ...more } })

describe('the format', () => {
  test('is what scanners for secrets look for: a prefix, 43 letters and digits at random, 6 that follow from them', () => {
    expect(newKey(Buffer.alloc(32))).toBe('hooley_00000000000000000000000000000000000000000000mgcb9')
    const keys = Array.from({ length: 200 }, () => newKey())
    for (const key of keys)
      expect([key, KEY_PATTERN.test(key), isWellFormed(key), key.length]).toEqual([key, true, true, 56])
    expect(new Set(keys).size).toBe(200)
  })

  test('one wrong letter is found out without a look into the database', async () => {
    const key = newKey()
    for (let at = 7; at < key.length; at++) {
      const other = key[at] === 'x' ? 'y' : 'x'
      expect(isWellFormed(key.slice(0, at) + other + key.slice(at + 1))).toBe(false)
    }
  })
})

describe('making and ending', () => {
  test('takes proof, shows the key once, stores its hash and emails the owner', async () => {
    const nora = await w.person()
    await w.deps.db.update(sessions).set({ provedAt: null }).where(eq(sessions.userId, nora.id))
    const body = { name: 'Website', scopes: ['events.read', 'events.read'] as Scope[] }
    await expect(nora.api.apiKeys.make({ body })).rejects.toMatchObject({ code: 'proof_needed' })
    const { key, ...shown } = await (await proved(nora)).api.apiKeys.make({ body })
    expect(shown).toMatchObject({ name: 'Website', ending: key.slice(-4), scopes: ['events.read'], lastUsedOn: null })
    expect(new Date(shown.expiresAt).getTime() - now.getTime()).toBe(365 * DAY)
    const [row] = await w.deps.db.select().from(apiKeys).where(eq(apiKeys.id, shown.id))
    expect(row?.keyHash).toEqual(hashToken(key))
    expect(JSON.stringify([row, await nora.api.apiKeys.list()])).not.toContain(key)
    const sent = await w.deps.db.select().from(mails).where(eq(mails.userId, nora.id))
    expect(sent.map(({ payload }) => payload)).toContainEqual({ change: 'key-made', name: 'Website' })
    expect(JSON.stringify(sent)).not.toContain(key)
  })

  test('an ended key says so, and only its owner ends it', async () => {
    const [nora, anna] = [await w.person(), await w.person()]
    const { key, id } = await makeFor(nora, ['events.read'])
    await expect(anna.api.apiKeys.end({ params: { keyId: id } })).rejects.toMatchObject({ code: 'key_not_found' })
    expect(await ask(key, '/api/managed-events')).toMatchObject({ status: 200 })
    await nora.api.apiKeys.end({ params: { keyId: id } })
    expect(await ask(key, '/api/managed-events')).toMatchObject({ status: 401, code: 'key_ended' })
    expect(await nora.api.apiKeys.list()).toEqual([])
  })

  test('twenty, and each for something', async () => {
    const nora = await w.person()
    for (let n = 0; n < 20; n++) await makeFor(nora, ['door'])
    await expect(makeFor(nora, ['door'])).rejects.toMatchObject({ code: 'too_many_keys' })
    await expect(makeFor(nora, [])).rejects.toMatchObject({ status: 400 })
    await expect(makeFor(nora, ['account' as Scope])).rejects.toMatchObject({ status: 400 })
  })

  test('for one event or series: only of one’s own', async () => {
    const [nora, anna] = [await w.person(), await w.person()]
    const { id: eventId } = await w.event(anna)
    await expect(makeFor(nora, ['door'], { eventId })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(makeFor(nora, ['door'], { eventId: 2_000_000_000 })).rejects.toMatchObject({ code: 'event_not_found' })
    await expect(makeFor(nora, ['door'], { eventId: 1, seriesId: 1 })).rejects.toMatchObject({ status: 400 })
  })

  test('a change of password and the end of other sessions keep the keys that are ticked', async () => {
    const nora = await w.person({ passwordHash: await hashPassword('correct horse') })
    const [kept, ended] = [await makeFor(nora, ['events.read']), await makeFor(nora, ['events.read'])]
    const states = async () => [
      (await ask(kept.key, '/api/managed-events')).code,
      (await ask(ended.key, '/api/managed-events')).code,
    ]
    const body = { currentPassword: 'correct horse', newPassword: 'battery staple', keepKeys: [kept.id] }
    await nora.api.users.changePassword({ body })
    expect(await states()).toEqual([undefined, 'key_ended'])
    const third = await makeFor(nora, ['events.read'])
    await nora.api.security.endOtherSessions({ query: { keepKeys: String(third.id) } })
    expect([...(await states()), (await ask(third.key, '/api/managed-events')).code]).toEqual([
      'key_ended',
      'key_ended',
      undefined,
    ])
  })

  test('somebody else’s key is not kept or ended by naming its id', async () => {
    const nora = await w.person({ passwordHash: await hashPassword('correct horse') })
    const anna = await w.person()
    const [own, others] = [await makeFor(nora, ['events.read']), await makeFor(anna, ['events.read'])]
    await nora.api.security.endOtherSessions({ query: { keepKeys: String(others.id) } })
    expect((await ask(own.key, '/api/managed-events')).code).toBe('key_ended')
    expect((await ask(others.key, '/api/managed-events')).status).toBe(200)
  })
})

describe('in use', () => {
  test('is its owner, without role and proof', async () => {
    const admin = await w.person({ role: 'administrator' })
    const { key } = await makeFor(admin, [...SCOPE_NAMES])
    expect(await ask(key, '/api/moderation/roles')).toMatchObject({ status: 403, code: 'scope_missing' })
    const { id: draftId } = await w.event(admin, { status: 'draft' })
    expect((await ask(key, `/api/all-events/${draftId}`)).status).toBe(200)
    const { id: othersDraft } = await w.event(await w.person(), { status: 'draft' })
    expect((await ask(key, `/api/all-events/${othersDraft}`)).status).toBe(404)
  })

  test('is no session, no door link and nothing in an address; the log does not know it', async () => {
    const nora = await w.person()
    const { key } = await makeFor(nora, [...SCOPE_NAMES])
    expect((await ask(key, '/api/users/profile')).code).toBe('scope_missing')
    expect((await ask(key, '/api/auth/logout', 'POST')).code).toBe('scope_missing')
    expect((await ask(key, '/api/door')).status).toBe(401)
    expect((await ask(`${key.slice(0, -1)}_`, '/api/managed-events')).status).toBe(401)
    expect((await ask(newKey(), '/api/managed-events')).code).toBe('unauthorized')
    const inAddress = await w.app.inject({ url: `/api/managed-events?access_token=${key}&key=${key}` })
    expect(inAddress.statusCode).toBe(401)
    await ask(key, '/api/all-events/nonsense')
    expect(log.lines.join('\n')).not.toContain(key)
  })

  test('is in no error and in no export, and neither is what is stored of it', async () => {
    const nora = await w.person()
    const { key, id } = await makeFor(nora, ['events.read'])
    const errors = []
    for (const url of ['/api/users/profile', '/api/all-events/nonsense', '/api/nothing', '/api/users/api-keys'])
      errors.push((await ask(key, url)).body)
    await nora.api.apiKeys.end({ params: { keyId: id } })
    errors.push((await ask(key, '/api/managed-events')).body)
    const { text, rows } = await fetchExport(w, await proved(nora))
    expect(rows('api-keys')).toMatchObject([{ name: 'Kiosk', ending: key.slice(-4) }])
    const secret = [
      key,
      key.slice(7, 50),
      ...(['hex', 'base64', 'base64url'] as const).map((as) => hashToken(key).toString(as)),
    ]
    for (const one of secret) expect(`${errors.join()} ${text} ${log.lines.join()}`).not.toContain(one)
  })

  test('the day of its last use is noted', async () => {
    const nora = await w.person()
    const { key } = await makeFor(nora, ['events.read'])
    await ask(key, '/api/managed-events')
    const today = now.toISOString().slice(0, 10)
    await expect.poll(async () => (await nora.api.apiKeys.list())[0]?.lastUsedOn).toBe(today)
  })

  test('who leaves a team takes their keys’ reach along', async () => {
    const [creator, manager] = [await w.person(), await w.person()]
    const { id: eventId } = await w.event(creator, { managerIds: [manager.id] })
    const all = await makeFor(manager, ['guests.read'])
    const bound = await makeFor(manager, ['guests.read'], { eventId })
    const states = async () =>
      Promise.all([all, bound].map(async ({ key }) => (await ask(key, `/api/events/${eventId}/guests`)).status))
    expect(await states()).toEqual([200, 200])
    await manager.api.team.leave({ params: { eventId, userId: manager.id } })
    expect(await states()).toEqual([403, 403])
  })

  test('calls are counted by owner: ten keys are not ten times as much', async () => {
    const limited = await openWorld({ env: { RATE_LIMITS: 'on' } })
    const nora = await limited.person()
    await limited.deps.db.update(sessions).set({ provedAt: new Date() }).where(eq(sessions.userId, nora.id))
    const keys: (ApiKey & { key: string })[] = []
    for (const name of ['one', 'two'])
      keys.push(await nora.api.apiKeys.make({ body: { name, scopes: ['events.read'] } }))
    const call = (key: string) =>
      limited.app.inject({
        url: '/api/managed-events',
        headers: { authorization: `Bearer ${key}` },
      })
    for (let n = 0; n < 600; n++) await limited.deps.limits.take('apiKeyCalls', nora.id)
    for (const { key } of keys) expect((await call(key)).statusCode).toBe(429)
    await limited.close()
  })
})

// One column for the scope that a call names and one for all others together; ended, expired, and bound to another event.
const ROWS = allEndpoints.flatMap((endpoint) =>
  rowsOf(nameOf(endpoint)).map(([name, row]) => ({ name, row, endpoint })),
)

describe('over every call of the contract', () => {
  let passwordHash: string
  let untouched: Awaited<ReturnType<typeof makeScene>>
  beforeAll(async () => {
    passwordHash = await hashPassword('correct horse')
    untouched = await makeScene(w, passwordHash)
  })

  test.each(ROWS)('$name', async ({ endpoint, row }) => {
    const scene = endpoint.scope ? await makeScene(w, passwordHash) : untouched
    const asked = async (scopes: Scope[], more: Partial<typeof apiKeys.$inferInsert> = {}) => {
      const key = newKey()
      const values = { userId: scene.creator.id, name: 'x', keyHash: hashToken(key), ending: 'x', scopes }
      await w.deps.db.insert(apiKeys).values({ ...values, expiresAt: new Date(now.getTime() + DAY), ...more })
      const headers = { authorization: `Bearer ${key}` }
      const { statusCode, headers: answered } = await callInjected(w.app, endpoint, row.request(scene), headers)
      return { status: statusCode, code: answered['x-error-code'] }
    }
    const { scope, access } = endpoint
    // A token is not looked at; or it has to be a door's.
    if (access === 'anyone' || access === 'door') {
      expect((await asked([...SCOPE_NAMES])).code).not.toBe('scope_missing')
      expect(scope).toBeUndefined()
      return
    }
    const missing = { status: 403, code: 'scope_missing' }
    expect(await asked(SCOPE_NAMES.filter((name) => name !== scope))).toEqual(missing)
    if (!scope) return
    const ended = { status: 401, code: 'key_ended' }
    expect(await asked([scope], { endedAt: now })).toEqual(ended)
    expect(await asked([scope], { expiresAt: now })).toEqual(ended)
    expect(await asked([scope], { eventId: (await w.event(scene.creator)).id })).toEqual(missing)
    // The matrix may count on what its manager did before.
    const allowed = [expectedOf(endpoint, row).creator, endpoint.status ?? 200]
    expect(allowed).toContain((await asked([scope])).status)
  })
})
