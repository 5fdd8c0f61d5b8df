import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
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
    /** When its person last showed who they are: by signing in, or when they were asked again. */
    provedAt: instant(),
    /** The same, where it was shown with a code or a passkey: a password is not enough to change the second step. */
    strongProofAt: instant(),
    /** To the hour. Null: began before this was written down; 30 days before it expires. */
    lastUsedAt: instant(),
    /** In words, 'Firefox on Linux', as shown to its owner; what the browser sent is not stored. */
    device: text(),
    /** Of the place that was shared in this session; null: none was. */
    town: text(),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expiry').on(t.expiresAt)],
)

export const signInCodes = pgTable(
  'sign_in_codes',
  {
    // One row a browser: a new code ends the one before it, of this browser only.
    browserHash: hash().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: hash().notNull(),
    wrongTries: integer().notNull().default(0),
    expiresAt: instant().notNull(),
  },
  (t) => [index('sign_in_codes_user').on(t.userId)],
)

export const passwordResets = pgTable('password_resets', {
  // One row a user: the newest link wins.
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  tokenHash: hash().notNull().unique(),
  expiresAt: instant().notNull(),
})
