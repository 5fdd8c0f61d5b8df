import { createHash } from 'node:crypto'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import type { EventBody } from '../../../contract/event-body.ts'
import { isPublic, type EventStatus } from '../../../contract/event-status.ts'
import { DEFAULT_TIME_ZONE } from '../../../contract/zoned-time.ts'
import type { Db, Tx } from '../../db/client.ts'
import { retryKeyedWhileAway } from '../../db/retry-while-away.ts'
import { events } from '../../db/schema/events.ts'
import type { Deps } from '../../deps.ts'
import { writeHistory } from '../../access/history.ts'
import { newLinkKey } from '../../access/sight.ts'
import { countedSave } from '../../access/save-limits.ts'
import { requireSameWish } from '../../http/repeated-key.ts'
import { isPaid } from '../../ledger/ledger.ts'
import { requireNoBlockedLink } from '../../screening/blocked-links.ts'
import { hidingOfPublished } from '../../screening/holds.ts'
import { reviewOfEdit, reviewOfNew, reviewOfPublished, scoreLater } from '../../screening/review.ts'
import { isKey, isShowable, keyOf, type Picture } from '../../storage/picture.ts'
import { findAccount, shareAccount } from '../auth/queries.ts'
import { checkPending, removeReplaced } from '../storage/module.ts'
import { findUploadForUse } from '../storage/queries.ts'
import { locationOf } from './locations.ts'
import { requireFree, requireRoomForBallot } from './policy.ts'
import { closeAfter, findEvent, getEventFor, toEvent, type EventRow } from './queries.ts'
import { writeEvents, type EventWrite, type Seats } from './write-events.ts'

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
  ...(body.accessFacts === undefined ? {} : { accessFacts: body.accessFacts }),
  ...(body.language === undefined ? {} : { language: body.language }),
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
  if (first.creationHash !== null) requireSameWish(first, { creationHash: row.creationHash }, 'event')
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
      confirm: body.confirm ?? false,
      ...(body.roomSize && { roomSize: body.roomSize, capacity: body.roomSize }),
      sureness: body.sureness ?? '99',
      ...accessOf(body),
    })
    if (!isNew) return { event, invalidateLocally: undefined }
    await scoreLater(deps, tx, event)
    return { event, invalidateLocally: await announce(deps, tx, event) }
  })
  invalidateLocally?.()
  return toEvent(event, { userId: user.id })
}

