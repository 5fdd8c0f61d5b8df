import { and, asc, eq, exists, inArray, isNull, sql } from 'drizzle-orm'
import type { BookingQuestion, ManagedQuestion, TicketQuestion } from '../../../contract/booking-questions.ts'
import { BOOKING_QUESTIONS } from '../../../contract/limits.ts'
import type { Db, Tx } from '../../db/client.ts'
import { bookingAnswers, bookingQuestions } from '../../db/schema/booking-questions.ts'

export type QuestionRow = typeof bookingQuestions.$inferSelect

const toQuestion = ({ id, kind, label, choices, required }: QuestionRow): BookingQuestion => ({
  id,
  kind,
  label,
  choices,
  required,
})

const isAskedBy = (eventId: number) => and(eq(bookingQuestions.eventId, eventId), isNull(bookingQuestions.removedAt))

/** Those that are asked now, in order. With a lock nobody changes them until the commit. */
export async function listAsked(db: Db | Tx, eventId: number, lock?: 'share' | 'update'): Promise<QuestionRow[]> {
  const found = db
    .select()
    .from(bookingQuestions)
    .where(isAskedBy(eventId))
    .orderBy(asc(bookingQuestions.position), asc(bookingQuestions.id))
  return lock ? found.for(lock) : found
}

/** Which of these have answers. */
export async function findAnswered(db: Db | Tx, questions: QuestionRow[]): Promise<Set<number>> {
  if (questions.length === 0) return new Set()
  const ids = questions.map(({ id }) => id)
  const answers = db
    .select({ one: sql`1` })
    .from(bookingAnswers)
    .where(eq(bookingAnswers.questionId, bookingQuestions.id))
  const rows = await db
    .select({ id: bookingQuestions.id })
    .from(bookingQuestions)
    .where(and(inArray(bookingQuestions.id, ids), exists(answers)))
  return new Set(rows.map(({ id }) => id))
}

export async function readManaged(db: Db | Tx, eventId: number): Promise<{ questions: ManagedQuestion[] }> {
  const asked = await listAsked(db, eventId)
  const answered = await findAnswered(db, asked)
  return { questions: asked.map((row) => ({ ...toQuestion(row), isAnswered: answered.has(row.id) })) }
}

/** What one booking is asked. An email's link, which people forward, learns what is answered and never the answers. */
export async function readForTicket(
  db: Db | Tx,
  { id, eventId }: { id: number; eventId: number },
  { byLink }: { byLink: boolean },
): Promise<TicketQuestion[]> {
  const rows = await db
    .select({ question: bookingQuestions, answer: bookingAnswers.answer })
    .from(bookingQuestions)
    .leftJoin(bookingAnswers, and(eq(bookingAnswers.questionId, bookingQuestions.id), eq(bookingAnswers.ticketId, id)))
    .where(isAskedBy(eventId))
    .orderBy(asc(bookingQuestions.position), asc(bookingQuestions.id))
  return rows.map(({ question, answer }) => ({
    ...toQuestion(question),
    isAnswered: answer !== null,
    ...(answer && !byLink && { answer }),
  }))
}

/** All questions of an event that have answers or are asked now. */
export const listQuestions = (db: Db, eventId: number): Promise<QuestionRow[]> =>
  db
    .select()
    .from(bookingQuestions)
    .where(eq(bookingQuestions.eventId, eventId))
    .orderBy(sql`${bookingQuestions.removedAt} nulls first`, asc(bookingQuestions.position), asc(bookingQuestions.id))
    .limit(BOOKING_QUESTIONS.inAll)

/** The answers of these bookings, by question: a row for each booking, however much it was asked. */
export async function readAnswers(db: Db, ticketIds: number[]): Promise<Map<number, Map<number, string[]>>> {
  const { ticketId, questionId, answer } = bookingAnswers
  const rows = await db
    .select({ ticketId, answers: sql<Record<string, string[]>>`jsonb_object_agg(${questionId}, ${answer})` })
    .from(bookingAnswers)
    .where(inArray(ticketId, ticketIds))
    .groupBy(ticketId)
  const byQuestion = (answers: Record<string, string[]>) =>
    new Map(Object.entries(answers).map(([id, given]) => [Number(id), given]))
  return new Map(rows.map((row) => [row.ticketId, byQuestion(row.answers)]))
}

/** Required questions that a booking has not answered, for its reminder. */
export async function listUnanswered(db: Db, ticketId: number, eventId: number): Promise<string[]> {
  const asked = await readForTicket(db, { id: ticketId, eventId }, { byLink: true })
  return asked.filter(({ required, isAnswered }) => required && !isAnswered).map(({ label }) => label)
}
