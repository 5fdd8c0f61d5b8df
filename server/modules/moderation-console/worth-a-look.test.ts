import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { decisions, eventScores } from '../../db/schema/moderation.ts'
import { world, type Person, type World } from '../../test-support/world.ts'

const BODY = {
  title: 'Fiddle Night',
  description: 'Bring a fiddle.',
  venue: 'The Cobblestone, Dublin',
  capacity: 20,
  startTime: '2099-05-01T20:00:00Z',
  endTime: '2099-05-01T23:00:00Z',
  isDraft: false,
}
const SPAM = { ...BODY, title: 'Cheap phones', description: 'https://bit.ly/3xYz Ring 087 123 4567 now' }

const known = (w: World) => w.person({ emailConfirmedAt: new Date(), createdAt: new Date('2026-01-01') })

const titles = async (person: Person) => {
  const { items } = await person.api.moderationConsole.worthALook()
  return items.map(({ subject }) => subject.name)
}

test('with REVIEW=off a doubtful event is listed at once, and moderators find it worth a look', async () => {
  const w = await world()
  const [nora, maeve] = [await known(w), await w.person({ role: 'moderator' })]
  const spam = await nora.api.events.create({ body: SPAM })
  await nora.api.events.create({ body: BODY })
  await nora.api.events.create({ body: { ...SPAM, title: 'A draft of it', isDraft: true } })
  await w.deps.jobs.runDue()
  expect(await w.visitor.events.get({ params: { eventId: spam.id } })).not.toHaveProperty('isListed')
  const { items } = await maeve.api.moderationConsole.worthALook()
  expect(items).toMatchObject([
    { subject: { id: spam.id }, by: { id: nora.id }, reports: [], isHidden: false, isInReview: false, points: 6 },
  ])
  expect(items[0]?.reasons.map(({ sentence }) => sentence)).toContain('There is a phone number in it.')
  // It holds nothing back and is in the queue of nobody.
  expect((await maeve.api.moderationConsole.queue()).total).toBe(0)
  await expect(nora.api.moderationConsole.worthALook()).rejects.toMatchObject({ status: 403 })
})

test('what a moderator has looked at comes back only when it has become more doubtful', async () => {
  const w = await world()
  const [nora, maeve] = [await known(w), await w.person({ role: 'moderator' })]
  const { id: eventId } = await nora.api.events.create({ body: SPAM })
  await w.deps.jobs.runDue()
  const leave = () => maeve.api.moderationConsole.dismiss({ body: { subject: { eventId } } })
  expect(await leave()).toEqual({ reports: 0 })
  expect(await titles(maeve)).toEqual([])
  await expect(leave()).rejects.toMatchObject({ status: 409 })
  const save = async (description: string) => {
    await nora.api.events.update({ params: { eventId }, body: { ...SPAM, description } })
    await w.deps.jobs.runDue()
    return titles(maeve)
  }
  expect(await save(`${SPAM.description}!`)).toEqual([])
  expect(await save(`${SPAM.description} Guaranteed daily profits!`)).toEqual(['Cheap phones'])
  expect(await save('Bring a fiddle.')).toEqual([])
})

test('what was reported, hidden, or is over, is not among it, and what is over is forgotten', async () => {
  const w = await world()
  const [nora, maeve] = [await known(w), await w.person({ role: 'moderator' })]
  const scored = async (fields: object) => {
    const event = await w.event(nora, fields)
    await w.deps.db.insert(eventScores).values({ eventId: event.id, score: 9, scoredAt: new Date() })
    return event
  }
  const reported = await scored({ title: 'Reported' })
  await w.visitor.reports.send({ body: { eventId: reported.id, kind: 'rules', text: 'An advertisement.' } })
  await scored({ title: 'Hidden', hiddenAt: new Date() })
  await scored({ title: 'Waits', review: 'waiting' })
  const over = await scored({ title: 'Over', startTime: new Date(Date.now() - 86_400_000) })
  await scored({ title: 'Listed' })
  expect(await titles(maeve)).toEqual(['Listed'])
  await w.deps.jobs.add(w.deps.db, { kind: 'forget-scores' })
  await w.deps.jobs.runDue()
  expect(await w.deps.db.select().from(eventScores).where(eq(eventScores.eventId, over.id))).toEqual([])
})

