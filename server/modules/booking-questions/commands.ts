import { and, eq, inArray, sql } from 'drizzle-orm'
import type { GivenAnswer, GivenQuestion } from '../../../contract/booking-questions.ts'
import { AppError } from '../../../contract/errors.ts'
import { isPublic } from '../../../contract/event-status.ts'
import { ANSWERS_DAYS, BOOKING_QUESTIONS } from '../../../contract/limits.ts'
import { writeHistory } from '../../access/history.ts'
import type { Tx } from '../../db/client.ts'
import { bookingAnswers, bookingQuestions } from '../../db/schema/booking-questions.ts'
import { events } from '../../db/schema/events.ts'
import { tickets } from '../../db/schema/tickets.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import type { Job } from '../../jobs/job.ts'
import { requireNoBlockedLink } from '../../screening/blocked-links.ts'
import { getEventFor, markOwn } from '../events/queries.ts'
import { findAnswered, listAsked, readForTicket, readManaged, type QuestionRow } from './queries.ts'
import { checkAnswer } from './policy.ts'

const isSameQuestion = (row: QuestionRow, { kind, label, choices }: GivenQuestion) =>
  row.kind === kind && row.label === label && JSON.stringify(row.choices) === JSON.stringify(choices)

/** What becomes of each question: those with answers keep their words, and are taken out where they are to change. */
function planOf(asked: QuestionRow[], answered: Set<number>, given: GivenQuestion[]) {
  const byId = new Map(asked.map((row) => [row.id, row]))
  const changed: (GivenQuestion & { id: number; position: number })[] = []
  const added: (GivenQuestion & { position: number })[] = []
  const kept = new Set<number>()
  given.forEach((question, position) => {
    const { id } = question
    const row = id === undefined ? null : byId.get(id)
    if (row === undefined || (row && kept.has(row.id))) throw new AppError('questions_changed')
    if (row && (!answered.has(row.id) || isSameQuestion(row, question))) {
      kept.add(row.id)
      changed.push({ ...question, id: row.id, position })
    } else added.push({ ...question, position })
  })
  const gone = asked.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
  return {
    changed,
    added,
    removed: gone.filter((id) => answered.has(id)),
    deleted: gone.filter((id) => !answered.has(id)),
  }
}

async function storeQuestions(tx: Tx, eventId: number, given: GivenQuestion[], now: Date) {
  // Locked, so that no answer arrives for words that are about to change.
  const asked = await listAsked(tx, eventId, 'update')
  const { changed, added, removed, deleted } = planOf(asked, await findAnswered(tx, asked), given)
  if (removed.length > 0)
    await tx.update(bookingQuestions).set({ removedAt: now }).where(inArray(bookingQuestions.id, removed))
  if (deleted.length > 0) await tx.delete(bookingQuestions).where(inArray(bookingQuestions.id, deleted))
  for (const { id, position, kind, label, choices, required } of changed)
    await tx
      .update(bookingQuestions)
      .set({ position, kind, label, choices, required })
      .where(eq(bookingQuestions.id, id))
  if (added.length === 0) return
  const rows = added.map(({ position, kind, label, choices, required }) => ({
    eventId,
    position,
    kind,
    label,
    choices,
    required,
    createdAt: now,
  }))
  await tx.insert(bookingQuestions).values(rows)
  if ((await tx.$count(bookingQuestions, eq(bookingQuestions.eventId, eventId))) > BOOKING_QUESTIONS.inAll)
    throw new AppError('questions_replaced_too_often')
}

