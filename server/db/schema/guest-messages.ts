import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Audience } from '../../../contract/guest-messages.ts'
import { createdAt, id } from './columns.ts'
import { events } from './events.ts'
import { tickets } from './tickets.ts'
import { users } from './users.ts'

/** What was written to the guests of an event. Each email of it names this row. */
export const guestMessages = pgTable(
  'guest_messages',
  {
    id: id(),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** Null: the account is gone. */
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    audience: text().$type<Audience | 'guest'>().notNull(),
    /** Of a message to one guest: their booking. */
    ticketId: integer().references(() => tickets.id, { onDelete: 'cascade' }),
    subject: text().notNull(),
    text: text().notNull(),
    replies: boolean().notNull(),
    /** How many people it was meant for when it was written. */
    recipients: integer().notNull(),
    /** Emails are written in portions, by account: up to here they are. */
    writtenUpTo: integer().notNull().default(0),
    idempotencyKey: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index('guest_messages_event').on(t.eventId, t.id),
    index('guest_messages_ticket')
      .on(t.ticketId)
      .where(sql`ticket_id is not null`),
    uniqueIndex('guest_messages_idempotency').on(t.userId, t.idempotencyKey),
  ],
)
