import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import type { EventBody } from '../../../contract/event-body.ts'
import { DEFAULT_TIME_ZONE } from '../../../contract/zoned-time.ts'
import type { Tx } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import type { Deps } from '../../deps.ts'
import { checkPending } from '../storage/store.ts'
import { removeReplaced } from '../storage/orphans.ts'
import { isKey, isShowable, keyOf, type Picture } from '../storage/picture.ts'
import { findUploadForUse } from '../storage/queries.ts'
import { requireCreator, requireFree } from './policy.ts'
import { getEventForUpdate, toEvent, type EventRow } from './queries.ts'
import { countedSave } from './save-limits.ts'

interface Person {
  id: number
}

/** Files are checked before the transaction: decoding a picture must not hold a lock. */
async function imageOf(deps: Deps, user: Person, body: EventBody) {
  const image = keyOf(body.imageUrl, deps)
  if (image && isKey(image)) await checkPending(deps, user, image)
  return image
}

/** A key must be an upload of this person's; the event may keep the picture it has. */
async function pictureOf(deps: Deps, tx: Tx, user: Person, image: string | null, present?: EventRow): Promise<Picture> {
  if (image === null) return { imageUrl: null, imageWidths: [] }
  if (present?.imageUrl === image) return { imageUrl: image, imageWidths: present.imageWidths }
  if (!isKey(image)) {
    if (!isShowable(image, deps)) throw new AppError('picture_elsewhere')
    return { imageUrl: image, imageWidths: [] }
  }
  const upload = await findUploadForUse(tx, image)
  if (upload?.userId !== user.id || !upload.storedAt || upload.deletedAt) throw new AppError('picture_unknown')
  return { imageUrl: image, imageWidths: upload.widths }
}

/** What stands in the row whether the event is new or changed. */
const written = (body: EventBody) => ({
  title: body.title,
  description: body.description,
  venue: body.venue,
  startTime: body.startTime,
  endTime: body.endTime,
  isFreeOfCharge: true,
  sellingPrice: 0,
  anchorPrice: body.anchorPrice,
  capacity: body.capacity,
  artistDescription: body.artistDescription || null,
  ...(body.posterSeed === undefined ? {} : { posterSeed: body.posterSeed || null }),
})

async function insertOnce(tx: Tx, row: typeof events.$inferInsert): Promise<{ event: EventRow; isNew: boolean }> {
  const [inserted] = await tx
    .insert(events)
    .values(row)
    .onConflictDoNothing({ target: [events.creatorId, events.creationKey] })
    .returning()
  if (inserted) return { event: inserted, isNew: true }
  const [first] = await tx
    .select()
    .from(events)
    .where(and(eq(events.creatorId, row.creatorId), eq(events.creationKey, row.creationKey ?? '')))
  if (!first) throw new AppError('unavailable', { retryAfterSeconds: 1 })
  return { event: first, isNew: false }
}

async function storeNewEvent(deps: Deps, user: Person, body: EventBody, creationKey?: string) {
  requireFree(body)
  const image = (await imageOf(deps, user, body)) || null
  const { event, isNew } = await deps.db.transaction(async (tx) =>
    insertOnce(tx, {
      ...written(body),
      ...(await pictureOf(deps, tx, user, image)),
      creatorId: user.id,
      creationKey,
      timeZone: body.timeZone ?? DEFAULT_TIME_ZONE,
      isDraft: body.isDraft ?? true,
      isVirtual: body.isVirtual ?? false,
      organizerDescription: body.organizerDescription || null,
    }),
  )
  if (isNew) deps.changes.changed(event.id)
  return toEvent(event, { userId: user.id })
}

function requireRoom(event: EventRow, body: EventBody) {
  if (body.capacity < event.ticketsSold) throw new AppError('capacity_below_sold', { values: { n: event.ticketsSold } })
  if (body.isDraft && event.ticketsSold > 0) throw new AppError('booked_cannot_be_draft')
}

const logLeftBehind = (deps: Deps) => (error: unknown) =>
  deps.log.warn({ err: error }, 'could not remove a replaced picture')

async function storeEvent(deps: Deps, user: Person, id: number, body: EventBody) {
  const image = await imageOf(deps, user, body)
  const { event, before } = await deps.db.transaction(async (tx) => {
    const present = await getEventForUpdate(tx, id)
    requireCreator(present, user)
    requireFree(body)
    if (body.version !== undefined && body.version !== present.version) throw new AppError('event_changed')
    requireRoom(present, body)
    const [changed] = await tx
      .update(events)
      .set({
        ...written(body),
        ...(image === undefined ? {} : await pictureOf(deps, tx, user, image || null, present)),
        timeZone: body.timeZone ?? present.timeZone,
        isDraft: body.isDraft ?? present.isDraft,
        isVirtual: body.isVirtual ?? present.isVirtual,
        organizerDescription:
          body.organizerDescription === undefined ? present.organizerDescription : body.organizerDescription || null,
        version: sql`${events.version} + 1`,
        updatedAt: deps.clock(),
      })
      .where(eq(events.id, id))
      .returning()
    if (!changed) throw new AppError('event_not_found')
    return { event: changed, before: present.imageUrl }
  })
  deps.changes.changed(id)
  // The event is saved whatever becomes of the old file; what is left behind is swept later.
  if (before && before !== event.imageUrl) await removeReplaced(deps, before).catch(logLeftBehind(deps))
  return toEvent(event, { userId: user.id })
}

export const createEvent = (deps: Deps, user: Person, body: EventBody, creationKey?: string) =>
  countedSave(deps, user, 'createEvent', () => storeNewEvent(deps, user, body, creationKey))

export const updateEvent = (deps: Deps, user: Person, id: number, body: EventBody) =>
  countedSave(deps, user, 'saveEvent', () => storeEvent(deps, user, id, body))
