import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { EMAIL_KINDS } from '../../../contract/email-kinds.ts'
import { createdAt } from './columns.ts'
import { events } from './events.ts'
import { tickets } from './tickets.ts'

/** An organiser's words in the emails to the guests of an event, with placeholders in them. */
export const eventEmails = pgTable(
  'event_emails',
  {
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    kind: text({ enum: EMAIL_KINDS }).notNull(),
    enabled: boolean().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    /** After the end, for the thank-you. */
    hours: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.kind] }),
    check('event_emails_kind', sql`${t.kind} in ('welcome', 'reminder', 'thanks')`),
    check('event_emails_hours', sql`${t.hours} between 1 and 168`),
  ],
)

/** Each booking is thanked at most once, whatever runs twice and however often the event moves. */
export const thankYous = pgTable('thank_yous', {
  ticketId: integer()
    .primaryKey()
    .references(() => tickets.id, { onDelete: 'cascade' }),
  createdAt: createdAt(),
})
