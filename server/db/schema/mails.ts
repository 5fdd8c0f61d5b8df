import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { hash, instant } from './columns.ts'
import { workColumns } from './jobs.ts'
import { users } from './users.ts'
import { tickets } from './tickets.ts'

/** Skipped: it had become pointless. Folded: another email includes it. */
export type MailStatus = 'waiting' | 'sent' | 'skipped' | 'folded' | 'failed'

/**
 * An email is a row first, written in the transaction of what it reports; then it is sent. It is work like that of the
 * jobs table, in a separate table: see docs/decisions/100-background-work.md.
 */
export const mails = pgTable(
  'mails',
  {
    ...workColumns,
    /** Null: to somebody without an account; the payload holds the address. */
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    ticketId: integer().references(() => tickets.id, { onDelete: 'cascade' }),
    status: text().$type<MailStatus>().notNull().default('waiting'),
    sentAt: instant(),
    /** Of the request that caused it: the same request causes it once. Unlike dedupeKey it outlasts the sending. */
    requestHash: hash(),
  },
  (t) => [
    check('mails_status', sql`${t.status} in ('waiting', 'sent', 'skipped', 'folded', 'failed')`),
    index('mails_due')
      .on(t.priority, t.nextAttemptAt, t.kind)
      .where(sql`status = 'waiting'`),
    uniqueIndex('mails_dedupe')
      .on(t.kind, t.dedupeKey)
      .where(sql`dedupe_key is not null`),
    uniqueIndex('mails_request')
      .on(t.kind, t.requestHash)
      .where(sql`request_hash is not null`),
    index('mails_user_sent').on(t.userId, t.kind, t.sentAt),
    index('mails_ticket').on(t.ticketId),
  ],
)
