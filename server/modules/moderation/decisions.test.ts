import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { events } from '../../db/schema/events.ts'
import { auditLog, blockedDomains, decisions, reports } from '../../db/schema/moderation.ts'
import { users } from '../../db/schema/users.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { world, type Person, type World } from '../../test-support/world.ts'

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: unknown) => (error as { code?: string }).code,
  )

async function scene() {
  const w = await world()
  const moderator = await w.person({ role: 'moderator', emailConfirmedAt: new Date() })
  const creator = await w.person({ emailConfirmedAt: new Date() })
  return { w, moderator, creator }
}

const rowOf = async ({ deps: { db } }: World, eventId: number) => {
  const [row] = await db.select().from(events).where(eq(events.id, eventId))
  return row!
}

const shownTo = (person: Person, eventId: number) => codeOf(person.api.events.get({ params: { eventId } }))

describe('a decision', () => {
  test('is for moderators and administrators alone', async () => {
    const { w, creator, moderator } = await scene()
    const administrator = await w.person({ role: 'administrator' })
    const { id: eventId } = await w.event(creator)
    const body = { subject: { eventId }, act: 'ask', reason: 'facts' } as const
    expect(await codeOf(w.visitor.moderation.decide({ body }))).toBe('unauthorized')
    expect(await codeOf(creator.api.moderation.decide({ body }))).toBe('forbidden')
    for (const { api } of [moderator, administrator])
      expect(await api.moderation.decide({ body })).toMatchObject({ act: 'ask', subject: { id: eventId } })
  })

  test('that hides is emailed to the creator with its reasons, and is in the record and the log', async () => {
    const { w, creator, moderator } = await scene()
    const event = await w.event(creator, { title: 'Quarry Ceilidh' })
    const body = {
      subject: { eventId: event.id },
      act: 'hide',
      reason: 'fraud',
      text: 'The venue knows nothing.',
    } as const
    const made = await moderator.api.moderation.decide({ body })
    expect(made).toMatchObject({
      reason: 'fraud',
      text: 'The venue knows nothing.',
      canObject: true,
      objection: null,
      subject: { kind: 'event', id: event.id, name: 'Quarry Ceilidh' },
    })
    const [mail] = await collectMails(w.deps)
    expect(mail?.to).toBe(creator.email)
    for (const part of [
      ...['Quarry Ceilidh', 'misleads people', 'No fraud', 'not by automated means', 'The venue knows nothing.'],
      ...['object once', `/decisions/${made.reference}`, 'court', made.reference],
    ])
      expect(mail?.text).toContain(part)
    expect(await w.deps.db.select().from(decisions)).toMatchObject([
      { concernedId: creator.id, moderatorId: moderator.id },
    ])
    expect(await w.deps.db.select().from(auditLog)).toMatchObject([
      { seq: 1, actorId: moderator.id, code: 'hide', subject: `event:${event.id}` },
    ])
  })

  test('is read by the person concerned and by moderators, and by nobody else', async () => {
    const { w, creator, moderator } = await scene()
    const { id: eventId } = await w.event(creator)
    const body = { subject: { eventId }, act: 'hide', reason: 'spam' } as const
    const { reference } = await moderator.api.moderation.decide({ body })
    const read = (who: Person) => codeOf(who.api.moderation.read({ params: { reference } }))
    expect(await Promise.all([creator, moderator, await w.person()].map(read))).toEqual([
      ...['answered', 'answered', 'decision_not_found'],
    ])
  })

  test('names one thing that its act can be done to, and an end where there is one', async () => {
    const { w, creator, moderator } = await scene()
    const { id: eventId } = await w.event(creator)
    const until = new Date(Date.now() + 86_400_000).toISOString()
    const given = [
      { subject: {}, act: 'hide' },
      { subject: { eventId, accountId: creator.id }, act: 'hide' },
      { subject: { accountId: creator.id }, act: 'hide' },
      { subject: { eventId }, act: 'suspend', until },
      { subject: { accountId: creator.id }, act: 'suspend' },
      { subject: { accountId: creator.id }, act: 'suspend', until: '2020-01-01T00:00:00Z' },
      { subject: { eventId }, act: 'hide', until },
      { subject: { domain: 'not a domain' }, act: 'block-domain' },
      { subject: { domain: '127.0.0.1' }, act: 'block-domain' },
    ] as const
    for (const body of given) {
      const refused = moderator.api.moderation.decide({ body: { ...body, reason: 'spam' } })
      await expect(refused, JSON.stringify(body)).rejects.toMatchObject({ status: 400 })
    }
    expect(await w.deps.db.$count(decisions)).toBe(0)
  })

  test('sent twice with one key is one decision; the key is for that one alone', async () => {
    const { w, creator, moderator } = await scene()
    const { id: eventId } = await w.event(creator)
    const headers = { 'idempotency-key': 'hide-it-once' }
    const body = { subject: { eventId }, act: 'hide', reason: 'spam' } as const
    const first = await moderator.api.moderation.decide({ headers, body })
    expect((await moderator.api.moderation.decide({ headers, body })).reference).toBe(first.reference)
    const other = { ...body, act: 'restore' } as const
    expect(await codeOf(moderator.api.moderation.decide({ headers, body: other }))).toBe('idempotency_key_reused')
    expect(await w.deps.db.$count(decisions)).toBe(1)
    expect(await w.deps.db.$count(auditLog)).toBe(1)
  })

  test('about oneself is somebody else’s, as long as there is anybody', async () => {
    const { w, moderator } = await scene()
    const { id: eventId } = await w.event(moderator)
    await w.visitor.reports.send({ body: { eventId, kind: 'rules', text: 'An advertisement.' } })
    await w.deps.db.update(events).set({ review: 'waiting' }).where(eq(events.id, eventId))
    const tries = [
      () => moderator.api.moderation.decide({ body: { subject: { eventId }, act: 'ask', reason: 'facts' } }),
      () => moderator.api.moderationConsole.dismiss({ body: { subject: { eventId } } }),
      () => moderator.api.review.release({ params: { eventId } }),
    ]
    const suspendedUntil = new Date(Date.now() + 86_400_000)
    const other = await w.person({ role: 'moderator' })
    for (const call of tries) expect(await codeOf(call())).toBe('own_subject')
    // Somebody who is suspended is nobody else.
    await w.deps.db.update(users).set({ suspendedUntil }).where(eq(users.id, other.id))
    for (const call of tries.toReversed()) expect(await codeOf(call())).toBe('answered')
  })

  test('is not made about a draft, which its creator alone sees; but one that was hidden before is restored', async () => {
    const { w, creator, moderator } = await scene()
    const { id: eventId } = await w.event(creator, { status: 'draft', hiddenAt: new Date() })
    const decide = (act: 'hide' | 'ask' | 'restore') =>
      codeOf(moderator.api.moderation.decide({ body: { subject: { eventId }, act, reason: 'facts' } }))
    for (const act of ['hide', 'ask'] as const) expect(await decide(act)).toBe('event_not_found')
    expect(await decide('restore')).toBe('answered')
    expect((await rowOf(w, eventId)).hiddenAt).toBeNull()
  })

  test('about an administrator is for administrators', async () => {
    const { w, moderator } = await scene()
    const administrator = await w.person({ role: 'administrator' })
    const body = { subject: { accountId: administrator.id }, act: 'hide-account', reason: 'spam' } as const
    expect(await codeOf(moderator.api.moderation.decide({ body }))).toBe('forbidden')
  })
})

