// What followers get: at most one email a day, and only when something is new.
import { eq } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { DAY, HOUR } from '../../../contract/durations.ts'
import { events } from '../../db/schema/events.ts'
import { followDigests } from '../../db/schema/follows.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { openWorld, type EventFields, type Person, type World } from '../../test-support/world.ts'
import { sendFollowDigests } from './digest.ts'

let w: World
let now: Date
let creator: Person
let anna: Person

beforeEach(async () => {
  // Tomorrow at ten: rendering an email asks the real clock whether an event is over.
  now = new Date(Math.floor(Date.now() / DAY) * DAY + DAY + 10 * HOUR)
  w = await openWorld({ deps: { clock: () => now } })
  onTestFinished(() => w.close())
  creator = await w.person({ publicName: 'The Lonesome Row' })
  await w.event(creator, { title: 'From before', publishedAt: ago(30 * DAY) })
  anna = await w.person({ emailConfirmedAt: new Date() })
  now = ago(2 * DAY)
  await anna.api.creators.follow({ params: { creatorId: creator.id } })
  now = new Date(now.getTime() + 2 * DAY)
})

const ago = (ms: number) => new Date(now.getTime() - ms)
const lease = { check: () => undefined, signal: new AbortController().signal }
const send = () => sendFollowDigests(w.deps, { lease })
const mailsTo = async ({ email }: Person) => (await collectMails(w.deps)).filter(({ to }) => to === email)

const publish = (title: string, fields: EventFields = {}) =>
  w.event(creator, {
    title,
    timeZone: 'Europe/Dublin',
    publishedAt: ago(5 * HOUR),
    startTime: new Date(now.getTime() + 9 * DAY),
    ...fields,
  })

test('what was published since they follow is told in one mail, with links and a way out', async () => {
  const first = await publish('Fiddle Night')
  await publish('Banjo Brunch', { publishedAt: ago(20 * HOUR) })
  expect(await send()).toBe(1)
  const [mail, ...more] = await mailsTo(anna)
  expect(more).toEqual([])
  expect(mail!.subject).toBe('2 new events from The Lonesome Row')
  expect(mail!.text).toContain(`/events/${first.id}`)
  expect(mail!.text).toContain('Banjo Brunch')
  expect(mail!.text).not.toContain('From before')
  expect(mail!.unsubscribeUrl).toMatch(/\/unsubscribe\/[\w-]{34}$/)
})

test('nothing new is no mail, and neither is what they do not follow', async () => {
  const other = await w.person()
  await w.event(other, { publishedAt: ago(HOUR) })
  expect(await send()).toBe(0)
  expect(await mailsTo(anna)).toEqual([])
})

test('jobs that run twice, or at once, tell once; the next day tells only what is new by then', async () => {
  await publish('Fiddle Night')
  const told = await Promise.all([send(), send()])
  expect(told.toSorted()).toEqual([0, 1])
  expect(await send()).toBe(0)
  expect(await mailsTo(anna)).toHaveLength(1)
  now = new Date(now.getTime() + DAY)
  await publish('Banjo Brunch')
  expect(await send()).toBe(1)
  const [mail] = await mailsTo(anna)
  expect(mail!.subject).toBe('A new event from The Lonesome Row')
  expect(mail!.text).not.toContain('Fiddle Night')
})

test('mornings of two places on one day are one mail', async () => {
  await publish('Tokyo Night', { timeZone: 'Asia/Tokyo', publishedAt: ago(12 * HOUR) })
  expect(await send()).toBe(1)
  await mailsTo(anna)
  // Eight in the morning in New York comes hours later, on the same day.
  now = new Date(now.getTime() + 6 * HOUR)
  await publish('Hudson Night', { timeZone: 'America/New_York', publishedAt: ago(4 * HOUR) })
  expect(await send()).toBe(0)
  now = new Date(now.getTime() + DAY)
  expect(await send()).toBe(1)
  expect((await mailsTo(anna))[0]!.text).toContain('Hudson Night')
})

test('what has been withdrawn, hidden or cancelled is left out, even between writing and sending', async () => {
  const gone = await publish('Withdrawn')
  await publish('Hidden', { hiddenAt: now })
  await publish('Cancelled', { status: 'cancelled' })
  const set = (status: 'draft' | 'published') => w.deps.db.update(events).set({ status }).where(eq(events.id, gone.id))
  await set('draft')
  expect(await send()).toBe(0)
  await set('published')
  expect(await send()).toBe(1)
  await set('draft')
  expect(await mailsTo(anna)).toEqual([])
})

test('those who switched these emails off or no longer follow get none', async () => {
  await publish('Fiddle Night')
  await anna.api.notices.set({ body: { notices: [{ notice: 'follow', mail: false }] } })
  await send()
  expect(await mailsTo(anna)).toEqual([])
  await w.deps.db.delete(followDigests)
  await anna.api.creators.unfollow({ params: { creatorId: creator.id } })
  expect(await send()).toBe(0)
})

test('to an address that nobody has confirmed a title carries no link', async () => {
  const ben = await w.person()
  now = ago(DAY)
  await ben.api.creators.follow({ params: { creatorId: creator.id } })
  now = new Date(now.getTime() + DAY)
  await publish('Win at evil.example tonight')
  await send()
  const [mail] = await mailsTo(ben)
  expect(mail!.text).not.toContain('evil.example')
})

test('the moment of first publication is noted, no matter who publishes, and stays', async () => {
  const publishedAt = async (id: number) => {
    const [row] = await w.deps.db.select().from(events).where(eq(events.id, id))
    return row!.publishedAt
  }
  const draft = await w.event(creator, { status: 'draft' })
  expect(await publishedAt(draft.id)).toBeNull()
  await w.deps.db.update(events).set({ status: 'published' }).where(eq(events.id, draft.id))
  const first = await publishedAt(draft.id)
  expect(first).toBeInstanceOf(Date)
  await w.deps.db.update(events).set({ status: 'draft' }).where(eq(events.id, draft.id))
  await w.deps.db.update(events).set({ status: 'published' }).where(eq(events.id, draft.id))
  expect(await publishedAt(draft.id)).toEqual(first)
  expect(await publishedAt((await w.event(creator)).id)).toBeInstanceOf(Date)
})
