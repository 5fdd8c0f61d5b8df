// Writes changed columns of events whose rows are locked: seats are settled, guests are notified of it later, and it is
// noted and announced. However many events there are, the statements are few; only those whose seats somebody waits for
// are settled one by one.
import { asc, inArray, sql } from 'drizzle-orm'
import { isPublic } from '../../../contract/event-status.ts'
import type { ManagerAct } from '../../../contract/team.ts'
import { writeHistory } from '../../access/history.ts'
import type { Tx } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import { updateAll } from '../../db/update-all.ts'
import type { Deps } from '../../deps.ts'
import { openSettled, settleChanged } from '../../ledger/in-ledger.ts'
import type { Ledger, LedgerEvent } from '../../ledger/ledger.ts'
import { rememberChanges } from './announcements.ts'
import { isSameValue, ownFieldsAfter } from './own-fields.ts'
import type { EventRow } from './queries.ts'

export interface EventWrite<Columns = Partial<typeof events.$inferInsert>> {
  /** Locked, and read since. */
  present: EventRow
  /** What is left out stays as it is. */
  columns: Columns
}

/** What a change of an event may depend on. */
export interface Seats {
  sold: number
  held: number
  /** Given back or not. */
  wasEverBooked: boolean
  isWaitedFor: boolean
  isAskedFor: boolean
  /** How many have entered its ballot, and the times of that. */
  ballot: { entries: number; closesAt: string; numberAt: string } | null
}

type Facts = Pick<Seats, 'wasEverBooked' | 'isWaitedFor' | 'isAskedFor' | 'ballot'>

async function findFacts(tx: Tx, ids: number[]): Promise<Map<number, Facts>> {
  const { rows } = await tx.execute<{ id: number } & Facts>(sql`
    select e.id,
      exists (select from tickets t where t.event_id = e.id) as "wasEverBooked",
      exists (select from waiting_entries w where w.event_id = e.id and w.ended_at is null) as "isWaitedFor",
      exists (select from booking_requests r where r.event_id = e.id and r.ended_at is null) as "isAskedFor",
      (select jsonb_build_object('entries', b.entries, 'closesAt', b.closes_at, 'numberAt', b.number_at) from ballots b
        where b.event_id = e.id) as ballot
    from unnest(${sql.param(ids)}::int[]) as e (id)`)
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}

const SEATS_DEPEND_ON: readonly Exclude<keyof LedgerEvent, 'id'>[] = [
  'capacity',
  'startTime',
  'endTime',
  'timeZone',
  'status',
  'hiddenAt',
  'maxPerPerson',
  'bookingClosesAt',
  'approval',
  'admission',
  'ballot',
]

type ColumnName = keyof EventRow & keyof EventWrite['columns']

const isChanged = ({ present, columns }: EventWrite, name: ColumnName) =>
  columns[name] !== undefined && !isSameValue(columns[name], present[name])

/** With nobody waiting and no seat held there is nothing to settle. */
const isToSettle = (write: EventWrite, { isWaitedFor }: Facts) =>
  (isWaitedFor || write.present.held > 0 || write.present.settleAt !== null) &&
  SEATS_DEPEND_ON.some((name) => isChanged(write, name))

const NOTHING_KNOWN: Facts = { wasEverBooked: false, isWaitedFor: false, isAskedFor: false, ballot: null }

const seatsOf = ({ present }: EventWrite, facts: Facts, ledger?: Ledger): Seats => ({
  ...facts,
  sold: ledger?.sold ?? present.ticketsSold,
  // A running ballot holds whatever there is.
  held: present.ballot === 'running' ? 0 : (ledger?.held ?? present.held),
  isWaitedFor: ledger ? ledger.entries.length > 0 || ledger.hasOthers : facts.isWaitedFor,
})

const toColumnName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Every row brings the same columns: those that some of them change. */
async function updateRows(tx: Tx, writes: EventWrite[], now: Date): Promise<EventRow[]> {
  const whole = writes.map(({ present, columns }) => ({
    ...columns,
    ...(present.seriesId === null ? {} : { ownFields: ownFieldsAfter(present, columns) }),
  }))
  const names = [...new Set(whole.flatMap((columns) => Object.keys(columns) as ColumnName[]))].filter((name) =>
    writes.some((write, at) => isChanged({ ...write, columns: whole[at] ?? {} }, name)),
  )
  const rows = writes.map(({ present }, at) => {
    const after = { ...present, ...whole[at], version: present.version + 1, updatedAt: now }
    const written = [...names, 'version', 'updatedAt'] as (keyof EventRow)[]
    return { id: present.id, ...Object.fromEntries(written.map((name) => [toColumnName(name), after[name]])) }
  })
  await updateAll(tx, 'events', rows)
  return tx
    .select()
    .from(events)
    .where(inArray(events.id, ids(writes)))
    .orderBy(asc(events.id))
}

