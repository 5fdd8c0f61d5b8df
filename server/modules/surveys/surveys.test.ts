import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { events } from '../../db/schema/events.ts'
import { mails } from '../../db/schema/mails.ts'
import { blockedDomains } from '../../db/schema/moderation.ts'
import { surveyAnswers, surveyBallots, surveyParticipants, surveys, surveySheets } from '../../db/schema/surveys.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { hashToken } from '../../http/session.ts'
import { blockedOn } from '../../test-support/database-trouble.ts'
import { openClockedWorld, type Clocked } from '../../test-support/sold-out.ts'
import {
  answerAnonymously,
  ask,
  guestsOf,
  lease,
  QUESTIONS,
  setSurvey,
  surveyStage,
  takeBallot,
  type SurveyStage,
} from '../../test-support/survey-scene.ts'
import type { Person, World } from '../../test-support/world.ts'
import { ballotFor } from './ballots.ts'
import { runSurveys } from './rounds.ts'

let clocked: Clocked
let w: World
let creator: Person
let makeEvent: SurveyStage['makeEvent']
let run: SurveyStage['run']
let named: SurveyStage['named']
let anonymous: SurveyStage['anonymous']

beforeAll(async () => {
  clocked = await openClockedWorld({ env: { FEATURES: 'surveys,emailers,social-settings' } })
  w = clocked.w
  creator = await w.person({ firstName: 'Nora', emailConfirmedAt: new Date() })
  ;({ makeEvent, run, named, anonymous } = surveyStage(clocked, creator))
})
afterAll(() => w.close())
beforeEach(async () => {
  clocked.set('2026-05-04T11:00:00Z')
  await w.deps.db.delete(mails)
  await w.deps.db.delete(surveys)
})

const SHEET = [['5'], ['Yes'], ['Music', 'People'], ['More tea']]

