// Reports, decisions, and the log of what moderators did. Decisions and log hold ids, times and codes; what people wrote
// is in moderation_words, bound to the log by a salted hash, and is emptied when their account is deleted.
import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { ACTS, OUTCOMES, REASON_CODES, REPORT_KINDS, SUBJECT_KINDS } from '../../../contract/moderation-words.ts'
import { bytes, createdAt, hash, id, instant } from './columns.ts'
import { events } from './events.ts'
import { users } from './users.ts'

const WORDS_KINDS = ['decision', 'objection', 'answer', 'report', 'role'] as const

const oneOf = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))

/** What somebody wrote. Emptied (text and salt null) when one of both accounts is deleted; the hash stays. */
export const moderationWords = pgTable(
  'moderation_words',
  {
    id: id(),
    kind: text({ enum: WORDS_KINDS }).notNull(),
    text: text(),
    /** Without it nobody can try out which words the hash is of. */
    salt: bytes(),
    /** sha256 of salt and text. */
    hash: hash().notNull(),
    /** Who wrote it; null: no account. */
    byId: integer().references(() => users.id, { onDelete: 'set null' }),
    /** Whom it is about; null: nobody's account. */
    aboutId: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    index('moderation_words_by').on(t.byId),
    index('moderation_words_about').on(t.aboutId),
    index('moderation_words_hash').on(t.hash),
    check('moderation_words_kind', sql`${t.kind} in (${oneOf(WORDS_KINDS)})`),
    check('moderation_words_whole', sql`(${t.text} is null) = (${t.salt} is null)`),
  ],
)

export const decisions = pgTable(
  'decisions',
  {
    id: id(),
    /** What people name it by. */
    reference: text().notNull().unique(),
    act: text({ enum: ACTS }).notNull(),
    subjectKind: text({ enum: SUBJECT_KINDS }).notNull(),
    /** The event's or the account's; null: a domain. No foreign key: the record outlives the event. */
    subjectId: integer(),
    domain: text(),
    /** Whose event, account or link it is, who may object; null: nobody's. */
    concernedId: integer().references(() => users.id, { onDelete: 'set null' }),
    reason: text({ enum: REASON_CODES }).notNull(),
    wordsId: integer().references(() => moderationWords.id),
    /** Null: the rules themselves. */
    moderatorId: integer().references(() => users.id, { onDelete: 'set null' }),
    /** A suspension's end. */
    until: instant(),
    /** A suspension that leaves the events where they are. */
    keepsEvents: boolean().notNull().default(false),
    /** Whether it was found or decided by rules and not by a person; the statement of reasons says so. */
    isAutomated: boolean().notNull().default(false),
    createdAt: createdAt(),
    objectedAt: instant(),
    objectionWordsId: integer().references(() => moderationWords.id),
    outcome: text({ enum: OUTCOMES }),
    outcomeAt: instant(),
    outcomeBy: integer().references(() => users.id, { onDelete: 'set null' }),
    outcomeWordsId: integer().references(() => moderationWords.id),
    idempotencyKey: text(),
    /** Of the call that objected, so that the same press sent twice gets the same answer. */
    objectionKey: text(),
  },
  (t) => [
    index('decisions_subject').on(t.subjectKind, t.subjectId, t.id),
    index('decisions_concerned').on(t.concernedId),
    index('decisions_objections')
      .on(t.objectedAt)
      .where(sql`objected_at is not null and outcome is null`),
    uniqueIndex('decisions_key').on(t.moderatorId, t.idempotencyKey),
    check('decisions_act', sql`${t.act} in (${oneOf(ACTS)})`),
    check(
      'decisions_subject_named',
      sql`(${t.subjectKind} = 'domain') = (${t.subjectId} is null and ${t.domain} is not null)`,
    ),
    check('decisions_outcome', sql`${t.outcome} is null or ${t.objectedAt} is not null`),
  ],
)

export const reports = pgTable(
  'reports',
  {
    id: id(),
    reference: text().notNull().unique(),
    kind: text({ enum: REPORT_KINDS }).notNull(),
    /** One of both. The event may have been deleted since. */
    eventId: integer().references(() => events.id, { onDelete: 'set null' }),
    creatorId: integer().references(() => users.id, { onDelete: 'set null' }),
    wordsId: integer().references(() => moderationWords.id),
    reporterId: integer().references(() => users.id, { onDelete: 'set null' }),
    reporterName: text(),
    reporterEmail: text(),
    goodFaith: boolean().notNull().default(false),
    /** The same for the same person, address or network: their reports of one thing count once. */
    senderHash: hash(),
    /** The decision that answered it; null while it is open. */
    decisionId: integer().references(() => decisions.id),
    /** When a moderator looked and there was nothing to decide. */
    dismissedAt: instant(),
    idempotencyKey: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index('reports_open_event')
      .on(t.eventId)
      .where(sql`decision_id is null and dismissed_at is null`),
    index('reports_open')
      .on(t.createdAt)
      .where(sql`decision_id is null and dismissed_at is null`),
    index('reports_event').on(t.eventId),
    index('reports_creator').on(t.creatorId),
    index('reports_reporter').on(t.reporterId),
    // What was left under an address: answered, downloaded and erased by it.
    index('reports_reporter_email')
      .on(sql`lower(${t.reporterEmail})`)
      .where(sql`reporter_email is not null`),
    index('reports_decision').on(t.decisionId),
    uniqueIndex('reports_key').on(t.idempotencyKey),
    check('reports_kind', sql`${t.kind} in (${oneOf(REPORT_KINDS)})`),
  ],
)

/** Written by append_audit (server/db/functions/append-audit.sql) alone; a trigger refuses every change and removal. */
export const auditLog = pgTable('audit_log', {
  /** 1, 2, 3 without a gap. */
  seq: bigint({ mode: 'number' }).primaryKey(),
  at: instant().notNull(),
  /** Null: the operator, or the rules. */
  actorId: integer(),
  code: text().notNull(),
  /** event:12, account:7, domain:example.org, report:R-…, decision:D-… */
  subject: text().notNull(),
  wordsHash: hash(),
  /** Of the decision that this line is about, as it was written; null: it is about none. */
  recordHash: hash(),
  previousHash: hash().notNull(),
  hash: hash().notNull(),
})

/** The last line's number and hash, so that lines taken off the end are missed. One row. */
export const auditHead = pgTable('audit_head', {
  id: integer().primaryKey(),
  seq: bigint({ mode: 'number' }).notNull(),
  hash: hash().notNull(),
})

/** With all its subdomains. */
export const blockedDomains = pgTable('blocked_domains', {
  domain: text().primaryKey(),
  decisionId: integer().references(() => decisions.id),
  createdAt: createdAt(),
})

/** What the rules say about an event, as it was last saved. They sort what moderators look at and hold nothing back. */
export const eventScores = pgTable(
  'event_scores',
  {
    eventId: integer()
      .primaryKey()
      .references(() => events.id, { onDelete: 'cascade' }),
    score: integer().notNull(),
    scoredAt: instant().notNull(),
    /** When a moderator looked at it and left it as it is. */
    lookedAt: instant(),
  },
  (t) => [
    index('event_scores_worth_a_look')
      .on(t.score.desc(), t.eventId.desc())
      .where(sql`looked_at is null`),
  ],
)
