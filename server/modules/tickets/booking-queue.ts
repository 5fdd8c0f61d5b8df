// Bookings that wait at the same moment are committed together, one transaction for many; each is answered by its own
// outcome. docs/decisions/050 says why.
import { AppError } from '../../../contract/errors.ts'
import { isWorthRetrying, RETRY_AWAY_EVERY_MS } from '../../db/retry-while-away.ts'
import type { CameFrom } from '../../db/schema/tickets.ts'
import { inPortions } from '../../runtime/in-portions.ts'

export interface BookingRequest {
  userId: number
  eventId: number
  numberOfTickets: number
  idempotencyKey: string | null
  cameFrom?: CameFrom
}

interface Waiting<Outcome> {
  request: BookingRequest
  since: number
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
}

export interface BookingQueue<Outcome> {
  book(request: BookingRequest): Promise<Outcome>
}

// Two: one is at the disk while the next is being filled and read.
const MAX_UNDER_WAY = 2
// Long enough to fill a commit, short enough that those behind it do not wait for all of it.
const MAX_BATCH = 256
// More than a server can serve within the 30 seconds that a request may take.
const MAX_WAITING = 20_000

/** A duplicate key or a deadlock: the database has undone all of it, so that all of it may be tried again. */
const isConflict = (error: unknown) => {
  const { code } = ((error as Error).cause ?? error) as { code?: unknown }
  return typeof code === 'string' && /^(23|40)/.test(code)
}

const keyOf = ({ userId, idempotencyKey }: BookingRequest) => (idempotencyKey ? `${userId} ${idempotencyKey}` : null)

/** Somebody may book on another instance while seats are held, so that something is due again; not without end. */
const MAX_ROUNDS = 5

export interface BookingSteps<Outcome> {
  /** One transaction: all of it, or nothing. `settledAt`: as of then, after these events were settled. */
  commit: (requests: BookingRequest[], settledAt?: Date) => Promise<Outcome[]>
  /** Something in the event's ledger comes first: this request was not carried out. */
  isUnsettled?: (outcome: Outcome) => boolean
  /** Returns the time it settled as of: what is due a moment later does not start it over. */
  settle?: (eventIds: number[]) => Promise<Date>
}

export function createBookingQueue<Outcome>({
  commit,
  isUnsettled = () => false,
  settle: settleEvents = () => Promise.resolve(new Date()),
}: BookingSteps<Outcome>): BookingQueue<Outcome> {
  let waiting: Waiting<Outcome>[] = []
  let underWay = 0
  let isScheduled = false
  const busyEvents = new Set<number>()
  const busyKeys = new Set<string>()

  /** First come, first served for each event: never in two batches at once, and a repeated key waits for the first. */
  const nextBatch = () => {
    const batch: Waiting<Outcome>[] = []
    const later: Waiting<Outcome>[] = []
    const heldBack = new Set<number>(busyEvents)
    for (const entry of waiting) {
      const { eventId } = entry.request
      const key = keyOf(entry.request)
      if (batch.length >= MAX_BATCH || heldBack.has(eventId) || (key && busyKeys.has(key))) {
        heldBack.add(eventId)
        later.push(entry)
        continue
      }
      if (key) busyKeys.add(key)
      batch.push(entry)
    }
    waiting = later
    return batch
  }

  /** Resolves the bookings that were carried out, whatever happens to the others; only the others are retried. */
  const attempt = async (batch: Waiting<Outcome>[], canRetry = true): Promise<void> => {
    let left = batch
    try {
      for (let round = 0; left.length > 0; round++) {
        const requests = left.map(({ request }) => request)
        const settledAt =
          round === 0 ? undefined : await settleEvents([...new Set(requests.map(({ eventId }) => eventId))])
        const outcomes = await commit(requests, settledAt)
        const isOver = (index: number) => round >= MAX_ROUNDS || !isUnsettled(outcomes[index] as Outcome)
        const answered = left.flatMap((entry, index) =>
          isOver(index) ? [{ entry, outcome: outcomes[index] as Outcome }] : [],
        )
        left = left.filter((_, index) => !isOver(index))
        // The next batch goes to the database in the meantime.
        void inPortions(answered, ({ entry, outcome }) => entry.resolve(outcome))
      }
    } catch (error) {
      if (isConflict(error) && canRetry) return attempt(left, false)
      // The request that caused it must not take the others down.
      if (isConflict(error) && left.length > 1) for (const entry of left) await attempt([entry])
      else comeBack(left, error)
    }
  }

  /** With a key a retry cannot book twice, so we retry ourselves and nobody notices a switchover. */
  const comeBack = (batch: Waiting<Outcome>[], error: unknown) => {
    const again: Waiting<Outcome>[] = []
    for (const entry of batch) {
      if (keyOf(entry.request) && isWorthRetrying(error, entry.since)) again.push(entry)
      else entry.reject(error)
    }
    if (again.length === 0) return
    // Not counted as in flight: others would wait behind it, also those who want a reply at once.
    setTimeout(() => {
      waiting.unshift(...again)
      pump()
    }, RETRY_AWAY_EVERY_MS)
  }

  const run = async (batch: Waiting<Outcome>[]) => {
    underWay++
    for (const { request } of batch) busyEvents.add(request.eventId)
    await attempt(batch)
    for (const { request } of batch) {
      busyEvents.delete(request.eventId)
      const key = keyOf(request)
      if (key) busyKeys.delete(key)
    }
    underWay--
    pump()
  }

  const pump = () => {
    while (underWay < MAX_UNDER_WAY && waiting.length > 0) {
      const batch = nextBatch()
      if (batch.length === 0) return
      void run(batch)
    }
  }

  return {
    book(request) {
      if (waiting.length >= MAX_WAITING) throw new AppError('unavailable', { retryAfterSeconds: 2 })
      return new Promise((resolve, reject) => {
        waiting.push({ request, since: Date.now(), resolve, reject })
        if (isScheduled) return
        isScheduled = true
        // Waits one tick so that concurrent requests join the batch.
        setImmediate(() => {
          isScheduled = false
          pump()
        })
      })
    },
  }
}
