import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ApiError } from '../../../contract/api-error.ts'
import { events } from '../../db/schema/events.ts'
import { auditLog, decisions } from '../../db/schema/moderation.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { FIDDLE_NIGHT } from '../../test-support/fiddle-night.ts'
import { world } from '../../test-support/world.ts'
import { scoreEvents } from './score.ts'

const SENTENCE = 'Links to evil.example cannot be used here. Please remove the link.'

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: ApiError) => [error.status, error.message],
  )

async function place() {
  const opened = await world()
  const { deps, person, visitor } = opened
  const nora = await person({ emailConfirmedAt: new Date(), createdAt: new Date(0) })
  const moderator = await person({ role: 'moderator' })
  const block = async (domain = 'https://www.Evil.example/tickets') => {
    const body = { subject: { domain }, act: 'block-domain', reason: 'domain' } as const
    await moderator.api.moderation.decide({ body })
    await deps.jobs.runDue()
  }
  const list = async () => (await visitor.events.list({ query: { limit: 50 } })).items.map(({ id }) => id)
  const allow = async (domain: string) => {
    const body = { subject: { domain }, act: 'restore', reason: 'mistake' } as const
    await moderator.api.moderation.decide({ body })
    await deps.jobs.runDue()
  }
  return { ...opened, nora, moderator, block, allow, list }
}

test('whatever strangers read or are mailed cannot link to a blocked domain, and nothing of it is stored', async () => {
  const { nora, block, event, person } = await place()
  const { id: eventId } = await event(nora, { capacity: 20 })
  const guest = await person()
  const { id: ticketId } = await guest.api.tickets.book({ body: { eventId, numberOfTickets: 1 } })
  await block()
  const params = { eventId }
  const words = 'See https://www.evil.example/x'
  const calls = [
    () => nora.api.events.create({ body: { ...FIDDLE_NIGHT, description: words } }),
    () => nora.api.events.create({ body: { ...FIDDLE_NIGHT, isDraft: true, organizerDescription: 'еvіl.example' } }),
    () => nora.api.events.update({ params, body: { ...FIDDLE_NIGHT, title: 'Night at evil.example' } }),
    () => nora.api.events.update({ params, body: { ...FIDDLE_NIGHT, note: words } }),
    () => nora.api.events.cancel({ params, body: { note: words } }),
    () => nora.api.guestMessages.send({ params, body: { to: 'all', subject: 'Hello', text: words } }),
    () => nora.api.guestMessages.send({ params, body: { to: 'all', subject: 'Hello', text: words, test: true } }),
    () => nora.api.tickets.takeBack({ params: { eventId, ticketId }, body: { reason: words } }),
    () => guest.api.questions.ask({ params, body: { text: words } }),
    () => guest.api.users.updateProfile({ body: { firstName: 'A', lastName: 'B', publicText: words } }),
  ]
  for (const call of calls) expect(await refusal(call())).toEqual([400, SENTENCE])
  expect(await nora.api.events.get({ params })).toMatchObject({ title: 'Fiddle Night', status: 'published' })
  expect(
    await nora.api.events.create({ body: { ...FIDDLE_NIGHT, description: 'See https://good.example' } }),
  ).toBeTruthy()
})

test('events that link there already wait to be looked at, and are listed again once the link is gone', async () => {
  const { nora, block, event, list, visitor } = await place()
  const good = await event(nora, { description: 'See https://devil.example' })
  const bad = await event(nora, { description: 'See https://out.example/?url=https%3A%2F%2Fevil.example' })
  await block()
  expect(await list()).toEqual([good.id])
  expect(await visitor.events.get({ params: { eventId: bad.id } })).toMatchObject({ isListed: false })
  const { review } = await nora.api.events.get({ params: { eventId: bad.id } })
  expect(review?.reasons).toEqual(['It links to a website that isn’t allowed here. Please remove the link.'])
  const mended = await nora.api.events.update({ params: { eventId: bad.id }, body: FIDDLE_NIGHT })
  expect(mended).not.toHaveProperty('review')
  expect((await list()).toSorted()).toEqual([good.id, bad.id].toSorted())
})

test('whose events link there is told once with the reasons, and the mail makes no link of the domain', async () => {
  const { nora, block, event, deps, person } = await place()
  const ben = await person()
  for (const creator of [nora, nora, ben]) await event(creator, { description: 'See https://evil.example' })
  await block()
  const told = await collectMails(deps)
  expect(told.map(({ to }) => to).toSorted()).toEqual([ben.email, nora.email].toSorted())
  for (const { text, html } of told) {
    expect(text).toContain(
      'Links to evil[.]example can no longer be used on Hooley, and those in your events are plain text now.',
    )
    expect(text).toContain('You can object once')
    expect(text + html).not.toContain('evil.example')
  }
  expect(await nora.api.moderationConsole.own()).toMatchObject([{ act: 'block-domain', canObject: true }])
  // Looked for again: nobody is notified twice.
  await deps.jobs.add(deps.db, { kind: 'find-blocked-links', payload: { domain: 'evil.example', after: 0 } })
  await deps.jobs.runDue()
  await event(nora, { description: 'https://evil.example again' })
  await deps.jobs.add(deps.db, { kind: 'find-blocked-links', payload: { domain: 'evil.example', after: 0 } })
  await deps.jobs.runDue()
  expect(await collectMails(deps)).toEqual([])
})

