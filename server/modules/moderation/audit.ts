// Writes a line of the audit log, in the transaction of what was done. Ids, times and codes; what was written goes to
// moderation_words first, and only its hash comes here.
import { sql } from 'drizzle-orm'
import type { Act, Outcome, StaffRole, SubjectKind } from '../../../contract/moderation-words.ts'
import type { Db, Tx } from '../../db/client.ts'
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
}

/** The transaction holds the head of the log from here to its end: the last thing it does, where that can be. */
export async function writeAudit(tx: Db | Tx, { at, actorId, code, subject, words }: AuditLine): Promise<void> {
  await tx.execute(
    sql`select append_audit(${at.toISOString()}::timestamptz, ${actorId}::int, ${code}, ${subject}, ${words?.hash ?? null}::bytea)`,
  )
}
