// Cancel, postpone, reinstate, delete, duplicate: each locks the event first, as a booking does.
import { inArray, sql } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import type { Event } from '../../../contract/events.ts'
import { isPublic } from '../../../contract/event-status.ts'
import { messages } from '../../../contract/messages.ts'
import { parseDateTime } from '../../../contract/zoned-time.ts'
import type { ManagerAct } from '../../../contract/team.ts'
import { newLinkKey } from '../../access/sight.ts'
import type { Tx } from '../../db/client.ts'
import { deletedEvents } from '../../db/schema/event-states.ts'
import { events } from '../../db/schema/events.ts'
import type { Deps } from '../../deps.ts'
import { keyReused, requireSameWish } from '../../http/repeated-key.ts'
import { isOver } from '../../ledger/bookable.ts'
import { requireNoBlockedLink } from '../../screening/blocked-links.ts'
import { isCreatorLeaving } from '../auth/queries.ts'
import { removeReplaced } from '../storage/module.ts'
import { findUploadForUse } from '../storage/queries.ts'
import { closeAfter, getEventFor, toEvent, wasEverBooked, wasEverEntered, type EventRow } from './queries.ts'
import { requireRoomForBallot } from './policy.ts'
import { writeEvents, type EventWrite, type Seats } from './write-events.ts'

interface Person {
  id: number
}

interface Change {
  note?: string
  startTime?: string
  endTime?: string
}

type Columns = Partial<Pick<EventRow, 'status' | 'startTime' | 'endTime' | 'previousStartTime' | 'bookingClosesAt'>>

function requireAlive(event: EventRow, now: Date) {
  if (event.status === 'draft') throw new AppError('not_published')
  if (isOver(event, now)) throw new AppError('event_ended')
}

/** The new times in the event's own zone; null when none were given. */
function timesOf(event: EventRow, { startTime, endTime }: Change): Columns | null {
  const { timeZone } = event
  if (startTime === undefined || endTime === undefined) return null
  const start = parseDateTime(startTime, timeZone)
  const end = parseDateTime(endTime, timeZone, start ?? undefined)
  if (!start || !end) throw new AppError('bad_request', { message: 'StartTime must be a date and time' })
  if (end <= start) throw new AppError('bad_request', { message: messages.endBeforeStart })
  return { startTime: start, endTime: end, bookingClosesAt: closeAfter(event, start) }
}

interface StateChange {
  act: ManagerAct
  note?: string | undefined
  columnsFor: (event: EventRow) => Columns | null
}

async function changeStateIn(
  deps: Deps,
  tx: Tx,
  user: Person,
  eventId: number,
  { act, note, columnsFor }: StateChange,
): Promise<{ event: EventRow; invalidateLocally?: () => void }> {
  const isLeaving = act !== 'cancelled' && (await isCreatorLeaving(tx, eventId))
  const present = await getEventFor(tx, user, 'event.edit', eventId, 'update')
  if (isLeaving) throw new AppError('creator_leaving')
  const now = deps.clock()
  requireAlive(present, now)
  const columns = columnsFor(present)
  // Done before: the same reply, and nobody is notified again.
  if (!columns) return { event: present }
  const check = (write: EventWrite, seats: Seats) => requireRoomForBallot(write, seats, now)
  const writing = { userId: user.id, act, note, isCallingOff: true, now, check }
  const {
    events: [event = present],
    invalidateLocally,
  } = await writeEvents(deps, tx, [{ present, columns }], writing)
  return { event, invalidateLocally }
}

async function changeState(
  deps: Deps,
  user: Person,
  eventId: number,
  act: ManagerAct,
  { note }: Change,
  columnsFor: StateChange['columnsFor'],
): Promise<Event> {
  await requireNoBlockedLink(deps.db, [note])
  const { event, invalidateLocally } = await deps.db.transaction((tx) =>
    changeStateIn(deps, tx, user, eventId, { act, note, columnsFor }),
  )
  invalidateLocally?.()
  deps.jobs.nudge()
  return toEvent(event, { userId: user.id })
}

