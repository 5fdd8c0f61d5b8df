// Words are written into event_search by triggers. Those of events from before, and those that no event has any more, are
// seen to by jobs.
import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'

// As refresh_event_search writes it (db/functions/search-words.sql).
const VERSION = 3
const EVENTS_AT_ONCE = 200

/** Writes the words of events from before there was a search, or from before its words changed, a few at a time. */
export async function indexEvents({ db }: Deps): Promise<number> {
  let indexed = 0
  let after = 0
  for (;;) {
    const { rows } = await db.execute<{ id: number }>(sql`
      select id from events where id > ${after}
        and not exists (select from event_search s where s.event_id = events.id and s.version = ${VERSION})
      order by id limit ${EVENTS_AT_ONCE}`)
    const last = rows.at(-1)
    if (!last) return indexed
    await db.execute(sql`select refresh_event_search(${sql.param(rows.map(({ id }) => id))}::int[])`)
    indexed += rows.length
    after = last.id
  }
}

// A word that is in a hundred thousand events takes PostgreSQL as many steps to look up. Such a one is in the newest few
// thousand as well; what is left is in few.
const SAMPLE = 5_000

async function wordsOfNewest(db: Db): Promise<Set<string>> {
  const { rows } = await db.execute<{ word: string }>(sql`
    select distinct unnest(tsvector_to_array(front)) as word
    from (select front from event_search order by event_id desc limit ${SAMPLE}) as newest`)
  return new Set(rows.map(({ word }) => word))
}

/** The words that a slip is compared with; there are no quotation marks in them. */
const isUnused = sql`not exists (select from event_search s where s.front @@ ('''' || t.word || '''')::tsquery)`

// Saving an event waits while the table is locked, so we skip this sweep instead.
const LOCK_MS = 200

// A look into the index for each: some 30 ms.
const WORDS_AT_ONCE = 5_000

interface Found {
  last: string | null
  unused: string[]
}

// PostgreSQL would rather read all events until it meets the word than look into their index, and an unused one it never
// meets.
const lookUp = (tx: Tx) => tx.execute(sql`set local enable_seqscan = off`)

async function findUnused(tx: Tx, common: Set<string>, after: string): Promise<Found> {
  await lookUp(tx)
  const { rows } = await tx.execute<{ word: string }>(sql`
    select word from search_words where word > ${after} collate "C" order by word limit ${WORDS_AT_ONCE}`)
  const rare = rows.map(({ word }) => word).filter((word) => !common.has(word))
  const { rows: unused } = await tx.execute<{ word: string }>(sql`
    select t.word from unnest(${sql.param(rare)}::text[]) as t (word) where ${isUnused}`)
  return {
    last: rows.length < WORDS_AT_ONCE ? null : (rows.at(-1)?.word ?? null),
    unused: unused.map(({ word }) => word),
  }
}

/**
 * Under a lock that blocks everybody who writes words, and that waits for those who have written some and not committed:
 * otherwise an event that is being saved could lose a word which it found in the table.
 */
async function remove(tx: Tx, words: string[]): Promise<number> {
  await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_MS}`))
  await tx.execute(sql`lock table search_words in share row exclusive mode`)
  await lookUp(tx)
  const { rowCount } = await tx.execute(
    sql`delete from search_words t where t.word = any (${sql.param(words)}::text[]) and ${isUnused}`,
  )
  return rowCount ?? 0
}

const isLockTimeout = (error: unknown) => ((error as Error).cause as { code?: string } | undefined)?.code === '55P03'

/**
 * Words stay when the last event that had them changes: a trigger that looked for other events with the word would make
 * every save dearer. One round over all words; says how many are gone.
 */
export async function sweepSearchWords({ db }: Deps): Promise<number> {
  const common = await wordsOfNewest(db)
  let removed = 0
  let after: string | null = ''
  while (after !== null) {
    const from: string = after
    const { last, unused } = await db.transaction((tx) => findUnused(tx, common, from))
    if (unused.length > 0) {
      removed += await db
        .transaction((tx) => remove(tx, unused))
        .catch((error: unknown) => {
          if (isLockTimeout(error)) return 0
          throw error
        })
    }
    after = last
  }
  return removed
}
