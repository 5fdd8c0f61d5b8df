import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { usualSurvey, type SurveyKind } from '../../../contract/survey-kinds.ts'
import type { OpenSurvey, Survey } from '../../../contract/surveys.ts'
import type { Db, Tx } from '../../db/client.ts'
import { openOnly } from '../../db/schema/event-status.ts'
import { events } from '../../db/schema/events.ts'
import { surveys } from '../../db/schema/surveys.ts'
import { tickets } from '../../db/schema/tickets.ts'
import type { SessionUser } from '../../http/session.ts'
import { findOrganiser } from '../../ledger/organiser-words.ts'

export type SurveyRow = typeof surveys.$inferSelect

/** How long surveys stay open after the event. */
const OPEN_DAYS = 14

/** By the event's times of now: they move with it. The aliases are `s` and `e`, or the tables' own names. */
export const opensAt = (s = 'surveys', e = 'events'): SQL =>
  sql.raw(`case "${s}"."kind" when 'pre-event' then '-infinity' when 'post-event' then "${e}"."end_time"
    else "${e}"."start_time" end`)

export const closesAt = (s = 'surveys', e = 'events'): SQL =>
  sql.raw(`case "${s}"."kind" when 'pre-event' then "${e}"."start_time"
    else "${e}"."end_time" + interval '${OPEN_DAYS} days' end`)

/** Guests can see it: its time has come, and a job or the organiser's press has opened it. */
export const isOpen = (now: Date): SQL => sql`(${surveys.enabled} and ${surveys.openedAt} is not null
  and ${surveys.closedAt} is null and ${closesAt()} > ${now} and ${openOnly()})`

// Written out, because drizzle leaves the table away where a query has only one.
const hasAnswers = sql<boolean>`(
  exists (select 1 from survey_answers where survey_id = "surveys"."id")
  or exists (select 1 from survey_participants where survey_id = "surveys"."id")
  or exists (select 1 from survey_sheets where survey_id = "surveys"."id"))`

export async function getSurvey(db: Db | Tx, eventId: number, kind: SurveyKind): Promise<Survey> {
  const [row] = await db
    .select({ survey: surveys, isAnswered: hasAnswers })
    .from(surveys)
    .where(and(eq(surveys.eventId, eventId), eq(surveys.kind, kind)))
  if (!row) return { id: null, kind, ...usualSurvey(kind), isOpened: false, isAnswered: false }
  const { id, enabled, anonymous, sends, questions, openedAt } = row.survey
  const { isAnswered } = row
  return { id, kind, enabled, anonymous, sends, questions, isOpened: openedAt !== null, isAnswered }
}

export async function findSurvey(db: Db | Tx, id: number): Promise<SurveyRow | null> {
  const [row] = await db.select().from(surveys).where(eq(surveys.id, id))
  return row ?? null
}

/** Somebody else's ticket does not exist, and neither does one that was given back; a link is for its own. */
const isOwn = ({ id, link }: SessionUser, ticketId: number) =>
  link && link.subjectId !== ticketId
    ? sql`false`
    : and(eq(tickets.id, ticketId), eq(tickets.userId, id), sql`${tickets.numberOfTickets} > 0`)

function requireOpen(row: { survey: SurveyRow | null; isOpen: boolean | null } | undefined): SurveyRow {
  if (!row?.survey) throw new AppError('survey_not_found')
  if (!row.isOpen) throw new AppError('survey_closed')
  return row.survey
}

/** What is written next names its version: see isStill. */
export async function getOpenSurvey(db: Db, surveyId: number, now: Date): Promise<SurveyRow> {
  const [row] = await db
    .select({ survey: surveys, isOpen: sql<boolean | null>`${isOpen(now)}` })
    .from(surveys)
    .innerJoin(events, eq(events.id, surveys.eventId))
    .where(eq(surveys.id, surveyId))
  return requireOpen(row)
}

/** The same for somebody's own booking, in one statement. */
export async function getOpenSurveyOf(
  db: Db,
  user: SessionUser,
  { surveyId, ticketId }: { surveyId: number; ticketId: number },
  now: Date,
): Promise<SurveyRow> {
  const [row] = await db
    .select({ survey: surveys, isOpen: sql<boolean | null>`${isOpen(now)}` })
    .from(tickets)
    .leftJoin(surveys, and(eq(surveys.id, surveyId), eq(surveys.eventId, tickets.eventId)))
    .leftJoin(events, eq(events.id, surveys.eventId))
    .where(isOwn(user, ticketId))
  if (!row) throw new AppError('ticket_not_found')
  return requireOpen(row)
}

/** One row, locked against other questions until the commit, if the survey is as it was read: what is written depends on it. */
export const isStill = ({ id, version }: SurveyRow): SQL =>
  sql`(select id from surveys where id = ${id} and version = ${version} for key share)`

/** Of an anonymous survey: whether somebody has taken part. */
const isAnsweredBy = (ticketId: number) => sql<boolean>`(
  exists (select 1 from survey_answers where survey_id = "surveys"."id" and ticket_id = ${ticketId})
  or exists (select 1 from survey_participants where survey_id = "surveys"."id" and ticket_id = ${ticketId}))`

export async function listOpen(db: Db, user: SessionUser, ticketId: number, now: Date): Promise<OpenSurvey[]> {
  const [ticket] = await db.select({ eventId: tickets.eventId }).from(tickets).where(isOwn(user, ticketId))
  if (!ticket) throw new AppError('ticket_not_found')
  const rows = await db
    .select({ survey: surveys, isAnswered: isAnsweredBy(ticketId), closes: sql<string>`${closesAt()}` })
    .from(surveys)
    .innerJoin(events, eq(events.id, surveys.eventId))
    .where(and(eq(surveys.eventId, ticket.eventId), isOpen(now)))
    .orderBy(asc(surveys.id))
  if (rows.length === 0) return []
  const organiser = await findOrganiser(db, ticket.eventId)
  return rows.map(({ survey: { id, kind, anonymous, version, questions }, isAnswered, closes }) => ({
    id,
    kind,
    anonymous,
    organiser,
    version,
    questions,
    isAnswered,
    closesAt: new Date(closes).toISOString(),
  }))
}

/** The survey, if it is open and this booking has not answered it. */
export async function findWaiting(db: Db, surveyId: number, ticketId: number, now: Date): Promise<SurveyRow | null> {
  const [row] = await db
    .select({ survey: surveys })
    .from(surveys)
    .innerJoin(events, eq(events.id, surveys.eventId))
    .where(and(eq(surveys.id, surveyId), isOpen(now), sql`not ${isAnsweredBy(ticketId)}`))
  return row?.survey ?? null
}
