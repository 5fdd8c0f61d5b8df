import { and, count, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { isFindable } from '../../../contract/event-status.ts'
import { SAVED } from '../../../contract/limits.ts'
import type { Tx } from '../../db/client.ts'
import { findableOnly } from '../../db/schema/event-status.ts'
import { events } from '../../db/schema/events.ts'
import { favourites } from '../../db/schema/favourites.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { findEvent, type EventRow } from '../events/queries.ts'
import { isFewLeft } from './policy.ts'
import { listSavedIds } from './queries.ts'

/** One person's saves one after the other, so that what is counted holds. */
const lockSaves = (tx: Tx, userId: number) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('favourites'), ${userId})`)

async function countSaved(tx: Tx, userId: number): Promise<number> {
  const [row] = await tx.select({ saved: count() }).from(favourites).where(eq(favourites.userId, userId))
  return row?.saved ?? 0
}

/** Somebody who saves an event while few places are left has seen that, and is not notified again. */
const rowOf = (userId: number, event: EventRow, now: Date) => ({
  userId,
  eventId: event.id,
  savedAt: now,
  fewToldAt: isFewLeft(event) ? now : null,
})

export async function saveEvent({ db, clock }: Deps, user: SessionUser, eventId: number): Promise<null> {
  await db.transaction(async (tx) => {
    await lockSaves(tx, user.id)
    const event = await findEvent(tx, eventId)
    if (!event || !isFindable(event)) throw new AppError('event_not_found')
    const added = await tx
      .insert(favourites)
      .values(rowOf(user.id, event, clock()))
      .onConflictDoNothing()
      .returning()
    const isOneTooMany = added.length > 0 && (await countSaved(tx, user.id)) > SAVED.most
    if (isOneTooMany) throw new AppError('too_many_saved', { values: { n: SAVED.most } })
  })
  return null
}

export async function removeEvent({ db }: Deps, user: SessionUser, eventId: number): Promise<null> {
  await db.delete(favourites).where(and(eq(favourites.userId, user.id), eq(favourites.eventId, eventId)))
  return null
}

/** What the device kept, in its order: what is gone is left out, and what no longer fits. */
export async function adoptEvents({ db, clock }: Deps, user: SessionUser, eventIds: number[]): Promise<number[]> {
  return db.transaction(async (tx) => {
    await lockSaves(tx, user.id)
    const known = new Set(await listSavedIds(tx, user.id))
    const wanted = [...new Set(eventIds)].filter((id) => !known.has(id))
    const found = await tx
      .select()
      .from(events)
      .where(and(inArray(events.id, wanted), findableOnly()))
    const room = Math.max(0, SAVED.most - (await countSaved(tx, user.id)))
    const rows = found
      .toSorted((a, b) => wanted.indexOf(a.id) - wanted.indexOf(b.id))
      .slice(0, room)
      .map((event) => rowOf(user.id, event, clock()))
    if (rows.length === 0) return [...known]
    await tx.insert(favourites).values(rows).onConflictDoNothing()
    return listSavedIds(tx, user.id)
  })
}
