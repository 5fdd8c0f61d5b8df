import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, HOUR } from '../../../contract/durations.ts'
import { signLink } from '../../access/mail-links.ts'
import { bookingAnswers } from '../../db/schema/booking-questions.ts'
import { events } from '../../db/schema/events.ts'
import { mails } from '../../db/schema/mails.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { openWorld, type EventFields, type Person, type World } from '../../test-support/world.ts'
import { forgetAnswers } from './commands.ts'

let w: World

beforeAll(async () => {
  w = await openWorld()
})
afterAll(() => w.close())

const MEAL = { kind: 'one' as const, label: 'Which meal?', choices: ['Meat', 'Vegan'], required: true }
const NOTE = { kind: 'text', label: 'Anything else?' } as const
const DAYS = { kind: 'several' as const, label: 'Which days?', choices: ['Fri', 'Sat', 'Sun'] }
const LIFT = { kind: 'yes-no', label: 'Do you need a lift?' } as const

const questionsOf = (who: Person, eventId: number) => who.api.bookingQuestions.get({ params: { eventId } })

const set = (
  who: Person,
  eventId: number,
  questions: Parameters<Person['api']['bookingQuestions']['put']>[0]['body']['questions'],
) => who.api.bookingQuestions.put({ params: { eventId }, body: { questions } })

async function asked(fields: EventFields = {}) {
  const creator = await w.person()
  const nora = await w.person({ firstName: 'Nora' })
  const event = await w.event(creator, fields)
  const { questions } = await set(creator, event.id, [MEAL, NOTE, DAYS, LIFT])
  const [meal, note, days, lift] = questions.map(({ id }) => id) as [number, number, number, number]
  const { id: ticketId } = await nora.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 2 } })
  const answer = (questionId: number, ...given: string[]) =>
    nora.api.bookingQuestions.answer({ params: { ticketId }, body: { answers: [{ questionId, answer: given }] } })
  const ticket = () => nora.api.tickets.get({ params: { ticketId } })
  const claim = { purpose: 'answer', userId: nora.id, email: nora.email, subjectId: ticketId } as const
  const byLink = w.apiWith(signLink(w.deps.secrets, claim))
  const guests = async () => (await creator.api.guests.list({ params: { eventId: event.id }, query: {} })).guests
  return { creator, nora, event, meal, note, days, lift, ticketId, answer, ticket, byLink, guests }
}

test('a booking stays one press, and the ticket then carries what the organiser asks', async () => {
  const { ticket, event, answer, meal, note, days, lift } = await asked()
  expect((await w.visitor.events.get({ params: { eventId: event.id } })).asksQuestions).toBe(true)
  expect((await ticket()).questions?.map(({ label, isAnswered }) => [label, isAnswered])).toEqual([
    ['Which meal?', false],
    ['Anything else?', false],
    ['Which days?', false],
    ['Do you need a lift?', false],
  ])
  await answer(meal, 'Vegan')
  await answer(note, 'We come late')
  await answer(days, 'Sun', 'Fri', 'Sun')
  const { questions } = await answer(lift, 'no')
  expect(questions.map((one) => one.answer)).toEqual([['Vegan'], ['We come late'], ['Fri', 'Sun'], ['no']])
  await answer(note)
  await answer(meal, 'Meat')
  expect((await ticket()).questions?.map((one) => one.answer)).toEqual([['Meat'], undefined, ['Fri', 'Sun'], ['no']])
})

test('an event without questions says nothing of them', async () => {
  const creator = await w.person()
  const event = await w.event(creator)
  const { id: ticketId } = await creator.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })
  expect(await creator.api.tickets.get({ params: { ticketId } })).not.toHaveProperty('questions')
  expect(await creator.api.events.get({ params: { eventId: event.id } })).not.toHaveProperty('asksQuestions')
  await set(creator, event.id, [NOTE])
  expect(await w.visitor.events.get({ params: { eventId: event.id } })).toHaveProperty('asksQuestions')
  await set(creator, event.id, [])
  expect(await w.visitor.events.get({ params: { eventId: event.id } })).not.toHaveProperty('asksQuestions')
})

test('only what was offered can be answered, once, and a required answer cannot be emptied', async () => {
  const { answer, meal, days, lift, note } = await asked()
  await expect(answer(meal, 'Fish')).rejects.toMatchObject({ status: 400, code: 'answer_invalid' })
  await expect(answer(meal, 'Meat', 'Vegan')).rejects.toMatchObject({ status: 400 })
  await expect(answer(days, 'Mon')).rejects.toMatchObject({ status: 400 })
  await expect(answer(lift, 'maybe')).rejects.toMatchObject({ status: 400 })
  await expect(answer(meal, '')).rejects.toMatchObject({ status: 400, message: 'Please answer: Which meal?' })
  await expect(answer(note, 'x'.repeat(1_001))).rejects.toMatchObject({ status: 400 })
  await expect(answer(2_000_000, 'x')).rejects.toMatchObject({ status: 409, code: 'questions_changed' })
})

