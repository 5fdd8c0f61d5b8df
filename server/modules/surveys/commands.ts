import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import type { SurveyKind, SurveyQuestion } from '../../../contract/survey-kinds.ts'
import type { Survey } from '../../../contract/surveys.ts'
import type { Tx } from '../../db/client.ts'
import { openOnly } from '../../db/schema/event-status.ts'
import { surveyBallots, surveyParticipants, surveys } from '../../db/schema/surveys.ts'
import type { Deps } from '../../deps.ts'
import { hashToken, type SessionUser } from '../../http/session.ts'
import { requireNoBlockedLink } from '../../screening/blocked-links.ts'
import { checkAnswer } from '../booking-questions/module.ts'
import { getEventFor } from '../events/queries.ts'
import { ballotFor, type BallotBox } from './ballots.ts'
import { closesAt, getOpenSurvey, getOpenSurveyOf, getSurvey, isStill, opensAt, type SurveyRow } from './queries.ts'

interface Change {
  enabled: boolean
  anonymous: boolean
  sends: boolean
  questions: SurveyQuestion[]
}

/** Those whose time has come. From then on guests see them, and what they were promised is kept by the database. */
export const openDue = (tx: Pick<Tx, 'execute'>, now: Date, eventId?: number) =>
  tx.execute(sql`
    update surveys s set opened_at = ${now} from events e
    where e.id = s.event_id and s.enabled and s.opened_at is null and ${openOnly('e')}
      and ${opensAt('s', 'e')} <= ${now} and ${closesAt('s', 'e')} > ${now}
      ${eventId === undefined ? sql`` : sql`and e.id = ${eventId}`}`)

/** With the same names in the same order: what the database gives back is not. */
const asText = (questions: SurveyQuestion[]) =>
  JSON.stringify(questions.map(({ kind, label, choices, required }) => [kind, label, choices, required]))

export async function setSurvey(
  { db, clock }: Deps,
  user: SessionUser,
  { eventId, kind }: { eventId: number; kind: SurveyKind },
  change: Change,
): Promise<Survey> {
  const { enabled, anonymous, sends, questions } = change
  await requireNoBlockedLink(
    db,
    questions.flatMap(({ label, choices }) => [label, ...choices]),
  )
  return db.transaction(async (tx) => {
    const event = await getEventFor(tx, user, 'event.manage', eventId, 'no key update')
    if (event.hiddenAt) throw new AppError('event_not_found')
    const isIt = and(eq(surveys.eventId, eventId), eq(surveys.kind, kind))
    // Locked against answers, which are for the questions as they were read.
    const [present] = await tx.select().from(surveys).where(isIt).for('update')
    const before = await getSurvey(tx, eventId, kind)
    const isChanged = asText(questions) !== asText(before.questions)
    if (before.isOpened && anonymous !== before.anonymous) throw new AppError('survey_opened')
    if (before.isAnswered && isChanged) throw new AppError('survey_frozen')
    const fields = { enabled, anonymous, sends }
    const rewritten = isChanged ? { questions, version: sql`${surveys.version} + 1` } : {}
    if (present)
      await tx
        .update(surveys)
        .set({ ...fields, ...rewritten })
        .where(isIt)
    else await tx.insert(surveys).values({ eventId, kind, ...fields, questions })
    await openDue(tx, clock(), eventId)
    return getSurvey(tx, eventId, kind)
  })
}

interface Written {
  version: number
  answers: string[][]
}

/** One for each question, checked; empty: none. */
function checkAll({ version, questions }: SurveyRow, given: Written): string[][] {
  if (given.version !== version || given.answers.length !== questions.length) throw new AppError('questions_changed')
  return questions.map((question, at) => checkAnswer(question, given.answers[at] ?? []) ?? [])
}

