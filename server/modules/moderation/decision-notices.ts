// Who is notified of a decision: guests of what was hidden, and the people who reported it. All of it is written in the transaction of
// the decision.
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { DAY } from '../../../contract/durations.ts'
import type { Tx } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import { reports } from '../../db/schema/moderation.ts'
import type { Deps } from '../../deps.ts'
import type { MailToAdd } from '../../mail/mail.ts'
import { SHARED_RATES } from '../../http/rate-limits.ts'
import { PRIORITY } from '../../jobs/priority.ts'

/** Each booking is notified once, however often its event is hidden. What is over concerns nobody any more. */
export async function notifyGuests(tx: Tx, eventIds: number[], now: Date): Promise<void> {
  await tx.execute(sql`
    insert into mails (kind, user_id, ticket_id, payload, priority)
    select 'event-hidden', t.user_id, t.id, '{}'::jsonb, ${PRIORITY.soon}::int
    from tickets t join events e on e.id = t.event_id
    where t.event_id = any (${sql.param(eventIds)}::int[]) and t.number_of_tickets > 0
      and (t.user_id is not null or t.wants_mail)
      and (e.status = 'postponed' or e.status = 'published' and e.end_time > ${now}::timestamptz)
      and not exists (
        select from mails m where m.ticket_id = t.id and m.kind = 'event-hidden' and m.status in ('waiting', 'sent'))`)
}

export interface AnsweredReports {
  decisionId: number
  eventId?: number
  accountId?: number
}

type NoticeDeps = Pick<Deps, 'mails' | 'clock'>

/** The open reports about it are answered by this decision, and their senders are notified, where they left an address. */
export async function answerReports(deps: NoticeDeps, tx: Tx, answered: AnsweredReports): Promise<void> {
  const { decisionId, eventId, accountId } = answered
  const ofAccount = (id: number) =>
    or(
      eq(reports.creatorId, id),
      inArray(reports.eventId, tx.select({ id: events.id }).from(events).where(eq(events.creatorId, id))),
    )
  const about = eventId !== undefined ? eq(reports.eventId, eventId) : ofAccount(accountId ?? 0)
  const rows = await tx
    .update(reports)
    .set({ decisionId })
    .where(and(about, isNull(reports.decisionId), isNull(reports.dismissedAt)))
    .returning()
  await notifyReporters(deps, tx, rows, {})
}

type ReportRow = typeof reports.$inferSelect

const MAX_A_DAY = SHARED_RATES.typedAddress.points

/**
 * When an answer goes to an address that was typed into a form: the first ten of a day at once, the next ten a day later.
 * Reporters get an answer, and an address that somebody else typed in is not flooded. Counted from the answered
 * reports, this one among them, because a limiter may be far away while the transaction holds its locks.
 */
export async function sendTimesForUnverified({ clock }: NoticeDeps, tx: Tx, emails: string[]) {
  const now = clock()
  const since = new Date(now.getTime() - DAY).toISOString()
  const addresses = [...new Set(emails.map((email) => email.toLowerCase()))]
  const { rows } = await tx.execute<{ email: string; answers: number }>(sql`
    select lower(r.reporter_email) as email,
      (count(distinct coalesce('decision ' || d.id, r.dismissed_at::text))
        filter (where coalesce(d.created_at, r.dismissed_at) > ${since}::timestamptz)
      + count(distinct d.id) filter (where d.outcome_at > ${since}::timestamptz))::int as answers
    from reports r left join decisions d on d.id = r.decision_id
    where lower(r.reporter_email) = any (${sql.param(addresses)}::text[]) group by 1`)
  const answersTo = new Map(rows.map(({ email, answers }) => [email, answers]))
  return (email: string): { sendAt?: Date } => {
    const before = (answersTo.get(email.toLowerCase()) ?? 1) - 1
    return before < MAX_A_DAY ? {} : { sendAt: new Date(now.getTime() + Math.floor(before / MAX_A_DAY) * DAY) }
  }
}

/** Each of them once. Nobody else learns who they were. `hasObjection`: what the objection to the decision came to. */
async function notifyReporters(deps: NoticeDeps, tx: Tx, rows: ReportRow[], { hasObjection }: { hasObjection?: true }) {
  const told = new Map(rows.map((row) => [row.reporterId ?? row.reporterEmail?.toLowerCase() ?? null, row]))
  told.delete(null)
  const typed = [...told.values()].flatMap((row) =>
    row.reporterId === null && row.reporterEmail ? row.reporterEmail : [],
  )
  const sendTimeFor = await sendTimesForUnverified(deps, tx, typed)
  const all = [...told.values()].map(({ id, reporterId, reporterEmail }): MailToAdd => ({
    kind: 'report-decided',
    userId: reporterId,
    payload: { reportId: id, hasObjection },
    ...(reporterId === null && reporterEmail && sendTimeFor(reporterEmail)),
  }))
  await deps.mails.addAll(tx, all)
}

export async function notifyReportersOfObjection(deps: NoticeDeps, tx: Tx, decisionId: number): Promise<void> {
  const rows = await tx.select().from(reports).where(eq(reports.decisionId, decisionId)).orderBy(reports.id)
  await notifyReporters(deps, tx, rows, { hasObjection: true })
}