test('a question needs words, its choices and no more than eight of them can be asked', async () => {
  const creator = await w.person()
  const { id } = await w.event(creator)
  await expect(set(creator, id, [{ kind: 'text', label: ' ' }])).rejects.toMatchObject({ status: 400 })
  await expect(set(creator, id, [{ kind: 'one', label: 'Which?', choices: ['A'] }])).rejects.toMatchObject({
    status: 400,
  })
  await expect(set(creator, id, [{ kind: 'one', label: 'Which?', choices: ['A', 'A'] }])).rejects.toMatchObject({
    status: 400,
  })
  await expect(set(creator, id, [{ kind: 'text', label: 'Which?', choices: ['A', 'B'] }])).rejects.toMatchObject({
    status: 400,
  })
  await expect(set(creator, id, Array<typeof NOTE>(9).fill(NOTE))).rejects.toMatchObject({ status: 400 })
  expect((await set(creator, id, Array<typeof NOTE>(8).fill(NOTE))).questions).toHaveLength(8)
})

test('answers can be changed until the start, and while a postponed event has no date', async () => {
  const { answer, meal, event } = await asked()
  const started = { startTime: new Date(Date.now() - HOUR) }
  await w.deps.db.update(events).set(started).where(eq(events.id, event.id))
  await expect(answer(meal, 'Meat')).rejects.toMatchObject({ status: 409, code: 'answers_closed' })
  await w.deps.db.update(events).set({ status: 'postponed' }).where(eq(events.id, event.id))
  await answer(meal, 'Meat')
})

test('nobody answers for somebody else, or for seats that were given back', async () => {
  const { ticketId, meal, nora, answer, creator } = await asked()
  const answers = [{ questionId: meal, answer: ['Meat'] }]
  for (const who of [await w.person(), creator])
    await expect(who.api.bookingQuestions.answer({ params: { ticketId }, body: { answers } })).rejects.toMatchObject({
      status: 404,
    })
  await nora.api.tickets.return({ params: { ticketId }, body: {} })
  await expect(answer(meal, 'Meat')).rejects.toMatchObject({ status: 409, code: 'booking_changed' })
})

test('a signed link writes answers and never reads them', async () => {
  const { byLink, ticketId, answer, meal, note, ticket } = await asked()
  await answer(note, 'Secret allergy')
  const answers = [{ questionId: meal, answer: ['Vegan'] }]
  const written = await byLink.bookingQuestions.answer({ params: { ticketId }, body: { answers } })
  const read = await byLink.tickets.get({ params: { ticketId } })
  expect(JSON.stringify([written, read])).not.toMatch(/Secret allergy|"answer":/)
  expect(written.questions.map(({ isAnswered }) => isAnswered)).toEqual([true, true, false, false])
  expect((await ticket()).questions?.[0]?.answer).toEqual(['Vegan'])
  const other = await asked()
  await expect(
    byLink.bookingQuestions.answer({ params: { ticketId: other.ticketId }, body: { answers } }),
  ).rejects.toMatchObject({ status: expect.any(Number) as number })
  expect((await other.ticket()).questions?.[0]?.isAnswered).toBe(false)
})

test('a question with answers is replaced, not changed; one without is changed', async () => {
  const { creator, event, answer, meal, note, ticket, guests } = await asked()
  await answer(meal, 'Vegan')
  const before = (await questionsOf(creator, event.id)).questions
  expect(before.map(({ isAnswered }) => isAnswered)).toEqual([true, false, false, false])
  const { questions } = await set(creator, event.id, [
    { id: meal, ...MEAL, choices: ['Meat', 'Vegan', 'Fish'] },
    { id: note, kind: 'text', label: 'Anything at all?' },
  ])
  expect(questions.map(({ id }) => id)).toEqual([expect.any(Number), note])
  expect(questions[0]?.id).not.toBe(meal)
  expect((await ticket()).questions?.map(({ label, isAnswered }) => [label, isAnswered])).toEqual([
    ['Which meal?', false],
    ['Anything at all?', false],
  ])
  // The old answer stays with the question that it was given to.
  expect((await guests())[0]).toMatchObject({ answers: [{ question: 'Which meal?', answer: ['Vegan'] }] })
  await expect(set(creator, event.id, [{ id: meal, ...MEAL }])).rejects.toMatchObject({ code: 'questions_changed' })
  const other = await w.event(creator)
  await expect(set(creator, other.id, [{ id: note, ...NOTE }])).rejects.toMatchObject({ code: 'questions_changed' })
})

test('moving a question, or making it required, keeps its answers', async () => {
  const { creator, event, answer, meal, note, ticket } = await asked()
  await answer(note, 'Hello')
  await set(creator, event.id, [
    { id: note, ...NOTE, required: true },
    { id: meal, ...MEAL },
  ])
  expect((await ticket()).questions?.map(({ id, answer: given }) => [id, given])).toEqual([
    [note, ['Hello']],
    [meal, undefined],
  ])
})

