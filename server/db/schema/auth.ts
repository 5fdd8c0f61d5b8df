import { index, integer, pgTable } from 'drizzle-orm/pg-core'
import { instant, createdAt, hash } from './columns.ts'
import { users } from './users.ts'

export const sessions = pgTable(
  'sessions',
  {
    tokenHash: hash().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expiry').on(t.expiresAt)],
)

export const passwordResets = pgTable('password_resets', {
  // One row a user: the newest link wins.
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  tokenHash: hash().notNull().unique(),
  expiresAt: instant().notNull(),
})
