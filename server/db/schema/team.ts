import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ManagerAct } from '../../../contract/team.ts'
import { createdAt, hash, id, instant } from './columns.ts'
import { events } from './events.ts'
import { users } from './users.ts'

// Who manages an event is a column of it (events.manager_ids): every question about permissions has the row at hand.

export const teamInvitations = pgTable(
  'team_invitations',
  {
    id: id(),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    /** Set when the email is written: the token is nowhere else. */
    tokenHash: hash().notNull().unique(),
    invitedAt: createdAt(),
    expiresAt: instant().notNull(),
    acceptedBy: integer().references(() => users.id, { onDelete: 'cascade' }),
    /** The person who accepts becomes the event's creator. At most one for an event. */
    isHandover: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('team_invitations_address').on(t.eventId, sql`lower(${t.email})`, t.isHandover),
    uniqueIndex('team_invitations_handover')
      .on(t.eventId)
      .where(sql`is_handover`),
  ],
)

/** Who did what to an event. Only ever added to. */
export const eventHistory = pgTable(
  'event_history',
  {
    id: id(),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** Null: the account is gone. */
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    act: text().$type<ManagerAct>().notNull(),
    at: createdAt(),
  },
  (t) => [index('event_history_event').on(t.eventId, t.id)],
)
