import { eq } from 'drizzle-orm'
import { BOOKING_QUESTIONS, TEXT } from '../../../contract/limits.ts'
import { bookingAnswers, bookingQuestions } from '../../db/schema/booking-questions.ts'
import { events } from '../../db/schema/events.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { expected } from '../../test-support/expected-answers.ts'
import type { ModuleRows } from '../../test-support/module-rows.ts'

const { most, choices } = BOOKING_QUESTIONS

const largest = Array.from({ length: most }, (_, n) => ({
  kind: 'several' as const,
  label: `${n}`.padEnd(TEXT.bookingQuestion, 'q'),
  choices: Array.from({ length: choices }, (__, at) => `${at}`.padEnd(TEXT.choice, 'c')),
}))

export const rows: ModuleRows = {
  matrix: {
    'GET /events/{eventId}/booking-questions': { request: ({ eventId }) => ({ params: { eventId } }) },
    'PUT /events/{eventId}/booking-questions': {
      request: ({ eventId }) => ({ params: { eventId }, body: { questions: [] } }),
    },
    // The ticket is the creator's, and its event asks nothing.
    'PUT /tickets/{ticketId}/answers': {
      request: ({ ticketId }) => ({ params: { ticketId }, body: { answers: [{ questionId: 1, answer: ['Tea'] }] } }),
      expected: expected(401, 404, 409, 404),
    },
  },
  bounds: {
    'GET /events/{eventId}/booking-questions': { statements: 10, rows: 20, kB: 15 },
    'PUT /events/{eventId}/booking-questions': {
      request: ({ eventId }) => ({ params: { eventId }, body: { questions: largest } }),
      statements: 30,
      rows: 40,
      kB: 15,
    },
    'PUT /tickets/{ticketId}/answers': { statements: 20, rows: 20, kB: 12 },
  },
  shown: { 'GET /events/{eventId}/booking-questions': 'own' },
  traces: async ({ db, userId, eventId }) => {
    const [question] = await db
      .insert(bookingQuestions)
      .values({ eventId, position: 0, kind: 'text', label: 'Anything we should know?' })
      .returning()
    const [own] = await db.select().from(events).where(eq(events.creatorId, userId)).limit(1)
    if (own)
      await db.insert(bookingQuestions).values({ eventId: own.id, position: 0, kind: 'yes-no', label: 'A lift?' })
    const [ticket] = await db.select().from(tickets).where(eq(tickets.userId, userId)).limit(1)
    if (question && ticket)
      await db
        .insert(bookingAnswers)
        .values({ ticketId: ticket.id, questionId: question.id, answer: ['No nuts'], answeredAt: new Date() })
  },
}
