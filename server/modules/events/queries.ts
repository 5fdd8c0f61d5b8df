import { and, eq, gt, inArray, sql, type SQL } from 'drizzle-orm'
import { seatsLeft } from '../../../contract/event-status.ts'
import { siteOf } from '../../../contract/event-access.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Event } from '../../../contract/events.ts'
import type { OwnPermission, Permission } from '../../../contract/permissions.ts'
import { seedOfEvent } from '../../../contract/poster.ts'
import { requireMay } from '../../access/can.ts'
import type { SeriesText } from '../../../contract/series.ts'
import type { Db, Tx } from '../../db/client.ts'
import { deletedEvents } from '../../db/schema/event-states.ts'
import { findableOnly } from '../../db/schema/event-status.ts'
import { events } from '../../db/schema/events.ts'
import { tickets } from '../../db/schema/tickets.ts'
import type { Deps } from '../../deps.ts'
import { reviewSentences } from '../../../contract/review-words.ts'
import { posterTint } from '../../posters/poster.ts'
import { variantKey } from '../../storage/picture.ts'
import { hasPrivateVenue } from './private-venue.ts'

export type EventRow = typeof events.$inferSelect

export interface Reader {
  userId: number | null
  /** Has booked, so that a virtual event's link is shown. */
  hasBooked?: boolean
}

/** The hue behind the event's page: that of its picture, or of the poster drawn in its place. */
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

/** The key is for everybody who may read it: an unlisted event is read by nobody else. */
function accessOf({ linkKey, admission, bookingUrl }: EventRow): Partial<Event> {
  return {
    ...(linkKey ? { visibility: 'unlisted' as const, key: linkKey, isListed: false } : {}),
    ...(admission === 'book' ? {} : { admission }),
    // Its domain may have been blocked since: then it is stored as plain text, and nobody is sent there.
    ...(bookingUrl && siteOf(bookingUrl) ? { bookingUrl } : {}),
  }
}

/** Everybody may know that it is not listed, for search engines; why is for those who run it. */
function reviewOf(row: EventRow, userId: number | null): Pick<Event, 'isListed' | 'review'> {
  // What was hidden has another reason, which its creator has been sent.
  if (!row.review || row.hiddenAt) return {}
  if (!runs(row, userId)) return { isListed: false }
  const since = (row.reviewSince ?? row.updatedAt).toISOString()
  return { isListed: false, review: { since, reasons: reviewSentences(row.reviewReasons) } }
}

type HasLocation = Pick<EventRow, 'venue' | 'isVirtual' | 'latitude' | 'longitude'>

/** A virtual event is nowhere, and its link not for everybody. */
const locationOf = ({ venue, isVirtual, latitude, longitude }: HasLocation, hidesLink: boolean) => ({
  venue: hidesLink ? 'Online event' : venue,
  latitude: isVirtual ? null : latitude,
  longitude: isVirtual ? null : longitude,
})

/** As somebody reads it who is not signed in. */
export const locationForStrangers = (event: HasLocation) => locationOf(event, hasPrivateVenue(event))

const seriesOf = (row: EventRow, userId: number | null) => ({
  ...(row.seriesId === null ? {} : { seriesId: row.seriesId }),
  ...(row.seriesDay !== null && runs(row, userId) ? { seriesDay: row.seriesDay } : {}),
})

const roomOf = (row: EventRow, userId: number | null) =>
  row.roomSize === null
    ? {}
    : {
        extraPlaces: true as const,
        ...(runs(row, userId) && { roomSize: row.roomSize, sureness: row.sureness }),
      }

