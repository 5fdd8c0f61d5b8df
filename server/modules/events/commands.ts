import { createHash } from 'node:crypto'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import type { EventBody } from '../../../contract/event-body.ts'
import { isPublic, type EventStatus } from '../../../contract/event-status.ts'
import { DEFAULT_TIME_ZONE } from '../../../contract/zoned-time.ts'
import type { Db, Tx } from '../../db/client.ts'
import { retryKeyedWhileAway } from '../../db/retry-while-away.ts'
import { bookingRequests } from '../../db/schema/booking-requests.ts'
import { events } from '../../db/schema/events.ts'
import type { Deps } from '../../deps.ts'
import { writeHistory } from '../../access/history.ts'
import { newLinkKey } from '../../access/sight.ts'
import { countedSave } from '../../access/save-limits.ts'
import { openSettled, settleChanged } from '../../ledger/in-ledger.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { requireNoBlockedLink } from '../../screening/blocked-links.ts'
import { hidingOfPublished } from '../../screening/holds.ts'
import { reviewOfEdit, reviewOfNew, scoreLater } from '../../screening/review.ts'
import { isKey, isShowable, keyOf, type Picture } from '../../storage/picture.ts'
import { findAccount, shareAccount } from '../auth/queries.ts'
import { checkPending, removeReplaced } from '../storage/module.ts'
import { findUploadForUse } from '../storage/queries.ts'
import { locationOf } from './locations.ts'
import { ownFieldsAfter } from './own-fields.ts'
import { requireFree } from './policy.ts'
import { closeAfter, findEvent, getEventFor, toEvent, wasEverBooked, type EventRow } from './queries.ts'
import { rememberChange } from './announcements.ts'

interface Person {
  id: number
}

/** Files are checked before the transaction starts, because decoding a picture must not hold a lock. */
export async function imageOf(deps: Deps, user: Person, body: EventBody) {
  const image = keyOf(body.imageUrl, deps)
  if (image && isKey(image)) await checkPending(deps, user, image)
  return image
}

/** The picture of an event that this person runs: a copy may show it too, no matter who uploaded it. */
async function findShown(tx: Tx, user: Person, image: string): Promise<Picture | null> {
  const runsIt = or(eq(events.creatorId, user.id), sql`${user.id} = any(${events.managerIds})`)
  const [shown] = await tx
    .select({ imageUrl: events.imageUrl, imageWidths: events.imageWidths, imageTint: events.imageTint })
    .from(events)
    .where(and(eq(events.imageUrl, image), runsIt, isNull(events.hiddenAt)))
    .limit(1)
  return shown ?? null
}

/** A key must be one of this person's uploads, or be shown by an event that they run; the event may keep what it has. */
export async function pictureOf(
  deps: Deps,
  tx: Tx,
  user: Person,
  image: string | null,
  present?: Picture,
): Promise<Picture> {
  if (image === null) return { imageUrl: null, imageWidths: [], imageTint: null }
  if (present?.imageUrl === image) {
    const { imageWidths, imageTint } = present
    return { imageUrl: image, imageWidths, imageTint }
  }
  if (!isKey(image)) {
    if (!isShowable(image, deps)) throw new AppError('picture_elsewhere')
    return { imageUrl: image, imageWidths: [], imageTint: null }
  }
  // Held first, so that it is not deleted between being found and being shown.
  const upload = await findUploadForUse(tx, image)
  const shown = upload?.deletedAt ? null : await findShown(tx, user, image)
  if (shown) return shown
  if (upload?.userId !== user.id || !upload.storedAt || upload.deletedAt) throw new AppError('picture_unknown')
  return { imageUrl: image, imageWidths: upload.widths, imageTint: upload.tint }
}

/**
 * Locked before the event, as a moderator's decision and a deletion do: of two at one moment the second finds what the first did.
 * Nobody publishes for somebody who is suspended, and an account that leaves has nobody to run what is to come.
 */
export async function lockPublisher({ clock }: Deps, tx: Tx, creatorId: number) {
  const creator = await shareAccount(tx, creatorId)
  const isSuspended = Boolean(creator?.suspendedUntil && creator.suspendedUntil > clock())
  return { isSuspended, isLeaving: !creator || creator.deletionAt !== null }
}

