import { sql } from 'drizzle-orm'
import { customType, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Compared byte by byte: what starts with some letters is then a range of the index. */
const word = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })

// Not used any more, and empty: to be dropped once no version runs that reads them (record 190).

/** Each word of each published event's title, in the order in which the events end: from now on is a range of the index. */
export const eventTitleWords = pgTable(
  'event_title_words',
  // No foreign key: the triggers write and remove these rows together with the event's.
  { word: word().notNull(), endTime: instant().notNull(), eventId: integer().notNull() },
  (t) => [primaryKey({ columns: [t.word, t.endTime, t.eventId] })],
)

/** Every word of a title, once: what a mistyped word is compared with. Words whose events are gone are swept. */
export const titleWords = pgTable('title_words', { word: word().primaryKey() }, (t) => [
  index('title_words_trigrams').using('gin', sql`${t.word} gin_trgm_ops`),
])