describe('an organiser', () => {
  test('begins with what is usual: before the event with names, afterwards without', async () => {
    const { id: eventId } = await makeEvent()
    const usual = await Promise.all(
      (['pre-event', 'post-event', 'feedback'] as const).map((kind) =>
        creator.api.surveys.get({ params: { eventId, kind } }),
      ),
    )
    expect(usual.map(({ anonymous: is }) => is)).toEqual([false, true, true])
    expect(usual[0]).toMatchObject({ id: null, enabled: false, questions: [], isOpened: false, isAnswered: false })
  })

  test('is refused what is wrong, and nothing is stored', async () => {
    const { id: eventId } = await makeEvent()
    await w.deps.db.insert(blockedDomains).values({ domain: 'evil.example' })
    const wrong = [
      [{ questions: [] }, 'Please write a question.'],
      [{ questions: [ask('one', 'One?', ['Yes'])] }, /two or more different/],
      [{ questions: [ask('stars', 'Stars?', ['1', '2'])] }, /none for a text or stars/],
      [{ questions: [ask('text', '')] }, /Please write the question/],
      [{ questions: [{ ...ask('text', 'x'), kind: 'yes-no' as never }] }, /must be one of/],
      [{ questions: Array.from({ length: 11 }, () => ask('text', 'More?')) }, /at most 10/],
      [{ questions: [ask('text', 'See https://evil.example/x')] }, /evil\.example/],
      [{ questions: [ask('one', 'Where?', ['Here', 'https://evil.example/x'])] }, /evil\.example/],
    ] as const
    for (const [fields, message] of wrong)
      await expect(setSurvey(creator, eventId, 'feedback', fields as never)).rejects.toMatchObject({
        status: 400,
        message: expect.stringMatching(message) as string,
      })
    await w.deps.db.delete(blockedDomains)
    await expect(setSurvey(await w.person(), eventId, 'feedback')).rejects.toMatchObject({ status: 403 })
    expect(await w.deps.db.$count(surveys)).toBe(0)
  })

  test('changes the questions until the first answer, and never afterwards; nor can the database', async () => {
    const { eventId, surveyId, guests } = await named()
    const other = { anonymous: false, questions: [ask('text', 'Anything else?')] }
    await setSurvey(creator, eventId, 'pre-event', other)
    expect(await setSurvey(creator, eventId, 'pre-event', { anonymous: false })).toMatchObject({ isAnswered: false })
    const params = { params: { surveyId } }
    const stale = { ...params, body: { ticketId: guests[0]!.ticketId, version: 1, answers: SHEET } }
    await expect(guests[0]!.api.surveys.answer(stale)).rejects.toMatchObject({ code: 'questions_changed' })
    await guests[0]!.api.surveys.answer({ ...params, body: { ...stale.body, version: 3 } })
    await expect(setSurvey(creator, eventId, 'pre-event', other)).rejects.toMatchObject({ code: 'survey_frozen' })
    // The rest can still be changed.
    expect(await setSurvey(creator, eventId, 'pre-event', { anonymous: false, sends: false })).toMatchObject({
      isAnswered: true,
      sends: false,
    })
    const byHand = w.deps.db.update(surveys).set({ questions: [] }).where(eq(surveys.id, surveyId))
    await expect(byHand).rejects.toMatchObject({ cause: { constraint: 'surveys_frozen' } })
  })

  test('chooses between names and none until it opens; after that not even the database changes it', async () => {
    const { id: eventId } = await makeEvent()
    await setSurvey(creator, eventId, 'post-event', { anonymous: true })
    const { id } = await setSurvey(creator, eventId, 'post-event', { anonymous: false })
    expect(await setSurvey(creator, eventId, 'post-event')).toMatchObject({ isOpened: false, anonymous: true })
    clocked.set('2026-05-14T15:00:00Z')
    await run()
    await expect(setSurvey(creator, eventId, 'post-event', { anonymous: false })).rejects.toMatchObject({
      code: 'survey_opened',
    })
    const change = (set: string) => w.deps.db.execute(sql.raw(`update surveys set ${set} where id = ${id}`))
    for (const set of ['anonymous = false', 'opened_at = null', 'anonymous = false, opened_at = null'])
      await expect(change(set)).rejects.toMatchObject({ cause: { constraint: 'surveys_anonymous' } })
    const [ticket] = await guestsOf(w, eventId, 1)
    const withName = { surveyId: id!, ticketId: ticket!.ticketId, answers: [] }
    const mixed = { cause: { constraint: 'surveys_names' } }
    await expect(w.deps.db.insert(surveyAnswers).values(withName)).rejects.toMatchObject(mixed)
    const { id: surveyId } = await setSurvey(creator, eventId, 'pre-event', { anonymous: false })
    const ofNamed = { surveyId: surveyId!, ticketId: ticket!.ticketId, answers: [] }
    await expect(w.deps.db.insert(surveyParticipants).values(ofNamed)).rejects.toMatchObject(mixed)
    await expect(w.deps.db.insert(surveySheets).values(ofNamed)).rejects.toMatchObject(mixed)
  })
})

test('only what is switched on opens, of events that take place; a hidden event has no surveys to change', async () => {
  const { id: eventId } = await makeEvent()
  const survey = () => creator.api.surveys.get({ params: { eventId, kind: 'pre-event' } })
  await setSurvey(creator, eventId, 'pre-event', { anonymous: false, enabled: false })
  await run()
  expect(await survey()).toMatchObject({ isOpened: false })
  for (const status of ['draft', 'cancelled', 'postponed'] as const) {
    await w.deps.db.update(events).set({ status }).where(eq(events.id, eventId))
    await setSurvey(creator, eventId, 'pre-event', { anonymous: false })
    await run()
    expect([status, (await survey()).isOpened]).toEqual([status, false])
  }
  await w.deps.db.update(events).set({ status: 'published' }).where(eq(events.id, eventId))
  await run()
  expect(await survey()).toMatchObject({ isOpened: true })
  // What was opened does not close while nobody knows when the event is.
  clocked.set('2026-05-20T12:00:00Z')
  await w.deps.db.update(events).set({ status: 'postponed' }).where(eq(events.id, eventId))
  await run()
  const [row] = await w.deps.db.select().from(surveys)
  expect(row!.closedAt).toBeNull()
  await w.deps.db.update(events).set({ hiddenAt: clocked.now() }).where(eq(events.id, eventId))
  await expect(setSurvey(creator, eventId, 'pre-event')).rejects.toMatchObject({ code: 'event_not_found' })
})

