import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { HOUR } from '../../../contract/durations.ts'
import type { ApiError } from '../../../contract/api-error.ts'
import type { EventBodyInput } from '../../../contract/event-body.ts'
import { events } from '../../db/schema/events.ts'
import { world, type Person, type WorldOptions } from '../../test-support/world.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { FIDDLE_NIGHT } from '../../test-support/fiddle-night.ts'
import { releaseUndoubted } from './review.ts'

const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: ApiError) => error.status,
  )

async function place(review: 'off' | 'first' | 'all', options: WorldOptions = {}) {
  // At noon: digests wait for the day.
  let now = new Date(new Date().setUTCHours(12, 0, 0, 0))
  const opened = await world({ ...options, config: { review, ...options.config }, deps: { clock: () => now } })
  const nora = await opened.person({ emailConfirmedAt: now, createdAt: new Date(now.getTime() - 48 * HOUR) })
  const moderator = await opened.person({ role: 'moderator' })
  const list = async () => (await opened.visitor.events.list({ query: { limit: 50 } })).items.map(({ id }) => id)
  const publish = (person: Person, change: Partial<EventBodyInput> = {}) =>
    person.api.events.create({ body: { ...FIDDLE_NIGHT, ...change } })
  const runJob = async (kind: string) => {
    await opened.deps.jobs.add(opened.deps.db, { kind })
    await opened.deps.jobs.runDue()
  }
  return {
    ...opened,
    nora,
    moderator,
    list,
    publish,
    runJob,
    edit: (person: Person, eventId: number, change: Partial<EventBodyInput>) =>
      person.api.events.update({ params: { eventId }, body: { ...FIDDLE_NIGHT, ...change } }),
    release: (eventId: number) => moderator.api.review.release({ params: { eventId } }),
    later: (hours: number) => (now = new Date(now.getTime() + hours * HOUR)),
  }
}

test('off: nothing waits, and an event says nothing about it', async () => {
  const { nora, publish, list } = await place('off')
  const event = await publish(nora)
  expect(await list()).toEqual([event.id])
  expect(event).not.toHaveProperty('isListed')
  expect(event).not.toHaveProperty('review')
})

test('a new account’s first event is seen by its link alone, and its creator is told why', async () => {
  const { nora, visitor, person, publish, list, app } = await place('first')
  const { id: eventId } = await publish(nora)
  expect(await list()).toEqual([])
  const seen = await visitor.events.get({ params: { eventId } })
  expect(seen).toMatchObject({ id: eventId, isListed: false })
  expect(seen).not.toHaveProperty('review')
  expect(seen).not.toHaveProperty('creatorName')
  const guest = await person()
  expect(await guest.api.tickets.book({ body: { eventId, numberOfTickets: 1 } })).toMatchObject({ eventId })
  expect(await statusOf(visitor.creators.get({ params: { creatorId: nora.id } }))).toBe(404)
  for (const address of ['/sitemap.xml', '/feeds/events.ics', '/feeds/events.rss', '/feeds/events.json'])
    expect((await app.inject({ url: address })).body).not.toContain(`/events/${eventId}`)
  expect(await visitor.events.typeahead({ query: { q: 'Fiddle' } })).toEqual([])
  expect((await visitor.events.list({ query: { q: 'fiddle', limit: 10 } })).items).toEqual([])
  const { review } = await nora.api.events.get({ params: { eventId } })
  expect(review?.reasons).toEqual(['We look at an account’s first events before we list them.'])
  const mine = await nora.api.events.list({ query: { creator: 'me', limit: 10 } })
  expect(mine.items[0]?.review?.reasons).toHaveLength(1)
})

test('a moderator releases it; nobody else can, and only once', async () => {
  const { nora, publish, list, release, visitor } = await place('first')
  const { id: eventId } = await publish(nora)
  expect(await statusOf(nora.api.review.release({ params: { eventId } }))).toBe(403)
  await release(eventId)
  expect(await list()).toEqual([eventId])
  expect(await visitor.events.get({ params: { eventId } })).not.toHaveProperty('isListed')
  expect(await statusOf(release(eventId))).toBe(409)
  expect(await statusOf(release(999_999))).toBe(404)
})

test('its creator gets an email about the release, unless it has been hidden or cancelled', async () => {
  const { nora, moderator, person, publish, release, deps, later, runJob } = await place('first')
  const [first, second, third] = [
    await publish(nora),
    await publish(nora, { title: 'Flutes and Whistles' }),
    await publish(nora, { title: 'Harps by the Sea' }),
  ]
  await collectMails(deps)
  await release(first.id)
  const [mail, ...more] = await collectMails(deps)
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to: nora.email, subject: 'Your event is now listed: Fiddle Night at the Cobblestone' })
  expect(mail?.text).toContain(`/events/${first.id}`)
  await nora.api.events.cancel({ params: { eventId: second.id }, body: {} })
  await moderator.api.moderation.decide({ body: { subject: { eventId: third.id }, act: 'hide', reason: 'spam' } })
  await collectMails(deps)
  for (const { id } of [second, third]) await release(id)
  expect(await collectMails(deps)).toEqual([])
  // And when nobody but the rules has looked at it.
  const before = new Date(deps.clock().getTime() - 48 * HOUR)
  const newcomer = await person({ emailConfirmedAt: before, createdAt: before })
  const fourth = await publish(newcomer, { title: 'Bodhrán for Beginners' })
  later(24)
  await runJob('release-undoubted')
  expect((await collectMails(deps)).map(({ text }) => text.includes(`/events/${fourth.id}`))).toEqual([true])
})

