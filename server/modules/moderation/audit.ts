// Writes a line of the audit log, in the transaction of what was done. Ids, times and codes; what was written goes to
// moderation_words first, and only its hash comes here.
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Act, Outcome, StaffRole, SubjectKind } from '../../../contract/moderation-words.ts'
import type { Db, Tx } from '../../db/client.ts'
import type { decisions } from '../../db/schema/moderation.ts'
import type { StoredWords } from './words.ts'

/** What was done. `featured`, `released` and the like: by those who build on this. */
export type AuditCode =
  | Act
  | 'objection'
  | `objection-${Outcome}`
  | `role-${StaffRole | 'none'}`
  | 'suspension-over'
  | 'report'
  | 'report-dismissed'
  | 'featured'
  | 'review'
  | 'review-released'

/** An id, a domain's name, or a reference: never what somebody wrote. */
export type AuditSubject =
  `${Exclude<SubjectKind, 'domain'> | 'report' | 'decision'}:${number}` | `domain:${string}` | 'site'

export interface AuditLine {
  at: Date
  /** Null: the operator, or the rules. */
  actorId: number | null
  code: AuditCode
  subject: AuditSubject
  words?: StoredWords | null
  /** What was decided, as it is stored: its hash comes into the line, so that a changed record shows. */
  record?: DecisionRow
}

type DecisionRow = typeof decisions.$inferSelect

/** Of what never changes about a decision. Who decided is the line's actor, and goes when that account does. */
export const hashOfRecord = (row: DecisionRow): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify([
        ...[row.id, row.reference, row.act, row.subjectKind, row.subjectId, row.domain, row.reason],
        ...[row.until, row.keepsEvents, row.isAutomated, row.createdAt],
      ]),
      'utf8',
    )
    .digest()

/** The transaction holds the head of the log from here to its end: the last thing it does, where that can be. */
export async function writeAudit(tx: Db | Tx, { at, actorId, code, subject, words, record }: AuditLine): Promise<void> {
  await tx.execute(
    sql`select append_audit_line(${at.toISOString()}::timestamptz, ${actorId}::int, ${code}, ${subject},
      ${words?.hash ?? null}::bytea, ${record ? hashOfRecord(record) : null}::bytea)`,
  )
}
