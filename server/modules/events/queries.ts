import { and, eq, gt, inArray } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import type { Event } from '../../../contract/events.ts'
import { seedOfEvent } from '../../../contract/poster.ts'
import type { Db, Tx } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { reviewSentences } from '../../../contract/review-words.ts'
import { posterTint } from '../../posters/tint.ts'
import { variantKey } from '../../storage/picture.ts'
import { hasPrivateVenue } from './private-venue.ts'

export type EventRow = typeof events.$inferSelect

export interface Reader {
  userId: number | null
  /** Has booked, so that a virtual event's link is shown. */
  hasBooked?: boolean
}

/** The hue behind the event's page: that of its picture, or of the poster that stands in for one. */
function tintOf({ imageUrl, imageTint, title, posterSeed }: EventRow) {
  if (!imageUrl) return { tint: posterTint(seedOfEvent({ title, posterSeed })) }
  return imageTint ? { tint: imageTint } : {}
}

/** Without a new close the old one stays, as long before the start as it was. */
export function closeAfter(present: Pick<EventRow, 'startTime' | 'bookingClosesAt'>, startTime: Date): Date | null {
  const { bookingClosesAt } = present
  return bookingClosesAt && new Date(bookingClosesAt.getTime() + startTime.getTime() - present.startTime.getTime())
}

/** Created or manages it. */
const runs = ({ creatorId, managerIds }: EventRow, userId: number | null) =>
  userId !== null && (creatorId === userId || managerIds.includes(userId))

/** Everybody may know that it is not listed, for search engines; why is for those who run it. */
function reviewOf(row: EventRow, userId: number | null): Pick<Event, 'isListed' | 'review'> {
  // What was hidden has another reason, which its creator was told.
  if (!row.review || row.hiddenAt) return {}
  if (!runs(row, userId)) return { isListed: false }
  const since = (row.reviewSince ?? row.updatedAt).toISOString()
  return { isListed: false, review: { since, reasons: reviewSentences(row.reviewReasons) } }
}

type WithPlace = Pick<EventRow, 'venue' | 'isVirtual' | 'latitude' | 'longitude'>

/** A virtual event is nowhere, and its link not for everybody. */
const placeOf = ({ venue, isVirtual, latitude, longitude }: WithPlace, hidesLink: boolean) => ({
  venue: hidesLink ? 'Online event' : venue,
  latitude: isVirtual ? null : latitude,
  longitude: isVirtual ? null : longitude,
})

/** As somebody reads it who is not signed in. */
export const placeForStrangers = (event: WithPlace) => placeOf(event, hasPrivateVenue(event))

/** The event as it is read. A virtual event's link is for those who have booked, and for its creator. */
export function toEvent(row: EventRow, reader: Reader): Event {
  const seatsLeft = row.capacity - row.ticketsSold - row.held
  const place = placeOf(row, hasPrivateVenue(row) && !runs(row, reader.userId) && !reader.hasBooked)
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    imageUrl: row.imageUrl,
    ...(row.imageUrl && row.imageWidths.length > 0
      ? { imageSizes: row.imageWidths.map((width) => ({ width, url: variantKey(row.imageUrl ?? '', width) })) }
      : {}),
    ...tintOf(row),
    ...(row.posterSeed ? { posterSeed: row.posterSeed } : {}),
    venue: place.venue,
    town: row.town || null,
    latitude: place.latitude,
    longitude: place.longitude,
    categories: row.categories,
    startTime: row.startTime.toISOString(),
    endTime: row.endTime.toISOString(),
    timeZone: row.timeZone,
    sellingPrice: row.sellingPrice,
    anchorPrice: row.anchorPrice,
    isFreeOfCharge: row.isFreeOfCharge,
    isDraft: row.status === 'draft',
    status: row.status,
    ...(row.previousStartTime ? { previousStartTime: row.previousStartTime.toISOString() } : {}),
    isVirtual: row.isVirtual,
    capacity: row.capacity,
    ticketsLeft: seatsLeft,
    isSoldOut: seatsLeft <= 0,
    ...(row.maxPerPerson ? { maxPerPerson: row.maxPerPerson } : {}),
    ...(row.bookingClosesAt ? { bookingClosesAt: row.bookingClosesAt.toISOString() } : {}),
    artistDescription: row.artistDescription,
    organizerDescription: row.organizerDescription,
    creatorId: row.creatorId,
    ...(reader.userId !== null && row.managerIds.includes(reader.userId) ? { isManager: true } : {}),
    ...(row.hiddenAt ? { isHidden: true as const } : {}),
    ...reviewOf(row, reader.userId),
    version: row.version,
  }
}

export async function findEvent(db: Db | Tx, id: number): Promise<EventRow | null> {
  const [row] = await db.select().from(events).where(eq(events.id, id))
  return row ?? null
}

export async function getEventForUpdate(tx: Tx, id: number): Promise<EventRow> {
  const [row] = await tx.select().from(events).where(eq(events.id, id)).for('update')
  if (!row) throw new AppError('event_not_found')
  return row
}

/** The events of these whose link this person may read, because they have booked and not given it back. */
export async function findBookedLinks(db: Db, userId: number | null, rows: EventRow[]): Promise<Set<number>> {
  const ids = rows.filter(hasPrivateVenue).map(({ id }) => id)
  if (userId === null || ids.length === 0) return new Set()
  const booked = await db
    .selectDistinct({ eventId: tickets.eventId })
    .from(tickets)
    .where(and(eq(tickets.userId, userId), inArray(tickets.eventId, ids), gt(tickets.numberOfTickets, 0)))
  return new Set(booked.map(({ eventId }) => eventId))
}
