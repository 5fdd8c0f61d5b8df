import { date, doublePrecision, integer, numeric, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'

/**
 * Which events are popular, in their order; the job reckon-popular writes it every few minutes. No foreign key: checking
 * it would take a lock on every popular event, which are those that people are booking. Its readers read the event
 * as well.
 */
export const popularEvents = pgTable(
  'popular_events',
  {
    eventId: integer().primaryKey(),
    /** From 1. */
    place: integer().notNull(),
    /** (bookings + 5) / (usual + 5), decision 195. */
    score: doublePrecision().notNull(),
  },
  (t) => [uniqueIndex('popular_events_place').on(t.place)],
)

/** On each day, how many events so far from their start had how many bookings: what is usual is made from it. */
export const popularDays = pgTable(
  'popular_days',
  {
    day: date().notNull(),
    /** By days to the start. */
    bucket: integer().notNull(),
    bookings: numeric({ precision: 12, scale: 1, mode: 'number' }).notNull(),
    events: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.bucket, t.bookings] })],
)

/** The median of the last 90 days. */
export const popularUsual = pgTable('popular_usual', {
  bucket: integer().primaryKey(),
  usual: doublePrecision().notNull(),
})
