// Demo events, accounts and bookings, once, into an empty database.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hash } from '@node-rs/argon2'
import { sql } from 'drizzle-orm'
import { DAY } from '../../../contract/durations.ts'
import { IMAGE_WIDTHS } from '../../../contract/limits.ts'
import { dayIn, parseDateTime } from '../../../contract/zoned-time.ts'
import { newLinkKey } from '../../access/sight.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Db, Tx } from '../client.ts'
import { events } from '../schema/events.ts'
import { featuredEvents } from '../schema/featured.ts'
import { follows } from '../schema/follows.ts'
import { settings } from '../schema/settings.ts'
import { teamInvitations } from '../schema/team.ts'
import { users } from '../schema/users.ts'
import { waitingEntries } from '../schema/waiting-list.ts'
import { insertBookings } from './demo-bookings.ts'
import { demoEvents, type DemoEvent } from './demo-events.ts'
import { insertFormParts, insertSurvey } from './demo-form-parts.ts'
import { insertFavourites } from './demo-favourites.ts'
import { posterTint } from './poster-tints.ts'
import { demoAccounts, attendees, houses, type DemoPerson } from './demo-people.ts'

export const DEMO_PASSWORD = 'hooley-demo'

const posterFile = (stem: string, width: number) => new URL(`./posters/${stem}-${width}.webp`, import.meta.url)

async function storePosters(storage: Storage) {
  for (const { poster } of demoEvents) {
    if (!poster) continue
    for (const width of IMAGE_WIDTHS) {
      const bytes = await readFile(posterFile(poster, width))
      await storage.put(`events/demo-${poster}-${width}.webp`, bytes, 'image/webp')
      if (width === 1600) await storage.put(`events/demo-${poster}.webp`, bytes, 'image/webp')
    }
  }
}

async function insertPeople(tx: Tx, people: DemoPerson[], passwordHash: string | null, now: Date): Promise<number[]> {
  const rows = await tx
    .insert(users)
    .values(
      people.map(({ poster, ...person }) => ({
        ...person,
        passwordHash,
        emailConfirmedAt: now,
        ...(poster && { photoKey: `events/demo-${poster}.webp`, photoWidths: [...IMAGE_WIDTHS] }),
      })),
    )
    .returning({ id: users.id })
  return rows.map((row) => row.id)
}

function timesOf(event: DemoEvent, now: Date) {
  const day = dayIn(new Date(now.getTime() + event.days * 86_400_000), event.timeZone)
  const startTime = parseDateTime(`${day}T${event.startsAt}`, event.timeZone)
  if (!startTime) throw new Error(`demo event ${event.title} has no valid start`)
  return { startTime, endTime: new Date(startTime.getTime() + event.hours * 3_600_000) }
}

const closeOf = (event: DemoEvent, now: Date) =>
  event.closesHoursBefore === null
    ? null
    : new Date(timesOf(event, now).startTime.getTime() - event.closesHoursBefore * 3_600_000)

function eventRow(event: DemoEvent, creatorId: number, guestId: number, now: Date) {
  const { poster, lat, lng, sold, title, description, venue, artistDescription, organizerDescription, timeZone } = event
  const { isDraft, isVirtual, isFreeOfCharge, sellingPrice, anchorPrice, capacity, town, categories } = event
  return {
    ...timesOf(event, now),
    creatorId,
    title,
    description,
    venue,
    artistDescription,
    organizerDescription,
    timeZone,
    status: event.isCancelled ? ('cancelled' as const) : isDraft ? ('draft' as const) : ('published' as const),
    maxPerPerson: event.maxPerPerson,
    approval: event.requests !== null,
    admission: event.admission,
    bookingUrl: event.bookingUrl,
    linkKey: event.isUnlisted ? newLinkKey() : null,
    asksQuestions: event.questions.length > 0,
    bookingClosesAt: closeOf(event, now),
    managerIds: event.isManagedByGuest ? [guestId] : [],
    isVirtual,
    isFreeOfCharge,
    sellingPrice,
    anchorPrice,
    capacity,
    town,
    categories,
    accessFacts: event.accessFacts,
    language: event.language,
    ticketsSold: sold,
    latitude: lat,
    longitude: lng,
    imageUrl: poster && `events/demo-${poster}.webp`,
    imageWidths: poster ? [...IMAGE_WIDTHS] : [],
    imageTint: posterTint(poster),
    settleAt: event.waiting.length > 0 ? dueAt(timesOf(event, now)) : null,
  }
}

