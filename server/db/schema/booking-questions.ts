import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { QUESTION_KINDS } from '../../../contract/question-kinds.ts'
import { createdAt, id, instant } from './columns.ts'
import { events } from './events.ts'
import { tickets } from './tickets.ts'

/** What an organiser asks those who have booked. */
export const bookingQuestions = pgTable(
  'booking_questions',
  {
    id: id(),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
    kind: text({ enum: QUESTION_KINDS }).notNull(),
    label: text().notNull(),
    choices: text().array().notNull().default([]),
    required: boolean().notNull().default(false),
    /** Asked no longer, and kept for the answers it has. */
    removedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    check('booking_questions_kind', sql`${t.kind} in ('text', 'one', 'several', 'yes-no')`),
    index('booking_questions_event').on(t.eventId, t.position),
  ],
)

/** One set for each booking. */
export const bookingAnswers = pgTable(
  'booking_answers',
  {
    id: id(),
    ticketId: integer()
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    questionId: integer()
      .notNull()
      .references(() => bookingQuestions.id, { onDelete: 'cascade' }),
    /** A text, the choices, or "yes" or "no". */
    answer: text().array().notNull(),
    answeredAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex('booking_answers_once').on(t.ticketId, t.questionId),
    index('booking_answers_question').on(t.questionId),
  ],
)
