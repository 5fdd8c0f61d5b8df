import { check, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { createdAt, instant } from './columns.ts'
import { users } from './users.ts'

/** Who gets a creator's new events. */
export const follows = pgTable(
  'follows',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    creatorId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Only what is published from then on is news. */
    since: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.creatorId] }),
    // From a new event to its followers.
    index('follows_creator').on(t.creatorId, t.userId),
    check('follows_others', sql`${t.userId} <> ${t.creatorId}`),
  ],
)

/** Until when a follower has been notified of new events: nothing is sent twice, whatever runs twice. */
export const followDigests = pgTable('follow_digests', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  until: instant().notNull(),
})
