import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, createdAt } from './columns.ts'
import { users } from './users.ts'
import { tickets } from './tickets.ts'

export type MailStatus = 'waiting' | 'sent' | 'failed'

/** A mail is a row first, written in the transaction of what it tells about; then it is sent. */
export const mails = pgTable(
  'mails',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    ticketId: integer()
      .unique()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    /** What the template needs beyond the rows it can read; emptied once sent, for it may hold a reset token. */
    payload: jsonb().notNull().default({}),
    status: text().$type<MailStatus>().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    nextAttemptAt: createdAt(),
    leasedUntil: instant(),
    lastError: text(),
    sentAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    check('mails_status', sql`${t.status} in ('waiting', 'sent', 'failed')`),
    index('mails_waiting')
      .on(t.nextAttemptAt)
      .where(sql`status = 'waiting'`),
    index('mails_user_recent').on(t.userId, t.kind, t.createdAt),
  ],
)