describe('all of an account', () => {
  test('is hidden and restored as it was: what was hidden by itself stays so', async () => {
    const { w, creator, moderator } = await scene()
    const [shown, hidden, draft] = [
      await w.event(creator),
      await w.event(creator),
      await w.event(creator, { status: 'draft' }),
    ]
    const other = await w.event(await w.person())
    const decide = (act: 'hide' | 'hide-account' | 'restore', subject: { eventId?: number; accountId?: number }) =>
      moderator.api.moderation.decide({ body: { subject, act, reason: 'spam' } })
    await decide('hide', { eventId: hidden.id })
    const before = await Promise.all([shown, hidden, draft, other].map(({ id }) => rowOf(w, id)))
    await decide('hide-account', { accountId: creator.id })
    expect(await shownTo(await w.person(), shown.id)).toBe('event_hidden')
    expect(await shownTo(await w.person(), other.id)).toBe('answered')
    await decide('restore', { accountId: creator.id })
    expect(await Promise.all([shown, hidden, draft, other].map(({ id }) => rowOf(w, id)))).toEqual(before)
    expect(await codeOf(decide('restore', { accountId: creator.id }))).toBe('nothing_to_restore')
  })
})

test('a domain is blocked as browsers write it, once, and unblocked', async () => {
  const { w, moderator } = await scene()
  const decide = (act: 'block-domain' | 'restore', domain: string) =>
    moderator.api.moderation.decide({ body: { subject: { domain }, act, reason: 'domain' } })
  await decide('block-domain', 'https://www.Bücher.example/offer?x=1')
  await decide('block-domain', 'xn--bcher-kva.example')
  expect(await w.deps.db.select().from(blockedDomains)).toMatchObject([{ domain: 'xn--bcher-kva.example' }])
  await decide('restore', 'bücher.example')
  expect(await w.deps.db.$count(blockedDomains)).toBe(0)
  expect(await codeOf(decide('restore', 'bücher.example'))).toBe('nothing_to_restore')
})

