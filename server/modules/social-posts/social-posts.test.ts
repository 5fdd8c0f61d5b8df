import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../contract/durations.ts'
import { NETWORK_NAMES, NETWORKS, type NetworkName } from '../../../contract/networks.ts'
import { toLocalInput } from '../../../contract/zoned-time.ts'
import { events } from '../../db/schema/events.ts'
import { jobs } from '../../db/schema/jobs.ts'
import { mails } from '../../db/schema/mails.ts'
import { blockedDomains } from '../../db/schema/moderation.ts'
import { socialPosts } from '../../db/schema/social-posts.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { pushReceiver } from '../../test-support/push-receiver.ts'
import { openClockedWorld, type Clocked } from '../../test-support/sold-out.ts'
import type { EventFields, Person, World } from '../../test-support/world.ts'
import { sendPostReminders } from './reminding.ts'

let clocked: Clocked
let w: World
let creator: Person

beforeAll(async () => {
  clocked = await openClockedWorld({ env: { FEATURES: 'social-settings' } })
  w = clocked.w
  creator = await w.person({ emailConfirmedAt: new Date() })
})
afterAll(() => w.close())
beforeEach(async () => {
  clocked.set('2026-05-04T11:00:00Z')
  await w.deps.db.delete(mails)
  await w.deps.db.delete(jobs)
  await w.deps.db.delete(socialPosts)
})

const lease = { signal: new AbortController().signal, check: () => undefined }
const ZONE = 'Europe/Dublin'

/** In ten days, at noon UTC: 13:00 in Dublin. */
const makeEvent = (fields: EventFields = {}) =>
  w.event(creator, { startTime: new Date('2026-05-14T12:00:00Z'), createdAt: clocked.now(), ...fields })

const set = (
  eventId: number,
  fields: { text?: string; at?: string } = {},
  network: NetworkName = 'twitter',
  by = creator,
) => by.api.socialPosts.set({ params: { eventId, network }, body: { text: 'Come to this!', at: '', ...fields } })

const remind = async () => {
  await sendPostReminders(w.deps, { lease })
  return collectMails(w.deps)
}

test('each network’s text is counted against its limit, by the server too', async () => {
  const { id: eventId } = await makeEvent()
  for (const network of NETWORK_NAMES) {
    const { limit, name } = NETWORKS[network]
    await expect(set(eventId, { text: 'a'.repeat(limit) }, network)).resolves.toMatchObject({
      network,
      remindedAt: null,
    })
    await expect(set(eventId, { text: 'a'.repeat(limit + 1) }, network)).rejects.toMatchObject({ status: 400 })
    if (network === 'twitter')
      await expect(set(eventId, { text: '💃'.repeat(129) }, network)).rejects.toMatchObject({
        message: `A text on ${name} may have at most 256 characters; this one has 258.`,
      })
  }
  expect(await creator.api.socialPosts.list({ params: { eventId } })).toHaveLength(4)
})

test('what is wrong is refused, and nothing is stored', async () => {
  const { id: eventId } = await makeEvent()
  await w.deps.db.insert(blockedDomains).values({ domain: 'evil.example' })
  const wrong = [
    [{ at: '2026-05-04T12:00' }, 'Please choose a time in the future.'],
    [{ at: '2026-13-40T99:99' }, /date and time/],
    [{ at: 'tomorrow' }, /date and time/],
    [{ at: '2030-05-04T12:00' }, /within two years/],
    [{ text: '', at: '2026-05-10T12:00' }, 'Please write a text.'],
    [{ text: 'https://evil.example/x' }, /evil\.example/],
  ] as const
  for (const [fields, message] of wrong)
    await expect(set(eventId, fields)).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(message) as string,
    })
  await w.deps.db.delete(blockedDomains)
  const stranger = await w.person()
  await expect(set(eventId, {}, 'twitter', stranger)).rejects.toMatchObject({ status: 403 })
  await w.deps.db.update(events).set({ hiddenAt: clocked.now() }).where(eq(events.id, eventId))
  await expect(set(eventId)).rejects.toMatchObject({ code: 'event_not_found' })
  expect(await w.deps.db.$count(socialPosts)).toBe(0)
})

