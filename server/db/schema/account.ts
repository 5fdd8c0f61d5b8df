import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'
import { users } from './users.ts'

/** An address that waits for its link to be followed. One row an account: the newest wish wins. */
export const addressChanges = pgTable('address_changes', {
  /** Signed into the link, so that the link of an earlier wish no longer works. */
  id: id(),
  userId: integer()
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' }),
  email: text().notNull(),
  expiresAt: instant().notNull(),
  createdAt: createdAt(),
})

export const EXPORT_STATES = ['preparing', 'ready', 'failed'] as const

/** A file with everything about somebody, made when they asked for it. */
export const dataExports = pgTable(
  'data_exports',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text({ enum: EXPORT_STATES }).notNull().default('preparing'),
    /** In storage; null until it is there. */
    key: text(),
    idempotencyKey: text(),
    bytes: bigint({ mode: 'number' }),
    createdAt: createdAt(),
    readyAt: instant(),
    expiresAt: instant(),
  },
  (t) => [
    check('data_exports_state', sql`${t.state} in ('preparing', 'ready', 'failed')`),
    index('data_exports_user').on(t.userId, t.id),
    uniqueIndex('data_exports_idempotency').on(t.userId, t.idempotencyKey),
    index('data_exports_expiry').on(t.expiresAt),
  ],
)
