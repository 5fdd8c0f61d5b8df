// Who may see an event. A draft, a hidden event and, without its key, an unlisted one do not exist for strangers.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { AppError } from '../../contract/errors.ts'
import { isVisible, type Shown } from '../../contract/event-status.ts'
import type { Db, Tx } from '../db/client.ts'
import { can, type Principal } from './can.ts'

type Seen = Shown & { id: number; creatorId: number; managerIds?: readonly number[] }

/** 128 bits: nobody guesses one. */
export const newLinkKey = () => randomBytes(16).toString('base64url')

export function isItsKey(given: string | undefined, linkKey: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(linkKey)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Has booked, asks, waits or has entered its ballot. */
const isGuest = (eventId: number, userId: number) => sql`
  exists (select from tickets t where t.user_id = ${userId} and t.event_id + 0 = ${eventId} and t.number_of_tickets > 0)
  or exists (select from waiting_entries w where w.user_id = ${userId} and w.event_id = ${eventId} and w.ended_at is null)
  or exists (select from booking_requests b
    where b.user_id = ${userId} and b.event_id = ${eventId} and b.ended_at is null)
  or exists (select from ballot_entries n join ballots b on b.id = n.ballot_id
    where n.user_id = ${userId} and b.event_id = ${eventId} and n.left_at is null)`

/** Was reported, decided about or found doubtful, so that moderators have to look at it. */
export const isModerated = (eventId: SQL) => sql`(
  exists (select from reports r where r.event_id = ${eventId})
  or exists (select from event_scores s where s.event_id = ${eventId})
  or exists (select from decisions d where d.subject_kind = 'event' and d.subject_id = ${eventId}))`

export type Sight = 'nothing' | 'moderator' | 'whole'

/** Everything but 'nothing' may read it; a moderator is not given its key. */
export async function sightOf(db: Db | Tx, event: Seen, viewer: Principal, key?: string): Promise<Sight> {
  if (can(viewer, 'event.read-draft', event)) return 'whole'
  if (!isVisible(event)) return 'nothing'
  if (!event.linkKey || isItsKey(key, event.linkKey)) return 'whole'
  if (!viewer) return 'nothing'
  const isStaff = can(viewer, 'moderation.decide', null)
  const { rows } = await db.execute<{ guest: boolean; moderated: boolean }>(sql`
    select (${isGuest(event.id, viewer.id)}) as guest, (${isStaff}::boolean and ${isModerated(sql`${event.id}::int`)}) as moderated`)
  if (rows[0]?.guest) return 'whole'
  return rows[0]?.moderated ? 'moderator' : 'nothing'
}

export async function requireSight(db: Db | Tx, event: Seen | null, viewer: Principal, key?: string) {
  if (!event || (await sightOf(db, event, viewer, key)) === 'nothing') throw new AppError('event_not_found')
}
