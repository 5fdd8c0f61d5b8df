import { describe, expect, test } from 'vitest'
import { HOUR } from '../../../contract/durations.ts'
import { auditLog, decisions, reports } from '../../db/schema/moderation.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { world, type Person } from '../../test-support/world.ts'

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: unknown) => (error as { code?: string }).code,
  )

/** An event that was hidden; the clock can be moved on. */
async function hidden() {
  let now = new Date()
  const w = await world({ deps: { clock: () => now } })
  const moderator = await w.person({ role: 'moderator', emailConfirmedAt: now })
  const creator = await w.person({ emailConfirmedAt: now })
  const { id: eventId } = await w.event(creator, { startTime: new Date(now.getTime() + 240 * HOUR) })
  const subject = { eventId }
  const { reference } = await moderator.api.moderation.decide({ body: { subject, act: 'hide', reason: 'spam' } })
  await collectMails(w.deps)
  const params = { reference }
  const object = (who: Person) => who.api.moderation.object({ params, body: { text: 'It is a real céilí.' } })
  const answer = (who: Person, outcome: 'kept' | 'undone') =>
    who.api.moderation.decideObjection({ params, body: { outcome, text: 'We looked again.' } })
  const isShown = () => codeOf(w.visitor.events.get({ params: { eventId } }))
  return {
    w,
    moderator,
    creator,
    eventId,
    reference,
    object,
    answer,
    isShown,
    pass: (ms: number) => (now = new Date(now.getTime() + ms)),
  }
}

describe('an objection', () => {
  test('is made by the person concerned, once', async () => {
    const { w, moderator, creator, object } = await hidden()
    for (const who of [moderator, await w.person()]) expect(await codeOf(object(who))).toBe('decision_not_found')
    expect(await object(creator)).toMatchObject({
      canObject: false,
      objection: { text: 'It is a real céilí.', outcome: null },
    })
    expect(await codeOf(object(creator))).toBe('already_objected')
  })

  test('to what brought something back is none', async () => {
    const { moderator, creator, eventId } = await hidden()
    const body = { subject: { eventId }, act: 'restore', reason: 'mistake' } as const
    const { reference, canObject } = await moderator.api.moderation.decide({ body })
    expect(canObject).toBe(false)
    const again = creator.api.moderation.object({ params: { reference }, body: { text: 'No.' } })
    expect(await codeOf(again)).toBe('nothing_to_object')
  })

  test('is made within six months, and the form is there as long', async () => {
    const { w, creator, moderator, reference, object } = await hidden()
    const decidedBefore = (days: number) =>
      w.deps.db.update(decisions).set({ createdAt: new Date(w.deps.clock().getTime() - days * 24 * HOUR) })
    const canObject = async (who: Person) => (await who.api.moderation.read({ params: { reference } })).canObject
    await decidedBefore(190)
    expect(await canObject(creator)).toBe(false)
    expect(await codeOf(object(creator))).toBe('objection_late')
    await decidedBefore(184)
    expect([await canObject(creator), await canObject(moderator)]).toEqual([true, false])
    expect(await codeOf(object(creator))).toBe('answered')
  })

  test('is decided by another moderator; both parties are told, and all of it is in the log', async () => {
    const { w, moderator, creator, eventId, object, answer, isShown } = await hidden()
    const second = await w.person({ role: 'administrator', emailConfirmedAt: new Date() })
    const { db } = w.deps
    const [decision] = await db.select().from(decisions)
    const decisionId = decision?.id
    await db
      .insert(reports)
      .values({ reference: 'R-1', kind: 'rules', eventId, reporterEmail: 'v@example.org', decisionId })
    expect(await codeOf(answer(second, 'undone'))).toBe('no_open_objection')
    await object(creator)
    expect(await codeOf(answer(moderator, 'kept'))).toBe('own_decision')
    expect(await isShown()).toBe('event_hidden')
    expect(await answer(second, 'undone')).toMatchObject({
      objection: { outcome: 'undone', answer: 'We looked again.', isBySamePerson: false },
    })
    expect(await isShown()).toBe('answered')
    expect(await codeOf(answer(second, 'kept'))).toBe('no_open_objection')
    const mails = await collectMails(w.deps)
    const textTo = (to: string) => mails.find((mail) => mail.to === to)?.text
    expect(textTo(creator.email)).toContain('A moderator who had nothing to do with it looked at it again.')
    expect(textTo('v@example.org')).toContain('we’ve reversed it')
    const log = await db.select({ code: auditLog.code, actorId: auditLog.actorId }).from(auditLog).orderBy(auditLog.seq)
    expect(log).toEqual([
      { code: 'hide', actorId: moderator.id },
      { code: 'objection', actorId: creator.id },
      { code: 'objection-undone', actorId: second.id },
    ])
  })

  test('is decided by the same person after a day where there is nobody else, and the answer says so', async () => {
    const { w, moderator, creator, object, answer, isShown, pass } = await hidden()
    await object(creator)
    expect(await codeOf(answer(moderator, 'kept'))).toBe('own_decision_early')
    pass(24 * HOUR - 1)
    expect(await codeOf(answer(moderator, 'kept'))).toBe('own_decision_early')
    pass(1)
    expect(await answer(moderator, 'kept')).toMatchObject({ objection: { outcome: 'kept', isBySamePerson: true } })
    expect(await isShown()).toBe('event_hidden')
    const [mail] = await collectMails(w.deps)
    expect(mail?.text).toContain('There was no other moderator')
  })

  test('is not decided by the person concerned, whatever their role', async () => {
    const { w, moderator } = await hidden()
    const other = await w.person({ role: 'moderator' })
    const { id: eventId } = await w.event(other)
    const body = { subject: { eventId }, act: 'hide', reason: 'spam' } as const
    const { reference } = await moderator.api.moderation.decide({ body })
    await other.api.moderation.object({ params: { reference }, body: { text: 'No.' } })
    const own = other.api.moderation.decideObjection({ params: { reference }, body: { outcome: 'undone' } })
    expect(await codeOf(own)).toBe('forbidden')
  })
})