/** Where the operator wants it (CONFIRM_EMAIL=publish): nobody publishes in the name of an address that is not theirs. */
export async function requireMayPublish({ config }: Deps, db: Db | Tx, user: Person) {
  if (config.confirmEmail === 'off') return
  const account = await findAccount(db, user.id)
  if (!account?.emailConfirmedAt) throw new AppError('confirm_address_first')
}

/** The columns that are written both for a new event and for a change. */
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
  ...(body.categories === undefined ? {} : { categories: body.categories }),
})

/** All of it that people write. */
export const textsOf = ({
  title,
  description,
  venue,
  artistDescription,
  organizerDescription,
  bookingUrl,
  note,
}: EventBody) => [...[title, description, venue, artistDescription, organizerDescription, bookingUrl, note]]

/** What is not sent stays as it is. An event that becomes unlisted again has another key. */
function accessOf({ visibility, admission, bookingUrl }: EventBody, present?: EventRow) {
  const wasUnlisted = Boolean(present?.linkKey)
  const isUnlisted = visibility === undefined ? wasUnlisted : visibility === 'unlisted'
  const how = admission ?? present?.admission ?? 'book'
  return {
    linkKey: isUnlisted ? (present?.linkKey ?? newLinkKey()) : null,
    admission: how,
    bookingUrl: how === 'elsewhere' ? bookingUrl || present?.bookingUrl || null : null,
  }
}

/** The body as it was read, so that "40" and 40 are the same. */
export const hashOf = (body: unknown) => createHash('sha256').update(JSON.stringify(body)).digest('hex')

/** A repeated key returns the first event, even if it has changed since; another event cannot have the same key. */
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
  if (first.creationHash !== null && first.creationHash !== row.creationHash)
    throw new AppError('idempotency_key_reused', { message: 'This key was already used for another event' })
  return { event: first, isNew: false }
}

/** Lists are invalidated only by events that were or are in them: working on a draft costs nobody a cached page. */
const announce = ({ changes }: Deps, tx: Tx, event: EventRow, before?: EventRow) =>
  // Whatever shows what is now unlisted must not be shown again, the sitemap too.
  before && before.linkKey !== event.linkKey
    ? changes.announceHidden(tx, [event.id])
    : changes.announce(tx, event.id, { isListed: isPublic(event) || (before !== undefined && isPublic(before)) })

async function storeNewEvent(deps: Deps, user: Person, body: EventBody, creationKey?: string) {
  requireFree(body)
  if (body.isDraft === false) await requireMayPublish(deps, deps.db, user)
  const timeZone = body.timeZone ?? DEFAULT_TIME_ZONE
  const isVirtual = body.isVirtual ?? false
  const location = locationOf({ ...body, timeZone, isVirtual })
  const image = (await imageOf(deps, user, body)) || null
  await requireNoBlockedLink(deps.db, textsOf(body))
  const status = body.isDraft === false ? 'published' : 'draft'
  const { event, invalidateLocally } = await deps.db.transaction(async (tx) => {
    const creator = await lockPublisher(deps, tx, user.id)
    if (creator.isLeaving) throw new AppError('account_leaving')
    const { event, isNew } = await insertOnce(tx, {
      ...written(body),
      ...(await pictureOf(deps, tx, user, image)),
      creatorId: user.id,
      creationKey,
      creationHash: creationKey === undefined ? null : hashOf(body),
      ...location,
      timeZone,
      isVirtual,
      ...(await reviewOfNew(deps, tx, { creatorId: user.id, status })),
      ...(status === 'published' && (await hidingOfPublished(tx, user.id, deps.clock()))),
      status,
      organizerDescription: body.organizerDescription || null,
      maxPerPerson: body.maxPerPerson ?? null,
      bookingClosesAt: body.bookingClosesAt ?? null,
      approval: body.approval ?? false,
      ...accessOf(body),
    })
    if (!isNew) return { event, invalidateLocally: undefined }
    await scoreLater(deps, tx, event)
    return { event, invalidateLocally: await announce(deps, tx, event) }
  })
  invalidateLocally?.()
  return toEvent(event, { userId: user.id })
}

