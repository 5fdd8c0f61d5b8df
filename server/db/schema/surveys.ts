import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { SURVEY_KINDS, type SurveyQuestion } from '../../../contract/survey-kinds.ts'
import { createdAt, hash, id, instant } from './columns.ts'
import { events } from './events.ts'
import { tickets } from './tickets.ts'

const ofSurvey = () =>
  integer()
    .notNull()
    .references(() => surveys.id, { onDelete: 'cascade' })

const ofTicket = () =>
  integer()
    .notNull()
    .references(() => tickets.id, { onDelete: 'cascade' })

/** For each question in order the text, the choices or the number of stars; empty: none. */
type Answers = string[][]

/** What guests are asked. Triggers keep `anonymous` from the opening on, and the questions from the first answer on. */
export const surveys = pgTable(
  'surveys',
  {
    id: id(),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    kind: text({ enum: SURVEY_KINDS }).notNull(),
    enabled: boolean().notNull(),
    anonymous: boolean().notNull(),
    sends: boolean().notNull(),
    questions: jsonb().$type<SurveyQuestion[]>().notNull(),
    /** Rises with every change of the questions. */
    version: integer().notNull().default(1),
    openedAt: instant(),
    closedAt: instant(),
    /** So many sheets somebody has looked at: they have the first places. */
    shown: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('surveys_event_kind').on(t.eventId, t.kind),
    check('surveys_kind', sql`${t.kind} in ('pre-event', 'post-event', 'feedback')`),
    index('surveys_live')
      .on(t.eventId)
      .where(sql`enabled and closed_at is null`),
  ],
)

/** With names. */
export const surveyAnswers = pgTable(
  'survey_answers',
  { surveyId: ofSurvey(), ticketId: ofTicket(), answers: jsonb().$type<Answers>().notNull(), answeredAt: createdAt() },
  (t) => [primaryKey({ columns: [t.surveyId, t.ticketId] }), index('survey_answers_ticket').on(t.ticketId)],
)

/**
 * Who took part in an anonymous survey. No time, no number, and nothing of what was written: this table and survey_sheets
 * are rewritten in random order, so that neither transaction nor place on the disk joins them.
 */
export const surveyParticipants = pgTable(
  'survey_participants',
  {
    surveyId: ofSurvey(),
    ticketId: ofTicket(),
    /** Of the Idempotency-Key, which only the device has: a repeated request gets the same ballot. Empty after the closing. */
    attemptHash: hash(),
  },
  (t) => [primaryKey({ columns: [t.surveyId, t.ticketId] }), index('survey_participants_ticket').on(t.ticketId)],
)

/** Ballots of surveys that are open, among others that nobody has. A used one stays, so that it is not given out again. */
export const surveyBallots = pgTable(
  'survey_ballots',
  { hash: hash().primaryKey(), surveyId: ofSurvey(), isUsed: boolean().notNull().default(false) },
  (t) => [index('survey_ballots_survey').on(t.surveyId)],
)

/** What was written in anonymous surveys. */
export const surveySheets = pgTable(
  'survey_sheets',
  {
    id: uuid().primaryKey().defaultRandom(),
    surveyId: ofSurvey(),
    answers: jsonb().$type<Answers>().notNull(),
    /** Drawn at each rewriting; null: not rewritten yet, and never shown. */
    place: integer(),
  },
  (t) => [
    index('survey_sheets_place').on(t.surveyId, t.place),
    index('survey_sheets_new')
      .on(t.surveyId)
      .where(sql`place is null`),
  ],
)

/** Each guest gets a survey once by email, and one reminder. */
export const surveyInvitations = pgTable(
  'survey_invitations',
  {
    surveyId: ofSurvey(),
    ticketId: ofTicket(),
    which: text({ enum: ['first', 'reminder'] }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.surveyId, t.ticketId, t.which] }),
    index('survey_invitations_ticket').on(t.ticketId),
    check('survey_invitations_which', sql`${t.which} in ('first', 'reminder')`),
  ],
)
