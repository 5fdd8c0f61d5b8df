// What was typed, as PostgreSQL searches for it: all of its words, each of them also as the beginning of one.
import { sql, type SQL } from 'drizzle-orm'
import type { Db, Tx } from '../../db/client.ts'
import { publicOnly } from '../../db/schema/event-status.ts'
import type { Deps } from '../../deps.ts'
import { slipsBetween, slipsForgiven } from './spelling.ts'

// A hundred characters can be fifty words; nobody means more than a dozen of them.
const MOST_WORDS = 12
// Of thousands of words that are alike only so many are compared, and so many searched for.
const MOST_ALIKE = 1_000
const MOST_CORRECTIONS = 24

export async function readWords(db: Db | Tx, q: string): Promise<string[]> {
  const { rows } = await db.execute<{ words: string[] }>(
    sql`select tsvector_to_array(search_vector(replace(fold(${q}), '''', ''))) as words`,
  )
  return (rows[0]?.words ?? []).slice(0, MOST_WORDS)
}

const quoted = (word: string) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** A single letter is the beginning of too many words to help, unless it is all that there is. */
const lexemeOf = (word: string, words: string[]) =>
  word.length > 1 || words.length === 1 ? `${quoted(word)}:*` : quoted(word)

export const exactly = (words: string[]): string => words.map((word) => lexemeOf(word, words)).join(' & ')

async function correctionsOf(db: Db | Tx, typed: string): Promise<string[]> {
  const forgiven = slipsForgiven(typed)
  if (forgiven === 0 || /\d/.test(typed)) return []
  const { rows } = await db.execute<{ word: string }>(sql`select words_near(${typed}, ${MOST_ALIKE}) as word`)
  return rows
    .map(({ word }) => ({ word, slips: slipsBetween(typed, word) }))
    .filter(({ word, slips }) => slips > 0 && slips <= forgiven && !word.startsWith(typed))
    .sort((a, b) => a.slips - b.slips || (a.word < b.word ? -1 : 1))
    .slice(0, MOST_CORRECTIONS)
    .map(({ word }) => word)
}

/** Each word, or one that is so like it that it may have been meant; null: there is nothing to forgive. */
export async function forgivingly(db: Db | Tx, words: string[]): Promise<string | null> {
  const choices: string[] = []
  let isCorrected = false
  for (const word of words) {
    const corrections = await correctionsOf(db, word)
    isCorrected ||= corrections.length > 0
    choices.push(`(${[lexemeOf(word, words), ...corrections.map(quoted)].join(' | ')})`)
  }
  return isCorrected ? choices.join(' & ') : null
}

// Of the next few hundred events so many have the words: then the others are not far away, and a walk along the order of
// starts finds them. A bitmap of all that have a common word would be read to its end, and then sorted.
const SAMPLE = 500
// What is very common shows sooner.
const FIRST_SAMPLE = 100
const COMMON = 3

type Vector = 'title' | 'front' | 'whole'

async function commonIn(db: Db | Tx, asked: string, asOf: Date): Promise<Set<Vector>> {
  const first = await commonAmong(db, asked, asOf, FIRST_SAMPLE)
  // What is in a title is in the others too.
  return first.has('title') ? first : commonAmong(db, asked, asOf, SAMPLE)
}

async function commonAmong(db: Db | Tx, asked: string, asOf: Date, sample: number): Promise<Set<Vector>> {
  const { rows } = await db.execute<Record<Vector, number>>(sql`
    select count(*) filter (where s.title @@ ${asked}::tsquery)::int as title,
      count(*) filter (where s.front @@ ${asked}::tsquery)::int as front,
      count(*) filter (where s.whole @@ ${asked}::tsquery)::int as whole
    from (
      select id from events where ${publicOnly()} and start_time > ${asOf.toISOString()}::timestamptz
      order by start_time, id limit ${sample}
    ) as soon cross join lateral (select * from event_search where event_id = soon.id offset 0) as s`)
  const vectors: Vector[] = ['title', 'front', 'whole']
  return new Set(vectors.filter((vector) => (rows[0]?.[vector] ?? 0) >= COMMON))
}

/** Two common words that never meet are looked up for as long as each of them is common: once, not for every rank. */
async function anyHas(db: Db | Tx, asked: string): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(
    sql`select exists (select from search_hits(0, ${asked}::tsquery, null)) as found`,
  )
  return rows[0]?.found ?? false
}

/** The words of one rank. */
export interface RankedWords {
  /** Of a row `s` of event_search. */
  condition: SQL
  /** The events that have them. */
  hits: SQL
  /** Whether a walk along the order of starts finds them soon. */
  isCommon: () => Promise<boolean>
}

export interface AskedWords {
  /** 'none': no event has these words, or this rank forgives, and there is nothing to forgive. */
  ranked: (rank: number) => Promise<RankedWords | 'none'>
}

const VECTORS: Vector[] = ['whole', 'title', 'front', 'whole', 'title', 'front', 'whole']
const FIRST_FORGIVEN = 4

export function openWords(db: Db | Tx, words: string[], asOf: Date): AskedWords {
  const exact = exactly(words)
  let forgiven: Promise<string | null> | undefined
  const common = new Map<string, Promise<Set<Vector>>>()
  const found = new Map<string, Promise<boolean>>()
  const isAnywhere = (asked: string) => {
    const known = found.get(asked) ?? anyHas(db, asked)
    found.set(asked, known)
    return known
  }
  const isCommon = async (asked: string, vector: Vector) => {
    const known = common.get(asked) ?? commonIn(db, asked, asOf)
    common.set(asked, known)
    return (await known).has(vector)
  }
  return {
    async ranked(rank) {
      const vector = VECTORS[rank] ?? 'whole'
      const slips = rank === 0 || rank >= FIRST_FORGIVEN ? await (forgiven ??= forgivingly(db, words)) : null
      const asked = rank >= FIRST_FORGIVEN ? slips : exact
      if (asked === null) return 'none'
      const isCommonHere = () => isCommon(asked, vector)
      // Asked for last: where a common word is in no title, a million events have it somewhere.
      if (rank > 0 && !(await isCommonHere()) && !(await isCommon(asked, 'whole')) && !(await isAnywhere(asked)))
        return 'none'
      const rankOf = sql`search_rank(s.title, s.front, s.whole, ${exact}::tsquery, ${slips}::tsquery)`
      const isOfAny = sql`(s.whole @@ ${exact}::tsquery or coalesce(s.front @@ ${slips}::tsquery, false))`
      // As search_rank has it; of thousands that are passed on the way only the title is looked at.
      const isInTitle = sql`s.title @@ ${exact}::tsquery`
      return {
        condition: rank === 0 ? isOfAny : rank === 1 ? isInTitle : sql`${rankOf} = ${rank}::int`,
        hits: sql`search_hits(${rank}::int, ${exact}::tsquery, ${slips}::tsquery)`,
        isCommon: isCommonHere,
      }
    },
  }
}

const EVENTS_AT_ONCE = 200

/** Events from before there was a search, a few at a time; the triggers keep all others in step. */
export async function indexEvents({ db }: Deps): Promise<number> {
  let indexed = 0
  for (;;) {
    const { rows } = await db.execute<{ id: number }>(sql`
      select id from events where not exists (select from event_search s where s.event_id = events.id)
      order by id limit ${EVENTS_AT_ONCE}`)
    if (rows.length === 0) return indexed
    await db.execute(sql`select refresh_event_search(${sql.param(rows.map(({ id }) => id))}::int[])`)
    indexed += rows.length
  }
}