function requireRoom({ sold: n, held: m }: Ledger, { capacity }: Pick<EventBody, 'capacity'>) {
  if (capacity < n + m) throw new AppError(m > 0 ? 'capacity_below_held' : 'capacity_below_sold', { values: { n, m } })
}

function requireNobodyWaiting({ entries, hasOthers }: Ledger) {
  if (entries.length > 0 || hasOthers) throw new AppError('people_waiting')
}

async function requireNobodyAsking(tx: Tx, eventId: number) {
  const isOpen = and(eq(bookingRequests.eventId, eventId), isNull(bookingRequests.endedAt))
  if ((await tx.$count(bookingRequests, isOpen)) > 0) throw new AppError('requests_open')
}

/** The form only knows drafts and published events; saving a postponed or cancelled event leaves it that way. */
export function statusAfter({ status }: EventRow, { isDraft }: Pick<EventBody, 'isDraft'>): EventStatus {
  if (isDraft === undefined || isDraft === (status === 'draft')) return status
  return isDraft ? 'draft' : 'published'
}

/** A new limit applies to new bookings: an entry that wants more gets an offer instead of being booked automatically. */
const askThoseBeyond = (tx: Tx, eventId: number, most: number) =>
  tx.execute(sql`
    update waiting_entries w set automatic = false
    where w.event_id = ${eventId} and w.ended_at is null and w.automatic and w.number_of_tickets + coalesce(
      (select sum(t.number_of_tickets) from tickets t where t.user_id = w.user_id and t.event_id = w.event_id), 0) > ${most}`)

const logLeftBehind = (deps: Deps) => (error: unknown) =>
  deps.log.warn({ err: error }, 'could not remove a replaced picture')

/** What an edit writes; whatever it leaves out stays as it is. */
export type EventColumns = Partial<typeof events.$inferInsert> & Pick<EventRow, 'status' | 'capacity' | 'startTime'>

export interface EventEdit {
  user: Person
  /** Locked, and read since. */
  present: EventRow
  /** Of its creator: see lockPublisher. */
  publisher: { isSuspended: boolean; isLeaving: boolean } | null
  columns: EventColumns
  note?: string | undefined
  now: Date
}

/** Changes an event whose row is locked: its seats are settled, and what guests are to be notified of is remembered. */
export async function changeEvent(
  deps: Deps,
  tx: Tx,
  { user, present, publisher, columns, note, now }: EventEdit,
): Promise<{ event: EventRow; invalidateLocally: () => void }> {
  const { id } = present
  const isPublishing = present.status === 'draft' && columns.status !== 'draft'
  if (isPublishing) await requireMayPublish(deps, tx, user)
  if (isPublishing && publisher?.isSuspended) throw new AppError('creator_suspended')
  if (columns.maxPerPerson) await askThoseBeyond(tx, id, columns.maxPerPerson)
  // Whose time is over holds no seats, whether or not a job has been there.
  const ledger = await openSettled(deps, tx, id, now)
  requireRoom(ledger, columns)
  if (columns.status === 'draft' && present.status !== 'draft' && (ledger.sold > 0 || (await wasEverBooked(tx, id))))
    throw new AppError('booked_cannot_be_draft')
  const { approval = present.approval } = columns
  // The list of an event with approval holds those who were accepted, and nobody is left asking at one without.
  if (approval && !present.approval) requireNobodyWaiting(ledger)
  if (!approval && present.approval) await requireNobodyAsking(tx, id)
  if (columns.admission && columns.admission !== present.admission) {
    if (await wasEverBooked(tx, id)) throw new AppError('admission_fixed')
    // Somebody who was accepted may wait for a place although nobody has ever booked.
    await requireNobodyAsking(tx, id)
    requireNobodyWaiting(ledger)
  }
  const [changed] = await tx
    .update(events)
    .set({
      ...columns,
      ...(await reviewOfEdit(deps, tx, present, { ...present, ...columns })),
      ...(isPublishing && !present.hiddenAt && (await hidingOfPublished(tx, present.creatorId, now))),
      ...(columns.capacity > present.capacity ? { soldOutToldAt: null } : {}),
      ...(present.seriesId === null ? {} : { ownFields: ownFieldsAfter(present, columns) }),
      version: sql`${events.version} + 1`,
      updatedAt: now,
    })
    .where(eq(events.id, id))
    .returning()
  if (!changed) throw new AppError('event_not_found')
  const event = await settleChanged(deps, tx, ledger, changed, now)
  await rememberChange(deps, tx, present, event, { note })
  // Also while nobody else manages it: who joins the team later sees what was done before.
  await writeHistory(tx, { eventId: id, userId: user.id, act: 'edited', at: now })
  return { event, invalidateLocally: await announce(deps, tx, event, present) }
}