test('a domain that is allowed again brings its events back as they were, and tells their creator', async () => {
  const { nora, block, allow, event, list, deps } = await place()
  const publishedAt = new Date('2026-01-01T00:00:00Z')
  const back = await event(nora, { description: 'See https://evil.example', publishedAt })
  const other = await event(nora, { description: 'See https://evil.example and https://worse.example' })
  await block('worse.example')
  await block('evil.example')
  expect(await list()).toEqual([])
  await collectMails(deps)
  await allow('evil.example')
  expect(await list()).toEqual([back.id])
  const [row] = await deps.db.select().from(events).where(eq(events.id, back.id))
  // Nothing new to those who follow its creator.
  expect(row?.publishedAt).toEqual(publishedAt)
  const subjects = (await collectMails(deps)).map(({ subject }) => subject)
  expect(subjects).toEqual([`Your event is now listed: ${back.title}`])
  await allow('worse.example')
  expect((await list()).toSorted()).toEqual([back.id, other.id].toSorted())
})

test('an objection to a blocked domain is decided by somebody else, and undone it allows the domain', async () => {
  const { nora, block, event, list, deps, person, moderator } = await place()
  const { id } = await event(nora, { description: 'See https://evil.example' })
  await block()
  const [own] = await nora.api.moderationConsole.own()
  const params = { reference: own!.reference }
  await nora.api.moderation.object({ params, body: { text: 'It is my shop.' } })
  const second = await person({ role: 'moderator' })
  const answer = { params, body: { outcome: 'undone' } } as const
  await expect(moderator.api.moderation.decideObjection(answer)).rejects.toMatchObject({ code: 'own_decision' })
  await second.api.moderation.decideObjection(answer)
  await deps.jobs.runDue()
  expect(await list()).toEqual([id])
  expect(await nora.api.events.create({ body: { ...FIDDLE_NIGHT, description: 'evil.example' } })).toBeTruthy()
  expect(await deps.db.$count(decisions)).toBe(2)
  const log = await deps.db.select({ code: auditLog.code }).from(auditLog).orderBy(auditLog.seq)
  // The domain itself, and the decision that its creator was told of: each has a line in the chain.
  const blocked = ['block-domain', 'block-domain', 'review']
  expect(log.map(({ code }) => code)).toEqual([...blocked, 'objection', 'objection-undone', 'review-released'])
})

test('all of thousands are looked through, a few at a time', async () => {
  const { nora, block, deps, event, list } = await place()
  const last = await event(nora, { description: 'evil.example' })
  await deps.db.execute(
    `insert into events (creator_id, title, description, venue, time_zone, capacity, status, start_time, end_time)
     select ${nora.id}, 'Filler', 'evil.example', 'X', 'Europe/Dublin', 1, 'published', now() + interval '1 day', now() + interval '2 days'
     from generate_series(1, 1200)`,
  )
  await block()
  expect(await list()).toEqual([])
  expect(last.id).toBeGreaterThan(0)
})

test('the score reads its facts from the database', async () => {
  const { nora, person, event, deps } = await place()
  const title = 'Amazing Sunglasses Festival'
  const others = [await person(), await person()]
  for (const other of others) await event(other, { title: `${title}!` })
  const { id } = await event(nora, { title })
  for (let n = 0; n < 5; n++) await event(nora, { title: `Quiz ${n}` })
  const weekly = await event(others[0]!, { title: 'Quiz 1' })
  const scores = await scoreEvents(deps.db, [id, weekly.id], deps.clock())
  expect(scores.get(id)?.reasons.map(({ rule }) => rule)).toEqual(['same-title-elsewhere', 'many-an-hour'])
  expect(scores.get(weekly.id)?.reasons.map(({ rule }) => rule)).toEqual(['unconfirmed-address', 'new-account'])
  expect(await scoreEvents(deps.db, [], deps.clock())).toEqual(new Map())
})

test('people are no longer sent to a blocked site to book, and are again once it is allowed', async () => {
  const { nora, block, allow, event, visitor, deps } = await place()
  const bookingUrl = 'https://tickets.evil.example/1'
  const { id: eventId } = await event(nora, { admission: 'elsewhere', bookingUrl })
  const read = () => visitor.events.get({ params: { eventId } })
  expect((await read()).bookingUrl).toBe(bookingUrl)
  await block('evil.example')
  const blocked = await read()
  expect([blocked.admission, blocked.bookingUrl]).toEqual(['elsewhere', undefined])
  const [row] = await deps.db.select().from(events).where(eq(events.id, eventId))
  expect([row?.bookingUrl, row?.reviewReasons]).toEqual(['https://tickets[.]evil[.]example/1', ['blocked-link']])
  await allow('evil.example')
  expect((await read()).bookingUrl).toBe(bookingUrl)
})
