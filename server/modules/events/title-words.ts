// Which words of which tables are swept, once no event has them any more.
import { sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { sweepWords } from './word-sweep.ts'

export const sweepTitleWords = (deps: Deps): Promise<number> =>
  sweepWords(deps, {
    table: 'title_words',
    // The index is in the order of bytes.
    isUnused: sql`not exists (select from event_title_words e where e.word = t.word collate "C")`,
  })

// A word that is in a hundred thousand events takes PostgreSQL as many steps to look up. Such a one is in the newest few
// thousand as well; what is left is in few.
const SAMPLE = 5_000

async function wordsOfNewest(db: Db): Promise<Set<string>> {
  const { rows } = await db.execute<{ word: string }>(sql`
    select distinct unnest(tsvector_to_array(whole)) as word
    from (select whole from event_search order by event_id desc limit ${SAMPLE}) as newest`)
  return new Set(rows.map(({ word }) => word))
}

/** The words that a slip is compared with; search_vector leaves no quotation marks in them. */
export const sweepSearchWords = (deps: Deps): Promise<number> =>
  sweepWords(deps, {
    table: 'search_words',
    common: wordsOfNewest,
    isUnused: sql`not exists (select from event_search s where s.whole @@ ('''' || t.word || '''')::tsquery)`,
  })
