// Decisions of moderators that keep an account's events hidden, also those yet to be published.
import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { isLegalOrder, type Act, type HiddenWith } from '../../contract/moderation-words.ts'
import type { Tx } from '../db/client.ts'
import type { events } from '../db/schema/events.ts'
import { decisions } from '../db/schema/moderation.ts'

interface Held {
  kind: 'event' | 'account'
  id: number
  act: Act
}

/** The newest decision of that sort that is in force: not undone, not over, and nothing was restored since. */
export async function findInForce(
  tx: Tx,
  { kind, id, act }: Held,
  now: Date,
): Promise<typeof decisions.$inferSelect | null> {
  const ofSubject = and(eq(decisions.subjectKind, kind), eq(decisions.subjectId, id))
  const restored = sql`coalesce((select max(r.id) from decisions r
    where r.subject_kind = ${kind} and r.subject_id = ${id} and r.act = 'restore'), 0)`
  const [row] = await tx
    .select()
    .from(decisions)
    .where(
      and(
        ...[ofSubject, eq(decisions.act, act), gt(decisions.id, restored)],
        sql`${decisions.outcome} is distinct from 'undone'`,
        or(isNull(decisions.until), gt(decisions.until, now)),
      ),
    )
    .orderBy(desc(decisions.id))
    .limit(1)
  return row ?? null
}

/** What else keeps an account's events hidden; with `since`, only what was decided after that. */
export async function findHold(tx: Tx, userId: number, now: Date, since = new Date(0)): Promise<HiddenWith | null> {
  const account = { kind: 'account', id: userId } as const
  const all = await findInForce(tx, { ...account, act: 'hide-account' }, now)
  if (all && all.createdAt > since) return 'account'
  const suspension = await findInForce(tx, { ...account, act: 'suspend' }, now)
  return suspension && !suspension.keepsEvents && suspension.createdAt > since ? 'suspension' : null
}

type Hidden = Pick<typeof events.$inferInsert, 'hiddenAt' | 'hiddenReason' | 'hiddenWith'>

/** While all events of an account are hidden, what it publishes is so from the start. */
export async function hidingOfPublished(tx: Tx, creatorId: number, now: Date): Promise<Hidden> {
  const all = await findInForce(tx, { kind: 'account', id: creatorId, act: 'hide-account' }, now)
  return all ? { hiddenAt: now, hiddenReason: isLegalOrder(all.reason) ? 'legal' : 'rules', hiddenWith: 'account' } : {}
}
