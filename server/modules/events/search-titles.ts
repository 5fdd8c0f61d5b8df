// The text as it was typed, somewhere in a title, also in the middle of a word: what a search looks for last.
import { sql, type SQL } from 'drizzle-orm'
import type { Db, Tx } from '../../db/client.ts'
import { publicOnly } from '../../db/schema/event-status.ts'
import { events } from '../../db/schema/events.ts'
import { titleContains, titlePattern } from './list-filters.ts'
import type { Part } from './search-cursor.ts'
import { firstMoment, lastMoment, type Days } from './search-stages.ts'

/** Of letters and digits that follow each other, without accents; whether others count is up to the database's locale. */
const hasTrigrams = (q: string) => /[a-z0-9]{3}/i.test(q.normalize('NFD').replace(/\p{M}/gu, ''))

// What no index can find, an emoji or two letters, is sought among so many events from now on, and so many back: a
// million of them would take longer than a search may, and the answer would be a 503.
const LOOKED_THROUGH = 4_000

interface Asked {
  q: string
  asOf: Date
  days: Days
}

export interface AskedTitle {
  /** False: no public event has it. */
  isAnywhere: () => Promise<boolean>
  conditionsOf: (part: Part, audience: { isPublic: boolean }) => SQL[]
}

function boundOf(part: Part, asOf: Date, days: Days): SQL | undefined {
  if (part === 'coming') {
    const from = firstMoment(asOf, days).toISOString()
    return sql`${events.startTime} <= coalesce((
      select e.start_time from events e where ${publicOnly('e')} and e.start_time > ${from}::timestamptz
      order by e.start_time, e.id offset ${LOOKED_THROUGH} limit 1), 'infinity')`
  }
  if (part === 'past') {
    const until = lastMoment(asOf, days).toISOString()
    return sql`${events.startTime} >= coalesce((
      select e.start_time from events e where ${publicOnly('e')} and e.start_time < ${until}::timestamptz
      order by e.start_time desc, e.id desc offset ${LOOKED_THROUGH} limit 1), '-infinity')`
  }
  if (part === 'newest')
    return sql`${events.id} >= coalesce((
      select e.id from events e where ${publicOnly('e')} order by e.id desc offset ${LOOKED_THROUGH} limit 1), 0)`
  // A handful, a thousand, or the events of a few places.
  return undefined
}

export function openTitle(db: Db | Tx, { q, asOf, days }: Asked): AskedTitle {
  const isIndexed = hasTrigrams(q)
  let anywhere: Promise<boolean> | undefined
  const ask = async () => {
    const { rows } = await db.execute<{ found: boolean }>(sql`select title_has(${titlePattern(q)}) as found`)
    return rows[0]?.found ?? false
  }
  return {
    isAnywhere: () => (isIndexed ? (anywhere ??= ask()) : Promise.resolve(true)),
    conditionsOf: (part, { isPublic }) => {
      // Of one's own drafts, and of what was called off, there are few.
      const bound = isIndexed || !isPublic ? undefined : boundOf(part, asOf, days)
      return [titleContains(q), ...(bound ? [bound] : [])]
    },
  }
}
