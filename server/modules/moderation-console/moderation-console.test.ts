import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { events } from '../../db/schema/events.ts'
import { auditLog, decisions, reports } from '../../db/schema/moderation.ts'
import { writeAudit } from '../moderation/module.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { world, type Person, type World } from '../../test-support/world.ts'

const moderator = (w: World) => w.person({ role: 'moderator', firstName: 'Maeve', lastName: 'Quinn' })

const report = (w: World, eventId: number, remoteAddress: string, fields: object = {}) =>
  w.app.inject({
    method: 'POST',
    url: '/api/reports',
    remoteAddress,
    payload: { eventId, kind: 'rules', text: 'It is an advertisement.', ...fields },
  })

const ILLEGAL = { kind: 'illegal', name: 'Nora Byrne', email: 'nora@example.org', goodFaith: true }

const queueOf = async (person: Person) => {
  const { items } = await person.api.moderationConsole.queue()
  return items.map(({ subject }) => subject.name)
}

test('the queue has what was reported, the most urgent first, with what makes it so', async () => {
  const w = await world()
  const creator = await w.person()
  const [spam, knives] = [await w.event(creator, { title: 'Spam' }), await w.event(creator, { title: 'Knives' })]
  for (let n = 1; n <= 9; n++) await report(w, spam.id, `203.0.113.${n}`)
  await report(w, knives.id, '198.51.100.1', { ...ILLEGAL, text: 'Knives for children.' })
  const maeve = await moderator(w)
  const { total, items } = await maeve.api.moderationConsole.queue()
  expect(total).toBe(2)
  expect(items.map(({ subject }) => subject.name)).toEqual(['Knives', 'Spam'])
  expect(items[1]).toMatchObject({ reports: [{ kind: 'rules', people: 9 }], said: 'It is an advertisement.' })
  expect(items[0]).toMatchObject({
    subject: { kind: 'event', id: knives.id },
    by: { id: creator.id },
    isHidden: false,
  })
  // What people say first, then what the rules of the score found.
  expect(items[0]?.reasons[0]).toEqual({ points: 10, sentence: 'Somebody says that it is illegal.' })
  // However many say so, it stays where it is.
  expect(await w.visitor.events.get({ params: { eventId: spam.id } })).toMatchObject({ id: spam.id })
})

test('of what is as urgent, what was reported first comes first', async () => {
  const w = await world()
  const creator = await w.person()
  const [early, late] = [await w.event(creator, { title: 'Early' }), await w.event(creator, { title: 'Late' })]
  for (const { id } of [late, early]) await report(w, id, '203.0.113.1')
  const at = w.deps.clock().getTime()
  for (const [n, { id }] of [early, late].entries())
    await w.deps.db
      .update(reports)
      .set({ createdAt: new Date(at + n) })
      .where(eq(reports.eventId, id))
  expect(await queueOf(await moderator(w))).toEqual(['Early', 'Late'])
})

test('what waits to be looked at and what was objected to is in the queue too', async () => {
  const w = await world()
  const creator = await w.person()
  const waiting = await w.event(creator, { title: 'New here', review: 'waiting', reviewSince: new Date() })
  const hidden = await w.event(creator, { title: 'Hidden', hiddenAt: new Date() })
  await w.deps.db.insert(decisions).values({
    reference: 'D-ABCDEFGHIJ',
    act: 'hide',
    subjectKind: 'event',
    subjectId: hidden.id,
    reason: 'spam',
    concernedId: creator.id,
    objectedAt: new Date(),
  })
  const maeve = await moderator(w)
  const { items } = await maeve.api.moderationConsole.queue()
  expect(items).toMatchObject([
    { subject: { id: hidden.id }, objection: 'D-ABCDEFGHIJ', isHidden: true },
    { subject: { id: waiting.id }, isInReview: true, objection: null },
  ])
})

