import { sql } from 'drizzle-orm'
import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, createdAt } from './columns.ts'
import { events } from './events.ts'
import { tickets } from './tickets.ts'

/** early: about 5 days before; confirm: 48 hours before, where people confirm; late: 24 hours before. */
export const REMINDERS = ['early', 'confirm', 'late'] as const
export type Reminder = (typeof REMINDERS)[number]

const which = () => text({ enum: REMINDERS }).notNull()

/** Each booking is reminded at most once by each of them, whatever runs twice and however often the event moves. */
export const reminders = pgTable(
  'reminders',
  {
    ticketId: integer()
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    which: which(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.ticketId, t.which] }),
    check('reminders_which', sql`${t.which} in ('early', 'confirm', 'late')`),
  ],
)

/** Everybody who was to be reminded of this event at this time has been. A moved event has another time. */
export const reminderRounds = pgTable(
  'reminder_rounds',
  {
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    which: which(),
    startTime: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.which, t.startTime] }),
    check('reminder_rounds_which', sql`${t.which} in ('early', 'confirm', 'late')`),
  ],
)
