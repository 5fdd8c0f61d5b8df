import { integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { bytes, createdAt, hash, instant } from './columns.ts'
import { users } from './users.ts'

/** One authenticator app for each account. */
export const twoFactor = pgTable('two_factor', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Plain, or sealed with SECRET_KEY: server/access/sealed.ts. */
  secret: bytes().notNull(),
  /** Null: begun, and no code has been entered yet; signing in does not ask for one. */
  confirmedAt: instant(),
  /** The half minute whose code was used last: that one and those before it work no more. */
  lastStep: integer().notNull().default(0),
  /** Wrong codes in a row, each with a right password or from within a session. */
  wrongCodes: integer().notNull().default(0),
  createdAt: createdAt(),
})

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: hash().notNull(),
    usedAt: instant(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
)