const cancelling: StateChange['columnsFor'] = ({ status }) => (status === 'cancelled' ? null : { status: 'cancelled' })

/** For a transaction that changes more than these events, which are locked. After the commit call what it returns. */
export async function cancelIn(deps: Deps, tx: Tx, user: Person, all: EventRow[], note?: string) {
  const now = deps.clock()
  const isOn = (event: EventRow) => event.status !== 'draft' && event.status !== 'cancelled' && !isOver(event, now)
  const writes = all.filter(isOn).map((present) => ({ present, columns: { status: 'cancelled' as const } }))
  const writing = { userId: user.id, act: 'cancelled' as const, note, isCallingOff: true, now }
  return (await writeEvents(deps, tx, writes, writing)).invalidateLocally
}

export const cancelEvent = (deps: Deps, user: Person, eventId: number, change: Change) =>
  changeState(deps, user, eventId, 'cancelled', change, cancelling)

export const postponeEvent = (deps: Deps, user: Person, eventId: number, change: Change) =>
  changeState(deps, user, eventId, 'postponed', change, (event) => {
    if (event.status === 'cancelled') throw new AppError('event_cancelled')
    const times = timesOf(event, change)
    if (!times) return event.status === 'postponed' ? null : { status: 'postponed' }
    return { ...times, status: 'published', previousStartTime: event.previousStartTime ?? event.startTime }
  })

export const reinstateEvent = (deps: Deps, user: Person, eventId: number, change: Change) =>
  changeState(deps, user, eventId, 'reinstated', change, (event) => {
    if (event.status === 'published') return null
    const times = timesOf(event, change)
    if (!times && event.endTime <= deps.clock()) throw new AppError('event_ended')
    return {
      status: 'published',
      ...(times && { ...times, previousStartTime: event.previousStartTime ?? event.startTime }),
    }
  })

/** Of a series' date, its day is skipped from now on. Locked before the event, as whatever changes a series does. */
async function skipDay(tx: Tx, eventId: number) {
  await tx.execute(sql`
    update event_series s set skipped_days = array_append(s.skipped_days, e.series_day::text), version = s.version + 1
    from events e where e.id = ${eventId} and s.id = e.series_id and e.series_day::text <> all (s.skipped_days)`)
}

async function removeRow(deps: Deps, tx: Tx, user: Person, eventId: number) {
  await skipDay(tx, eventId)
  const present = await getEventFor(tx, user, 'event.delete', eventId, 'update')
  if ((await wasEverBooked(tx, eventId)) || (await wasEverEntered(tx, eventId)))
    throw new AppError('booked_cannot_be_deleted')
  return { imageUrl: present.imageUrl, invalidateLocally: await removeIn(deps, tx, [present]) }
}

/**
 * For a transaction that changes more than these events, which are locked and were never booked. After the commit call
 * what it returns.
 */
export async function removeIn(deps: Deps, tx: Tx, all: EventRow[]) {
  const ids = all.map(({ id }) => id)
  await tx.delete(events).where(inArray(events.id, ids))
  await tx.insert(deletedEvents).values(ids.map((id) => ({ id, deletedAt: deps.clock() })))
  return deps.changes.announce(tx, ids, { isListed: all.some(isPublic) })
}

export async function deleteEvent(deps: Deps, user: Person, eventId: number): Promise<undefined> {
  const { imageUrl, invalidateLocally } = await deps.db.transaction((tx) => removeRow(deps, tx, user, eventId))
  invalidateLocally()
  // The event is gone even if its picture cannot be removed now; the sweep removes it later.
  if (imageUrl)
    await removeReplaced(deps, imageUrl).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'could not remove the picture of a deleted event'),
    )
}