test('a preview signs no link to a survey, and the feature off runs nothing', async () => {
  const { id: eventId } = await makeEvent()
  const body = { subject: '', text: 'Please answer: {survey_link}' }
  const { html } = await creator.api.eventEmails.preview({ params: { eventId, kind: 'thanks' }, body })
  expect(html).toContain('Please answer: ')
  expect(html).not.toContain('/links/')
  await setSurvey(creator, eventId, 'feedback')
  clocked.set('2026-05-14T13:00:00Z')
  await runSurveys({ ...w.deps, config: { ...w.deps.config, features: new Set() } }, { lease })
  expect((await w.deps.db.select().from(surveys))[0]!.openedAt).toBeNull()
})

test('a copy of an event has its emails, posts and surveys: nothing sent, opened or answered', async () => {
  const { eventId, surveyId, guests } = await named()
  const [{ api, ticketId }] = guests as [(typeof guests)[number]]
  await api.surveys.answer({ params: { surveyId }, body: { ticketId, version: 1, answers: SHEET } })
  const words = { enabled: true, subject: 'A word', text: 'Bring a cup.' }
  await creator.api.eventEmails.set({ params: { eventId, kind: 'thanks' }, body: { ...words, hours: 5 } })
  const post = { text: 'Come!', at: '2026-05-05T09:30' }
  await creator.api.socialPosts.set({ params: { eventId, network: 'twitter' }, body: post })
  const copy = await creator.api.events.duplicate({ params: { eventId } })
  const of = { eventId: copy.id }
  expect(await creator.api.eventEmails.get({ params: { ...of, kind: 'thanks' } })).toMatchObject({ ...words, hours: 5 })
  expect(await creator.api.socialPosts.list({ params: of })).toMatchObject([{ text: 'Come!', remindedAt: null }])
  expect(await creator.api.surveys.get({ params: { ...of, kind: 'pre-event' } })).toMatchObject({
    enabled: true,
    anonymous: false,
    questions: QUESTIONS,
    isOpened: false,
    isAnswered: false,
  })
})

