import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { isOffered, NOTICE_NAMES, type Notice } from '../../../contract/notices.ts'
import { jobs } from '../../db/schema/jobs.ts'
import { pushSubscriptions } from '../../db/schema/notices.ts'
import { PrivateAddress } from '../../net/public-only.ts'
import { notify, type PushNotice } from '../../notices/notify.ts'
import { decryptPush, fakePushService, pushReceiver } from '../../test-support/push-receiver.ts'
import { openWorld, type Person, type World } from '../../test-support/world.ts'

const service = fakePushService()
let w: World

beforeAll(async () => {
  w = await openWorld({ deps: { push: service } })
})
afterAll(() => w.close())

const settingsOf = async (person: Person, notice: Notice) => {
  const { notices } = await person.api.notices.get()
  return notices.find((one) => one.notice === notice)
}

describe('notices', () => {
  test('are all on until somebody switches one, and only that one', async () => {
    const [nora, anna] = [await w.person(), await w.person()]
    expect((await nora.api.notices.get()).notices.map(({ notice, mail, push }) => [notice, mail, push])).toEqual(
      NOTICE_NAMES.filter((notice) => isOffered(notice, new Set()) && notice !== 'saved').map((notice) => [
        notice,
        true,
        true,
      ]),
    )
    const answer = await nora.api.notices.set({ body: { notices: [{ notice: 'offer', mail: false }] } })
    expect(answer.notices.filter(({ mail }) => !mail).map(({ notice }) => notice)).toEqual(['offer'])
    await nora.api.notices.set({ body: { notices: [{ notice: 'offer', push: false }] } })
    expect(await settingsOf(nora, 'offer')).toMatchObject({ mail: false, push: false })
    await nora.api.notices.set({ body: { notices: [{ notice: 'offer', mail: true }] } })
    expect(await settingsOf(nora, 'offer')).toMatchObject({ mail: true, push: false })
    expect(await settingsOf(anna, 'offer')).toMatchObject({ mail: true, push: true })
  })

  test('about changes and cancellations stay in the mail, and a refused change switches nothing', async () => {
    const nora = await w.person()
    const both = [
      { notice: 'offer' as const, mail: false },
      { notice: 'change' as const, mail: false },
    ]
    await expect(nora.api.notices.set({ body: { notices: both } })).rejects.toThrow(
      'We always email you about changes and cancellations of what you booked.',
    )
    expect(await settingsOf(nora, 'offer')).toMatchObject({ mail: true })
    await nora.api.notices.set({ body: { notices: [{ notice: 'change', push: false }] } })
    expect(await settingsOf(nora, 'change')).toMatchObject({ mail: true, push: false, isAlwaysMailed: true })
  })

  test('that do not exist are refused with a sentence', async () => {
    const nora = await w.person()
    const unknown = { notices: [{ notice: 'spam' as 'offer' }] }
    await expect(nora.api.notices.set({ body: unknown })).rejects.toMatchObject({ status: 400 })
  })
})

const address = () => `https://push.example/${crypto.randomUUID()}`

async function subscribed(person: Person, endpoint = address()) {
  const receiver = pushReceiver()
  const { id } = await person.api.notices.subscribe({ body: { endpoint, keys: receiver.keys } })
  return { id, endpoint, receiver }
}

const message = (person: Person, fields: Partial<PushNotice> = {}): PushNotice => ({
  userId: person.id,
  notice: 'offer',
  title: 'A place has come free',
  body: 'Fiddle Night 🎻',
  path: '/events/7',
  tag: 'offer-7',
  ...fields,
})

/** What the push service was given since the last time. */
async function sent(...messages: PushNotice[]) {
  await w.deps.db.delete(jobs)
  service.received.length = 0
  await notify(w.deps.db, messages)
  await w.deps.jobs.runDue()
  return service.received
}

