// Words stay in title_words when the last title that had them changes: a trigger that looked for other events with the
// word would make every save dearer. They are swept from time to time instead, so that nobody fills the table by saving.
import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'

// A look into the index for each: some 30 ms.
const WORDS_AT_ONCE = 5_000
// Saving an event waits while the table is locked, so we would rather sweep nothing this time.
const LOCK_MS = 200

const isUnused = sql`not exists (select from event_title_words e where e.word = t.word)`

interface Found {
  last: string | null
  unused: string[]
}

async function findUnused({ db }: Deps, after: string): Promise<Found> {
  const { rows } = await db.execute<{ word: string; unused: boolean }>(sql`
    select t.word, ${isUnused} as unused from (
      select word from title_words where word > ${after} collate "C" order by word limit ${WORDS_AT_ONCE}
    ) as t order by t.word`)
  const unused = rows.filter((row) => row.unused).map(({ word }) => word)
  return { last: rows.length < WORDS_AT_ONCE ? null : (rows.at(-1)?.word ?? null), unused }
}

/**
 * Under a lock that blocks everybody who writes words, and that waits for those who have written some and not committed:
 * otherwise an event that is being saved could lose a word which it found in the table.
 */
async function remove(tx: Tx, words: string[]): Promise<number> {
  await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_MS}`))
  await tx.execute(sql`lock table title_words in share row exclusive mode`)
  const { rowCount } = await tx.execute(
    sql`delete from title_words t where t.word = any (${sql.param(words)}::text[]) and ${isUnused}`,
  )
  return rowCount ?? 0
}

const isLockTimeout = (error: unknown) => ((error as Error).cause as { code?: string } | undefined)?.code === '55P03'

/** One round over all words; says how many are gone. */
export async function sweepTitleWords(deps: Deps): Promise<number> {
  let removed = 0
  let after: string | null = ''
  while (after !== null) {
    const { last, unused }: Found = await findUnused(deps, after)
    if (unused.length > 0) {
      removed += await deps.db
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
