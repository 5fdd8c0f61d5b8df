import { sql } from 'drizzle-orm'
import { boolean, check, doublePrecision, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, instant, createdAt, money, folded } from './columns.ts'
import { users } from './users.ts'

export const events = pgTable(
  'events',
  {
    id: id(),
    creatorId: integer()
      .notNull()
      .references(() => users.id),
    title: text().notNull(),
    titleFolded: text().generatedAlwaysAs(folded('title')),
    description: text().notNull(),
    venue: text().notNull(),
    imageUrl: text(),
    /** Widths of the smaller variants that stand beside the picture in storage. */
    imageWidths: integer().array().notNull().default([]),
    /** What the poster is drawn from where there is no picture; null: the title. */
    posterSeed: text(),
    startTime: instant().notNull(),
    endTime: instant().notNull(),
    timeZone: text().notNull(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    isDraft: boolean().notNull().default(true),
    isVirtual: boolean().notNull().default(false),
    isFreeOfCharge: boolean().notNull().default(true),
    sellingPrice: money(),
    anchorPrice: money(),
    capacity: integer().notNull(),
    ticketsSold: integer().notNull().default(0),
    artistDescription: text(),
    organizerDescription: text(),
    version: integer().notNull().default(1),
    /** Makes a double click on Publish create one event. */
    creationKey: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    check('events_never_oversold', sql`${t.ticketsSold} between 0 and ${t.capacity}`),
    check('events_capacity', sql`${t.capacity} >= 1`),
    check('events_end_after_start', sql`${t.endTime} > ${t.startTime}`),
    check('events_prices', sql`${t.sellingPrice} >= 0 and ${t.anchorPrice} >= 0`),
    check('events_draft_unbooked', sql`not ${t.isDraft} or ${t.ticketsSold} = 0`),
    check('events_location_whole', sql`(${t.latitude} is null) = (${t.longitude} is null)`),
    uniqueIndex('events_creation_key').on(t.creatorId, t.creationKey),
    index('events_creator').on(t.creatorId, t.startTime, t.id),
    // Is a picture shown by any event? Asked whenever one is replaced, deleted or swept. Hashed, because an address of
    // 2,000 characters may have more bytes than an entry of a btree can hold.
    index('events_image_url').using('hash', t.imageUrl),
    index('events_published_start')
      .on(t.startTime, t.id)
      .where(sql`not is_draft`),
    // What is on right now: no order of single columns can find it without walking through all that is over.
    index('events_published_span')
      .using('gist', sql`tstzrange(${t.startTime}, ${t.endTime})`)
      .where(sql`not is_draft`),
    index('events_title_trigrams')
      .using('gin', sql`${t.titleFolded} gin_trgm_ops`)
      .where(sql`not is_draft`),
  ],
)
