import { and, arrayContains, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import { eventHistory, teamInvitations } from '../../db/schema/team.ts'
import { users } from '../../db/schema/users.ts'

const nameOf = sql<string>`${users.firstName} || ' ' || ${users.lastName}`

export const findPeople = (db: Db | Tx, ids: number[]) =>
  db.select({ userId: users.id, name: nameOf, email: users.email }).from(users).where(inArray(users.id, ids))

/** Those that can still be accepted. */
export const listInvitations = (db: Db | Tx, eventId: number, now: Date) =>
  db
    .select({ email: teamInvitations.email, invitedAt: teamInvitations.invitedAt })
    .from(teamInvitations)
    .where(
      and(
        eq(teamInvitations.eventId, eventId),
        eq(teamInvitations.isHandover, false),
        isNull(teamInvitations.acceptedBy),
        gt(teamInvitations.expiresAt, now),
      ),
    )
    .orderBy(teamInvitations.id)

/** The one that can still be accepted. */
export async function findHandover(db: Db | Tx, eventId: number, now: Date) {
  const { email, invitedAt, isHandover, acceptedBy, expiresAt } = teamInvitations
  const isOpen = and(eq(isHandover, true), isNull(acceptedBy), gt(expiresAt, now))
  const [row] = await db
    .select({ email, invitedAt })
    .from(teamInvitations)
    .where(and(eq(teamInvitations.eventId, eventId), isOpen))
  return row ?? null
}

export async function findInvitation(db: Db | Tx, tokenHash: Buffer) {
  const [row] = await db
    .select({
      id: teamInvitations.id,
      eventId: teamInvitations.eventId,
      email: teamInvitations.email,
      expiresAt: teamInvitations.expiresAt,
      acceptedBy: teamInvitations.acceptedBy,
      isHandover: teamInvitations.isHandover,
      title: events.title,
      language: events.language,
      from: nameOf,
      hiddenAt: events.hiddenAt,
    })
    .from(teamInvitations)
    .innerJoin(events, eq(events.id, teamInvitations.eventId))
    .innerJoin(users, eq(users.id, events.creatorId))
    .where(eq(teamInvitations.tokenHash, tokenHash))
  return row ?? null
}

const MANAGED_SHOWN = 200

/** Those to come first, the next one at the top; then the past ones, the last one first. */
export const listManagedEvents = (db: Db, userId: number, now: Date) =>
  db
    .select({
      id: events.id,
      title: events.title,
      language: events.language,
      startTime: events.startTime,
      endTime: events.endTime,
      timeZone: events.timeZone,
      status: events.status,
    })
    .from(events)
    .where(and(arrayContains(events.managerIds, [userId]), sql`manager_ids <> '{}'`))
    .orderBy(
      sql`case when ${events.endTime} > ${now} then ${events.startTime} end asc nulls last`,
      desc(events.startTime),
    )
    .limit(MANAGED_SHOWN)

const HISTORY_SHOWN = 500

export const listHistory = (db: Db, eventId: number) =>
  db
    .select({
      at: eventHistory.at,
      act: eventHistory.act,
      who: sql<string>`coalesce(${nameOf}, 'Somebody who has left')`,
    })
    .from(eventHistory)
    .leftJoin(users, eq(users.id, eventHistory.userId))
    .where(eq(eventHistory.eventId, eventId))
    .orderBy(desc(eventHistory.id))
    .limit(HISTORY_SHOWN)