/** Of what the seats of an event do not allow. */
function requireSeatsFor({ present, columns }: EventWrite<EventColumns>, seats: Seats, now: Date) {
  const { sold: n, held: m, wasEverBooked, isWaitedFor, isAskedFor } = seats
  requireRoomForBallot({ present, columns }, seats, now)
  if (columns.capacity < n + m)
    throw new AppError(m > 0 ? 'capacity_below_held' : 'capacity_below_sold', { values: { n, m } })
  if (columns.status === 'draft' && present.status !== 'draft' && (n > 0 || wasEverBooked || seats.ballot?.entries))
    throw new AppError('booked_cannot_be_draft')
  const { approval = present.approval, admission = present.admission } = columns
  const { confirm = present.confirm, roomSize = present.roomSize } = columns
  if (isPaid(present) && (approval || confirm || roomSize || admission !== 'book')) throw new AppError('not_for_paid')
  const isOtherAdmission = admission !== present.admission
  if (isOtherAdmission && wasEverBooked) throw new AppError('admission_fixed')
  // The list of an event with approval holds those who were accepted, and nobody is left asking at one without.
  // Somebody who was accepted may wait for a place although nobody has ever booked.
  if (isAskedFor && (isOtherAdmission || (!approval && present.approval))) throw new AppError('requests_open')
  if (isWaitedFor && (isOtherAdmission || (approval && !present.approval))) throw new AppError('people_waiting')
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

interface Editing {
  user: Person
  /** Of their creator: see lockPublisher. */
  publisher: { isSuspended: boolean; isLeaving: boolean } | null
  note?: string | undefined
  now: Date
}

/** What publishing adds to the columns of each, and a look at them before they are listed. */
async function withReview(
  deps: Deps,
  tx: Tx,
  edits: EventWrite<EventColumns>[],
  { user, publisher, now }: Editing,
): Promise<EventWrite<EventColumns>[]> {
  const isPublishing = ({ present, columns }: EventWrite<EventColumns>) =>
    present.status === 'draft' && columns.status !== 'draft'
  const first = edits.find(isPublishing)
  if (first) await requireMayPublish(deps, tx, user)
  if (first && publisher?.isSuspended) throw new AppError('creator_suspended')
  const hiding = first ? await hidingOfPublished(tx, first.present.creatorId, now) : {}
  const reviewing = first ? await reviewOfPublished(deps, tx, first.present) : null
  return edits.map((edit) => {
    const { present, columns } = edit
    const review = reviewing && isPublishing(edit) ? reviewing : reviewOfEdit(deps, present, { ...present, ...columns })
    return {
      present,
      columns: {
        ...columns,
        ...review,
        ...(isPublishing(edit) && !present.hiddenAt ? hiding : {}),
        ...(columns.capacity > present.capacity ? { soldOutToldAt: null } : {}),
      },
    }
  })
}

/**
 * With extra places the forecast has decided how many can be booked, and goes on from there. Switched on, it begins with the room;
 * a smaller room takes nobody's place.
 */
function capacityOf({ present, columns }: EventWrite<EventColumns>): number {
  const { roomSize = present.roomSize, capacity } = columns
  if (roomSize === null) return capacity
  if (present.roomSize === null) return roomSize
  return roomSize === present.roomSize ? present.capacity : Math.max(roomSize, present.ticketsSold + present.held)
}

/** Changes events of one creator whose rows are locked. */
export async function changeEvents(deps: Deps, tx: Tx, given: EventWrite<EventColumns>[], editing: Editing) {
  const { user, note, now } = editing
  const edits = given.map((edit) => {
    const capacity = capacityOf(edit)
    const { ballot, ticketsSold } = edit.present
    // With it in one statement: the constraint is on all three.
    const held = ballot === 'running' ? { held: Math.max(0, capacity - ticketsSold) } : {}
    return { ...edit, columns: { ...edit.columns, ...held, capacity } }
  })
  return writeEvents(deps, tx, await withReview(deps, tx, edits, editing), {
    userId: user.id,
    act: 'edited',
    note,
    now,
    first: async ({ present, columns }) => {
      if (columns.maxPerPerson) await askThoseBeyond(tx, present.id, columns.maxPerPerson)
    },
    check: (edit, seats) => requireSeatsFor(edit, seats, now),
  })
}

async function storeEvent(deps: Deps, user: Person, id: number, body: EventBody) {
  const image = await imageOf(deps, user, body)
  const now = deps.clock()
  const { event, before, invalidateLocally } = await deps.db.transaction(async (tx) => {
    const creatorId = (await findEvent(tx, id))?.creatorId
    const publisher = creatorId === undefined ? null : await lockPublisher(deps, tx, creatorId)
    const present = await getEventFor(tx, user, 'event.edit', id, 'update')
    if (publisher?.isLeaving) throw new AppError('creator_leaving')
    if (!isPaid(present)) requireFree(body)
    await requireNoBlockedLink(tx, textsOf(body))
    if (body.version !== undefined && body.version !== present.version) throw new AppError('event_changed')
    const timeZone = body.timeZone ?? present.timeZone
    const isVirtual = body.isVirtual ?? present.isVirtual
    const columns = {
      ...written(body),
      // What it costs is set beside the form (modules/orders).
      isFreeOfCharge: !isPaid(present),
      sellingPrice: isPaid(present) ? present.sellingPrice : 0,
      anchorPrice: isPaid(present) ? present.anchorPrice : body.anchorPrice,
      ...locationOf({ ...body, timeZone, isVirtual }, present),
      timeZone,
      isVirtual,
      ...accessOf(body, present),
      status: statusAfter(present, body),
      organizerDescription:
        body.organizerDescription === undefined ? present.organizerDescription : body.organizerDescription || null,
      ...(image === undefined ? {} : await pictureOf(deps, tx, user, image || null, present)),
      approval: body.approval ?? present.approval,
      confirm: body.confirm ?? present.confirm,
      roomSize: body.roomSize === undefined ? present.roomSize : body.roomSize,
      sureness: body.sureness ?? present.sureness,
      maxPerPerson: body.maxPerPerson === undefined ? present.maxPerPerson : body.maxPerPerson,
      bookingClosesAt: body.bookingClosesAt === undefined ? closeAfter(present, body.startTime) : body.bookingClosesAt,
    }
    const edit = { user, publisher, note: body.note, now }
    const {
      events: [event],
      invalidateLocally,
    } = await changeEvents(deps, tx, [{ present, columns }], edit)
    if (!event) throw new AppError('event_not_found')
    await scoreLater(deps, tx, event)
    return { event, invalidateLocally, before: present.imageUrl }
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
