import { sql } from 'drizzle-orm'
import { customType, index, integer, pgTable, text } from 'drizzle-orm/pg-core'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
const word = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })

/**
 * The words of each event, lower case and without accents. Apart from the events: a list does not read them, and a
 * booking does not write them. Triggers keep it in step by refresh_event_search (functions/search-words.sql). No foreign key, because the
 * triggers write and remove its rows together with the event's.
 */
export const eventSearch = pgTable(
  'event_search',
  {
    eventId: integer().primaryKey(),
    title: tsvector().notNull(),
    /** Title, venue, town, kind and organiser's name. */
    front: tsvector().notNull(),
    /** All of it, descriptions too. */
    whole: tsvector().notNull(),
    /** Of refresh_event_search, which wrote it: the job index-events writes again what an older one has written. */
    version: integer().notNull().default(1),
  },
  // And event_search_titles of the baseline, (event_id) include (title), which drizzle cannot say: a walk
  // along the order of starts looks at thousands of titles, and reads no row for them.
  (t) => [
    index('event_search_title').using('gin', t.title),
    index('event_search_front').using('gin', t.front),
    index('event_search_whole').using('gin', t.whole),
  ],
)

/** Every word of a `front` once, beside what it becomes with one letter less, or two: words that share one are alike. */
export const searchWords = pgTable(
  'search_words',
  { word: word().primaryKey(), spellings: text().array().notNull() },
  (t) => [index('search_words_spellings').using('gin', sql`${t.spellings}`)],
)
