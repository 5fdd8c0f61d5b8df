// The score of events as it is now: what the rules (server/screening) look at is read for many at once.
import { inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { openOnly } from '../../db/schema/event-status.ts'
import { events } from '../../db/schema/events.ts'
import { users } from '../../db/schema/users.ts'
import { readBlocked } from '../../screening/blocked-links.ts'
import { scoreOf, type Score } from '../../screening/rules.ts'

// Short titles are alike by chance: Pub Quiz, Open Mic.
const TITLE_LENGTH = 15
const ALIKE = 0.8

const near = (interval: string) => sql.raw(`interval '${interval}'`)

/** Of those around it, because a series has one title, and one account. */
const othersWithTitle = sql<number>`case when length(${events.title}) < ${TITLE_LENGTH} then 0 else (
  select count(distinct o.creator_id)::int from events o
  where ${openOnly('o')} and o.title_folded % ${events.titleFolded} and o.creator_id <> ${events.creatorId}
    and o.created_at between ${events.createdAt} - ${near('7 days')} and ${events.createdAt} + ${near('7 days')}) end`

const madeThatHour = sql<number>`(
  select count(*)::int from events m where m.creator_id = ${events.creatorId}
    and m.created_at between ${events.createdAt} - ${near('1 hour')} and ${events.createdAt} + ${near('1 hour')})`

/** By the event's id. */
export async function scoreEvents(db: Db, ids: number[], now: Date): Promise<Map<number, Score>> {
  if (ids.length === 0) return new Map()
  const { id, title, description, venue, artistDescription, organizerDescription } = events
  const rows = await db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local pg_trgm.similarity_threshold = ${ALIKE}`))
    return tx
      .select({
        ...{ id, title, description, venue, artistDescription, organizerDescription, othersWithTitle, madeThatHour },
        createdAt: users.createdAt,
        emailConfirmedAt: users.emailConfirmedAt,
      })
      .from(events)
      .innerJoin(users, sql`${users.id} = ${events.creatorId}`)
      .where(inArray(events.id, ids))
  })
  const blocked = await readBlocked(db)
  return new Map(
    rows.map(({ id, createdAt, emailConfirmedAt, ...event }) => {
      const creator = { createdAt, isConfirmed: emailConfirmedAt !== null }
      return [id, scoreOf({ ...event, creator, blocked, now })] as const
    }),
  )
}