test('the same objection sent twice with its key is one, and gets the same answer', async () => {
  const w = await world()
  const [nora, maeve] = [await w.person(), await w.person({ role: 'moderator' })]
  const { id: eventId } = await w.event(nora)
  const body = { subject: { eventId }, act: 'hide', reason: 'spam' } as const
  const { reference } = await maeve.api.moderation.decide({ body })
  const object = (key: string | undefined) =>
    nora.api.moderation.object({
      params: { reference },
      body: { text: 'It is not.' },
      headers: { 'idempotency-key': key },
    })
  const first = await object('objection-1')
  expect(await object('objection-1')).toEqual(first)
  for (const key of ['objection-2', undefined]) await expect(object(key)).rejects.toMatchObject({ status: 409 })
})

test.each([
  [{ act: 'hide', reason: 'because' }, /^Reason must be one of these: legal-order, illegal, /],
  [{ act: 'burn', reason: 'spam' }, /^Act must be one of these: hide, restore, /],
  [{ act: 'suspend', reason: 'spam', until: 'soon' }, /^Until must be a date and time such as 2026-/],
  [{ act: 'hide' }, /^Reason must be one of these: /],
])('a decision that cannot be understood is refused in a sentence for people', async (fields, sentence) => {
  const w = await world()
  const maeve = await w.person({ role: 'moderator' })
  const answer = await w.app.inject({
    method: 'POST',
    url: '/api/moderation/decisions',
    headers: { authorization: `Bearer ${maeve.token}` },
    payload: { subject: { eventId: 1 }, ...fields },
  })
  expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
    400,
    expect.stringMatching(sentence),
  ])
})
