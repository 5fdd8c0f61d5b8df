import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { BALLOT_CANCELLATIONS } from '../../../contract/ballot-rules.ts'
import { createdAt, id, instant } from './columns.ts'
import { events } from './events.ts'
import { users } from './users.ts'

/** One for an event, ever: there is never a second number. */
export const ballots = pgTable(
  'ballots',
  {
    id: id(),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    opensAt: instant().notNull(),
    closesAt: instant().notNull(),
    mostSeats: integer().notNull(),
    /** Where the number comes from: a public draw with a name, or a round of drand. */
    drawName: text(),
    round: integer(),
    /** When it exists. */
    numberAt: instant().notNull(),
    /** How many have entered and not left. */
    entries: integer().notNull().default(0),
    closedAt: instant(),
    /** Of the list, when it was closed. */
    root: text(),
    number: text(),
    /** Of drand's round. */
    signature: text(),
    drawnAt: instant(),
    cancelledAt: instant(),
    cancelledBecause: text({ enum: BALLOT_CANCELLATIONS }),
    createdAt: createdAt(),
  },
  (t) => [
    check('ballots_seats', sql`${t.mostSeats} between 1 and 4`),
    check('ballots_times', sql`${t.opensAt} < ${t.closesAt} and ${t.closesAt} < ${t.numberAt}`),
    check('ballots_source', sql`num_nonnulls(${t.drawName}, ${t.round}) = 1`),
    check('ballots_root', sql`${t.root} is null or ${t.closedAt} is not null`),
    check('ballots_number', sql`${t.number} is null or ${t.root} is not null`),
    check('ballots_drawn', sql`${t.drawnAt} is null or (${t.number} is not null and ${t.cancelledAt} is null)`),
    check('ballots_cancelled', sql`(${t.cancelledAt} is null) = (${t.cancelledBecause} is null)`),
    uniqueIndex('ballots_event').on(t.eventId),
    // Few at any time: what is due is found among them.
    index('ballots_under_way')
      .on(t.closesAt)
      .where(sql`drawn_at is null and cancelled_at is null`),
  ],
)

/** Who has entered. After the ballot has closed an entry stays in the list, also when its person has left. */
export const ballotEntries = pgTable(
  'ballot_entries',
  {
    id: id(),
    ballotId: integer()
      .notNull()
      .references(() => ballots.id, { onDelete: 'cascade' }),
    userId: integer()
      .notNull()
      .references(() => users.id),
    seats: integer().notNull(),
    /** Made in the entrant's browser; null once the account is deleted. */
    salt: text(),
    /** contract/ballot.ts says of what it is the hash; enter_ballots makes it. */
    leaf: text().notNull(),
    /** Left after the list was closed: skipped in the draw. */
    leftAt: instant(),
    /** From 1, in the order of the draw. */
    position: integer(),
    createdAt: createdAt(),
  },
  (t) => [
    check('ballot_entries_seats', sql`${t.seats} between 1 and 4`),
    uniqueIndex('ballot_entries_person').on(t.ballotId, t.userId),
    // As the list is published, a stretch at a time.
    uniqueIndex('ballot_entries_leaf').on(t.ballotId, t.leaf),
    index('ballot_entries_position').on(t.ballotId, t.position),
    index('ballot_entries_user').on(t.userId),
  ],
)
