import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { QueryBuilder, type PgColumn } from 'drizzle-orm/pg-core'
import { isMine, isMyAddress, kept, type DescribedTable, type Me } from '../../access/personal-data.ts'
import { auditHead, auditLog, blockedDomains, decisions, moderationWords, reports } from '../../db/schema/moderation.ts'

const query = new QueryBuilder({ casing: 'snake_case' })
const isMyReport = (me: Me) => or(eq(reports.reporterId, me.id), isMyAddress(reports.reporterEmail, me))
const ofMyReports = (column: PgColumn, me: Me) =>
  inArray(column, query.select({ id: reports.wordsId }).from(reports).where(isMyReport(me)))

/** Lines of the log about the account, its events, the decisions about it and the reports that it sent. */
const isLineAboutMe = (me: Me) => {
  const subjects = sql`select 'account:' || ${me.id}::int
    union all select 'event:' || id from events where creator_id = ${me.id}
    union all select 'decision:' || id from decisions where concerned_id = ${me.id}
    union all select 'report:' || reports.id from reports where ${isMyReport(me)}`
  return sql`${auditLog.subject} in (${subjects})`
}

export const moderationTables: DescribedTable[] = [
  // What was decided about them; who decided is nobody's business.
  kept(decisions, isMine(decisions.concernedId), decisions.id, {
    plain: ['reference', 'act', 'subjectKind', 'domain', 'reason', 'outcome'],
    secret: ['idempotencyKey', 'objectionKey', 'moderatorId', 'outcomeBy'],
  }),
  {
    table: reports,
    of: isMyReport,
    by: reports.id,
    personal: ['reporterName', 'reporterEmail'],
    plain: ['reference', 'kind'],
    secret: ['senderHash', 'idempotencyKey'],
    atDeletion: () => ({ reporterId: null, reporterName: null, reporterEmail: null, senderHash: null }),
  },
  {
    // What others reported about them is not handed out: it may tell who did. erasure.ts empties that too. What somebody
    // wrote as a moderator is the operator's.
    table: moderationWords,
    of: (me) =>
      or(
        and(eq(moderationWords.byId, me.id), inArray(moderationWords.kind, ['objection', 'report'])),
        and(eq(moderationWords.aboutId, me.id), ne(moderationWords.kind, 'report')),
        ofMyReports(moderationWords.id, me),
      ),
    by: moderationWords.id,
    personal: ['text'],
    plain: ['kind'],
    secret: ['salt', 'hash', 'byId'],
    atDeletion: () => ({ text: null, salt: null }),
  },
  // Ids, times and codes; nobody can change the log.
  kept(auditLog, isLineAboutMe, auditLog.seq, {
    plain: ['code', 'subject'],
    secret: ['actorId', 'wordsHash', 'recordHash', 'previousHash', 'hash'],
  }),
  { table: auditHead, plain: ['hash'] },
  { table: blockedDomains, plain: ['domain'] },
]
