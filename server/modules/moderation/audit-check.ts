// Reads the audit log from its first line to its last: `npm run audit`. Somebody with access to the database can change a line,
// but not without the hashes telling.
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/client.ts'
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
  previous: string
  hash: string
}

const AT_ONCE = 1_000

/** The same as append_audit writes. */
const hashOf = ({ seq, at, actor, code, subject, words, previous }: Line) =>
  createHash('sha256')
    .update([seq, at, actor ?? '', code, subject, words ?? '', previous].join('|'), 'utf8')
    .digest('hex')

async function readLines(db: Db | Tx, after: number): Promise<Line[]> {
  const { rows } = await db.execute<Line & Record<string, unknown>>(sql`
    select seq::text as seq, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at,
      actor_id::text as actor, code, subject, encode(words_hash, 'hex') as words,
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

/** `noted`: a line that somebody wrote down elsewhere, where nobody who can write to the database can change it. */
export async function checkAudit(db: Db | Tx, noted?: Mark): Promise<AuditResult> {
  let last: Mark | null = null
  for (;;) {
    const lines = await readLines(db, last?.seq ?? 0)
    for (const line of lines) {
      const problem = problemOf(line, last, noted)
      if (problem) return { problem }
      last = { seq: Number(line.seq), hash: line.hash }
    }
    if (lines.length < AT_ONCE) break
  }
  const problem = (await problemOfHead(db, last, noted)) ?? (await problemOfWords(db))
  return problem ? { problem } : { lines: last?.seq ?? 0, last }
}