/** Everything that somebody wrote or chose; a new event otherwise. */
const copyOf = (row: EventRow): typeof events.$inferInsert => ({
  creatorId: row.creatorId,
  title: row.title,
  description: row.description,
  venue: row.venue,
  imageUrl: row.imageUrl,
  imageWidths: row.imageWidths,
  imageTint: row.imageTint,
  posterSeed: row.posterSeed,
  startTime: row.startTime,
  endTime: row.endTime,
  timeZone: row.timeZone,
  town: row.town,
  latitude: row.latitude,
  longitude: row.longitude,
  categories: row.categories,
  accessFacts: row.accessFacts,
  language: row.language,
  isVirtual: row.isVirtual,
  isFreeOfCharge: row.isFreeOfCharge,
  sellingPrice: row.sellingPrice,
  payBy: row.payBy,
  vatRate: row.vatRate,
  refundDays: row.refundDays,
  transferTo: row.transferTo,
  anchorPrice: row.anchorPrice,
  capacity: row.roomSize ?? row.capacity,
  artistDescription: row.artistDescription,
  organizerDescription: row.organizerDescription,
  maxPerPerson: row.maxPerPerson,
  bookingClosesAt: row.bookingClosesAt,
  approval: row.approval,
  confirm: row.confirm,
  roomSize: row.roomSize,
  sureness: row.sureness,
  asksQuestions: row.asksQuestions,
  linkKey: row.linkKey && newLinkKey(),
  admission: row.admission,
  bookingUrl: row.bookingUrl,
  status: 'draft',
})

/** What is asked now; answers belong to the original's bookings. */
const copyQuestions = (tx: Tx, from: number, to: number) =>
  tx.execute(sql`
    insert into booking_questions (event_id, position, kind, label, choices, required)
    select ${to}, q.position, q.kind, q.label, q.choices, q.required from booking_questions q
    where q.event_id = ${from} and q.removed_at is null`)

/** What was written in the other parts of the form. Nothing of it has been sent, opened or answered. */
async function copyFormParts(tx: Tx, from: number, to: number, userId: number) {
  await tx.execute(sql`
    insert into event_emails (event_id, kind, enabled, subject, text, hours)
    select ${to}, kind, enabled, subject, text, hours from event_emails where event_id = ${from}`)
  await tx.execute(sql`
    insert into social_posts (event_id, network, user_id, text, minutes_before)
    select ${to}, network, ${userId}, text, minutes_before from social_posts where event_id = ${from}`)
  await tx.execute(sql`
    insert into surveys (event_id, kind, enabled, anonymous, sends, questions)
    select ${to}, kind, enabled, anonymous, sends, questions from surveys where event_id = ${from}`)
}

export async function duplicateEvent(deps: Deps, user: Person, eventId: number, key?: string): Promise<Event> {
  const row = await deps.db.transaction(async (tx) => {
    const original = await getEventFor(tx, user, 'event.edit', eventId, 'no key update')
    if (original.hiddenAt) throw new AppError('hidden_not_copied')
    // Held, so that it is not swept away while the copy begins to show it.
    if (original.imageUrl) await findUploadForUse(tx, original.imageUrl)
    // A manager who makes a copy goes on with it.
    const managerIds = original.managerIds.filter((id) => id === user.id)
    const copy = { ...copyOf(original), managerIds, creationKey: key, creationHash: key && `copy of ${eventId}` }
    const [inserted] = await tx.insert(events).values(copy).onConflictDoNothing().returning()
    if (inserted) {
      if (inserted.asksQuestions) await copyQuestions(tx, eventId, inserted.id)
      await copyFormParts(tx, eventId, inserted.id, user.id)
      return inserted
    }
    const [first] = await tx
      .select()
      .from(events)
      .where(sql`${events.creatorId} = ${original.creatorId} and ${events.creationKey} = ${key}`)
    if (!first) throw keyReused('event')
    requireSameWish(first, { creationHash: copy.creationHash }, 'event')
    return first
  })
  return toEvent(row, { userId: user.id })
}
