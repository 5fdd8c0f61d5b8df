// The sitemap of events and their creators. Parts are ranges of ids: none can hold more than the protocol allows, and
// none has to be counted.
import { and, asc, between, gt, max, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { publicOnly } from '../../db/schema/event-status.ts'
import { events } from '../../db/schema/events.ts'

export interface SitemapEntry {
  path: string
  changedAt: Date
}

// Read so many rows at a time: a part is streamed, never held.
const PAGE = 2_000

export async function countSitemapParts(db: Db, partSize: number): Promise<number> {
  const [last] = await db.select({ id: max(events.id) }).from(events)
  return Math.ceil((last?.id ?? 0) / partSize)
}

/** Of these events, those who have published none before them: each creator is in one part. */
async function findNewCreators(db: Db, from: number, to: number): Promise<SitemapEntry[]> {
  const { rows } = await db.execute<{ id: number; changedAt: string }>(sql`
    with creators as materialized (
      select creator_id as id, max(updated_at) as "changedAt" from events
      where ${publicOnly()} and id between ${from}::int and ${to}::int group by creator_id
    )
    select * from creators where exists (
      select from users u where u.id = creators.id and u.deletion_at is null
    ) and not exists (
      select from events e where e.creator_id = creators.id and e.id < ${from}::int and ${publicOnly('e')} offset 0
    ) order by id`)
  return rows.map(({ id, changedAt }) => ({ path: `/creators/${id}`, changedAt: new Date(changedAt) }))
}

/** The same for the series of these events. */
async function findNewSeries(db: Db, from: number, to: number): Promise<SitemapEntry[]> {
  const { rows } = await db.execute<{ id: number; changedAt: string }>(sql`
    with series as materialized (
      select series_id as id, max(updated_at) as "changedAt" from events
      where ${publicOnly()} and id between ${from}::int and ${to}::int and series_id is not null group by series_id
    )
    select * from series where not exists (
      select from events e where e.series_id = series.id and e.id < ${from}::int and ${publicOnly('e')} offset 0
    ) order by id`)
  return rows.map(({ id, changedAt }) => ({ path: `/series/${id}`, changedAt: new Date(changedAt) }))
}

/** One part, counted from 1: published events, and the pages of creators and series whose first event is among them. */
export async function* listSitemapPart(db: Db, part: number, partSize: number): AsyncGenerator<SitemapEntry> {
  const [from, to] = [(part - 1) * partSize + 1, part * partSize]
  let after = from - 1
  for (;;) {
    const rows = await db
      .select({ id: events.id, changedAt: events.updatedAt })
      .from(events)
      .where(and(publicOnly(), gt(events.id, after), between(events.id, from, to)))
      .orderBy(asc(events.id))
      .limit(PAGE)
    for (const { id, changedAt } of rows) yield { path: `/events/${id}`, changedAt }
    if (rows.length < PAGE) break
    after = rows.at(-1)?.id ?? after
  }
  yield* await findNewCreators(db, from, to)
  yield* await findNewSeries(db, from, to)
}