/** As stored before such texts were refused. */
const GROWING = ['\ufdfa', '\u32ff', '\u3316', '\u1e9b\u0323', 'e\u0332\u0333\u0334', 'a.', 'b@', 'https:', '\u2060.']

test('a queue full of texts that were made to be slow costs a moderator what fifty of them cost, and nobody waits long', async () => {
  const w = await world()
  const [nora, maeve] = [await known(w), await w.person({ role: 'moderator' })]
  const letters = sql`(array[${sql.join(
    GROWING.map((letter) => sql`${letter}`),
    sql`, `,
  )}])[1 + n % ${GROWING.length}]`
  await w.deps.db.execute(sql`
    insert into events (creator_id, title, description, venue, time_zone, capacity, status, start_time, end_time,
      artist_description, organizer_description, review, review_since)
    select ${nora.id}, 'Slow ' || n, repeat(${letters}, 9998 / length(${letters})) || ' .', 'Dublin', 'Europe/Dublin', 10, 'published',
      now() + interval '1 day', now() + interval '2 days', repeat(${letters}, 3998 / length(${letters})) || ' .', repeat(${letters}, 3998 / length(${letters})) || '.',
      'waiting', now() - n * interval '1 minute'
    from generate_series(1, 100) as n`)
  const before = process.cpuUsage()
  // Of the processor, which others on this machine do not use up: how long nobody else had a turn.
  let [longest, last] = [0, before.user]
  const watch = setInterval(() => {
    const { user } = process.cpuUsage()
    longest = Math.max(longest, user - last)
    last = user
  }, 1)
  const { total, items } = await maeve.api.moderationConsole.queue()
  const { user } = process.cpuUsage(before)
  clearInterval(watch)
  expect([total, items.length]).toEqual([100, 50])
  // Some 700 ms on a busy machine; it was 60 times as much.
  expect(user / 1_000).toBeLessThan(4_000)
  expect(longest).toBeLessThan(user / 2)
})

test('the queue reads the words of what it shows, and no others', async () => {
  const w = await world()
  const [nora, maeve] = [await known(w), await w.person({ role: 'moderator' })]
  for (let n = 0; n < 60; n++)
    await w.event(nora, { title: `Event ${n}`, review: 'waiting', reviewSince: new Date(Date.now() - n * 60_000) })
  const doubtful = await w.event(nora, { title: 'Doubtful', review: 'waiting', reviewSince: new Date() })
  await w.deps.db.insert(eventScores).values({ eventId: doubtful.id, score: 12, scoredAt: new Date() })
  await w.deps.db.insert(decisions).values({
    reference: 'D-ABCDEFGHIJ',
    act: 'hide',
    subjectKind: 'event',
    subjectId: 999_999,
    reason: 'spam',
    concernedId: nora.id,
    objectedAt: new Date(),
  })
  const { total, items } = await maeve.api.moderationConsole.queue()
  expect([total, items.length]).toEqual([61, 50])
  // Its stored score brings it among those that are shown; what the rules say today sorts those.
  expect(items.map(({ subject }) => subject.name)).toContain('Doubtful')
})

test('a text that grows beyond its limit when it is read is refused in one sentence', async () => {
  const w = await world()
  const nora = await known(w)
  const create = (fields: object) => nora.api.events.create({ body: { ...BODY, ...fields } })
  for (const letter of ['\ufdfa', '\u32ff', '\u3316'])
    await expect(create({ description: letter.repeat(9_000) })).rejects.toMatchObject({
      status: 400,
      message: 'Description must have at most 10,000 characters, and some of these count for several',
    })
  await expect(create({ description: `${'e\u0323\u0307'.repeat(3_000)} .` })).resolves.toBeTruthy()
  await expect(create({ description: `Bring a fiddle… ½ price. ${'a'.repeat(9_000)}` })).resolves.toBeTruthy()
})
