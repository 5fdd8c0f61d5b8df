import { and, desc, eq, gt, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { HOUR } from '../../../contract/durations.ts'
import { AUDIENCES, type Audience, type SentMessage } from '../../../contract/guest-messages.ts'
import { MESSAGES } from '../../../contract/limits.ts'
import type { Db, Tx } from '../../db/client.ts'
import { guestMessages } from '../../db/schema/guest-messages.ts'
import { users } from '../../db/schema/users.ts'

/** Which accounts belong to an audience. A guest by name has none, and so no way to say that they want no messages. */
const MEMBERS: Record<Audience | 'guest', (eventId: number, ticketId: number | null) => SQL> = {
  all: (eventId) => booked(eventId, sql`true`),
  coming: (eventId) => booked(eventId, sql`coming`),
  'not-in': (eventId) => booked(eventId, sql`admitted = 0`),
  'let-in': (eventId) => booked(eventId, sql`admitted > 0`),
  waiting: (eventId) => sql`select user_id from waiting_entries where event_id = ${eventId} and ended_at is null`,
  guest: (eventId, ticketId) => booked(eventId, sql`id = ${ticketId}`),
}

const booked = (eventId: number, which: SQL) => sql`
  select user_id from tickets
  where event_id = ${eventId} and number_of_tickets > 0 and user_id is not null and ${which}`

/** Those who have not switched the emails off. */
const wanting = sql`not exists (
  select 1 from notice_settings n where n.user_id = people.user_id and n.notice = 'message' and not n.mail)`

export async function countRecipients(
  db: Db | Tx,
  eventId: number,
  audience: Audience | 'guest',
  ticketId: number | null = null,
): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(distinct user_id)::int as count from (${MEMBERS[audience](eventId, ticketId)}) as people where ${wanting}`)
  return rows[0]?.count ?? 0
}

export async function countAllRecipients(db: Db, eventId: number): Promise<Record<Audience, number>> {
  const counts = await Promise.all(AUDIENCES.map((audience) => countRecipients(db, eventId, audience)))
  return Object.fromEntries(AUDIENCES.map((audience, at) => [audience, counts[at] ?? 0])) as Record<Audience, number>
}

/** The next accounts of an audience, each once. */
export async function nextRecipients(tx: Tx, message: MessageRow, most: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select distinct user_id as id from (${MEMBERS[message.audience](message.eventId, message.ticketId)}) as people
    where user_id > ${message.writtenUpTo} order by user_id limit ${most}`)
  return rows.map(({ id }) => id)
}

export type MessageRow = typeof guestMessages.$inferSelect

export async function findMessage(db: Db | Tx, id: number): Promise<MessageRow | null> {
  const [row] = await db.select().from(guestMessages).where(eq(guestMessages.id, id))
  return row ?? null
}

export async function findByKey(tx: Tx, userId: number, key: string | null): Promise<MessageRow | null> {
  if (key === null) return null
  const [row] = await tx
    .select()
    .from(guestMessages)
    .where(and(eq(guestMessages.userId, userId), eq(guestMessages.idempotencyKey, key)))
  return row ?? null
}

/** How many more can be sent now, and when one more can be if there is none left. Those to one guest count by themselves. */
export async function readAllowance(db: Db | Tx, eventId: number, now: Date, kind: 'many' | 'guest' = 'many') {
  const most = kind === 'guest' ? MESSAGES.mostToOneGuest : MESSAGES.most
  const isOfKind = kind === 'guest' ? isNotNull(guestMessages.ticketId) : isNull(guestMessages.ticketId)
  const since = new Date(now.getTime() - MESSAGES.hours * HOUR)
  const lately = await db
    .select({ at: guestMessages.createdAt })
    .from(guestMessages)
    .where(and(eq(guestMessages.eventId, eventId), gt(guestMessages.createdAt, since), isOfKind))
    .orderBy(desc(guestMessages.createdAt))
  const left = Math.max(0, most - lately.length)
  const blocking = lately[most - 1]
  return { left, nextAt: blocking ? new Date(blocking.at.getTime() + MESSAGES.hours * HOUR) : null }
}

const SHOWN = 50

export async function listSent(db: Db, eventId: number): Promise<SentMessage[]> {
  const { id, audience, subject, text, replies, recipients, createdAt } = guestMessages
  const rows = await db
    .select({
      id,
      to: audience,
      subject,
      text,
      replies,
      recipients,
      sentAt: createdAt,
      name: sql<string | null>`(
        select g.first_name || ' ' || g.last_name from tickets t join users g on g.id = t.user_id
        where t.id = ${guestMessages.ticketId})`,
      by: sql<string>`coalesce(${users.firstName} || ' ' || ${users.lastName}, 'Somebody who has left')`,
    })
    .from(guestMessages)
    .leftJoin(users, eq(users.id, guestMessages.userId))
    .where(eq(guestMessages.eventId, eventId))
    .orderBy(desc(guestMessages.id))
    .limit(SHOWN)
  return rows.map(({ name, sentAt, ...row }) => ({ ...row, sentAt: sentAt.toISOString(), ...(name && { name }) }))
}