describe('a push message', () => {
  test('is read by every browser of its person, by nobody else, and names the sender', async () => {
    const [nora, anna] = [await w.person(), await w.person()]
    const browsers = [await subscribed(nora), await subscribed(nora)]
    await subscribed(anna)
    const received = await sent(message(nora))
    expect(received.map(({ endpoint }) => endpoint).toSorted()).toEqual(
      browsers.map(({ endpoint }) => endpoint).toSorted(),
    )
    for (const { endpoint, body, headers } of received) {
      const { receiver } = browsers.find((one) => one.endpoint === endpoint)!
      expect(JSON.parse(decryptPush(body, receiver).toString())).toEqual({
        title: 'A place has come free',
        body: 'Fiddle Night 🎻',
        path: '/events/7',
        tag: 'offer-7',
      })
      const { pushKey } = await nora.api.notices.get()
      expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
      expect(headers.authorization).toContain(`k=${pushKey}`)
    }
  })

  test('is not sent for a notice that was switched off, nor when its time is over', async () => {
    const nora = await w.person()
    await subscribed(nora)
    await nora.api.notices.set({ body: { notices: [{ notice: 'offer', push: false }] } })
    expect(await sent(message(nora), message(nora, { notice: 'change' }))).toHaveLength(1)
    expect(await sent(message(nora, { notice: 'change', until: new Date(Date.now() - 1000) }))).toHaveLength(0)
    const [brief] = await sent(message(nora, { notice: 'change', until: new Date(Date.now() + 60_000) }))
    expect(Number(brief!.headers.ttl)).toBeLessThanOrEqual(60)
  })

  test('is sent to nobody when what it tells about was not committed', async () => {
    const nora = await w.person()
    await subscribed(nora)
    await w.deps.db.delete(jobs)
    const failing = w.deps.db.transaction(async (tx) => {
      await notify(tx, [message(nora)])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await w.deps.db.$count(jobs)).toBe(0)
  })

  test.each([404, 410])('ends a subscription that the service answers with %i', async (status) => {
    const nora = await w.person()
    const { id } = await subscribed(nora)
    await subscribed(nora)
    service.answers.push(status)
    expect(await sent(message(nora))).toHaveLength(2)
    expect(await w.deps.db.$count(pushSubscriptions, sql`user_id = ${nora.id}`)).toBe(1)
    expect(await w.deps.db.$count(jobs)).toBe(0)
    expect(id).toBeGreaterThan(0)
  })

  test.each([
    ['is tried again', 503, 'waiting'],
    ['is tried again', 429, 'waiting'],
    ['is tried again', Object.assign(new Error(), { code: 'ECONNRESET' }), 'waiting'],
    ['is given up', 400, 'failed'],
    ['is given up', 302, 'failed'],
    ['is given up', new PrivateAddress('no'), 'failed'],
  ])('%s after %s', async (_what, answer, status) => {
    const nora = await w.person()
    await subscribed(nora)
    service.answers.push(answer)
    await sent(message(nora))
    const rows = await w.deps.db.select().from(jobs)
    expect(rows.map((row) => row.status)).toEqual([status])
    expect(rows[0]!.lastError).not.toContain('push.example')
    await w.deps.db.delete(jobs)
  })

  test('of long words in any alphabet still fits', async () => {
    const nora = await w.person()
    const { receiver } = await subscribed(nora)
    const [received] = await sent(message(nora, { title: '𒐫'.repeat(5_000), body: '\u0001é'.repeat(5_000) }))
    expect(received!.body.length).toBeLessThanOrEqual(4_096)
    expect(JSON.parse(decryptPush(received!.body, receiver).toString())).toHaveProperty('tag', 'offer-7')
  })
})

describe('a browser', () => {
  test('tells the account that signed in there last, and what waited for the other is not shown to it', async () => {
    const [nora, anna] = [await w.person(), await w.person()]
    const { endpoint } = await subscribed(nora)
    await w.deps.db.delete(jobs)
    service.received.length = 0
    await notify(w.deps.db, [message(nora)])
    await subscribed(anna, endpoint)
    await w.deps.jobs.runDue()
    expect(service.received).toHaveLength(0)
    expect(await sent(message(anna))).toHaveLength(1)
  })

  test('that subscribes again is one browser; the 21st takes the place of the first', async () => {
    const nora = await w.person()
    const { endpoint, id } = await subscribed(nora)
    expect((await subscribed(nora, endpoint)).id).toBe(id)
    for (let n = 0; n < 20; n++) await subscribed(nora)
    const rows = await w.deps.db
      .select()
      .from(pushSubscriptions)
      .where(sql`user_id = ${nora.id}`)
    expect(rows).toHaveLength(20)
    expect(rows.map((row) => row.endpoint)).not.toContain(endpoint)
  })

  test('can be ended, alone or with all others; never somebody else’s', async () => {
    const [nora, anna] = [await w.person(), await w.person()]
    const [one] = [await subscribed(nora), await subscribed(nora), await subscribed(nora)]
    const theirs = await subscribed(anna)
    const left = (person: Person) => w.deps.db.$count(pushSubscriptions, sql`user_id = ${person.id}`)
    await nora.api.notices.unsubscribe({ query: { endpoint: theirs.endpoint } })
    await nora.api.notices.unsubscribe({ query: { endpoint: one.endpoint } })
    expect([await left(nora), await left(anna)]).toEqual([2, 1])
    await nora.api.notices.unsubscribe({})
    expect([await left(nora), await left(anna)]).toEqual([0, 1])
  })

  test.each([
    'http://push.example/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://2130706433/x',
    'https://localhost/x',
    'https://push.localhost/x',
    'https://push.internal/x',
    'https://printer.local/x',
    'https://push.example/x\n',
    'https://push.example/a\r\nb',
    'https://push.example\\@127.0.0.1/x',
    'https:push.example/x',
    'https://PUSH.example/x',
    'https://push.example/../x',
    'https://push.example/a b',
    'https://push.example:8443/x',
    'https://user:secret@push.example/x',
    'file:///etc/passwd',
    'no address',
  ])('cannot name %s as its push service', async (endpoint) => {
    const nora = await w.person()
    await expect(subscribed(nora, endpoint)).rejects.toMatchObject({ status: 400 })
  })

  test('cannot give keys that are none', async () => {
    const nora = await w.person()
    const { auth } = pushReceiver().keys
    const keys = { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth }
    await expect(nora.api.notices.subscribe({ body: { endpoint: address(), keys } })).rejects.toThrow(
      'The keys of this subscription cannot be used.',
    )
  })
})
