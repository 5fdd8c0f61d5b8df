// Every change of an event's seats is one transaction: lock, settle what is due, change, settle again, store.
import { AppError } from '../../contract/errors.ts'
import type { Tx } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import type { Ledger, LedgerEvent } from './ledger.ts'
import { completeEntries, openLedger } from './open.ts'
import { settle } from './settle.ts'
import { writeLedger } from './write.ts'

export interface LedgerChange {
  ledger: Ledger
  tx: Tx
  now: Date
}

/** For a transaction that changes more than seats: an edit of the event. After the commit: announceSeats. */
export async function openSettled(deps: Deps, tx: Tx, eventId: number, now: Date, userId?: number): Promise<Ledger> {
  const ledger = await openLedger(tx, eventId, now, userId)
  if (!ledger.settleAt || ledger.settleAt > now) return ledger
  settle(ledger, now)
  await writeLedger(deps, tx, ledger, now)
  ledger.isSettled = true
  return ledger
}

/** After the event itself was changed, whose new times, status or capacity decide from now on. */
export async function settleChanged<Row extends LedgerEvent>(deps: Deps, tx: Tx, ledger: Ledger, row: Row, now: Date) {
  const { id, capacity, startTime, endTime, timeZone, status, hiddenAt, maxPerPerson, bookingClosesAt } = row
  const { approval, confirm, admission, ballot, payBy } = row
  ledger.event = {
    id,
    capacity,
    startTime,
    endTime,
    timeZone,
    status,
    hiddenAt,
    maxPerPerson,
    bookingClosesAt,
    approval,
    confirm,
    admission,
    ballot,
    payBy,
  }
  await settleAndStore(deps, tx, ledger, now)
  return { ...row, ticketsSold: ledger.sold, held: ledger.held }
}

export async function settleAndStore(deps: Deps, tx: Tx, ledger: Ledger, now: Date): Promise<void> {
  await completeEntries(tx, ledger, now)
  settle(ledger, now)
  await writeLedger(deps, tx, ledger, now)
}

/** Invalidates what shows the event: at once when it sells out or can be booked again, soon otherwise. */
export function announceSeats({ changes, jobs }: Deps, eventId: number, openBefore: number, open: number) {
  if (open !== openBefore) {
    if (open <= 0 || openBefore <= 0) changes.changed(eventId)
    else changes.counted(eventId)
  }
  jobs.nudge()
}

export interface LedgerOptions {
  /** Whose entry is needed. */
  userId?: number
  /** An account that must stay as it is until the commit: locked before the event. */
  first?: (tx: Tx) => Promise<unknown>
}

/** What was due is stored even if the change is refused: the next in line has been offered the seats by then. */
export async function inLedger<T>(
  deps: Deps,
  eventId: number,
  change: (change: LedgerChange) => Promise<T>,
  { userId, first }: LedgerOptions = {},
): Promise<T> {
  const now = deps.clock()
  const { outcome, before, after } = await deps.db.transaction(async (tx) => {
    await first?.(tx)
    const ledger = await openSettled(deps, tx, eventId, now, userId)
    const { openBefore: before, open: settled } = ledger
    const carryOut = async (inner: Tx) => {
      const result = await change({ ledger, tx: inner, now })
      await settleAndStore(deps, inner, ledger, now)
      return { outcome: () => result, before, after: ledger.open }
    }
    if (!ledger.isSettled) return carryOut(tx)
    return tx.transaction(carryOut).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      const refuse = () => {
        throw error
      }
      return { outcome: refuse, before, after: settled }
    })
  })
  announceSeats(deps, eventId, before, after)
  return outcome()
}

/**
 * The same for several events at once, in the order of their ids, as a batch of bookings locks them: all of the change is
 * stored, or nothing of it. `change` is called for each of them in turn.
 */
export async function inLedgers<T>(
  deps: Deps,
  eventIds: number[],
  change: (change: LedgerChange) => Promise<T>,
  { userId }: Pick<LedgerOptions, 'userId'> = {},
): Promise<T[]> {
  const now = deps.clock()
  const { outcome, seats } = await deps.db.transaction(async (tx) => {
    const ledgers: Ledger[] = []
    for (const id of eventIds.toSorted((a, b) => a - b)) ledgers.push(await openSettled(deps, tx, id, now, userId))
    const settled = ledgers.map(({ open }) => open)
    const seatsOf = (after: (ledger: Ledger, at: number) => number) =>
      ledgers.map((ledger, at) => ({ id: ledger.event.id, before: ledger.openBefore, after: after(ledger, at) }))
    const carryOut = async (inner: Tx) => {
      const results: T[] = []
      for (const ledger of ledgers) {
        results.push(await change({ ledger, tx: inner, now }))
        await settleAndStore(deps, inner, ledger, now)
      }
      return { outcome: () => results, seats: seatsOf(({ open }) => open) }
    }
    return tx.transaction(carryOut).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      const refuse = (): T[] => {
        throw error
      }
      return { outcome: refuse, seats: seatsOf((_, at) => settled[at] ?? 0) }
    })
  })
  for (const { id, before, after } of seats) announceSeats(deps, id, before, after)
  return outcome()
}

/** What a job does when something is due, and for every change of what seats depend on: the event's status or times. */
export const settleEvent = (deps: Deps, eventId: number) => inLedger(deps, eventId, () => Promise.resolve())
