import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { NETWORK_NAMES } from '../../../contract/networks.ts'
import { instant } from './columns.ts'
import { events } from './events.ts'
import { users } from './users.ts'

/** What an organiser wants to post on a network, and when to be reminded of it. */
export const socialPosts = pgTable(
  'social_posts',
  {
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    network: text({ enum: NETWORK_NAMES }).notNull(),
    /** Who wrote it last, and is reminded. */
    userId: integer()
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    /** Before the start, on the clocks of the event, so that it moves with it; null: no reminder. */
    minutesBefore: integer(),
    remindedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.network] }),
    check('social_posts_network', sql`${t.network} in ('facebook', 'instagram', 'twitter', 'tiktok')`),
    // Those that wait.
    index('social_posts_waiting')
      .on(t.eventId)
      .where(sql`minutes_before is not null and reminded_at is null`),
  ],
)