test('a moderator reads an event with its reports, and who sent them', async () => {
  const w = await world()
  const creator = await w.person()
  const event = await w.event(creator, { description: 'Tickets at https://www.shop.example/buy and more.' })
  await report(w, event.id, '203.0.113.1', { ...ILLEGAL, text: 'Knives.' })
  const maeve = await moderator(w)
  const page = await maeve.api.moderationConsole.event({ params: { eventId: event.id } })
  expect(page).toMatchObject({
    event: { id: event.id },
    by: { email: creator.email },
    domains: ['shop.example'],
    hiddenAt: null,
    reports: [{ kind: 'illegal', text: 'Knives.', name: 'Nora Byrne', email: 'nora@example.org' }],
    decisions: [],
  })
  const draft = await w.event(creator, { status: 'draft' })
  await expect(maeve.api.moderationConsole.event({ params: { eventId: draft.id } })).rejects.toMatchObject({
    status: 404,
  })
  // People saw this one before it became one.
  await w.deps.db.update(events).set({ status: 'draft' }).where(eq(events.id, event.id))
  expect((await maeve.api.moderationConsole.event({ params: { eventId: event.id } })).reports).toHaveLength(1)
})

test('a moderator reads an account with its events', async () => {
  const w = await world()
  const creator = await w.person({ suspendedUntil: new Date('2020-01-01T00:00:00Z') })
  const event = await w.event(creator, { hiddenAt: new Date() })
  await w.event(creator)
  const send = { creatorId: creator.id, kind: 'rules' as const, text: 'Only advertising.' }
  await w.visitor.reports.send({ body: send })
  const maeve = await moderator(w)
  const account = await maeve.api.moderationConsole.account({ params: { accountId: creator.id } })
  expect(account).toMatchObject({
    id: creator.id,
    email: creator.email,
    role: null,
    suspendedUntil: null,
    eventCount: 2,
    reports: [{ text: 'Only advertising.' }],
  })
  expect(account.events.find(({ id }) => id === event.id)).toMatchObject({ isHidden: true })
  expect(await queueOf(maeve)).toHaveLength(1)
  await expect(maeve.api.moderationConsole.account({ params: { accountId: 999_999 } })).rejects.toMatchObject({
    status: 404,
  })
})

test('leaving it as it is answers every open report, and tells each who sent one once', async () => {
  const w = await world()
  const event = await w.event(await w.person())
  await report(w, event.id, '203.0.113.1', { email: 'nora@example.org' })
  await report(w, event.id, '203.0.113.2', { email: 'Nora@example.org' })
  await report(w, event.id, '203.0.113.3')
  await collectMails(w.deps)
  const maeve = await moderator(w)
  const dismissal = { body: { subject: { eventId: event.id }, text: 'A wedding, and no advertisement.' } }
  expect(await maeve.api.moderationConsole.dismiss(dismissal)).toEqual({ reports: 3 })
  expect(await queueOf(maeve)).toEqual([])
  const told = await collectMails(w.deps)
  expect(told.map(({ to }) => to.toLowerCase())).toEqual(['nora@example.org'])
  expect(told[0]?.text).toContain('stays as it is')
  const [first] = await w.deps.db.select().from(reports)
  const { reference } = first!
  expect(await w.visitor.reports.get({ params: { reference } })).toMatchObject({ state: 'left', decision: null })
  await expect(maeve.api.moderationConsole.dismiss(dismissal)).rejects.toMatchObject({ status: 409 })
  // One who reports it again afterwards is in the queue again.
  await report(w, event.id, '203.0.113.1')
  expect(await queueOf(maeve)).toHaveLength(1)
})