test('until one is listed every event of the account waits, and none afterwards', async () => {
  const { nora, publish, list, release } = await place('first')
  const [first, second] = [await publish(nora), await publish(nora, { title: 'Another one altogether' })]
  expect(await list()).toEqual([])
  await release(first.id)
  const third = await publish(nora, { title: 'A third one, later' })
  expect(await list()).toEqual([first.id, third.id])
  expect(second.isListed).toBe(false)
})

test('who has events in the lists already is not new, and neither is a moderator', async () => {
  const { nora, moderator, event, publish, list } = await place('first')
  const before = await event(nora)
  const ids = [before.id, (await publish(nora)).id, (await publish(moderator)).id]
  expect((await list()).toSorted()).toEqual(ids.toSorted())
})

test('a draft does not wait; it waits when it is published, and no longer as a draft', async () => {
  const { nora, publish, edit } = await place('first')
  const draft = await publish(nora, { isDraft: true })
  expect(draft).not.toHaveProperty('review')
  expect((await edit(nora, draft.id, {})).review).toBeDefined()
  expect(await edit(nora, draft.id, { isDraft: true })).not.toHaveProperty('review')
})

test('a big edit of what was released goes back to waiting, a small one does not', async () => {
  const { nora, publish, list, release, edit } = await place('first')
  const { id } = await publish(nora)
  await release(id)
  expect(
    await edit(nora, id, { description: 'Bring two fiddles.', title: 'Fiddle Nights at the Cobblestone' }),
  ).not.toHaveProperty('review')
  const changed = await edit(nora, id, { title: 'Cheap sunglasses', description: 'https://glasses.example' })
  expect(changed.review?.reasons).toEqual([
    'Its title has changed a lot since we looked at it.',
    'It links to a website that wasn’t there when we looked at it.',
  ])
  expect(await list()).toEqual([])
})

test('an event that was never looked at is not sent back by an edit', async () => {
  const { nora, event, edit, list } = await place('first')
  const before = await event(nora)
  await edit(nora, before.id, { title: 'Something else entirely' })
  expect(await list()).toEqual([before.id])
})

test('after 24 hours the rules release what they have no doubt about', async () => {
  const { nora, publish, list, later, runJob, deps } = await place('first')
  const { id } = await publish(nora)
  const doubtful = await publish(nora, { description: 'https://bit.ly/x is where it happens' })
  later(23)
  await runJob('release-undoubted')
  expect(await list()).toEqual([])
  later(1)
  await runJob('release-undoubted')
  expect(await list()).toEqual([id])
  const [row] = await deps.db.select().from(events).where(eq(events.id, id))
  // New to those who follow its creator.
  expect(row?.publishedAt).toEqual(deps.clock())
  expect(doubtful.isListed).toBe(false)
})

test('a big edit begins the 24 hours again', async () => {
  const { nora, publish, list, later, runJob, edit } = await place('first')
  const { id } = await publish(nora)
  later(20)
  await edit(nora, id, { title: 'Quite another thing' })
  later(5)
  await runJob('release-undoubted')
  expect(await list()).toEqual([])
  later(19)
  await runJob('release-undoubted')
  expect(await list()).toEqual([id])
})

test('more than a batch is looked at once each, also where nothing of it is released', async () => {
  const { nora, event, deps } = await place('first')
  const ids: number[] = []
  for (let n = 0; n <= 100; n++) ids.push((await event(nora, { review: 'waiting', reviewSince: new Date(0) })).id)
  const looked: number[] = []
  const scores = (batch: number[]) => {
    looked.push(...batch)
    if (looked.length > ids.length) throw new Error('The sweep looks at the same events again.')
    return Promise.resolve(new Map(batch.map((id) => [id, { score: 1 }])))
  }
  await releaseUndoubted(deps, { scores })
  expect(looked).toEqual(ids)
})

test('all: every event waits for a moderator, however long', async () => {
  const { nora, event, publish, list, later, runJob, release } = await place('all')
  const before = await event(nora)
  const { id, review } = await publish(nora)
  expect(review?.reasons).toEqual(['We look at every event before we list it.'])
  later(100)
  await runJob('release-undoubted')
  expect(await list()).toEqual([before.id])
  await release(id)
  expect((await list()).toSorted()).toEqual([before.id, id].toSorted())
})

test('what is cancelled while it waits is in no feed, and waits on when it is reinstated', async () => {
  const { nora, publish, list, app } = await place('first')
  const { id: eventId } = await publish(nora)
  await nora.api.events.cancel({ params: { eventId }, body: {} })
  expect((await app.inject({ url: '/feeds/events.ics' })).body).not.toContain(`/events/${eventId}`)
  await nora.api.events.reinstate({ params: { eventId }, body: {} })
  expect(await list()).toEqual([])
})

test('those who follow the creator hear of it once it is listed', async () => {
  const { nora, person, event, publish, release, runJob, deps, later } = await place('all')
  const old = await event(nora, { title: 'An old one' })
  const fan = await person({ emailConfirmedAt: new Date() })
  await fan.api.creators.follow({ params: { creatorId: nora.id } })
  const { id } = await publish(nora)
  later(24)
  await runJob('send-follow-digests')
  const told = async () => (await collectMails(deps)).filter(({ to }) => to === fan.email).map(({ text }) => text)
  expect((await told()).join()).not.toContain(`/events/${id}`)
  await release(id)
  await collectMails(deps)
  later(24)
  await runJob('send-follow-digests')
  expect((await told()).join()).toContain(`/events/${id}`)
  expect(old.id).not.toBe(id)
})

test('an event that is hidden while it waits says nothing of waiting any more', async () => {
  const { nora, publish, moderator } = await place('first')
  const { id: eventId } = await publish(nora)
  await moderator.api.moderation.decide({ body: { subject: { eventId }, act: 'hide', reason: 'spam' } })
  expect(await nora.api.events.get({ params: { eventId } })).not.toHaveProperty('review')
})