test('an answer that arrives while its question changes belongs to the words that it was given to', async () => {
  for (let round = 0; round < 6; round++) {
    const { creator, event, answer, meal, guests } = await asked()
    const changed = { ...MEAL, label: 'Which drink?', choices: ['Tea', 'Meat'] }
    const [, written] = await Promise.allSettled([
      set(creator, event.id, [{ id: meal, ...changed }]),
      answer(meal, 'Vegan'),
    ])
    const answers = (await guests())[0]?.answers ?? []
    if (written.status === 'fulfilled') expect(answers).toEqual([{ question: 'Which meal?', answer: ['Vegan'] }])
    else expect(answers).toEqual([])
  }
})

test('what was replaced is kept, and not without end', async () => {
  const { creator, event, nora, ticketId } = await asked()
  let last: unknown
  for (let n = 0; n <= 41 && !last; n++) {
    const { questions } = await set(creator, event.id, [{ kind: 'text', label: `Question ${n}` }]).catch(
      (error: unknown) => {
        last = error
        return { questions: [] }
      },
    )
    for (const { id } of questions)
      await nora.api.bookingQuestions.answer({
        params: { ticketId },
        body: { answers: [{ questionId: id, answer: ['x'] }] },
      })
  }
  expect(last).toMatchObject({ status: 409, code: 'questions_replaced_too_often' })
})

test('managers see answers and what is missing in the list and the CSV; the specified CSV and the door never', async () => {
  const { creator, event, answer, note, guests, lift } = await asked()
  await set(creator, event.id, [
    ...(await questionsOf(creator, event.id)).questions,
    { kind: 'text', label: '=1+1', required: true },
  ])
  await answer(note, '=HYPERLINK("x")')
  await answer(lift, 'yes')
  expect((await guests())[0]).toMatchObject({
    answers: [
      { question: 'Anything else?', answer: ['=HYPERLINK("x")'] },
      { question: 'Do you need a lift?', answer: ['yes'] },
    ],
    unanswered: ['Which meal?', '=1+1'],
  })
  const csv = await creator.api.guests.csv({ params: { eventId: event.id } })
  const [heading = '', row = ''] = csv.split('\r\n')
  expect(heading).toContain(`Which meal?,Anything else?,Which days?,Do you need a lift?,'=1+1`)
  expect(row).toContain(`"'=HYPERLINK(""x"")",,yes,`)
  expect(await creator.api.events.purchasers({ params: { eventId: event.id } })).not.toContain('HYPERLINK')
  const { token } = await creator.api.door.createLink({ params: { eventId: event.id }, body: { name: 'Door' } })
  const list = await w.app.inject({ url: '/api/door', headers: { authorization: `Bearer ${token}` } })
  expect(list.statusCode).toBe(200)
  expect(list.body).not.toMatch(/HYPERLINK|Which meal/)
})

test('a guest by name is not missed for answers', async () => {
  const { creator, event, guests } = await asked()
  await creator.api.guests.add({ params: { eventId: event.id }, body: { name: 'Pat', numberOfTickets: 1 } })
  expect((await guests()).find(({ name }) => name === 'Pat')).not.toHaveProperty('unanswered')
})

test('the reminder names required questions without an answer, and no others', async () => {
  const { nora, ticketId, answer, meal } = await asked({ startTime: new Date(Date.now() + DAY) })
  await collectMails(w.deps)
  const remind = async () => {
    await w.deps.db.insert(mails).values({ kind: 'reminder-late', userId: nora.id, ticketId })
    const [mail] = await collectMails(w.deps)
    return mail?.text ?? ''
  }
  const first = await remind()
  expect(first).toContain('Which meal?')
  expect(first).toContain('#questions')
  expect(first).not.toContain('Anything else?')
  await answer(meal, 'Vegan')
  const second = await remind()
  expect(second).not.toMatch(/Which meal|#questions|Vegan/)
})

test('a copy of an event asks the same, and has no answers', async () => {
  const { creator, event, answer, meal } = await asked()
  await answer(meal, 'Meat')
  const copy = await creator.api.events.duplicate({ params: { eventId: event.id } })
  const { questions } = await questionsOf(creator, copy.id)
  expect(questions.map(({ label, isAnswered }) => [label, isAnswered])).toEqual(
    [MEAL, NOTE, DAYS, LIFT].map(({ label }) => [label, false]),
  )
  expect(copy.asksQuestions).toBe(true)
})

test('answers are deleted 90 days after the end, and not before', async () => {
  const { answer, meal, event, ticketId } = await asked()
  await answer(meal, 'Meat')
  const lease = { check: () => undefined } as never
  const left = () => w.deps.db.$count(bookingAnswers, eq(bookingAnswers.ticketId, ticketId))
  const endedDaysAgo = (days: number) =>
    w.deps.db
      .update(events)
      .set({ startTime: new Date(Date.now() - days * DAY - HOUR), endTime: new Date(Date.now() - days * DAY) })
      .where(eq(events.id, event.id))
  await endedDaysAgo(89)
  await forgetAnswers(w.deps, { lease })
  expect(await left()).toBe(1)
  await endedDaysAgo(90)
  await forgetAnswers(w.deps, { lease })
  expect(await left()).toBe(0)
})
