// What guests answered, by question. Of an anonymous survey only whole groups of sheets are shown, never a row for a person.
import type { Readable } from 'node:stream'
import { asc, eq, sql, type SQL } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { SURVEY } from '../../../contract/limits.ts'
import { offeredBy } from '../../../contract/question-kinds.ts'
import type { QuestionResults, SurveyResults } from '../../../contract/surveys.ts'
import type { Db } from '../../db/client.ts'
import { surveyAnswers, surveys } from '../../db/schema/surveys.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { spreadsheet, written, type Cell } from '../../http/spreadsheet.ts'
import { getEventFor } from '../events/queries.ts'
import { findSurvey, type SurveyRow } from './queries.ts'

/** All of them, and those that are shuffled: new ones wait for the next shuffling. */
async function countSheets(db: Db, surveyId: number) {
  const { rows } = await db.execute<{ answered: number; placed: number }>(
    sql`select count(*)::int as answered, count(place)::int as placed from survey_sheets where survey_id = ${surveyId}`,
  )
  return rows[0] ?? { answered: 0, placed: 0 }
}

/**
 * In steps of five, so that two looks never differ by less. After the closing the rest is shown as well, unless somebody has
 * looked before and fewer than five are left: these would stand out.
 */
export function shownOf(placed: number, { shown, isClosed }: { shown: number; isClosed: boolean }): number {
  if (placed < SURVEY.step) return 0
  const isGroup = placed - shown >= SURVEY.step
  if (isClosed) return isGroup ? placed : shown
  return Math.max(shown, placed - (placed % SURVEY.step))
}

/** The first look at a group is remembered before it is shown. */
async function takeLook(
  db: Db,
  survey: SurveyRow,
  { answered, placed }: { answered: number; placed: number },
): Promise<number> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(surveys).where(eq(surveys.id, survey.id)).for('no key update')
    if (!row) throw new AppError('survey_not_found')
    // Those that are not shuffled yet belong to the last group.
    const shown = shownOf(placed, { shown: row.shown, isClosed: row.closedAt !== null && placed === answered })
    if (shown !== row.shown) await tx.update(surveys).set({ shown }).where(eq(surveys.id, survey.id))
    return shown
  })
}

interface Source {
  /** Rows with a column `answers`. */
  from: SQL
  shown: number
  answered: number
}

async function sourceOf(db: Db, survey: SurveyRow): Promise<Source> {
  const { id } = survey
  if (!survey.anonymous) {
    const answered = await db.$count(surveyAnswers, eq(surveyAnswers.surveyId, id))
    return { from: sql`(select answers from survey_answers where survey_id = ${id})`, shown: answered, answered }
  }
  const counted = await countSheets(db, id)
  const { answered } = counted
  const shown = await takeLook(db, survey, counted)
  return {
    from: sql`(select answers from survey_sheets where survey_id = ${id} and place <= ${shown})`,
    shown,
    answered,
  }
}

interface Counted {
  question: number
  /** Null: how many have answered it. */
  choice: string | null
  count: number
}

/**
 * All questions in one reading of the sheets: a group for each answer to each of them. Equal answers are counted as JSON and
 * parsed afterwards, because there are few. Of texts only whether there is one is counted.
 */
async function tally(db: Db, { from }: Source, questions: SurveyRow['questions']): Promise<Counted[]> {
  const named = questions.map(({ kind }, at) => {
    const answer = sql`answers->>${at}::int`
    const counted = kind === 'text' ? sql`case when ${answer} = '[]' then '[]' else '[""]' end` : answer
    return { column: sql.identifier(`answer${at}`), counted }
  })
  const list = (part: (one: (typeof named)[number]) => SQL) => sql.join(named.map(part), sql`, `)
  const { rows } = await db.execute<{ given: (string | null)[]; count: number }>(sql`
    select array[${list(({ column }) => sql`${column}`)}] as given, count(*)::int as count
    from (select ${list(({ column, counted }) => sql`${counted} as ${column}`)} from ${from} sheets) answered
    group by grouping sets (${list(({ column }) => sql`(${column})`)})`)
  return rows.flatMap(({ given, count }) => {
    // A group has one of them, and null for the others.
    const question = given.findIndex((answer) => answer !== null)
    const chosen = JSON.parse(given[question] ?? '[]') as string[]
    return chosen.length === 0 ? [] : [null, ...chosen].map((choice) => ({ question, choice, count }))
  })
}

interface Text {
  text: string
  name?: string
}

const named = sql<string>`trim(coalesce(${users.firstName}, ${tickets.guestName}, '') || ' ' || coalesce(${users.lastName}, ''))`

async function textsOf(db: Db, survey: SurveyRow, at: number, shown: number): Promise<Text[]> {
  if (survey.anonymous) {
    const { rows } = await db.execute<{ text: string }>(sql`
      select answers->${at}::int->>0 as text from survey_sheets
      where survey_id = ${survey.id} and place <= ${shown} and answers->${at}::int->>0 is not null
      order by ${shuffledFor(at)} limit ${SURVEY.textsShown}`)
    return rows.map(({ text }) => ({ text }))
  }
  return db
    .select({ text: sql<string>`${surveyAnswers.answers}->${at}::int->>0`, name: named })
    .from(surveyAnswers)
    .innerJoin(tickets, eq(tickets.id, surveyAnswers.ticketId))
    .leftJoin(users, eq(users.id, tickets.userId))
    .where(sql`${surveyAnswers.surveyId} = ${survey.id} and ${surveyAnswers.answers}->${at}::int->>0 is not null`)
    .orderBy(asc(surveyAnswers.answeredAt))
    .limit(SURVEY.textsShown)
}

