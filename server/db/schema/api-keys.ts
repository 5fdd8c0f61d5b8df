import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, hash, id, instant } from './columns.ts'
import { events } from './events.ts'
import { eventSeries } from './series.ts'
import { users } from './users.ts'

/** Keys for other programs. Ended ones stay for a month, so that a program is told why it is refused. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    keyHash: hash().notNull().unique(),
    /** The last four characters. */
    ending: text().notNull(),
    scopes: text().array().notNull(),
    /** It works for this event alone, and ends with it. */
    eventId: integer().references(() => events.id, { onDelete: 'cascade' }),
    seriesId: integer().references(() => eventSeries.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    lastUsedOn: date({ mode: 'string' }),
    endedAt: instant(),
  },
  (t) => [
    index('api_keys_user').on(t.userId),
    index('api_keys_event').on(t.eventId),
    index('api_keys_series').on(t.seriesId),
    index('api_keys_expiry').on(t.expiresAt),
    check('api_keys_one_subject', sql`${t.eventId} is null or ${t.seriesId} is null`),
  ],
)
