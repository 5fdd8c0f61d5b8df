// Participants, ballots and sheets of an anonymous survey are written again in random order, so that neither the transaction
// that wrote them nor their place on the disk tells who wrote what. Only sheets that went through this are shown.
import { sql } from 'drizzle-orm'
import { SURVEY } from '../../../contract/limits.ts'
import type { Db } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'

const AT_ONCE = 200

/** Sheets that somebody has looked at stay in front while others are kept back. After the closing keys and ballots go. */
const rewrite = (db: Db, surveyId: number) =>
  db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ shown: number; isClosed: boolean }>(
      sql`select shown, closed_at is not null as "isClosed" from surveys where id = ${surveyId} for no key update`,
    )
    const [survey] = rows
    if (!survey) return
    const { shown, isClosed } = survey
    await tx.execute(sql`
      with gone as (delete from survey_sheets where survey_id = ${surveyId} returning answers, place),
      counted as (select answers, coalesce(place > ${shown}, true) as is_new, count(*) over () - ${shown} as others from gone)
      insert into survey_sheets (survey_id, answers, place)
      select ${surveyId}, answers,
        row_number() over (order by is_new and (not ${isClosed} or others < ${SURVEY.step}), random())
      from counted order by random()`)
    await tx.execute(sql`
      with gone as (delete from survey_participants where survey_id = ${surveyId} returning ticket_id, attempt_hash)
      insert into survey_participants (survey_id, ticket_id, attempt_hash)
      select ${surveyId}, ticket_id, case when ${isClosed} then null else attempt_hash end from gone order by random()`)
    await tx.execute(sql`
      with gone as (delete from survey_ballots where survey_id = ${surveyId} returning hash, is_used)
      insert into survey_ballots (survey_id, hash, is_used)
      select ${surveyId}, hash, is_used from gone where not ${isClosed} order by random()`)
  })

/** Where something was sent since the last time, or where the survey has closed since. */
export async function shuffleSheets({ db }: Pick<Deps, 'db'>, { lease }: Pick<Job, 'lease'>) {
  const { rows } = await db.execute<{ id: number }>(sql`
    select survey_id as id from survey_sheets where place is null
    union select b.survey_id from survey_ballots b join surveys s on s.id = b.survey_id where s.closed_at is not null
    limit ${AT_ONCE}`)
  for (const { id } of rows) {
    lease.check()
    await rewrite(db, id)
  }
  // What was deleted is still in the files until it is swept.
  if (rows.length > 0) await db.execute(sql`vacuum survey_sheets, survey_participants, survey_ballots`)
}
