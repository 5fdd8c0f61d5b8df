// Hides events and restores them as they were. One statement for however many; who may see what is decided
// by the columns alone (contract/event-status.ts).
import { and, asc, eq, inArray, isNotNull, isNull, ne, or, sql, type SQL } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { HiddenWith } from '../../../contract/moderation-words.ts'
import type { Tx } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import { waitingEntries } from '../../db/schema/waiting-list.ts'
import type { Deps } from '../../deps.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import { openSettled, settleAndStore } from '../../ledger/in-ledger.ts'
import { SETTLE_JOB } from '../../ledger/write.ts'
import { lookAgain } from './domains.ts'
import { notifyGuests } from './decision-notices.ts'

export interface Hiding {
  isLegal: boolean
  /** Null: by itself, and not brought back with the others of its creator. */
  with: HiddenWith | null
}

/** After the commit: invalidates this instance. */
export interface Changed {
  eventIds: number[]
  invalidateLocally: () => void
}

/** Those who wait for their seats are offered none while they are hidden, and again afterwards. */
const settleLater = (tx: Tx, eventIds: number[]) =>
  tx.execute(sql`
    select add_job(${SETTLE_JOB}, jsonb_build_object('eventId', id), ${PRIORITY.soon}::int, now(), id::text)
    from unnest(${sql.param(eventIds)}::int[]) as id
    where exists (select from waiting_entries w where w.event_id = id and w.ended_at is null)
      or exists (select from ticket_returns r where r.event_id = id and r.released_at is null and r.undone_at is null)`)

// Each takes a few statements in this transaction; more events of one account follow by their jobs.
const SETTLED_AT_ONCE = 20

/** Seats that became free while it was hidden go to those who wait before anybody else can see them. */
async function settleNow(deps: Deps, tx: Tx, eventIds: number[]) {
  const waitedFor = await tx
    .selectDistinct({ id: waitingEntries.eventId })
    .from(waitingEntries)
    .where(and(inArray(waitingEntries.eventId, eventIds), isNull(waitingEntries.endedAt)))
    .orderBy(asc(waitingEntries.eventId))
    .limit(SETTLED_AT_ONCE)
  const now = deps.clock()
  for (const { id } of waitedFor) await settleAndStore(deps, tx, await openSettled(deps, tx, id, now), now)
}

type Columns = PgUpdateSetSource<typeof events>

async function change(deps: Deps, tx: Tx, which: SQL | undefined, columns: Columns): Promise<Changed> {
  // In the order of their ids, as bookings of several events lock them.
  const locked = await tx
    .select({ id: events.id })
    .from(events)
    .where(which)
    .orderBy(asc(events.id))
    .for('no key update')
  const eventIds = locked.map(({ id }) => id)
  if (eventIds.length > 0) await tx.update(events).set(columns).where(inArray(events.id, eventIds))
  if (eventIds.length === 0) return { eventIds, invalidateLocally: () => undefined }
  await settleLater(tx, eventIds)
  return { eventIds, invalidateLocally: await deps.changes.announceHidden(tx, eventIds) }
}

async function hide(deps: Deps, tx: Tx, which: SQL | undefined, { isLegal, with: hiddenWith }: Hiding, now: Date) {
  const changed = await change(deps, tx, which, {
    hiddenAt: sql`coalesce(${events.hiddenAt}, ${now}::timestamptz)`,
    hiddenReason: isLegal ? 'legal' : 'rules',
    hiddenWith,
  })
  await notifyGuests(tx, changed.eventIds, now)
  return changed
}

/** What its organiser changed while it was hidden is announced now. */
async function show(deps: Deps, tx: Tx, which: SQL | undefined): Promise<Changed> {
  const changed = await change(deps, tx, which, VISIBLE)
  await settleNow(deps, tx, changed.eventIds)
  await lookAgain(deps, tx, changed.eventIds)
  await tx.execute(sql`
    select add_job('tell-of-change', jsonb_build_object('eventId', event_id), ${PRIORITY.soon}::int, greatest(due_at, now()))
    from pending_changes where event_id = any (${sql.param(changed.eventIds)}::int[])`)
  return changed
}

const VISIBLE = { hiddenAt: null, hiddenReason: null, hiddenWith: null }

export const hideEvent = (deps: Deps, tx: Tx, eventId: number, isLegal: boolean, now: Date) =>
  hide(deps, tx, eq(events.id, eventId), { isLegal, with: null }, now)

export const restoreEvent = (deps: Deps, tx: Tx, eventId: number) =>
  show(deps, tx, and(eq(events.id, eventId), isNotNull(events.hiddenAt)))

/**
 * What is hidden by itself stays as it is. What went with a suspension stays hidden when that is over. A draft is seen by
 * nobody: it is hidden when it is published.
 */
export const hideWithAccount = (
  deps: Deps,
  tx: Tx,
  userId: number,
  hiding: Hiding & { with: HiddenWith },
  now: Date,
) => {
  const others = hiding.with === 'account' ? eq(events.hiddenWith, 'suspension') : undefined
  const which = and(eq(events.creatorId, userId), ne(events.status, 'draft'), or(isNull(events.hiddenAt), others))
  return hide(deps, tx, which, hiding, now)
}

/** It stays hidden, from now on together with what else was hidden so. */
export const handOver = (deps: Deps, tx: Tx, which: SQL | undefined, hiddenWith: HiddenWith) =>
  change(deps, tx, and(which, isNotNull(events.hiddenAt)), { hiddenWith })

/** What was hidden with the account, or only what went with its suspension. */
export const restoreWithAccount = (deps: Deps, tx: Tx, userId: number, hiddenWith?: HiddenWith) => {
  const which = hiddenWith ? eq(events.hiddenWith, hiddenWith) : isNotNull(events.hiddenWith)
  return show(deps, tx, and(eq(events.creatorId, userId), which))
}
