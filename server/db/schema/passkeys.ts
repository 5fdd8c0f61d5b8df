import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, createdAt, hash, id, instant } from './columns.ts'
import { users } from './users.ts'

export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** As the authenticator names it, in base64url. */
    credentialId: text().notNull().unique(),
    publicKey: bytes().notNull(),
    /** How often it has signed; many say 0 for ever. One that goes back was copied. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    name: text().notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant(),
  },
  (t) => [index('passkeys_user').on(t.userId)],
)

/** Challenges are signed, not stored; one that has served is written down until it expires, so that it serves once. */
export const usedChallenges = pgTable(
  'used_challenges',
  {
    hash: hash().primaryKey(),
    expiresAt: instant().notNull(),
  },
  (t) => [index('used_challenges_expiry').on(t.expiresAt)],
)
