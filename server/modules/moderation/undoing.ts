// Takes back what one decision did, and nothing that another one did: what something else still holds stays as it is.
import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Act, HiddenWith } from '../../../contract/moderation-words.ts'
import type { Tx } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import { decisions } from '../../db/schema/moderation.ts'
import type { Deps } from '../../deps.ts'
import { unblock } from './domains.ts'
import * as hiding from './hiding.ts'
import type { DecisionRow } from './queries.ts'
import { liftSuspension, moveEnd } from './suspension.ts'

const NOTHING: hiding.Changed = { eventIds: [], tellHere: () => undefined }

interface Held {
  kind: 'event' | 'account'
  id: number
  act: Act
}

/** The newest decision of that sort that still stands: not undone, not over, and nothing was restored since. */
async function findStanding(tx: Tx, { kind, id, act }: Held, now: Date): Promise<DecisionRow | null> {
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

/** What else keeps an account's events out of sight; with `since`, only what was decided after that. */
async function findHold(tx: Tx, userId: number, now: Date, since = new Date(0)): Promise<HiddenWith | null> {
  const account = { kind: 'account', id: userId } as const
  const all = await findStanding(tx, { ...account, act: 'hide-account' }, now)
  if (all && all.createdAt > since) return 'account'
  const suspension = await findStanding(tx, { ...account, act: 'suspend' }, now)
  return suspension && !suspension.keepsEvents && suspension.createdAt > since ? 'suspension' : null
}

async function undoHide(deps: Deps, tx: Tx, { subjectId, concernedId }: DecisionRow, now: Date) {
  const eventId = subjectId ?? 0
  if (await findStanding(tx, { kind: 'event', id: eventId, act: 'hide' }, now)) return NOTHING
  // What was decided about the account before the event was made, or was brought back by itself, does not hold it.
  const restored = sql`(select max(r.created_at) from decisions r
    where r.subject_kind = 'event' and r.subject_id = ${eventId} and r.act = 'restore')`
  const since = sql`greatest(${events.createdAt}, ${restored})`.mapWith(events.createdAt)
  const [event] = await tx.select({ since }).from(events).where(eq(events.id, eventId))
  const hold = event && (await findHold(tx, concernedId ?? 0, now, event.since))
  return hold ? hiding.handOver(deps, tx, eq(events.id, eventId), hold) : hiding.restoreEvent(deps, tx, eventId)
}

async function undoHideAccount(deps: Deps, tx: Tx, { subjectId }: DecisionRow, now: Date) {
  const userId = subjectId ?? 0
  const hold = await findHold(tx, userId, now)
  if (hold === 'account') return NOTHING
  if (!hold) return hiding.restoreWithAccount(deps, tx, userId, 'account')
  return hiding.handOver(deps, tx, and(eq(events.creatorId, userId), eq(events.hiddenWith, 'account')), hold)
}

async function undoSuspend(deps: Deps, tx: Tx, { subjectId }: DecisionRow, now: Date) {
  const userId = subjectId ?? 0
  const other = await findStanding(tx, { kind: 'account', id: userId, act: 'suspend' }, now)
  if (other?.until) await moveEnd(deps, tx, userId, other.until)
  else await liftSuspension(tx, userId)
  return other && !other.keepsEvents ? NOTHING : hiding.restoreWithAccount(deps, tx, userId, 'suspension')
}

/** Once its outcome is stored: a decision that was undone holds nothing any more. */
export async function undo(deps: Deps, tx: Tx, row: DecisionRow, now: Date): Promise<hiding.Changed> {
  switch (row.act) {
    case 'hide':
      return undoHide(deps, tx, row, now)
    case 'hide-account':
      return undoHideAccount(deps, tx, row, now)
    case 'suspend':
      return undoSuspend(deps, tx, row, now)
    case 'block-domain':
      await unblock(deps, tx, row.domain ?? '')
      return NOTHING
    default:
      return NOTHING
  }
}
