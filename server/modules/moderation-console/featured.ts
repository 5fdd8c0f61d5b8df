// What is featured, as moderators choose it.
import { asc, eq, inArray } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { isListed } from '../../../contract/event-status.ts'
import type { FeaturedChoice } from '../../../contract/moderation-console.ts'
import type { Db } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import { featuredEvents } from '../../db/schema/featured.ts'
import type { Deps } from '../../deps.ts'
import { writeAudit } from '../moderation/module.ts'

/** In their order; also what is over or no longer to be seen, so that it can be taken out. */
export async function readFeatured({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<FeaturedChoice[]> {
  const rows = await db
    .select({ event: events })
    .from(featuredEvents)
    .innerJoin(events, eq(events.id, featuredEvents.eventId))
    .orderBy(asc(featuredEvents.place), asc(events.id))
  return rows.map(({ event }) => ({
    id: event.id,
    title: event.title,
    ...(event.language && { language: event.language }),
    startTime: event.startTime.toISOString(),
    isShown: isListed(event) && event.endTime > clock(),
  }))
}

/** Only what everybody can see can be added; what was chosen before can stay until it is taken out. */
async function requireChoosable(db: Db, eventIds: number[]) {
  const before = new Set((await db.select({ id: featuredEvents.eventId }).from(featuredEvents)).map(({ id }) => id))
  const added = eventIds.filter((id) => !before.has(id))
  const rows = added.length > 0 ? await db.select().from(events).where(inArray(events.id, added)) : []
  if (rows.filter(isListed).length < added.length) throw new AppError('event_not_found')
}

export async function setFeatured(deps: Deps, user: { id: number }, eventIds: number[]): Promise<FeaturedChoice[]> {
  const { db, clock, changes } = deps
  await requireChoosable(db, eventIds)
  const now = clock()
  const invalidateLocally = await db.transaction(async (tx) => {
    // The log's head is held first: two moderators who choose at once choose one after the other.
    await writeAudit(tx, { at: now, actorId: user.id, code: 'featured', subject: 'site' })
    await tx.delete(featuredEvents)
    const rows = eventIds.map((eventId, at) => ({ eventId, place: at + 1, chosenBy: user.id, chosenAt: now }))
    if (rows.length > 0) await tx.insert(featuredEvents).values(rows)
    return changes.announceLists(tx)
  })
  invalidateLocally()
  return readFeatured(deps)
}