describe('a guest', () => {
  test('answers by the link of an email, without signing in, and again if they like', async () => {
    const { surveyId, guests } = await named()
    const [{ api, ticketId }] = guests as [(typeof guests)[number]]
    const [open] = await api.surveys.listOpen({ params: { ticketId } })
    expect(open).toMatchObject({
      id: surveyId,
      anonymous: false,
      organiser: 'Nora B.',
      isAnswered: false,
      closesAt: '2026-05-14T12:00:00.000Z',
      questions: QUESTIONS,
    })
    const send = (answers: string[][]) =>
      api.surveys.answer({ params: { surveyId }, body: { ticketId, version: 1, answers } })
    await send(SHEET)
    await send([['4'], [], [], []])
    expect(await w.deps.db.select().from(surveyAnswers)).toMatchObject([{ ticketId, answers: [['4'], [], [], []] }])
    expect(await api.surveys.listOpen({ params: { ticketId } })).toMatchObject([{ isAnswered: true }])
  })

  test('is refused what was not asked', async () => {
    const { surveyId, guests } = await named()
    const [{ api, ticketId }] = guests as [(typeof guests)[number]]
    const wrong = [
      [[['6'], [], [], []], 'answer_invalid'],
      [[['1', '2'], [], [], []], 'answer_invalid'],
      [[[], ['Perhaps'], [], []], 'answer_invalid'],
      [[[], ['Yes', 'No'], [], []], 'answer_invalid'],
      [[[], [], ['Rain'], []], 'answer_invalid'],
      [[[], [], []], 'questions_changed'],
    ] as const
    for (const [answers, code] of wrong)
      await expect(
        api.surveys.answer({ params: { surveyId }, body: { ticketId, version: 1, answers: answers as never } }),
      ).rejects.toMatchObject({ code })
    expect(await w.deps.db.$count(surveyAnswers)).toBe(0)
  })

  test('must answer what is required', async () => {
    const { id: eventId } = await makeEvent()
    const questions = [{ ...ask('stars', 'How was it?'), required: true }]
    const { id } = await setSurvey(creator, eventId, 'pre-event', { anonymous: false, questions })
    const [{ api, ticketId }] = (await guestsOf(w, eventId, 1)) as [Awaited<ReturnType<typeof guestsOf>>[number]]
    const send = (answers: string[][]) =>
      api.surveys.answer({ params: { surveyId: id! }, body: { ticketId, version: 1, answers } })
    await expect(send([[]])).rejects.toMatchObject({ status: 400, message: 'Please answer: How was it?' })
    await send([['3']])
  })

  test('answers for the own booking alone, and only surveys of that event', async () => {
    const { eventId, surveyId, guests } = await named(2)
    const [one, other] = guests as [(typeof guests)[number], (typeof guests)[number]]
    const body = { ticketId: other.ticketId, version: 1, answers: SHEET }
    await expect(one.api.surveys.answer({ params: { surveyId }, body })).rejects.toMatchObject({ status: 404 })
    await expect(one.api.surveys.listOpen({ params: { ticketId: other.ticketId } })).rejects.toMatchObject({
      status: 404,
    })
    // Nor by somebody who is signed in, and a link is for its own booking alone, also of the same person.
    const member = await w.person()
    const ofOne = { ...body, ticketId: one.ticketId }
    await expect(member.api.surveys.answer({ params: { surveyId }, body: ofOne })).rejects.toMatchObject({
      status: 404,
    })
    const [second] = await w.deps.db
      .insert(tickets)
      .values({ eventId, userId: one.userId, numberOfTickets: 1 })
      .returning()
    const ofSecond = { ...body, ticketId: second!.id }
    await expect(one.api.surveys.answer({ params: { surveyId }, body: ofSecond })).rejects.toMatchObject({
      status: 404,
    })
    const elsewhere = await named()
    const strange = { params: { surveyId: elsewhere.surveyId }, body: { ...body, ticketId: one.ticketId } }
    await expect(one.api.surveys.answer(strange)).rejects.toMatchObject({ code: 'survey_not_found' })
    expect(await one.api.surveys.listOpen({ params: { ticketId: one.ticketId } })).toMatchObject([{ id: surveyId }])
    await w.deps.db
      .update(tickets)
      .set({ numberOfTickets: 0, returnedAt: clocked.now() })
      .where(eq(tickets.id, one.ticketId))
    const given = { params: { surveyId }, body: { ...body, ticketId: one.ticketId } }
    await expect(one.api.surveys.answer(given)).rejects.toMatchObject({ code: 'ticket_not_found' })
  })

  test('sees a survey only while it is open: by the event’s times of now', async () => {
    const { id: eventId } = await makeEvent()
    for (const kind of ['pre-event', 'post-event', 'feedback'] as const)
      await setSurvey(creator, eventId, kind, { anonymous: kind !== 'pre-event' })
    const [{ api, ticketId }] = (await guestsOf(w, eventId, 1)) as [Awaited<ReturnType<typeof guestsOf>>[number]]
    const open = async (at: string) => {
      clocked.set(at)
      await run()
      return (await api.surveys.listOpen({ params: { ticketId } })).map(({ kind }) => kind)
    }
    expect(await open('2026-05-04T11:00:00Z')).toEqual(['pre-event'])
    expect(await open('2026-05-14T11:59:59Z')).toEqual(['pre-event'])
    const [first] = await w.deps.db.select().from(surveys).where(eq(surveys.kind, 'pre-event'))
    expect(first!.openedAt).toEqual(new Date('2026-05-04T11:00:00Z'))
    expect(await open('2026-05-14T12:00:00Z')).toEqual(['feedback'])
    expect(await open('2026-05-14T15:00:00Z')).toEqual(['post-event', 'feedback'])
    expect(await open('2026-05-28T14:59:59Z')).toEqual(['post-event', 'feedback'])
    await w.deps.db.update(events).set({ status: 'cancelled' }).where(eq(events.id, eventId))
    expect(await open('2026-05-28T14:59:59Z')).toEqual([])
    await w.deps.db.update(events).set({ status: 'published' }).where(eq(events.id, eventId))
    expect(await open('2026-05-28T15:00:00Z')).toEqual([])
    const [row] = await w.deps.db.select().from(surveys).where(eq(surveys.kind, 'feedback'))
    expect(row!.closedAt).toEqual(new Date('2026-05-28T15:00:00Z'))
    const late = { params: { surveyId: row!.id }, headers: { 'idempotency-key': randomUUID() }, body: { ticketId } }
    await expect(api.surveys.ballot(late)).rejects.toMatchObject({ code: 'survey_closed' })
    // An event that is moved afterwards opens nothing again: the keys of those who took part are gone.
    const moved = { startTime: new Date('2026-06-14T12:00:00Z'), endTime: new Date('2026-06-14T15:00:00Z') }
    await w.deps.db.update(events).set(moved).where(eq(events.id, eventId))
    expect(await open('2026-06-15T12:00:00Z')).toEqual([])
    await expect(api.surveys.ballot(late)).rejects.toMatchObject({ code: 'survey_closed' })
  })

  test('is refused links to blocked domains, with a name and without, and every try is counted', async () => {
    await w.deps.db.insert(blockedDomains).values({ domain: 'evil.example' })
    const taken = vi.spyOn(w.deps.limits, 'take')
    const answers = [[], [], [], ['See https://evil.example/x']]
    const { surveyId, guests } = await named()
    const [{ api, ticketId, userId }] = guests as [(typeof guests)[number]]
    const body = { ticketId, version: 1, answers }
    await expect(api.surveys.answer({ params: { surveyId }, body })).rejects.toMatchObject({ code: 'blocked_link' })
    const nobodys = await anonymous()
    const sent = answerAnonymously(w, nobodys.guests[0]!, nobodys.surveyId, answers)
    await expect(sent).rejects.toMatchObject({ code: 'blocked_link' })
    await w.deps.db.delete(blockedDomains)
    const counted = taken.mock.calls.filter(([name]) => name === 'surveyAnswers').map(([, key]) => key)
    expect(counted).toEqual([userId, nobodys.guests[0]!.userId])
    taken.mockRestore()
    expect([await w.deps.db.$count(surveyAnswers), await w.deps.db.$count(surveySheets)]).toEqual([0, 0])
  })

  test('cannot answer what is switched off, or whose time is over though no job has closed it', async () => {
    const { eventId, surveyId, guests } = await named()
    const [{ api, ticketId }] = guests as [(typeof guests)[number]]
    const send = () => api.surveys.answer({ params: { surveyId }, body: { ticketId, version: 1, answers: SHEET } })
    await setSurvey(creator, eventId, 'pre-event', { anonymous: false, enabled: false })
    await expect(send()).rejects.toMatchObject({ code: 'survey_closed' })
    await setSurvey(creator, eventId, 'pre-event', { anonymous: false })
    clocked.set('2026-05-14T12:00:00Z')
    await expect(send()).rejects.toMatchObject({ code: 'survey_closed' })
    clocked.set('2026-05-14T11:59:59Z')
    await send()
  })

  test('whose answer is being written freezes the questions', async () => {
    const { eventId, surveyId, guests } = await named()
    const changed = await w.deps.db.transaction(async (tx) => {
      // As answerSurvey does.
      await tx.execute(sql`select id from surveys where id = ${surveyId} for key share`)
      await tx.insert(surveyAnswers).values({ surveyId, ticketId: guests[0]!.ticketId, answers: SHEET })
      const reply = setSurvey(creator, eventId, 'pre-event', { anonymous: false, questions: [ask('text', 'Else?')] })
        .then(() => 'changed')
        .catch(({ code }: { code: string }) => code)
      await expect.poll(() => blockedOn(w.deps.db)).toBe(1)
      return () => reply
    })
    expect(await changed()).toBe('survey_frozen')
  })

  test('whose answers meet other questions at that moment is refused', async () => {
    const { surveyId, guests } = await named()
    const [{ api, ticketId }] = guests as [(typeof guests)[number]]
    const body = { ticketId, version: 1, answers: SHEET }
    // As setSurvey does: nobody writes while the questions are changed. With a ballot given out the database refuses it.
    const answered = await w.deps.db.transaction(async (tx) => {
      await tx.select().from(surveys).where(eq(surveys.id, surveyId)).for('update')
      await tx.update(surveys).set({ version: 2 }).where(eq(surveys.id, surveyId))
      const reply = api.surveys
        .answer({ params: { surveyId }, body })
        .then(String, ({ code }: { code: string }) => code)
      await expect.poll(() => blockedOn(w.deps.db)).toBe(1)
      return () => reply
    })
    expect(await answered()).toBe('questions_changed')
    expect(await w.deps.db.$count(surveyAnswers)).toBe(0)
  })
})

