// Titles while somebody types: those that a search for the same words finds by their titles, from now on.
import { inArray } from 'drizzle-orm'
import { TYPEAHEAD } from '../../../contract/limits.ts'
import type { Db, Tx } from '../../db/client.ts'
import { readWithin } from '../../db/read-within.ts'
import { events } from '../../db/schema/events.ts'
import { findIds, inOrderOf } from './search.ts'
import { TITLE_RANKS } from './search-ranks.ts'

// Enough to choose eight titles from.
const EVENTS_TO_RANK = 24
// A hundred times the usual duration. Nobody waits longer for a suggestion, and no query should hold a connection.
const TYPEAHEAD_MS = 500

async function findSuggestions(db: Tx, q: string, now: Date): Promise<string[]> {
  const search = {
    q,
    userId: null,
    when: 'upcoming',
    allWords: true,
    isTyping: true,
    ranks: TITLE_RANKS,
    limit: EVENTS_TO_RANK,
  } as const
  const { items: ids } = await findIds(db, search, now)
  if (ids.length === 0) return []
  const rows = inOrderOf(
    ids,
    await db.select({ id: events.id, title: events.title }).from(events).where(inArray(events.id, ids)),
  )
  // What begins as it was typed comes first, else the order is that of the search.
  const typed = q.trim().toLowerCase()
  const beginning = rows.filter(({ title }) => title.toLowerCase().startsWith(typed))
  return [...new Set([...beginning, ...rows].map(({ title }) => title))].slice(0, TYPEAHEAD.maxTitles)
}

/** Up to eight distinct titles of published events that are not over, the best match first. */
export const suggestTitles = (db: Db, q: string, now: Date): Promise<string[]> =>
  readWithin(db, TYPEAHEAD_MS, (tx) => findSuggestions(tx, q, now))