test('who reported is told of the decision, with or without an account, and the creator never learns who it was', async () => {
  const { w, creator, moderator } = await scene()
  const reporter = await w.person({ firstName: 'Tellingname', emailConfirmedAt: new Date() })
  const { id: eventId } = await w.event(creator, { title: 'Quarry Ceilidh' })
  const report = { kind: 'rules' as const, eventId }
  await w.deps.db.insert(reports).values([
    { ...report, reference: 'R-ONE', reporterId: reporter.id },
    { ...report, reference: 'R-TWO', reporterEmail: 'visitor@example.org', reporterName: 'Tellingname' },
    { ...report, reference: 'R-OLD', dismissedAt: new Date() },
    { ...report, reference: 'R-NOBODY' },
  ])
  await moderator.api.moderation.decide({ body: { subject: { eventId }, act: 'hide', reason: 'spam' } })
  const mails = await collectMails(w.deps)
  const told = mails.filter(({ subject }) => subject.startsWith('We have decided about your report'))
  expect(told.map(({ to }) => to).toSorted()).toEqual([reporter.email, 'visitor@example.org'].toSorted())
  for (const { text } of told) expect(text).toContain('It is no longer shown.')
  const toCreator = mails.filter(({ to }) => to === creator.email)
  expect(toCreator).toHaveLength(1)
  for (const { text, html } of toCreator) expect(text + html).not.toMatch(/Tellingname|R-ONE|R-TWO|visitor@/)
  const rows = await w.deps.db.select().from(reports)
  expect(
    rows
      .filter(({ decisionId }) => decisionId !== null)
      .map(({ reference }) => reference)
      .toSorted(),
  ).toEqual([...['R-NOBODY', 'R-ONE', 'R-TWO']])
})

test('who has reported it many times is told once, of the decision and of the objection', async () => {
  const { w, creator, moderator } = await scene()
  const { id: eventId } = await w.event(creator)
  const report = { kind: 'rules' as const, eventId }
  await w.deps.db.insert(reports).values([
    { ...report, reference: 'R-ONE', reporterEmail: 'visitor@example.org' },
    { ...report, reference: 'R-TWO', reporterEmail: 'Visitor@Example.org' },
  ])
  const body = { subject: { eventId }, act: 'hide', reason: 'spam' } as const
  const { reference } = await moderator.api.moderation.decide({ body })
  const told = async () => (await collectMails(w.deps)).filter(({ to }) => /visitor/i.test(to)).length
  expect(await told()).toBe(1)
  const params = { reference }
  await creator.api.moderation.object({ params, body: { text: 'No.' } })
  const second = await w.person({ role: 'moderator' })
  await second.api.moderation.decideObjection({ params, body: { outcome: 'kept' } })
  expect(await told()).toBe(1)
})

test('an address that somebody typed into many reports gets ten answers a day, and the others later', async () => {
  const w = await world({ env: { RATE_LIMITS: 'on' } })
  const moderator = await w.person({ role: 'moderator' })
  const creator = await w.person()
  for (let n = 0; n < 12; n++) {
    const { id: eventId } = await w.event(creator)
    const about = { kind: 'rules' as const, eventId, reporterEmail: 'victim@example.org' }
    await w.deps.db.insert(reports).values({ ...about, reference: `R-${n}` })
    const subject = { eventId }
    if (n % 2) await moderator.api.moderation.decide({ body: { subject, act: 'ask', reason: 'facts' } })
    else await moderator.api.moderationConsole.dismiss({ body: { subject } })
  }
  const toVictim = async () => (await collectMails(w.deps)).filter(({ to }) => to === 'victim@example.org').length
  expect(await toVictim()).toBe(10)
  await w.deps.db.execute(sql`update mails set next_attempt_at = next_attempt_at - interval '1 day'`)
  expect(await toVictim()).toBe(2)
})

test.each([true, false])(
  'who reported is told truthfully who looks again (another moderator: %s)',
  async (hasOther) => {
    const w = await world()
    const maeve = await w.person({ role: 'moderator' })
    if (hasOther) await w.person({ role: 'moderator' })
    const { id: eventId } = await w.event(await w.person())
    const text = 'An advertisement.'
    await w.visitor.reports.send({ body: { eventId, kind: 'rules', text, email: 'ann@example.org' } })
    await collectMails(w.deps)
    await maeve.api.moderation.decide({ body: { subject: { eventId }, act: 'ask', reason: 'spam' } })
    const mail = (await collectMails(w.deps)).find(({ to }) => to === 'ann@example.org')
    expect(mail?.text.includes('another moderator will look at it again')).toBe(hasOther)
    expect(mail?.text.includes('the same person will look at it again')).toBe(!hasOther)
  },
)
