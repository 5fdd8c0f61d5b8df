// Words stay in their table when the last event that had them changes: a trigger that looked for other events with the
// word would make every save dearer. They are swept from time to time instead, so that nobody fills the table by saving.
import { sql, type SQL } from 'drizzle-orm'
import type { Db, Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'

// Saving an event waits while the table is locked, so we would rather sweep nothing this time.
const LOCK_MS = 200

export interface WordTable {
  /** With a column `word`. */
  table: 'title_words' | 'search_words'
  /** Words that need no looking up, because many events have them. */
  common?: (db: Db) => Promise<Set<string>>
  /** Whether no event has the word of a row `t`. */
  isUnused: SQL
}

// A look into the index for each: some 30 ms.
const WORDS_AT_ONCE = 5_000

interface Found {
  last: string | null
  unused: string[]
}

// PostgreSQL would rather read all events until it meets the word than look into their index, and an unused one it never
// meets.
const lookUp = (tx: Tx) => tx.execute(sql`set local enable_seqscan = off`)

async function findUnused(tx: Tx, words: WordTable, common: Set<string>, after: string): Promise<Found> {
  await lookUp(tx)
  const { rows } = await tx.execute<{ word: string }>(sql`
    select word from ${sql.identifier(words.table)} where word > ${after} collate "C"
    order by word limit ${WORDS_AT_ONCE}`)
  const rare = rows.map(({ word }) => word).filter((word) => !common.has(word))
  const { rows: unused } = await tx.execute<{ word: string }>(sql`
    select t.word from unnest(${sql.param(rare)}::text[]) as t (word) where ${words.isUnused}`)
  return {
    last: rows.length < WORDS_AT_ONCE ? null : (rows.at(-1)?.word ?? null),
    unused: unused.map(({ word }) => word),
  }
}

/**
 * Under a lock that blocks everybody who writes words, and that waits for those who have written some and not committed:
 * otherwise an event that is being saved could lose a word which it found in the table.
 */
async function remove(tx: Tx, { table, isUnused }: WordTable, words: string[]): Promise<number> {
  await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_MS}`))
  await tx.execute(sql`lock table ${sql.identifier(table)} in share row exclusive mode`)
  await lookUp(tx)
  const { rowCount } = await tx.execute(
    sql`delete from ${sql.identifier(table)} t where t.word = any (${sql.param(words)}::text[]) and ${isUnused}`,
  )
  return rowCount ?? 0
}

const isLockTimeout = (error: unknown) => ((error as Error).cause as { code?: string } | undefined)?.code === '55P03'

/** One round over all words; says how many are gone. */
export async function sweepWords({ db }: Deps, words: WordTable): Promise<number> {
  const common = (await words.common?.(db)) ?? new Set<string>()
  let removed = 0
  let after: string | null = ''
  while (after !== null) {
    const from: string = after
    const { last, unused } = await db.transaction((tx) => findUnused(tx, words, common, from))
    if (unused.length > 0) {
      removed += await db
        .transaction((tx) => remove(tx, words, unused))
        .catch((error: unknown) => {
          if (isLockTimeout(error)) return 0
          throw error
        })
    }
    after = last
  }
  return removed
}
