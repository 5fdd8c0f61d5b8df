// Takes back what one decision did, and nothing that another one did: what something else still holds stays as it is.
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import type { Deps } from '../../deps.ts'
import { findHold, findInForce } from '../../screening/holds.ts'
import { unblock } from './domains.ts'
import * as hiding from './hiding.ts'
import type { DecisionRow } from './queries.ts'
import { liftSuspension, moveEnd } from './suspension.ts'

const NOTHING: hiding.Changed = { eventIds: [], invalidateLocally: () => undefined }

async function undoHide(deps: Deps, tx: Tx, { subjectId, concernedId }: DecisionRow, now: Date) {
  const eventId = subjectId ?? 0
  if (await findInForce(tx, { kind: 'event', id: eventId, act: 'hide' }, now)) return NOTHING
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
  const other = await findInForce(tx, { kind: 'account', id: userId, act: 'suspend' }, now)
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