async function storeEvent(deps: Deps, user: Person, id: number, body: EventBody) {
  const image = await imageOf(deps, user, body)
  const now = deps.clock()
  const { event, before, invalidateLocally } = await deps.db.transaction(async (tx) => {
    const creatorId = (await findEvent(tx, id))?.creatorId
    const publisher = creatorId === undefined ? null : await lockPublisher(deps, tx, creatorId)
    const present = await getEventFor(tx, user, 'event.edit', id, 'update')
    if (publisher?.isLeaving) throw new AppError('creator_leaving')
    requireFree(body)
    await requireNoBlockedLink(tx, textsOf(body))
    if (body.version !== undefined && body.version !== present.version) throw new AppError('event_changed')
    const timeZone = body.timeZone ?? present.timeZone
    const isVirtual = body.isVirtual ?? present.isVirtual
    const columns = {
      ...written(body),
      ...locationOf({ ...body, timeZone, isVirtual }, present),
      timeZone,
      isVirtual,
      ...accessOf(body, present),
      status: statusAfter(present, body),
      organizerDescription:
        body.organizerDescription === undefined ? present.organizerDescription : body.organizerDescription || null,
      ...(image === undefined ? {} : await pictureOf(deps, tx, user, image || null, present)),
      approval: body.approval ?? present.approval,
      maxPerPerson: body.maxPerPerson === undefined ? present.maxPerPerson : body.maxPerPerson,
      bookingClosesAt: body.bookingClosesAt === undefined ? closeAfter(present, body.startTime) : body.bookingClosesAt,
    }
    const changed = await changeEvent(deps, tx, { user, present, publisher, columns, note: body.note, now })
    await scoreLater(deps, tx, changed.event)
    return { ...changed, before: present.imageUrl }
  })
  invalidateLocally()
  deps.jobs.nudge()
  // The event is saved even if the old file cannot be removed; the sweep removes it later.
  if (before && before !== event.imageUrl) await removeReplaced(deps, before).catch(logLeftBehind(deps))
  return toEvent(event, { userId: user.id })
}

export const createEvent = (deps: Deps, user: Person, body: EventBody, creationKey?: string) =>
  countedSave(deps, user, 'createEvent', () =>
    retryKeyedWhileAway(creationKey, () => storeNewEvent(deps, user, body, creationKey)),
  )

export const updateEvent = (deps: Deps, user: Person, id: number, body: EventBody) =>
  countedSave(deps, user, 'saveEvent', () => storeEvent(deps, user, id, body))

/** The old link ends at once. Those who have booked or wait find the event all the same. */
export async function renewLink(deps: Deps, user: Person, id: number) {
  const { event, invalidateLocally } = await deps.db.transaction(async (tx) => {
    // The page of its series shows the links of all dates. A series is locked before its events.
    await tx.execute(sql`update event_series set link_key = ${newLinkKey()}
      where id = (select series_id from events where id = ${id}) and link_key is not null`)
    const present = await getEventFor(tx, user, 'event.edit', id, 'update')
    if (!present.linkKey) throw new AppError('not_unlisted')
    const [event] = await tx.update(events).set({ linkKey: newLinkKey() }).where(eq(events.id, id)).returning()
    if (!event) throw new AppError('event_not_found')
    await writeHistory(tx, { eventId: id, userId: user.id, act: 'new-link', at: deps.clock() })
    return { event, invalidateLocally: await announce(deps, tx, event, present) }
  })
  invalidateLocally()
  return toEvent(event, { userId: user.id })
}
