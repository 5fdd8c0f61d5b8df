// Reads the audit log from its first line to its last: `npm run audit`. The hashes tell of a line, a record or words that were
// changed. Somebody who can write to the database can write the whole chain again with other hashes: only a mark that was
// noted elsewhere tells of that.
import { createHash } from 'node:crypto'
import { asc, gt, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/client.ts'
import { decisions } from '../../db/schema/moderation.ts'
import { hashOfRecord } from './audit.ts'
import { hashOfWords } from './words.ts'

export interface Mark {
  seq: number
  /** In hexadecimal. */
  hash: string
}

/** What is wrong, in one sentence; else how far it goes. */
export type AuditResult = { problem: string } | { lines: number; last: Mark | null }

interface Line {
  seq: string
  at: string
  actor: string | null
  code: string
  subject: string
  words: string | null
  record: string | null
  previous: string
  hash: string
}

const AT_ONCE = 1_000

/** The same as append_audit writes. */
const hashOf = ({ seq, at, actor, code, subject, words, record, previous }: Line) =>
  createHash('sha256')
    .update([seq, at, actor ?? '', code, subject, words ?? '', previous, ...(record ? [record] : [])].join('|'), 'utf8')
    .digest('hex')

async function readLines(db: Db | Tx, after: number): Promise<Line[]> {
  const { rows } = await db.execute<Line & Record<string, unknown>>(sql`
    select seq::text as seq, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at,
      actor_id::text as actor, code, subject, encode(words_hash, 'hex') as words, encode(record_hash, 'hex') as record,
      encode(previous_hash, 'hex') as previous, encode(hash, 'hex') as hash
    from audit_log l where l.seq > ${after}::bigint order by l.seq limit ${AT_ONCE}`)
  return rows
}

function problemOf(line: Line, before: Mark | null, noted: Mark | undefined): string | null {
  const seq = Number(line.seq)
  const expected = (before?.seq ?? 0) + 1
  if (seq !== expected)
    return seq === expected + 1
      ? `Line ${expected} of the audit log is missing.`
      : `Lines ${expected} to ${seq - 1} of the audit log are missing.`
  if (line.previous !== (before?.hash ?? '')) return `Line ${seq} of the audit log does not follow the line before it.`
  if (line.hash !== hashOf(line)) return `Line ${seq} of the audit log was changed.`
  if (noted?.seq === seq && noted.hash !== line.hash)
    return `Line ${seq} of the audit log is not the one that was noted.`
  return null
}

/** The head remembers how far it went, so that lines taken off the end are missed. */
async function problemOfHead(db: Db | Tx, last: Mark | null, noted: Mark | undefined): Promise<string | null> {
  const { rows } = await db.execute<{ seq: string; hash: string }>(
    sql`select seq::text as seq, encode(hash, 'hex') as hash from audit_head where id = 1`,
  )
  const reached = last?.seq ?? 0
  const most = Math.max(Number(rows[0]?.seq ?? 0), noted?.seq ?? 0)
  if (most > reached) return `The audit log ends at line ${reached}, though it had ${most}.`
  if (last && Number(rows[0]?.seq ?? 0) < reached)
    return `The head of the audit log was put back to line ${rows[0]?.seq ?? 0}, though it has ${reached}.`
  if (last && rows[0]?.hash !== last.hash) return 'The audit log does not end where its head says.'
  return null
}

/** Words that are still there are the ones that were written; those of a deleted account are empty. */
async function problemOfWords(db: Db | Tx): Promise<string | null> {
  const { rows: lost } = await db.execute<{ seq: string }>(sql`
    select l.seq::text as seq from audit_log l
    where l.words_hash is not null and not exists (select from moderation_words w where w.hash = l.words_hash)
    order by l.seq limit 1`)
  if (lost[0]) return `The words of line ${lost[0].seq} of the audit log are missing.`
  // Emptied with the account of who wrote them or whom they are about; a report by somebody without one, with their name.
  const { rows: emptied } = await db.execute<{ id: number }>(sql`
    select w.id from moderation_words w
    where w.text is null and not exists (select from users u where u.id in (w.by_id, w.about_id) and u.deleted_at is not null)
      and not exists (
        select from reports r where r.words_id = w.id and r.reporter_id is null and r.reporter_name is null and r.reporter_email is null)
      and (w.by_id is not null or w.about_id is not null or w.kind <> 'report')
    order by w.id limit 1`)
  if (emptied[0]) return `The words ${emptied[0].id} of the audit log were emptied, though no account was deleted.`
  let after = 0
  for (;;) {
    const { rows } = await db.execute<{ id: number; salt: Buffer; text: string; hash: Buffer }>(sql`
      select id, salt, text, hash from moderation_words where id > ${after}::int and text is not null
      order by id limit ${AT_ONCE}`)
    for (const { id, salt, text, hash } of rows) {
      if (!hashOfWords(salt, text).equals(hash)) return `The words ${id} of the audit log were changed.`
      after = id
    }
    if (rows.length < AT_ONCE) return null
  }
}

/** Lines that record a decision, by the hash of it. */
type Records = Map<string, { seq: number; at: string }>

/** Every decision that was recorded is there as it was, and there is none beside them. */
async function problemOfDecisions(db: Db | Tx, records: Records): Promise<string | null> {
  // Those that are older than the first record were made before records were kept.
  const since = [...records.values()].reduce((first, { at }) => (at < first ? at : first), '9999')
  const left = new Map(records)
  for (let after = 0; ;) {
    const rows = await db
      .select()
      .from(decisions)
      .where(gt(decisions.id, after))
      .orderBy(asc(decisions.id))
      .limit(AT_ONCE)
    for (const row of rows) {
      after = row.id
      if (!left.delete(hashOfRecord(row).toString('hex')) && row.createdAt.toISOString() >= since.slice(0, 23))
        return `The decision ${row.reference} is not what the audit log records.`
    }
    if (rows.length < AT_ONCE) break
  }
  const [lost] = left.values()
  return lost ? `The decision of line ${lost.seq} of the audit log was changed or deleted.` : null
}

/** An objection and its outcome are in the log as they are in the record, and the other way round; so is who decided. */
async function problemOfOutcomes(db: Db | Tx): Promise<string | null> {
  const { rows } = await db.execute<{ reference: string }>(sql`
    select coalesce(d.reference, l.subject) as reference
    from decisions d full join (select * from audit_log where code in ('objection-kept', 'objection-undone')) l
      on l.subject = 'decision:' || d.id
    where (d.outcome is not null or l.seq is not null)
      and (d.outcome is null or l.seq is null or l.code <> 'objection-' || d.outcome or l.at <> d.outcome_at
        or (d.outcome_by is not null and l.actor_id is distinct from d.outcome_by))
    limit 1`)
  if (rows[0]) return `The objection to ${rows[0].reference} was not decided as the audit log says.`
  const { rows: others } = await db.execute<{ reference: string }>(sql`
    select d.reference from decisions d join audit_log l on l.record_hash is not null and l.at = d.created_at and l.code = d.act
      and l.subject in (d.subject_kind || ':' || coalesce(d.subject_id::text, d.domain), 'decision:' || d.id)
    where d.moderator_id is not null
    group by d.id, d.reference having bool_and(l.actor_id is distinct from d.moderator_id) limit 1`)
  return others[0] ? `The decision ${others[0].reference} is not by whom the audit log says.` : null
}

/** `noted`: a line that somebody wrote down elsewhere, where nobody who can write to the database can change it. */
export async function checkAudit(db: Db | Tx, noted?: Mark): Promise<AuditResult> {
  let last: Mark | null = null
  const records: Records = new Map()
  for (;;) {
    const lines = await readLines(db, last?.seq ?? 0)
    for (const line of lines) {
      const problem = problemOf(line, last, noted)
      if (problem) return { problem }
      last = { seq: Number(line.seq), hash: line.hash }
      if (line.record) records.set(line.record, { seq: last.seq, at: line.at })
    }
    if (lines.length < AT_ONCE) break
  }
  const problem =
    (await problemOfHead(db, last, noted)) ??
    (await problemOfWords(db)) ??
    (await problemOfDecisions(db, records)) ??
    (await problemOfOutcomes(db))
  return problem ? { problem } : { lines: last?.seq ?? 0, last }
}