const ids = (writes: EventWrite[]) => writes.map(({ present }) => present.id)

/** Lists are invalidated only by events that were or are in them: working on a draft costs nobody a cached page. */
async function announceAll({ changes }: Deps, tx: Tx, all: { before: EventRow; after: EventRow }[]) {
  // Whatever shows what is now unlisted must not be shown again, the sitemap too.
  const isRelinked = ({ before, after }: (typeof all)[number]) => before.linkKey !== after.linkKey
  const isListed = ({ before, after }: (typeof all)[number]) => isPublic(before) || isPublic(after)
  const idsOf = (some: typeof all) => some.map(({ after }) => after.id)
  const relinked = idsOf(all.filter(isRelinked))
  const others = all.filter((one) => !isRelinked(one))
  const listed = idsOf(others.filter(isListed))
  const unlisted = idsOf(others.filter((one) => !isListed(one)))
  const done = [
    ...(relinked.length > 0 ? [await changes.announceHidden(tx, relinked)] : []),
    ...(listed.length > 0 ? [await changes.announce(tx, listed, { isListed: true })] : []),
    ...(unlisted.length > 0 ? [await changes.announce(tx, unlisted, { isListed: false })] : []),
  ]
  return () => done.forEach((invalidateLocally) => invalidateLocally())
}

/** Everybody who has paid gets the money back, by a job that goes on where it was when a process dies (modules/orders). */
async function refundCancelled({ jobs }: Deps, tx: Tx, changed: { before: EventRow; after: EventRow }[]) {
  const cancelled = changed.filter(
    ({ before, after }) => after.payBy.length > 0 && after.status === 'cancelled' && before.status !== 'cancelled',
  )
  if (cancelled.length === 0) return
  const all = cancelled.map(({ after: { id: eventId } }) => ({ kind: 'cancel-orders', payload: { eventId } }))
  await jobs.add(tx, ...all.map((job) => ({ ...job, dedupeKey: String(job.payload.eventId) })))
}

interface Writing<Write extends EventWrite> {
  userId: number
  act: ManagerAct
  now: Date
  note?: string | undefined
  isCallingOff?: boolean
  /** Before the seats of an event that somebody waits for are settled. */
  first?: (write: Write) => Promise<unknown>
  /** Refuses what the seats do not allow. */
  check?: (write: Write, seats: Seats) => void
}

/** In the order of their ids. After the commit call invalidateLocally. */
export async function writeEvents<Write extends EventWrite>(
  deps: Deps,
  tx: Tx,
  all: Write[],
  { userId, act, now, note, isCallingOff, first, check }: Writing<Write>,
): Promise<{ events: EventRow[]; invalidateLocally: () => void }> {
  const writes = all.toSorted((one, other) => one.present.id - other.present.id)
  if (writes.length === 0) return { events: [], invalidateLocally: () => undefined }
  const facts = await findFacts(tx, ids(writes))
  const ledgers = new Map<number, Ledger>()
  for (const write of writes) {
    const known = facts.get(write.present.id) ?? NOTHING_KNOWN
    if (isToSettle(write, known)) {
      await first?.(write)
      // Whose time is over holds no seats, whether or not a job has been there.
      ledgers.set(write.present.id, await openSettled(deps, tx, write.present.id, now))
    }
    check?.(write, seatsOf(write, known, ledgers.get(write.present.id)))
  }
  const stored = await updateRows(tx, writes, now)
  const changed: { before: EventRow; after: EventRow }[] = []
  for (const [at, row] of stored.entries()) {
    const before = writes[at]?.present
    const ledger = ledgers.get(row.id)
    if (before) changed.push({ before, after: ledger ? await settleChanged(deps, tx, ledger, row, now) : row })
  }
  await refundCancelled(deps, tx, changed)
  await rememberChanges(deps, tx, changed, { ...(note && { note }), ...(isCallingOff && { isCallingOff }) })
  // Also while nobody else manages it: who joins the team later sees what was done before.
  await writeHistory(tx, ...writes.map(({ present }) => ({ eventId: present.id, userId, act, at: now })))
  return { events: changed.map(({ after }) => after), invalidateLocally: await announceAll(deps, tx, changed) }
}
