// What search engines are told of events. Parts are ranges of ids: none can hold more than the protocol allows, and
// none has to be counted.
import { and, asc, between, gt, max } from 'drizzle-orm'
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

/** The published events of one part, counted from 1. */
export async function* listSitemapPart(db: Db, part: number, partSize: number): AsyncGenerator<SitemapEntry> {
  let after = (part - 1) * partSize
  for (;;) {
    const rows = await db
      .select({ id: events.id, changedAt: events.updatedAt })
      .from(events)
      .where(and(publicOnly(), gt(events.id, after), between(events.id, (part - 1) * partSize + 1, part * partSize)))
      .orderBy(asc(events.id))
      .limit(PAGE)
    for (const { id, changedAt } of rows) yield { path: `/events/${id}`, changedAt }
    if (rows.length < PAGE) return
    after = rows.at(-1)?.id ?? after
  }
}