/** The event as it is read. A virtual event's link is for those who have booked, and for its creator. */
export function toEvent(row: EventRow, reader: Reader): Event {
  // While a ballot runs all seats are held for those who enter: there are as many to be had.
  const left = row.ballot === 'running' ? row.capacity - row.ticketsSold : seatsLeft(row)
  const location = locationOf(row, hasPrivateVenue(row) && !runs(row, reader.userId) && !reader.hasBooked)
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
    venue: location.venue,
    town: row.town || null,
    latitude: location.latitude,
    longitude: location.longitude,
    categories: row.categories,
    ...(row.accessFacts.length > 0 ? { accessFacts: row.accessFacts } : {}),
    ...(row.language ? { language: row.language } : {}),
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
    ticketsLeft: left,
    isSoldOut: row.admission === 'book' && left <= 0,
    ...(row.maxPerPerson ? { maxPerPerson: row.maxPerPerson } : {}),
    ...(row.approval ? { approval: true as const } : {}),
    ...(row.confirm ? { confirm: true as const } : {}),
    ...(row.payBy.length > 0 ? { paid: true as const } : {}),
    ...(row.ballot ? { ballot: row.ballot } : {}),
    ...roomOf(row, reader.userId),
    ...(row.asksQuestions ? { asksQuestions: true as const } : {}),
    ...(row.bookingClosesAt ? { bookingClosesAt: row.bookingClosesAt.toISOString() } : {}),
    artistDescription: row.artistDescription,
    organizerDescription: row.organizerDescription,
    creatorId: row.creatorId,
    ...(reader.userId !== null && row.managerIds.includes(reader.userId) ? { isManager: true } : {}),
    ...(row.hiddenAt ? { isHidden: true as const } : {}),
    ...accessOf(row),
    ...reviewOf(row, reader.userId),
    ...seriesOf(row, reader.userId),
    version: row.version,
  }
}

export async function findEvent(db: Db | Tx, id: number): Promise<EventRow | null> {
  const [row] = await db.select().from(events).where(eq(events.id, id))
  return row ?? null
}

export async function getEventForUpdate(tx: Tx, id: number): Promise<EventRow> {
  const [row] = await tx.select().from(events).where(eq(events.id, id)).for('no key update')
  if (!row) throw new AppError('event_not_found')
  return row
}

type EventPermission =
  Exclude<Extract<Permission, `event.${string}`>, 'event.read' | 'event.create'> | OwnPermission<`event.${string}`>

/**
 * The event, for somebody who may do this with it. What outlasts the request passes a lock: somebody removed from the team
 * while it waited may no longer do it. In a change of seats the row is locked already, with 'no key update'.
 */
export async function getEventFor(
  db: Db | Tx,
  user: { id: number },
  permission: EventPermission,
  id: number,
  lock?: 'update' | 'no key update',
): Promise<EventRow> {
  const found = db.select().from(events).where(eq(events.id, id))
  const [row] = await (lock ? found.for(lock) : found)
  if (!row) throw new AppError('event_not_found')
  requireMay(user, permission, row)
  return row
}

