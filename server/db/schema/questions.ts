import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, createdAt } from './columns.ts'
import { events } from './events.ts'
import { users } from './users.ts'

/** That somebody has asked an organiser. What they wrote is in the email alone. */
export const questions = pgTable(
  'questions',
  {
    id: id(),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    idempotencyKey: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index('questions_event').on(t.eventId),
    index('questions_user').on(t.userId, t.createdAt),
    uniqueIndex('questions_idempotency').on(t.userId, t.idempotencyKey),
  ],
)
