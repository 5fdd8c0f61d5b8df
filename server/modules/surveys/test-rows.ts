import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { BOOKING_QUESTIONS, SURVEY, TEXT } from '../../../contract/limits.ts'
import { surveyAnswers, surveyInvitations, surveyParticipants, surveys } from '../../db/schema/surveys.ts'
import { events } from '../../db/schema/events.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { everybody, expected } from '../../test-support/expected-answers.ts'
import type { Scene } from '../../test-support/matrix-row.ts'
import type { ModuleRows } from '../../test-support/module-rows.ts'

const QUESTIONS = [{ kind: 'text' as const, label: 'What else?', choices: [], required: false }]
const surveyed = { enabled: true, sends: true, questions: QUESTIONS, openedAt: new Date('2026-01-01T00:00:00Z') }
const SURVEY_BODY = { enabled: true, anonymous: false, sends: true, questions: QUESTIONS }

const largest = Array.from({ length: SURVEY.most }, (_, n) => ({
  kind: 'several' as const,
  label: `${n}`.padEnd(TEXT.bookingQuestion, 'q'),
  choices: Array.from({ length: BOOKING_QUESTIONS.choices }, (__, at) => `${at}`.padEnd(TEXT.choice, 'c')),
}))

const ofEvent = ({ eventId }: Scene) => ({ params: { eventId, kind: 'feedback' } })
// With names, of the event that the creator has booked.
const ofSurvey = ({ surveyId }: Scene) => ({ params: { surveyId } })
const SHEET = { version: 1, answers: [['Tea']] }

export const rows: ModuleRows = {
  matrix: {
    'GET /events/{eventId}/surveys/{kind}': { request: ofEvent },
    'PUT /events/{eventId}/surveys/{kind}': { request: (scene) => ({ ...ofEvent(scene), body: SURVEY_BODY }) },
    'GET /tickets/{ticketId}/surveys': {
      request: ({ ticketId }) => ({ params: { ticketId } }),
      expected: expected(401, 404, 200, 404),
    },
    'POST /surveys/{surveyId}/answers': {
      request: (scene) => ({ ...ofSurvey(scene), body: { ...SHEET, ticketId: scene.ticketId } }),
      expected: expected(401, 404, 204, 404),
    },
    'POST /surveys/{surveyId}/ballot': {
      request: (scene) => ({
        ...ofSurvey(scene),
        headers: { 'idempotency-key': randomUUID() },
        body: { ticketId: scene.ticketId },
      }),
      expected: expected(401, 404, 409, 404),
    },
    'POST /surveys/{surveyId}/sheets': {
      request: (scene) => ({ ...ofSurvey(scene), body: { ...SHEET, ballot: 'A'.repeat(43) } }),
      expected: everybody(409),
    },
    'GET /surveys/{surveyId}/results': { request: ofSurvey, expected: expected(401, 403, 200) },
    'GET /surveys/{surveyId}/results.csv': { request: ofSurvey, expected: expected(401, 403, 200) },
  },
  bounds: {
    'GET /events/{eventId}/surveys/{kind}': { statements: 10, rows: 10, kB: 20 },
    'PUT /events/{eventId}/surveys/{kind}': {
      request: (scene) => ({ ...ofEvent(scene), body: { ...SURVEY_BODY, questions: largest } }),
      statements: 20,
      rows: 20,
      kB: 20,
    },
    'GET /tickets/{ticketId}/surveys': { statements: 10, rows: 20, kB: 50 },
    'POST /surveys/{surveyId}/answers': { statements: 20, rows: 10, kB: 1 },
    'POST /surveys/{surveyId}/ballot': { statements: 20, rows: 10, kB: 1 },
    'POST /surveys/{surveyId}/sheets': { statements: 20, rows: 10, kB: 1 },
    // Of a text the first 200, of which each has at most 1,000 letters.
    'GET /surveys/{surveyId}/results': { statements: 20, rows: 250, kB: 300 },
    'GET /surveys/{surveyId}/results.csv': { atOnce: 1_000 },
  },
  shown: {
    'GET /events/{eventId}/surveys/{kind}': 'own',
    'GET /tickets/{ticketId}/surveys': 'own',
    'GET /surveys/{surveyId}/results': 'own',
    'GET /surveys/{surveyId}/results.csv': 'own',
  },
  mails: async ({ db, write, eventId, guest, words }) => {
    const questions = [{ ...QUESTIONS[0]!, label: words }]
    const [survey] = await db
      .insert(surveys)
      .values({ eventId, kind: 'pre-event', anonymous: true, ...surveyed, questions })
      .returning()
    const [ticket] = await db.select().from(tickets).where(eq(tickets.userId, guest.id)).limit(1)
    for (const kind of ['survey', 'survey-reminder'])
      await write(kind, guest, { ticketId: ticket!.id, payload: { surveyId: survey!.id } })
  },
  traces: async ({ db, userId, eventId }) => {
    const [own] = await db.select().from(events).where(eq(events.creatorId, userId)).limit(1)
    await db.insert(surveys).values({ eventId: own!.id, kind: 'feedback', anonymous: true, ...surveyed })
    const [ticket] = await db.select().from(tickets).where(eq(tickets.userId, userId)).limit(1)
    const ticketId = ticket!.id
    const [named] = await db
      .insert(surveys)
      .values({ eventId, kind: 'pre-event', anonymous: false, ...surveyed })
      .returning()
    await db.insert(surveyAnswers).values({ surveyId: named!.id, ticketId, answers: [['I am Quillfeather']] })
    const [anonymous] = await db
      .insert(surveys)
      .values({ eventId, kind: 'post-event', anonymous: true, ...surveyed })
      .returning()
    await db.insert(surveyParticipants).values({ surveyId: anonymous!.id, ticketId, attemptHash: Buffer.alloc(32, 7) })
    await db.insert(surveyInvitations).values({ surveyId: named!.id, ticketId, which: 'first' })
  },
}
