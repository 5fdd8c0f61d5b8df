// The rounds of the job run-surveys: opens and closes surveys by the event's times of now, shuffles what was sent, and emails
// each guest the survey once and one reminder. May run twice, on two instances, or die in the middle.
import { sql, type SQL } from 'drizzle-orm'
import { ANSWERS_DAYS } from '../../../contract/limits.ts'
import type { Db } from '../../db/client.ts'
import { openOnly } from '../../db/schema/event-status.ts'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import { closeDue, openDue } from './commands.ts'
import { shuffleSheets } from './shuffle.ts'

type Which = 'first' | 'reminder'

/** When it is sent: before the start, or after the end. */
const DUE: Record<Which, SQL> = {
  first: sql.raw(`case s.kind when 'pre-event' then e.start_time - interval '7 days'
    when 'post-event' then e.end_time + interval '2 hours' else e.end_time + interval '1 day' end`),
  reminder: sql.raw(`case s.kind when 'pre-event' then e.start_time - interval '2 days'
    when 'post-event' then e.end_time + interval '4 days' else e.end_time + interval '5 days' end`),
}

/** Somebody who got it yesterday is not reminded today. */
const REMINDED_AFTER_HOURS = 24
const TICKETS_AT_ONCE = 500

const wasSent = (which: Which) =>
  sql`exists (select 1 from survey_invitations i where i.survey_id = s.id and i.ticket_id = t.id and i.which = ${which})`

/** The next guests: noted and mailed in one statement, so that neither is there without the other. */
async function sendSome(db: Db, which: Which, now: Date, most: number): Promise<number> {
  const isFirst = which === 'first'
  const before = new Date(now.getTime() - REMINDED_AFTER_HOURS * 3_600_000)
  const { rows } = await db.execute(sql`
    with due as (
      select s.id as survey_id, t.id as ticket_id, t.user_id from surveys s
      join events e on e.id = s.event_id
      join tickets t on t.event_id = e.id
      where s.enabled and s.sends and s.opened_at is not null and s.closed_at is null and ${openOnly('e')}
        and ${DUE[which]} <= ${now}
        and t.number_of_tickets > 0 and t.user_id is not null
        and (s.kind = 'pre-event' or t.admitted > 0
          or not exists (select 1 from tickets any_of where any_of.event_id = e.id and any_of.admitted > 0))
        and not exists (select 1 from survey_answers a where a.survey_id = s.id and a.ticket_id = t.id)
        and not exists (select 1 from survey_participants p where p.survey_id = s.id and p.ticket_id = t.id)
        and not ${wasSent(which)}
        ${
          isFirst
            ? sql``
            : sql`and exists (select 1 from survey_invitations i where i.survey_id = s.id
          and i.ticket_id = t.id and i.which = 'first' and i.created_at <= ${before})`
        }
      order by s.id, t.id limit ${most}
    ), noted as (
      insert into survey_invitations (survey_id, ticket_id, which, created_at)
      select survey_id, ticket_id, ${which}, ${now} from due on conflict do nothing returning survey_id, ticket_id
    ), mailed as (
      insert into mails (kind, user_id, ticket_id, payload, priority)
      select ${isFirst ? 'survey' : 'survey-reminder'}, due.user_id, due.ticket_id,
        jsonb_build_object('surveyId', due.survey_id), ${PRIORITY.bulk}::int
      from due join noted using (survey_id, ticket_id)
    )
    select 1 from due`)
  return rows.length
}

export async function runSurveys(
  deps: Deps,
  job: Pick<Job, 'lease'>,
  { ticketsAtOnce = TICKETS_AT_ONCE }: { ticketsAtOnce?: number } = {},
): Promise<void> {
  const { config, db, clock, jobs } = deps
  if (!config.features.has('surveys')) return
  await openDue(db, clock())
  await closeDue(db, clock())
  await shuffleSheets(deps, job)
  for (const which of ['first', 'reminder'] as const)
    for (let count = ticketsAtOnce; count === ticketsAtOnce;) {
      job.lease.check()
      count = await sendSome(db, which, clock(), ticketsAtOnce)
      if (count > 0) jobs.nudge()
    }
}

const FORGOTTEN_AT_ONCE = 5_000

/** The job forget-survey-answers: what carries a name goes; anonymous sheets say of nobody anything. */
export async function forgetAnswers({ db, clock }: Pick<Deps, 'db' | 'clock'>, { lease }: Pick<Job, 'lease'>) {
  for (const table of ['survey_answers', 'survey_participants', 'survey_invitations'])
    for (;;) {
      lease.check()
      const { rowCount } = await db.execute(sql`
        delete from ${sql.identifier(table)} where ctid = any (array(
          select a.ctid from ${sql.identifier(table)} a
          join surveys s on s.id = a.survey_id join events e on e.id = s.event_id
          where s.closed_at is not null and e.status <> 'postponed'
            and e.end_time <= ${clock()}::timestamptz - make_interval(days => ${ANSWERS_DAYS})
          limit ${FORGOTTEN_AT_ONCE}))`)
      if ((rowCount ?? 0) < FORGOTTEN_AT_ONCE) break
    }
}