describe('an anonymous survey', () => {
  test('is answered by a ballot, and then a sheet with the ballot alone', async () => {
    const { surveyId, guests } = await anonymous()
    const [guest] = guests as [(typeof guests)[number]]
    const key = randomUUID()
    const ballot = await takeBallot(guest, surveyId, key)
    expect(await takeBallot(guest, surveyId, key)).toBe(ballot)
    const sheet = { params: { surveyId }, body: { ballot, version: 1, answers: SHEET } }
    await w.visitor.surveys.sheet(sheet)
    await expect(w.visitor.surveys.sheet(sheet)).rejects.toMatchObject({ code: 'ballot_used' })
    // Asked for once more with the same key it is the same, and used.
    expect(await takeBallot(guest, surveyId, key)).toBe(ballot)
    await expect(w.visitor.surveys.sheet(sheet)).rejects.toMatchObject({ code: 'ballot_used' })
    await expect(takeBallot(guest, surveyId)).rejects.toMatchObject({ code: 'survey_taken_part' })
    expect(await w.deps.db.$count(surveySheets)).toBe(1)
    const [row] = await guest.api.surveys.listOpen({ params: { ticketId: guest.ticketId } })
    expect(row).toMatchObject({ isAnswered: true, anonymous: true })
  })

  test('a sheet that meets the shuffling of ballots counts, once', async () => {
    const { surveyId, guests } = await anonymous()
    const ballot = await takeBallot(guests[0]!, surveyId)
    const sheet = { params: { surveyId }, body: { ballot, version: 1, answers: SHEET } }
    // As the shuffling does: all go, and come again in another order.
    const sent = await w.deps.db.transaction(async (tx) => {
      const gone = await tx.delete(surveyBallots).returning()
      const reply = w.visitor.surveys.sheet(sheet)
      await expect.poll(() => blockedOn(w.deps.db)).toBe(1)
      await tx.insert(surveyBallots).values(gone.reverse())
      return () => reply
    })
    await sent()
    expect(await w.deps.db.$count(surveySheets)).toBe(1)
    await expect(w.visitor.surveys.sheet(sheet)).rejects.toMatchObject({ code: 'ballot_used' })
  })

  test('a ballot that was lost on our side is there again when it is asked for with the same key', async () => {
    const { surveyId, guests } = await anonymous()
    const [guest] = guests as [(typeof guests)[number]]
    const key = randomUUID()
    const ballot = await takeBallot(guest, surveyId, key)
    await w.deps.db.delete(surveyBallots)
    const sheet = { params: { surveyId }, body: { ballot, version: 1, answers: SHEET } }
    await expect(w.visitor.surveys.sheet(sheet)).rejects.toMatchObject({ code: 'ballot_unknown' })
    await takeBallot(guest, surveyId, key)
    await w.visitor.surveys.sheet(sheet)
  })

  test('somebody who presses twice at one moment has one sheet', async () => {
    const { surveyId, guests } = await anonymous()
    const [guest] = guests as [(typeof guests)[number]]
    const ballots = await Promise.allSettled([1, 2, 3].map(() => takeBallot(guest, surveyId)))
    expect(ballots.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const ballot = ballots.find((one) => one.status === 'fulfilled')!.value
    const sent = await Promise.allSettled(
      [1, 2, 3].map(() =>
        w.visitor.surveys.sheet({ params: { surveyId }, body: { ballot, version: 1, answers: SHEET } }),
      ),
    )
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await w.deps.db.$count(surveySheets)).toBe(1)
  })

  test('takes no made-up ballot, none of another survey and no answers with a name', async () => {
    const { surveyId, guests } = await anonymous()
    const other = await anonymous()
    const body = { version: 1, answers: SHEET }
    const madeUp = w.visitor.surveys.sheet({ params: { surveyId }, body: { ...body, ballot: 'A'.repeat(43) } })
    await expect(madeUp).rejects.toMatchObject({ code: 'ballot_unknown' })
    const ballot = await takeBallot(other.guests[0]!, other.surveyId)
    const strange = w.visitor.surveys.sheet({ params: { surveyId }, body: { ...body, ballot } })
    await expect(strange).rejects.toMatchObject({ code: 'ballot_unknown' })
    const [{ api, ticketId }] = guests as [(typeof guests)[number]]
    await expect(api.surveys.answer({ params: { surveyId }, body: { ...body, ticketId } })).rejects.toMatchObject({
      code: 'survey_anonymous',
    })
    await expect(takeBallot(guests[0]!, other.surveyId)).rejects.toMatchObject({ code: 'survey_not_found' })
    expect(await w.deps.db.$count(surveySheets)).toBe(0)
    clocked.set('2026-05-04T11:00:00Z')
    const withNames = await named()
    const none = takeBallot(withNames.guests[0]!, withNames.surveyId)
    await expect(none).rejects.toMatchObject({ code: 'survey_not_anonymous' })
    const sheet = { params: { surveyId: withNames.surveyId }, body: { ...body, ballot } }
    await expect(w.visitor.surveys.sheet(sheet)).rejects.toMatchObject({ code: 'survey_not_anonymous' })
  })

  test('ballots are stored with others or with some that nobody has, in any order, and freeze the questions', async () => {
    const { eventId, surveyId, guests } = await anonymous(14)
    // A new file has no gaps, so that rows lie in the order in which they were written.
    await w.deps.db.execute(sql`truncate survey_ballots`)
    const places: number[] = []
    for (const guest of guests.slice(0, 9)) {
      const before = await w.deps.db.$count(surveyBallots)
      const hash = hashToken(await takeBallot(guest, surveyId))
      const rows = await w.deps.db.select().from(surveyBallots)
      expect(rows).toHaveLength(before + 4)
      places.push(rows.slice(before).findIndex((row) => row.hash.equals(hash)))
    }
    expect(new Set(places).size, 'always at the same place: once in 65,000 runs').toBeGreaterThan(1)
    await Promise.all(guests.slice(9).map((guest) => takeBallot(guest, surveyId)))
    const { rows } = await w.deps.db.execute<{ size: number }>(
      sql`select count(*)::int as size from survey_ballots group by xmin::text`,
    )
    expect(Math.min(...rows.map(({ size }) => size))).toBeGreaterThanOrEqual(4)
    const other = setSurvey(creator, eventId, 'post-event', { questions: [ask('text', 'Else?')] })
    await expect(other).rejects.toMatchObject({ code: 'survey_frozen' })
    const byHand = w.deps.db.update(surveys).set({ version: 2 }).where(eq(surveys.id, surveyId))
    await expect(byHand).rejects.toMatchObject({ cause: { constraint: 'surveys_frozen' } })
    // Whoever has the database and its secrets still lacks the key of the device.
    const { secrets } = w.deps
    expect(ballotFor(secrets, 1, 2, 'one key')).not.toBe(ballotFor(secrets, 1, 2, 'another'))
  })
})
