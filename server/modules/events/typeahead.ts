// Titles while somebody types. Two small tables of words do the work (db/schema/title-words.ts): what was typed is completed to words
// that stand in titles, and each word leads to its events from now on; nothing walks through all titles.
import { sql, type SQL } from 'drizzle-orm'
import { TYPEAHEAD } from '../../../contract/limits.ts'
import type { Db, Tx } from '../../db/client.ts'
import { readWithin } from '../../db/read-within.ts'
import { publicOnly } from '../../db/schema/event-status.ts'

// How far each step may look: enough to choose eight titles from, little enough to stay quick at any size.
const COMPLETIONS = 200
const CORRECTIONS = 8
const EVENTS_OF_A_WORD = 40
const EVENTS_TO_RANK = 240
// With several words typed, one leads to the events and the others must stand in their titles too.
const EVENTS_TO_SIEVE = 600

// Looking for a word's neighbours is the dear part: of eight words typed, the longest two are corrected.
const WORDS_TO_CORRECT = 2
// A hundred times what it takes as a rule. Nobody waits longer for a suggestion, and no question holds a connection.
const TYPEAHEAD_MS = 500

// Shorter words are too like each other: a slip in them is found by what was typed right.
const CORRECTABLE_LENGTH = 3

interface Asked {
  folded: string
  words: string[]
}

async function readQuestion(db: Tx, q: string): Promise<Asked> {
  const { rows } = await db.execute<{ folded: string; words: string[] }>(
    sql`select trim(fold(${q})) as folded, array(select words_of(${q})) as words`,
  )
  return rows[0] ?? { folded: '', words: [] }
}

/** The words that begin with it, the nearest in length first. */
const completionsOf = (word: string) => sql`
  select word from title_words
  where word >= ${word} collate "C" and word < ${`${word}\u{10FFFF}`} collate "C"
  order by length(word), word limit ${COMPLETIONS}`

async function findCorrections(db: Tx, word: string): Promise<string[]> {
  if (word.length < CORRECTABLE_LENGTH) return []
  const { rows } = await db.execute<{ word: string }>(sql`select words_like(${word}, ${CORRECTIONS}) as word`)
  return rows.map((row) => row.word)
}

interface Search {
  asked: Asked
  /** Completions of the leading word, or its corrections. */
  leading: SQL
  /** For each other word: one of these must stand in the title. */
  others: string[][]
  now: Date
}

async function findTitles(db: Tx, { asked, leading, others, now }: Search): Promise<string[]> {
  const limit = others.length > 0 ? EVENTS_TO_SIEVE : EVENTS_OF_A_WORD
  const hasOthers = others.map(
    (words) => sql`and e.title_folded like any (${sql.param(words.map((word) => `%${word}%`))}::text[])`,
  )
  const { rows } = await db.execute<{ title: string }>(sql`
    with lead_words as materialized (${leading}),
    hits as (
      select found.event_id from lead_words cross join lateral (
        select t.event_id from event_title_words t
        where t.word = lead_words.word and t.end_time > ${now.toISOString()}::timestamptz
        order by t.end_time limit ${limit}
      ) found limit ${Math.max(limit, EVENTS_TO_RANK)}
    ),
    candidates as materialized (
      select e.title, e.title_folded, e.end_time from hits join events e on e.id = hits.event_id
      where ${publicOnly('e')} ${sql.join(hasOthers, sql` `)} limit ${EVENTS_TO_RANK}
    ),
    titles as materialized (
      select title, title_folded, min(end_time) as soonest from candidates group by title, title_folded
    )
    select title from titles
    order by starts_with(title_folded, ${asked.folded}) desc,
      strpos(' ' || title_folded, ${` ${asked.folded}`}) > 0 desc,
      word_similarity(${asked.folded}, title_folded) desc, soonest, title
    limit ${TYPEAHEAD.maxTitles}`)
  return rows.map((row) => row.title)
}

async function findSuggestions(db: Tx, q: string, now: Date): Promise<string[]> {
  const asked = await readQuestion(db, q)
  // The longest is likely to be the rarest.
  const [lead, ...others] = asked.words.toSorted((a, b) => b.length - a.length)
  if (!lead) return []
  const titles = await findTitles(db, {
    asked,
    leading: completionsOf(lead),
    others: others.map((word) => [word]),
    now,
  })
  // A query that matches is not corrected.
  if (titles.length > 0) return titles

  const corrections: string[][] = []
  for (const word of [lead, ...others].slice(0, WORDS_TO_CORRECT)) corrections.push(await findCorrections(db, word))
  const [leadCorrections = [], ...otherCorrections] = corrections
  if (leadCorrections.length === 0) return []
  return findTitles(db, {
    asked,
    leading: sql`select word from unnest(${sql.param(leadCorrections)}::text[]) as word`,
    others: others.map((word, index) => [word, ...(otherCorrections[index] ?? [])]),
    now,
  })
}

/** Up to eight distinct titles of published events that are not over, the best match first. */
export const suggestTitles = (db: Db, q: string, now: Date): Promise<string[]> =>
  readWithin(db, TYPEAHEAD_MS, (tx) => findSuggestions(tx, q, now))