test('the log says what was done, by whom and in which words, page by page', async () => {
  const w = await world()
  const creator = await w.person()
  const event = await w.event(creator)
  const maeve = await moderator(w)
  await report(w, event.id, '203.0.113.1')
  await maeve.api.moderationConsole.dismiss({ body: { subject: { eventId: event.id }, text: 'Nothing wrong.' } })
  await report(w, event.id, '203.0.113.1', { eventId: undefined, creatorId: creator.id })
  await maeve.api.moderationConsole.dismiss({ body: { subject: { accountId: creator.id }, text: 'Nor with them.' } })
  const { items, next } = await maeve.api.moderationConsole.log()
  expect(next).toBeNull()
  expect(items).toMatchObject([
    { seq: 4, code: 'report-dismissed', subject: `account:${creator.id}`, words: 'Nor with them.' },
    { seq: 3, code: 'report', actor: null },
    { seq: 2, code: 'report-dismissed', subject: `event:${event.id}`, actor: 'Maeve Quinn', words: 'Nothing wrong.' },
    { seq: 1, code: 'report', actor: null, words: 'It is an advertisement.' },
  ])
  expect((await maeve.api.moderationConsole.log({ query: { cursor: 2 } })).items).toHaveLength(1)
})

test('a page of the log has a hundred lines, and the next one goes on with the line after', async () => {
  const w = await world()
  const maeve = await moderator(w)
  await w.deps.db.transaction(async (tx) => {
    for (let n = 1; n <= 101; n++)
      await writeAudit(tx, { at: w.deps.clock(), actorId: maeve.id, code: 'report', subject: `event:${n}` })
  })
  const first = await maeve.api.moderationConsole.log()
  expect(first.items).toHaveLength(100)
  const second = await maeve.api.moderationConsole.log({ query: { cursor: Number(first.next) } })
  expect(second).toMatchObject({ items: [{ subject: 'event:1' }], next: null })
})

test('past decisions are listed with who decided, the newest first', async () => {
  const w = await world()
  const creator = await w.person()
  const event = await w.event(creator, { title: 'Knives' })
  const maeve = await moderator(w)
  for (const [n, act] of (['hide', 'restore'] as const).entries())
    await w.deps.db.insert(decisions).values({
      reference: `D-ABCDEFGHI${'JK'[n]}`,
      act,
      subjectKind: 'event',
      subjectId: event.id,
      reason: 'harm',
      concernedId: creator.id,
      moderatorId: maeve.id,
    })
  const { items } = await maeve.api.moderationConsole.decisions()
  expect(items).toMatchObject([
    { act: 'restore', subject: { name: 'Knives' }, moderator: 'Maeve Quinn', isOwn: true },
    { act: 'hide' },
  ])
})

test('an open objection comes first, however many decisions were made since', async () => {
  const w = await world()
  const creator = await w.person()
  const maeve = await moderator(w)
  const reference = (n: number) => `D-ABCDEFGH${'ABCDEFGH'[n >> 3]}${'ABCDEFGH'[n & 7]}`
  const rows = Array.from({ length: 55 }, (_, n) => ({
    reference: reference(n),
    act: 'ask' as const,
    subjectKind: 'event' as const,
    subjectId: 1,
    reason: 'facts' as const,
    concernedId: creator.id,
    objectedAt: n === 1 ? new Date() : null,
  }))
  await w.deps.db.insert(decisions).values(rows)
  const { items, next } = await maeve.api.moderationConsole.decisions()
  expect(items.slice(0, 2).map((one) => one.reference)).toEqual([reference(1), reference(54)])
  expect(items[0]?.objection).toMatchObject({ outcome: null, isBySamePerson: false })
  const rest = await maeve.api.moderationConsole.decisions({ query: { cursor: Number(next) } })
  expect(new Set([...items, ...rest.items].map((one) => one.reference)).size).toBe(55)
  expect(items.length + rest.items.length).toBe(55)
})

const FEATURED = { config: { features: new Set(['featured'] as const) } }