/** Of a date whose row is locked: what is written beside the form was changed by hand. */
export async function markOwn(tx: Tx, { id, seriesId, ownFields }: EventRow, field: SeriesText) {
  if (seriesId === null || ownFields.includes(field)) return
  await tx
    .update(events)
    .set({ ownFields: [...ownFields, field] })
    .where(eq(events.id, id))
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

/** Given back or not; ordered counts, paid or not: what somebody ordered is kept. */
export async function wasEverBooked(db: Db | Tx, eventId: number): Promise<boolean> {
  const { rows } = await db.execute<{
    was: boolean
  }>(sql`select exists (select from tickets where event_id = ${eventId})
    or exists (select from orders where event_id = ${eventId}) as was`)
  return rows[0]?.was ?? false
}

/** Somebody is in its ballot, which then stays to be checked. */
export async function wasEverEntered(db: Db | Tx, eventId: number): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from ballots b where b.event_id = ${eventId} and b.entries > 0`)
  return rows.length > 0
}

export async function wasDeleted(db: Db, eventId: number): Promise<boolean> {
  const rows = await db.select().from(deletedEvents).where(eq(deletedEvents.id, eventId))
  return rows.length > 0
}

/**
 * Who is notified of these events because they saved them and agreed: (event_id, user_id, mail, push). Not those who have
 * booked it or wait for a place: they are notified for that reason. Nobody while the feature is off.
 */
export const savedBy = ({ config }: Pick<Deps, 'config'>, eventIds: number[]): SQL => sql`
  select f.event_id, f.user_id, n.mail, n.push from favourites f
  join notice_settings n on n.user_id = f.user_id and n.notice = 'saved' and (n.mail or n.push)
  where f.event_id = any (${sql.param(eventIds)}::int[]) and ${config.features.has('favourites')}
    and exists (select from events e where e.id = f.event_id and ${findableOnly('e')})
    and not exists (
      select 1 from tickets t where t.user_id = f.user_id and t.event_id + 0 = f.event_id and t.number_of_tickets > 0)
    and not exists (
      select 1 from waiting_entries w where w.user_id = f.user_id and w.event_id = f.event_id and w.ended_at is null)`

/** Who has entered a ballot that is not drawn: (event_id, user_id, guest). */
export const entrantsOf = (eventIds: number[]): SQL => sql`
  select b.event_id, n.user_id, null::int from ballots b join ballot_entries n on n.ballot_id = b.id
  where b.event_id = any (${sql.param(eventIds)}::int[]) and b.drawn_at is null and b.cancelled_at is null and n.left_at is null`

/** Who has booked, waits, asks, or saved it and agreed: they would be notified of a change. */
const concernedBy = (deps: Pick<Deps, 'config'>, eventIds: number[]): SQL => {
  const isOneOf = sql`event_id = any (${sql.param(eventIds)}::int[])`
  return sql`
    select event_id, user_id, case when user_id is null then id end as guest from tickets
    where ${isOneOf} and number_of_tickets > 0 and (user_id is not null or wants_mail)
    union
    select event_id, user_id, null from waiting_entries where ${isOneOf} and ended_at is null
    union
    select event_id, user_id, null from booking_requests where ${isOneOf} and ended_at is null
    union
    ${entrantsOf(eventIds)}
    union
    select event_id, user_id, null from (${savedBy(deps, eventIds)}) as savers`
}

/** People, each once however many of these events concern them. */
export async function countConcerned(deps: Pick<Deps, 'config'>, db: Db | Tx, eventIds: number[]): Promise<number> {
  const { rows } = await db.execute<{ people: number }>(sql`
    select count(*)::int as people from (
      select distinct user_id, guest from (${concernedBy(deps, eventIds)}) as concerned) as people`)
  return rows[0]?.people ?? 0
}

/** Of these events, those that concern somebody. */
export async function findConcerning(deps: Pick<Deps, 'config'>, tx: Tx, eventIds: number[]): Promise<Set<number>> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select distinct event_id as id from (${concernedBy(deps, eventIds)}) as concerned`)
  return new Set(rows.map(({ id }) => id))
}

export interface Concerned {
  userId: number
  /** The newest booking; null for who only waits, or saved it. */
  ticketId: number | null
  hasSaved: boolean
}

/** Those of them with a push subscription. */
export async function findWithBrowsers(deps: Pick<Deps, 'config'>, tx: Tx, eventId: number): Promise<Concerned[]> {
  const { rows } = await tx.execute<{ userId: number; ticketId: number | null; hasSaved: boolean }>(sql`
    select user_id as "userId", max(ticket_id) as "ticketId", bool_and(has_saved) as "hasSaved" from (
      select user_id, id as ticket_id, false as has_saved from tickets
      where event_id = ${eventId} and number_of_tickets > 0 and user_id is not null
      union all
      select user_id, null, false from waiting_entries where event_id = ${eventId} and ended_at is null
      union all
      select user_id, null, false from booking_requests where event_id = ${eventId} and ended_at is null
      union all
      select user_id, null, false from (${entrantsOf([eventId])}) as entrants
      union all
      select user_id, null, true from (${savedBy(deps, [eventId])}) as savers
    ) as concerned
    where exists (select 1 from push_subscriptions s where s.user_id = concerned.user_id)
    group by user_id order by user_id`)
  return rows
}