describe('when the time has come', () => {
  test('its writer gets one email with the form of the network, and a push message', async () => {
    await creator.api.notices.subscribe({ body: { endpoint: 'https://push.example/1', keys: pushReceiver().keys } })
    const { id: eventId, title } = await makeEvent()
    for (const network of NETWORK_NAMES) await set(eventId, { at: '2026-05-05T09:30' }, network)
    clocked.set('2026-05-05T08:29:59Z')
    expect(await remind()).toEqual([])
    clocked.set('2026-05-05T08:30:00Z')
    const byNetwork = (one: { subject: string }) =>
      NETWORK_NAMES.findIndex((name) => one.subject.includes(NETWORKS[name].name))
    const sent = (await remind()).toSorted((one, other) => byNetwork(one) - byNetwork(other))
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual(
      ['Facebook', 'Instagram', 'Twitter', 'TikTok'].map((name) => [
        creator.email,
        `Time to post on ${name}: ${title}`,
      ]),
    )
    const url = `${w.deps.config.publicUrl}/events/${eventId}`
    for (const [at, network] of NETWORK_NAMES.entries()) {
      expect(sent[at]!.text).toContain(NETWORKS[network].composer('Come to this!', url))
      expect(sent[at]!.text).toContain('Come to this!')
      expect(sent[at]!.text.includes('Please copy the text')).toBe(!NETWORKS[network].takesText)
    }
    const pushed = await w.deps.db.select().from(jobs).where(eq(jobs.kind, 'push'))
    const path = `/events/${eventId}/edit#social-settings`
    expect(pushed.map(({ payload }) => payload)).toEqual(
      expect.arrayContaining(
        NETWORK_NAMES.map(
          (network) =>
            expect.objectContaining({
              title: `Time to post on ${NETWORKS[network].name}`,
              body: title,
              path,
            }) as object,
        ),
      ),
    )
    expect(pushed).toHaveLength(4)
    expect(await remind()).toEqual([])
    const [post] = await creator.api.socialPosts.list({ params: { eventId } })
    expect(post).toMatchObject({ at: '2026-05-05T09:30', remindedAt: '2026-05-05T08:30:00.000Z' })
  })

  test('it is sent once however many processes run', async () => {
    for (let n = 0; n < 4; n++) {
      const { id: eventId } = await makeEvent()
      for (const network of NETWORK_NAMES) await set(eventId, { at: '2026-05-05T09:30' }, network)
    }
    clocked.pass(DAY)
    const reminded = () => w.deps.db.$count(mails, eq(mails.kind, 'social-post'))
    await Promise.all([3, 5, 2].map((most) => sendPostReminders(w.deps, { lease }, most)))
    expect(await reminded()).toBe(16)
    await sendPostReminders(w.deps, { lease })
    expect(await reminded()).toBe(16)
  })

  test('the time moves with the event, on its clocks, also over the change to winter time', async () => {
    const { id: eventId } = await makeEvent()
    await set(eventId, { at: '2026-05-13T18:00' })
    // From 13:00 in Dublin to 13:00 in Dublin, in winter.
    await w.deps.db
      .update(events)
      .set({ startTime: new Date('2026-11-14T13:00:00Z'), endTime: new Date('2026-11-14T15:00:00Z') })
      .where(eq(events.id, eventId))
    const [post] = await creator.api.socialPosts.list({ params: { eventId } })
    expect(post!.at).toBe('2026-11-13T18:00')
    clocked.set('2026-05-13T17:00:00Z')
    expect(await remind()).toEqual([])
    clocked.set('2026-11-13T18:00:00Z')
    expect(await remind()).toHaveLength(1)
    // Moved again, it is not sent again.
    await w.deps.db
      .update(events)
      .set({ startTime: sql`start_time - interval '1 hour'` })
      .where(eq(events.id, eventId))
    clocked.pass(2 * HOUR)
    expect(await remind()).toEqual([])
  })

  test('a time on the other side of the change to winter time is the one that was typed', async () => {
    const { id: eventId } = await makeEvent({ startTime: new Date('2026-11-14T13:00:00Z') })
    await set(eventId, { at: '2026-10-01T18:00' })
    expect(await creator.api.socialPosts.list({ params: { eventId } })).toMatchObject([{ at: '2026-10-01T18:00' }])
    clocked.set('2026-10-01T16:59:59Z')
    expect(await remind()).toEqual([])
    clocked.set('2026-10-01T17:00:00Z')
    expect(await remind()).toHaveLength(1)
  })

  test('a changed text keeps what was sent; a new time in the future reminds again', async () => {
    const { id: eventId } = await makeEvent()
    const at = '2026-05-05T09:30'
    await set(eventId, { at })
    clocked.pass(DAY)
    expect(await remind()).toHaveLength(1)
    await set(eventId, { at, text: 'Other words' })
    expect(await remind()).toEqual([])
    await set(eventId, { at: toLocalInput(new Date(clocked.now().getTime() + MINUTE), ZONE) })
    clocked.pass(MINUTE)
    expect(await remind()).toHaveLength(1)
  })

  test('nothing is sent for drafts, cancelled or hidden events, nor a day later', async () => {
    for (const fields of [{ status: 'draft' as const }, { status: 'cancelled' as const }, { hiddenAt: new Date() }]) {
      const { id } = await makeEvent()
      await set(id, { at: '2026-05-06T09:30' })
      await w.deps.db.update(events).set(fields).where(eq(events.id, id))
    }
    const { id: eventId } = await makeEvent()
    await set(eventId, { at: '2026-05-04T12:30' })
    const off = { ...w.deps, config: { ...w.deps.config, features: new Set<never>() } }
    clocked.set('2026-05-04T12:00:00Z')
    await sendPostReminders(off, { lease })
    expect(await w.deps.db.$count(mails)).toBe(0)
    clocked.pass(2 * DAY)
    expect(await remind()).toEqual([])
  })

  test('nothing is sent whose text was taken away, or whose event was hidden, while the email waited', async () => {
    const queued = async () => {
      clocked.set('2026-05-04T11:00:00Z')
      const { id } = await makeEvent()
      await set(id, { at: '2026-05-05T09:30' })
      clocked.pass(DAY)
      await sendPostReminders(w.deps, { lease })
      return id
    }
    await set(await queued(), { text: '', at: '' })
    expect(await collectMails(w.deps)).toEqual([])
    await w.deps.db
      .update(events)
      .set({ hiddenAt: clocked.now() })
      .where(eq(events.id, await queued()))
    expect(await collectMails(w.deps)).toEqual([])
    await queued()
    expect(await collectMails(w.deps)).toHaveLength(1)
  })

  test('who wrote it last gets it; to an unconfirmed address without links, also in the one to the network', async () => {
    const manager = await w.person()
    const { id: eventId } = await makeEvent({ managerIds: [manager.id] })
    await set(eventId, { at: '2026-05-05T09:30' })
    await set(eventId, { text: 'See evil.example now', at: '2026-05-05T09:30' }, 'twitter', manager)
    clocked.pass(DAY)
    const [mail] = await remind()
    expect(mail!.to).toBe(manager.email)
    expect(mail!.html + mail!.text).not.toContain('evil')
    expect(mail!.text).toContain('https://x.com/intent/post?text=&url=')
  })

  test('who no longer runs the event is not reminded; its creator is', async () => {
    const manager = await w.person({ emailConfirmedAt: new Date() })
    const { id: eventId } = await makeEvent({ managerIds: [manager.id] })
    await set(eventId, { at: '2026-05-05T09:30' }, 'twitter', manager)
    await set(eventId, { at: '2026-05-06T09:30' }, 'facebook', manager)
    clocked.set('2026-05-05T09:00:00Z')
    expect((await remind()).map(({ to }) => to)).toEqual([manager.email])
    await w.deps.db.update(events).set({ managerIds: [] }).where(eq(events.id, eventId))
    clocked.set('2026-05-06T09:00:00Z')
    expect((await remind()).map(({ to }) => to)).toEqual([creator.email])
  })

  test('who has switched it off gets none', async () => {
    const quiet = await w.person({ emailConfirmedAt: new Date() })
    await quiet.api.notices.set({ body: { notices: [{ notice: 'post', mail: false, push: false }] } })
    const { id: eventId } = await makeEvent({ managerIds: [quiet.id] })
    await set(eventId, { at: '2026-05-05T09:30' }, 'twitter', quiet)
    clocked.pass(DAY)
    expect(await remind()).toEqual([])
  })
})
