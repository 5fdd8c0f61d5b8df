// An address that nobody has confirmed may be a stranger's: at most so many mails a day carry other people's words to
// it. Beyond that, confirmations of bookings are gathered into one mail an hour that names no title (decision 091).
import { and, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { mails } from '../db/schema/mails.ts'
import { users } from '../db/schema/users.ts'
import type { MailRow } from './mail.ts'

export const WORDS_A_DAY = 5
const HOUR = 3_600_000

/** Kinds whose mails carry what other people wrote. What tells of a change or of one's own account never waits. */
const CARRIES_WORDS = new Set(['booking'])

export const GATHERED = 'bookings-gathered'

export interface Standing {
  isConfirmed: boolean
  /** Mails with other people's words in the last 24 hours. */
  sentToday: number
  lastGatheredAt: Date | null
  now: Date
}

export type Decision = 'send' | 'gather' | { waitUntil: Date }

export function decide({ isConfirmed, sentToday, lastGatheredAt, now }: Standing): Decision {
  if (isConfirmed || sentToday < WORDS_A_DAY) return 'send'
  const next = new Date((lastGatheredAt?.getTime() ?? -Infinity) + HOUR)
  return lastGatheredAt && next > now ? { waitUntil: next } : 'gather'
}

async function getStanding(db: Db | Tx, { userId, kind }: MailRow): Promise<Standing> {
  const { rows } = await db.execute<{
    isConfirmed: boolean
    sentToday: number
    lastGatheredAt: string
    now: string
  }>(sql`
    select u.email_confirmed_at is not null as "isConfirmed", now() as now,
      (select count(*)::int from mails m where m.user_id = u.id and m.kind = ${kind}
         and m.sent_at > now() - interval '24 hours') as "sentToday",
      (select max(created_at) from mails m where m.user_id = u.id and m.kind = ${GATHERED}) as "lastGatheredAt"
    from users u where u.id = ${userId}`)
  const row = rows[0]
  // The account is gone, and its mails with it.
  if (!row) return { isConfirmed: true, sentToday: 0, lastGatheredAt: null, now: new Date() }
  return { ...row, now: new Date(row.now), lastGatheredAt: row.lastGatheredAt ? new Date(row.lastGatheredAt) : null }
}

/** One mail in place of all that wait. They count as dealt with, but not as sent. */
async function gather(tx: Tx, { userId, kind }: MailRow) {
  const gathered = await tx
    .update(mails)
    .set({ status: 'sent', sentAt: null, leasedUntil: null, payload: {}, lastError: 'gathered' })
    .where(and(eq(mails.userId, userId), eq(mails.kind, kind), eq(mails.status, 'waiting')))
  if (gathered.rowCount)
    await tx.insert(mails).values({ kind: GATHERED, userId, payload: { count: gathered.rowCount } })
}

const postpone = (tx: Tx, { id }: MailRow, until: Date) =>
  tx
    .update(mails)
    .set({ leasedUntil: null, nextAttemptAt: until, attempts: sql`greatest(${mails.attempts} - 1, 0)` })
    .where(and(eq(mails.id, id), eq(mails.status, 'waiting')))

/** Whether this mail is not to be sent now; then it has been gathered or put off. Asked before a claimed mail is rendered. */
export async function isHeldBack(db: Db, row: MailRow): Promise<boolean> {
  if (!CARRIES_WORDS.has(row.kind) || decide(await getStanding(db, row)) === 'send') return false
  return db.transaction(async (tx) => {
    // Two instances that gather for one account at once would send two mails.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, row.userId)).for('no key update')
    const decision = decide(await getStanding(tx, row))
    if (decision === 'send') return false
    await (decision === 'gather' ? gather(tx, row) : postpone(tx, row, decision.waitUntil))
    return true
  })
}