/** Another order for each question, so that the texts of one person do not line up. */
const shuffledFor = (at: number) => sql`uuid_hash_extended(survey_sheets.id, ${at}::bigint)`

export async function getSurveyForResults({ db }: Deps, user: SessionUser, surveyId: number): Promise<SurveyRow> {
  const survey = await findSurvey(db, surveyId)
  if (!survey) throw new AppError('survey_not_found')
  await getEventFor(db, user, 'event.manage', survey.eventId)
  return survey
}

async function questionResults(db: Db, survey: SurveyRow, source: Source): Promise<QuestionResults[]> {
  const isEmpty = source.shown === 0
  const [counted, ...texts] = await Promise.all([
    isEmpty ? [] : tally(db, source, survey.questions),
    ...survey.questions.map(({ kind }, at) =>
      isEmpty || kind !== 'text' ? [] : textsOf(db, survey, at, source.shown),
    ),
  ])
  return survey.questions.map(({ kind, label, choices }, at) => {
    const own = counted.filter(({ question }) => question === at)
    const countOf = (choice: string | null) =>
      own.reduce((sum, row) => (row.choice === choice ? sum + row.count : sum), 0)
    return {
      kind,
      label,
      choices,
      answered: countOf(null),
      counts: offeredBy({ kind, choices })?.map((choice) => ({ choice, count: countOf(choice) })) ?? [],
      texts: texts[at] ?? [],
    }
  })
}

export async function getResults(deps: Deps, user: SessionUser, surveyId: number): Promise<SurveyResults> {
  const survey = await getSurveyForResults(deps, user, surveyId)
  const source = await sourceOf(deps.db, survey)
  return {
    kind: survey.kind,
    anonymous: survey.anonymous,
    isClosed: survey.closedAt !== null,
    answered: source.answered,
    shown: source.shown,
    questions: await questionResults(deps.db, survey, source),
  }
}

const AT_ONCE = 1_000
/** Of a bigint. */
const LEAST = String(-(2n ** 63n))

/** A row for each guest. */
async function* namedRows(db: Db, survey: SurveyRow): AsyncGenerator<Cell[][]> {
  for (let after = 0; ;) {
    const rows = await db
      .select({
        ticketId: surveyAnswers.ticketId,
        answers: surveyAnswers.answers,
        answeredAt: surveyAnswers.answeredAt,
        name: named,
        email: sql<string>`coalesce(${users.email}, ${tickets.guestEmail}, '')`,
      })
      .from(surveyAnswers)
      .innerJoin(tickets, eq(tickets.id, surveyAnswers.ticketId))
      .leftJoin(users, eq(users.id, tickets.userId))
      .where(sql`${surveyAnswers.surveyId} = ${survey.id} and ${surveyAnswers.ticketId} > ${after}`)
      .orderBy(asc(surveyAnswers.ticketId))
      .limit(AT_ONCE)
    yield rows.map(({ name, email, answeredAt, answers }) => [
      written(name),
      written(email),
      answeredAt.toISOString(),
      ...survey.questions.map((_, at) => written((answers[at] ?? []).join(', '))),
    ])
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)?.ticketId ?? after
  }
}

/** A list for each question: how often each choice was chosen, then the texts. */
async function* anonymousRows(db: Db, survey: SurveyRow, source: Source): AsyncGenerator<Cell[][]> {
  const results = await questionResults(db, survey, source)
  for (const [at, { label, counts, kind }] of results.entries()) {
    yield counts.map(({ choice, count }) => [written(label), written(choice), count])
    for (let after = LEAST; kind === 'text';) {
      const { rows } = await db.execute<{ key: string; text: string }>(sql`
        select ${shuffledFor(at)} as key, answers->${at}::int->>0 as text from survey_sheets
        where survey_id = ${survey.id} and place <= ${source.shown} and answers->${at}::int->>0 is not null
          and ${shuffledFor(at)} > ${after}::bigint
        order by key limit ${AT_ONCE}`)
      yield rows.map(({ text }) => [written(label), written(text), 1])
      if (rows.length < AT_ONCE) break
      after = rows.at(-1)?.key ?? after
    }
  }
}

export async function resultsCsv(deps: Deps, user: SessionUser, surveyId: number): Promise<Readable> {
  const { db } = deps
  const survey = await getSurveyForResults(deps, user, surveyId)
  if (!survey.anonymous) {
    const columns = ['Name', 'Email', 'Answered at', ...survey.questions.map(({ label }) => written(label))]
    return spreadsheet(columns, namedRows(db, survey), (cells) => cells)
  }
  const source = await sourceOf(db, survey)
  return spreadsheet(['Question', 'Answer', 'How often'], anonymousRows(db, survey, source), (cells) => cells)
}
