import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, hash, id, instant } from './columns.ts'
import { events } from './events.ts'
import { tickets } from './tickets.ts'
import { users } from './users.ts'

/** Ends some hours after its event, wherever that is moved to, so it has no expiry of its own. */
export const doorLinks = pgTable(
  'door_links',
  {
    id: id(),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    tokenHash: hash().notNull().unique(),
    name: text().notNull(),
    /** Search and walk-ins, and so names. */
    mayAdd: boolean().notNull(),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    revokedAt: instant(),
    /** Seats let in by it less those undone, kept by take_door_scans; those over the limit are among them. */
    admitted: integer().notNull().default(0),
    overLimit: integer().notNull().default(0),
  },
  (t) => [index('door_links_event').on(t.eventId, t.id)],
)

/**
 * Let in before the seats were given back; sent after its link was revoked, without a code; a walk-in long before the event;
 * more scans of a booking, or walk-ins over the limit, than anybody needs. All but the first count nothing.
 */
export const SCAN_CONFLICTS = ['returned', 'revoked', 'too-early', 'too-many'] as const

/** Every scan, for good: what was asked, and what was answered. Only `counts` follows what arrives later. */
export const doorScans = pgTable(
  'door_scans',
  {
    linkId: integer()
      .notNull()
      .references(() => doorLinks.id, { onDelete: 'cascade' }),
    /** Made by the device. */
    id: text().notNull(),
    /** Of the link; without a foreign key, which would lock the event's row for every scan. */
    eventId: integer().notNull(),
    ticketId: integer().references(() => tickets.id),
    /** The code was that of one seat, sent to a friend. */
    placeId: integer(),
    kind: text({ enum: ['admit', 'undo', 'walk-in'] }).notNull(),
    /** First 10 bytes of its sha256. */
    codeHash: hash(),
    name: text(),
    seats: integer().notNull(),
    /** Places of the booking, as the device saw it. */
    seen: integer(),
    undoes: text(),
    reason: text(),
    saidOver: boolean().notNull().default(false),
    /** By the device's clock; the same, corrected by how far that clock was off when it sent; and our own. */
    at: instant().notNull(),
    correctedAt: instant().notNull(),
    receivedAt: instant().notNull(),
    verdict: text().notNull(),
    admitted: integer().notNull(),
    total: integer().notNull(),
    places: integer().notNull(),
    firstAt: instant(),
    firstDoor: text(),
    /** Of those that count: seats of a walk-in that are over the limit; of others, those given back after it was made. */
    over: integer().notNull().default(0),
    /** Seats that count once all scans of the booking are in the order of their corrected times. */
    counts: integer().notNull().default(0),
    isUndone: boolean().notNull().default(false),
    /** Why it is shown as a conflict, where that is not just that it counts fewer than its seats. */
    conflict: text({ enum: SCAN_CONFLICTS }),
  },
  (t) => [
    primaryKey({ columns: [t.linkId, t.id] }),
    index('door_scans_ticket').on(t.ticketId, t.correctedAt),
    index('door_scans_conflicts')
      .on(t.eventId, t.correctedAt)
      .where(sql`kind = 'admit' and ticket_id is not null and counts < seats and not is_undone`),
    index('door_scans_set_aside')
      .on(t.eventId, t.correctedAt)
      .where(sql`conflict is not null and not is_undone`),
    check('door_scans_kind', sql`${t.kind} in ('admit', 'undo', 'walk-in')`),
    check('door_scans_seats', sql`${t.seats} between 1 and 4`),
  ],
)