/** Those who wait are notified two hours before the start; the sweep of ledgers finds it. */
const dueAt = ({ startTime }: { startTime: Date }) => new Date(startTime.getTime() - 2 * 3_600_000)

function waitingOf(event: DemoEvent, eventId: number, guestId: number, attendeeIds: number[], now: Date) {
  return event.waiting.map((wish, at) => ({
    ...wish,
    eventId,
    turn: at + 1,
    createdAt: now,
    userId: at === 1 ? guestId : attendeeIds[at]!,
  }))
}

/** As a moderator would have chosen them. */
const FEATURED = ['northern-lights', 'uebergaenge', 'dark-skies', 'samba', 'balloons', 'ghost-stairs']

async function feature(tx: Tx, eventIds: number[]) {
  const chosen = FEATURED.map((poster) => eventIds[demoEvents.findIndex((event) => event.poster === poster)]!)
  await tx.insert(featuredEvents).values(chosen.map((eventId, at) => ({ eventId, place: at + 1 })))
  // Not only when its turn comes: something is popular from the first minute on.
  await tx.execute(sql`select add_job('reckon-popular')`)
}

/** Nobody has the link that accepts it: its organiser sees that somebody was asked, and takes it back. */
const askToTakeOver = (tx: Tx, eventId: number, now: Date) =>
  tx.insert(teamInvitations).values({
    eventId,
    email: demoAccounts.guest.email,
    tokenHash: randomBytes(32),
    invitedAt: now,
    expiresAt: new Date(now.getTime() + 7 * DAY),
    isHandover: true,
  })

export async function seedDemo(db: Db, storage: Storage, now: Date): Promise<boolean> {
  const [known] = await db
    .select()
    .from(settings)
    .where(sql`name = 'demo'`)
  if (known) return false
  await storePosters(storage)
  const passwordHash = await hash(DEMO_PASSWORD)
  return db.transaction(async (tx) => {
    // Once in the life of a database, so a very small computer may take its time.
    await tx.execute(sql`set local statement_timeout = 0`)
    // Two servers that start at once on one empty database: the second finds the first one's mark.
    const mark = await tx
      .insert(settings)
      .values({ name: 'demo', value: now.toISOString() })
      .onConflictDoNothing()
      .returning()
    if (mark.length === 0 || (await tx.$count(users)) > 0) return false
    const accounts = await insertPeople(tx, Object.values(demoAccounts), passwordHash, now)
    const [creatorId, guestId] = accounts as [number, number]
    const houseIds = await insertPeople(tx, houses, null, now)
    const attendeeIds = await insertPeople(tx, attendees, null, now)
    const rows = demoEvents.map((event, at) =>
      eventRow(event, event.creator === 'creator' ? creatorId : houseIds[at % houseIds.length]!, guestId, now),
    )
    const { id, creatorId: by, startTime, endTime } = events
    const made = await tx.insert(events).values(rows).returning({ id, creatorId: by, startTime, endTime })
    for (const [at, event] of demoEvents.entries())
      await insertBookings(tx, event, made[at]!, { guestId, attendeeIds, now })
    const own = made.find((event) => event.creatorId === creatorId && event.startTime > now)
    if (own) await insertFormParts(tx, own.id, creatorId)
    const last = made.findLast((event) => event.creatorId === creatorId && event.startTime > now)
    if (last) await askToTakeOver(tx, last.id, now)
    const over = made.find((event) => event.creatorId === creatorId && event.endTime <= now)
    if (over) await insertSurvey(tx, over, now)
    // From now on, so that nobody is notified about the demo events.
    await tx.insert(follows).values([creatorId, houseIds[0]!].map((id) => ({ userId: guestId, creatorId: id })))
    const waiting = demoEvents.flatMap((event, at) => waitingOf(event, made[at]!.id, guestId, attendeeIds, now))
    await tx.insert(waitingEntries).values(waiting)
    await insertFavourites(tx, demoEvents, made, guestId, now)
    await feature(
      tx,
      made.map(({ id: eventId }) => eventId),
    )
    return true
  })
}
