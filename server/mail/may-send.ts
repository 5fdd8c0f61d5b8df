// Decides when an email is due whether it is sent now, later, or folded into another one. A rule that has an
// opinion decides; rules are asked in the order of RULES.
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { mails } from '../db/schema/mails.ts'
import { users } from '../db/schema/users.ts'
import { notOfHidden } from './hidden.ts'
import type { MailRow } from './mail.ts'
import type { Decision, Rule } from './rule.ts'
import { gatherForUnconfirmed, WORDS_A_DAY } from './unconfirmed.ts'

// An address is not proven to be its account's: somebody who keeps booking must not fill a stranger's inbox. What is
// beyond this waits, and is sent when the hour is over.
const MAX_AN_HOUR = 30
const POSTPONED_SECONDS = 600

const notTooMany: Rule = async (db, { userId, kind }) => {
  if (userId === null) return { is: 'now' }
  const lately = sql`${mails.sentAt} > now() - interval '1 hour'`
  const sent = await db.$count(mails, and(eq(mails.userId, userId), eq(mails.kind, kind), lately))
  return sent < MAX_AN_HOUR ? { is: 'now' } : { is: 'later', seconds: POSTPONED_SECONDS }
}

// As many as an account that nobody has confirmed gets with titles in it, and as many again for what is changed.
const MAX_TO_UNVERIFIED_A_DAY = 10
const UNVERIFIED_POSTPONED_SECONDS = 3_600

/**
 * To a guest who was added by name: an organiser typed the address in, can do so many times, and every change of the event
 * goes there too.
 */
const notTooManyToUnverified: Rule = async (db, { userId, ticketId }) => {
  if (userId !== null || ticketId === null) return { is: 'now' }
  const { rows } = await db.execute<{ sent: number }>(sql`
    select count(*)::int as sent from tickets t join tickets same on lower(same.guest_email) = lower(t.guest_email)
    join mails m on m.ticket_id = same.id and m.user_id is null and m.sent_at > now() - interval '24 hours'
    where t.id = ${ticketId}`)
  const sent = rows[0]?.sent ?? 0
  if (sent >= MAX_TO_UNVERIFIED_A_DAY) return { is: 'later', seconds: UNVERIFIED_POSTPONED_SECONDS }
  return { is: 'now', withoutWords: sent >= WORDS_A_DAY }
}

/** An account that was deleted has no address any more. */
const notToTheDeleted: Rule = async (db, { userId }) => {
  if (userId === null) return { is: 'now' }
  const isDeleted = await db.$count(users, and(eq(users.id, userId), isNotNull(users.deletedAt)))
  return isDeleted > 0 ? { is: 'never' } : { is: 'now' }
}

const RULES: Rule[] = [notToTheDeleted, notOfHidden, gatherForUnconfirmed, notTooMany, notTooManyToUnverified]

export async function maySend(db: Db, row: MailRow): Promise<Decision> {
  let withoutWords = false
  for (const rule of RULES) {
    const decision = await rule(db, row)
    if (decision.is !== 'now') return decision
    withoutWords ||= decision.withoutWords ?? false
  }
  return withoutWords ? { is: 'now', withoutWords } : { is: 'now' }
}