test('moderators choose what is featured, in their order, and it is seen at once', async () => {
  const w = await world(FEATURED)
  const creator = await w.person()
  const [first, second] = [await w.event(creator), await w.event(creator)]
  const maeve = await moderator(w)
  const titles = async () => (await w.visitor.featured.list()).map(({ id }) => id)
  expect(await titles()).toEqual([])
  await maeve.api.moderationConsole.setFeatured({ body: { eventIds: [second.id, first.id] } })
  expect(await titles()).toEqual([second.id, first.id])
  const changed = await maeve.api.moderationConsole.setFeatured({ body: { eventIds: [first.id] } })
  expect(changed).toMatchObject([{ id: first.id, isShown: true }])
  expect(await titles()).toEqual([first.id])
  expect(await w.deps.db.select({ code: auditLog.code }).from(auditLog)).toEqual([
    { code: 'featured' },
    { code: 'featured' },
  ])
})

test('what nobody can see cannot be featured, and what was hidden since can stay until it is taken out', async () => {
  const w = await world(FEATURED)
  const creator = await w.person()
  const [event, hidden] = [await w.event(creator), await w.event(creator, { hiddenAt: new Date() })]
  const maeve = await moderator(w)
  const choose = (eventIds: number[]) => maeve.api.moderationConsole.setFeatured({ body: { eventIds } })
  await expect(choose([event.id, hidden.id])).rejects.toMatchObject({ status: 404 })
  await expect(choose([event.id, event.id])).rejects.toMatchObject({ status: 400 })
  await expect(choose([999_999])).rejects.toMatchObject({ status: 404 })
  expect(await w.visitor.featured.list()).toEqual([])
  await choose([event.id])
  await w.deps.db.update(events).set({ hiddenAt: new Date() }).where(eq(events.id, event.id))
  expect(await choose([event.id])).toMatchObject([{ id: event.id, isShown: false }])
  expect(await choose([])).toEqual([])
})

test('while the feature is off nothing is featured', async () => {
  const w = await world()
  const maeve = await moderator(w)
  await expect(maeve.api.moderationConsole.featured()).rejects.toMatchObject({ status: 404 })
})

test('the person concerned finds a decision in their own list, without who decided', async () => {
  const w = await world()
  const creator = await w.person()
  const event = await w.event(creator)
  const maeve = await moderator(w)
  const body = { subject: { eventId: event.id }, act: 'hide' as const, reason: 'spam' as const }
  const { reference } = await maeve.api.moderation.decide({ body })
  const own = await creator.api.moderationConsole.own()
  expect(own).toMatchObject([{ reference, act: 'hide', canObject: true }])
  expect(JSON.stringify(own)).not.toContain('Maeve')
  expect(await (await w.person()).api.moderationConsole.own()).toEqual([])
})

test('a decision answers the reports about it, and who has the reference reads what was decided', async () => {
  const w = await world()
  const event = await w.event(await w.person())
  const sent = await report(w, event.id, '203.0.113.1')
  const { reference } = sent.json<{ reference: string }>()
  const maeve = await moderator(w)
  await maeve.api.moderation.decide({ body: { subject: { eventId: event.id }, act: 'hide', reason: 'spam' } })
  expect(await queueOf(maeve)).toEqual([])
  expect(await w.visitor.reports.get({ params: { reference } })).toMatchObject({
    state: 'decided',
    decision: { act: 'hide', reason: 'spam', isUndone: false },
  })
})

test('the queue says what the rules of the score found', async () => {
  const w = await world()
  const creator = await w.person()
  const event = await w.event(creator, { description: 'https://win.example/now Free phones for everybody!' })
  await report(w, event.id, '203.0.113.1')
  const maeve = await moderator(w)
  const { items } = await maeve.api.moderationConsole.queue()
  expect(items[0]?.reasons.map(({ sentence }) => sentence)).toContain(
    'The title has a link, or the text begins with one.',
  )
  const page = await maeve.api.moderationConsole.event({ params: { eventId: event.id } })
  expect(page.reasons).toEqual(items[0]?.reasons)
  expect(page.domains).toEqual(['win.example'])
})