export async function answerSurvey(
  { db, clock, limits }: Deps,
  user: SessionUser,
  surveyId: number,
  { ticketId, ...given }: Written & { ticketId: number },
): Promise<null> {
  await limits.take('surveyAnswers', user.id)
  await requireNoBlockedLink(db, given.answers.flat())
  const now = clock()
  const survey = await getOpenSurveyOf(db, user, { surveyId, ticketId }, now)
  if (survey.anonymous) throw new AppError('survey_anonymous')
  const answers = JSON.stringify(checkAll(survey, given))
  const { rows } = await db.execute(sql`
    insert into survey_answers (survey_id, ticket_id, answers, answered_at)
    select s.id, ${ticketId}, ${answers}::jsonb, ${now} from ${isStill(survey)} s
    on conflict (survey_id, ticket_id) do update set answers = excluded.answers, answered_at = excluded.answered_at
    returning 1`)
  if (rows.length === 0) throw new AppError('questions_changed')
  return null
}

/** The key is the device's: with it, and only with it, the same ballot is given out again. */
export async function takeBallot(
  { db, clock, limits, secrets }: Deps,
  box: BallotBox,
  user: SessionUser,
  { surveyId, ticketId, key }: { surveyId: number; ticketId: number; key: string },
): Promise<{ ballot: string }> {
  await limits.take('surveyAnswers', user.id)
  const survey = await getOpenSurveyOf(db, user, { surveyId, ticketId }, clock())
  if (!survey.anonymous) throw new AppError('survey_not_anonymous')
  const attemptHash = hashToken(key)
  const [added] = await db
    .insert(surveyParticipants)
    .values({ surveyId, ticketId, attemptHash })
    .onConflictDoNothing()
    .returning()
  if (!added) {
    const [before] = await db
      .select()
      .from(surveyParticipants)
      .where(and(eq(surveyParticipants.surveyId, surveyId), eq(surveyParticipants.ticketId, ticketId)))
    if (!before?.attemptHash?.equals(attemptHash)) throw new AppError('survey_taken_part')
  }
  const ballot = ballotFor(secrets, surveyId, ticketId, key)
  await box.add(surveyId, ballot)
  return { ballot }
}

/** A shuffling is once a minute. */
const SHEET_TRIES = 3

/** By nobody: all that is known of the sender is a ballot that was not used. */
export async function sendSheet(
  { db, clock }: Deps,
  surveyId: number,
  { ballot, ...given }: Written & { ballot: string },
): Promise<null> {
  await requireNoBlockedLink(db, given.answers.flat())
  const survey = await getOpenSurvey(db, surveyId, clock())
  if (!survey.anonymous) throw new AppError('survey_not_anonymous')
  const answers = JSON.stringify(checkAll(survey, given))
  const hash = hashToken(ballot)
  const isIt = and(eq(surveyBallots.hash, hash), eq(surveyBallots.surveyId, surveyId))
  for (let tries = 1; ; tries++) {
    const { rows } = await db.execute(sql`
      with used as (
        update survey_ballots b set is_used = true from ${isStill(survey)} s
        where b.hash = ${hash} and b.survey_id = s.id and not b.is_used returning b.survey_id)
      insert into survey_sheets (survey_id, answers) select survey_id, ${answers}::jsonb from used returning 1`)
    if (rows.length > 0) return null
    const [known] = await db.select({ isUsed: surveyBallots.isUsed }).from(surveyBallots).where(isIt)
    if (!known) throw new AppError('ballot_unknown')
    if (known.isUsed) throw new AppError('ballot_used')
    // It was written again by the shuffling between, and is there under another row; or the questions have changed.
    if (tries === SHEET_TRIES) throw new AppError('questions_changed')
  }
}

/** Those whose time is over. */
export const closeDue = (db: Pick<Tx, 'execute'>, now: Date) =>
  db.execute(sql`
    update surveys s set closed_at = ${now} from events e
    where e.id = s.event_id and s.opened_at is not null and s.closed_at is null
      and e.status <> 'postponed' and ${closesAt('s', 'e')} <= ${now}`)
