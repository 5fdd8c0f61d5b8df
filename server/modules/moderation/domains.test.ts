import { expect, test } from 'vitest'
import type { ApiError } from '../../../contract/api-error.ts'
import type { EventBodyInput } from '../../../contract/event-body.ts'
import { world } from '../../test-support/world.ts'
import { scoreEvents } from './score.ts'

const BODY: EventBodyInput = {
  title: 'Fiddle Night',
  description: 'Bring a fiddle.',
  venue: 'The Cobblestone, Dublin',
  startTime: '2099-05-01T20:00:00Z',
  endTime: '2099-05-01T23:00:00Z',
  capacity: 20,
  isDraft: false,
  isVirtual: false,
  isFreeOfCharge: true,
}
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
  return { ...opened, nora, block, list }
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
    () => nora.api.events.create({ body: { ...BODY, description: words } }),
    () => nora.api.events.create({ body: { ...BODY, isDraft: true, organizerDescription: 'еvіl.example' } }),
    () => nora.api.events.update({ params, body: { ...BODY, title: 'Night at evil.example' } }),
    () => nora.api.events.update({ params, body: { ...BODY, note: words } }),
    () => nora.api.eventStates.cancel({ params, body: { note: words } }),
    () => nora.api.guestMessages.send({ params, body: { to: 'all', subject: 'Hello', text: words } }),
    () => nora.api.guestMessages.send({ params, body: { to: 'all', subject: 'Hello', text: words, test: true } }),
    () => nora.api.tickets.takeBack({ params: { eventId, ticketId }, body: { reason: words } }),
    () => guest.api.questions.ask({ params, body: { text: words } }),
    () => guest.api.users.updateProfile({ body: { firstName: 'A', lastName: 'B', publicText: words } }),
  ]
  for (const call of calls) expect(await refusal(call())).toEqual([400, SENTENCE])
  expect(await nora.api.events.get({ params })).toMatchObject({ title: 'Fiddle Night', status: 'published' })
  expect(await nora.api.events.create({ body: { ...BODY, description: 'See https://good.example' } })).toBeTruthy()
})

test('events that link there already wait to be looked at, and are listed again once the link is gone', async () => {
  const { nora, block, event, list, visitor } = await place()
  const good = await event(nora, { description: 'See https://devil.example' })
  const bad = await event(nora, { description: 'See https://out.example/?url=https%3A%2F%2Fevil.example' })
  await block()
  expect(await list()).toEqual([good.id])
  expect(await visitor.events.get({ params: { eventId: bad.id } })).toMatchObject({ isListed: false })
  const { review } = await nora.api.events.get({ params: { eventId: bad.id } })
  expect(review?.reasons).toEqual(['It links to a website that cannot be linked to from here. Please remove the link.'])
  const mended = await nora.api.events.update({ params: { eventId: bad.id }, body: BODY })
  expect(mended).not.toHaveProperty('review')
  expect((await list()).toSorted()).toEqual([good.id, bad.id].toSorted())
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