export async function setQuestions(deps: Deps, user: SessionUser, eventId: number, given: GivenQuestion[]) {
  const { db, clock, limits, changes } = deps
  await limits.take('bookingQuestions', user.id)
  await requireNoBlockedLink(
    db,
    given.flatMap(({ label, choices }) => [label, ...choices]),
  )
  const { managed, invalidateLocally } = await db.transaction(async (tx) => {
    const event = await getEventFor(tx, user, 'event.edit', eventId, 'no key update')
    const now = clock()
    await storeQuestions(tx, eventId, given, now)
    await markOwn(tx, event, 'questions')
    await writeHistory(tx, { eventId, userId: user.id, act: 'edited', at: now })
    const managed = await readManaged(tx, eventId)
    const asksQuestions = given.length > 0
    if (event.asksQuestions === asksQuestions) return { managed, invalidateLocally: undefined }
    await tx.update(events).set({ asksQuestions }).where(eq(events.id, eventId))
    return { managed, invalidateLocally: await changes.announce(tx, eventId, { isListed: isPublic(event) }) }
  })
  invalidateLocally?.()
  return managed
}

/** Somebody else's ticket does not exist. Locked, so that of two sets at one moment the second is the one that is kept. */
async function lockTicket(tx: Tx, user: SessionUser, ticketId: number, now: Date) {
  const [row] = await tx
    .select({ ticket: tickets, startTime: events.startTime, status: events.status })
    .from(tickets)
    .innerJoin(events, eq(events.id, tickets.eventId))
    .where(and(eq(tickets.id, ticketId), eq(tickets.userId, user.id)))
    .for('no key update', { of: tickets })
  if (!row || (user.link && user.link.subjectId !== ticketId)) throw new AppError('ticket_not_found')
  if (row.ticket.numberOfTickets === 0) throw new AppError('booking_changed')
  // A postponed event keeps its old times, which mean nothing.
  if (row.status !== 'postponed' && row.startTime <= now) throw new AppError('answers_closed')
  return row.ticket
}

export async function answerQuestions(deps: Deps, user: SessionUser, ticketId: number, given: GivenAnswer[]) {
  const { db, clock, limits } = deps
  await limits.take('bookingAnswers', user.id)
  await requireNoBlockedLink(
    db,
    given.flatMap(({ answer }) => answer),
  )
  return db.transaction(async (tx) => {
    const now = clock()
    const ticket = await lockTicket(tx, user, ticketId, now)
    const asked = new Map((await listAsked(tx, ticket.eventId, 'share')).map((row) => [row.id, row]))
    const answers = given.map(({ questionId, answer }) => {
      const question = asked.get(questionId)
      if (!question) throw new AppError('questions_changed')
      return { ticketId, questionId, answer: checkAnswer(question, answer), answeredAt: now }
    })
    const isGiven = (one: (typeof answers)[number]): one is typeof one & { answer: string[] } => one.answer !== null
    const none = answers.filter((one) => !isGiven(one)).map(({ questionId }) => questionId)
    const some = answers.filter(isGiven)
    if (none.length > 0)
      await tx
        .delete(bookingAnswers)
        .where(and(eq(bookingAnswers.ticketId, ticketId), inArray(bookingAnswers.questionId, none)))
    if (some.length > 0)
      await tx
        .insert(bookingAnswers)
        .values(some)
        .onConflictDoUpdate({
          target: [bookingAnswers.ticketId, bookingAnswers.questionId],
          set: { answer: sql`excluded.answer`, answeredAt: now },
        })
    return { questions: await readForTicket(tx, ticket, { byLink: user.link !== undefined }) }
  })
}

const AT_ONCE = 5_000

/** The job forget-answers. A postponed event keeps its old times: its answers are still needed. */
export async function forgetAnswers({ db, clock }: Pick<Deps, 'db' | 'clock'>, { lease }: Pick<Job, 'lease'>) {
  for (;;) {
    lease.check()
    const { rowCount } = await db.execute(sql`
      delete from booking_answers where id in (
        select a.id from booking_answers a
        join booking_questions q on q.id = a.question_id join events e on e.id = q.event_id
        where e.status <> 'postponed' and e.end_time <= ${clock()}::timestamptz - make_interval(days => ${ANSWERS_DAYS})
        limit ${AT_ONCE})`)
    if ((rowCount ?? 0) < AT_ONCE) return
  }
}
