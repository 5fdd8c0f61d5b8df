// What recommendations are made from: current bookings, saved events and creators who are followed. Nothing of what
// somebody only looked at.
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import { favourites } from '../../db/schema/favourites.ts'
import { follows } from '../../db/schema/follows.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'

const { title, creatorId, categories, town, latitude, longitude, startTime, endTime, timeZone } = events
const KNOWN = { title, creatorId, categories, town, latitude, longitude, startTime, endTime, timeZone }

// What somebody liked two hundred events ago says little.
const MOST = 100

/** An event that somebody booked or saved. */
export type Known = Pick<typeof events.$inferSelect, keyof typeof KNOWN> & { how: 'booked' | 'saved' }

export interface History {
  /** The newest first. */
  known: Known[]
  followed: { creatorId: number; name: string }[]
  /** Where the device was when its owner agreed to have that stored. */
  home: { lat: number; lng: number } | null
}

async function findBooked(db: Db, userId: number, since: Date): Promise<Known[]> {
  const rows = await db
    .select(KNOWN)
    .from(tickets)
    .innerJoin(events, eq(events.id, tickets.eventId))
    .where(
      and(
        eq(tickets.userId, userId),
        gt(tickets.numberOfTickets, 0),
        gt(tickets.createdAt, since),
        isNull(events.hiddenAt),
      ),
    )
    // Not by the id alone: PostgreSQL would go through everybody's tickets to find the last of somebody who has few.
    .orderBy(desc(tickets.createdAt), desc(tickets.id))
    .limit(MOST)
  return rows.map((row) => ({ ...row, how: 'booked' }))
}

async function findSaved(db: Db, userId: number, since: Date): Promise<Known[]> {
  const rows = await db
    .select(KNOWN)
    .from(favourites)
    .innerJoin(events, eq(events.id, favourites.eventId))
    .where(and(eq(favourites.userId, userId), gt(favourites.savedAt, since), isNull(events.hiddenAt)))
    .orderBy(desc(favourites.savedAt))
    .limit(MOST)
  return rows.map((row) => ({ ...row, how: 'saved' }))
}

const publicName = sql<string>`coalesce(nullif(${users.publicName}, ''), ${users.firstName} || ' ' || left(${users.lastName}, 1))`

const findFollowed = (db: Db, userId: number, since: Date) =>
  db
    .select({ creatorId: follows.creatorId, name: publicName })
    .from(follows)
    .innerJoin(users, eq(users.id, follows.creatorId))
    .where(and(eq(follows.userId, userId), gt(follows.since, since)))
    .orderBy(desc(follows.since))
    .limit(MOST)

async function findHome(db: Db, userId: number): Promise<History['home']> {
  const [user] = await db.select({ lat: users.latitude, lng: users.longitude }).from(users).where(eq(users.id, userId))
  const { lat = null, lng = null } = user ?? {}
  return lat === null || lng === null ? null : { lat, lng }
}

interface Asked {
  userId: number
  /** The setting eventHistory. */
  usesHistory: boolean
  /** Since the member last started over. */
  since: Date
}

export async function readHistory(db: Db, { userId, usesHistory, since }: Asked): Promise<History> {
  const [booked, saved, followed, home] = await Promise.all([
    usesHistory ? findBooked(db, userId, since) : [],
    findSaved(db, userId, since),
    findFollowed(db, userId, since),
    findHome(db, userId),
  ])
  return { known: [...booked, ...saved], followed, home }
}
