import { AppError } from '../../contract/errors.ts'
import { hasEnded as isOver, isPublic } from '../../contract/event-status.ts'
import { LAST_HOUR, NOTHING_FREE } from './answer-times.ts'
import type { LedgerEvent, Broadcast } from './ledger.ts'

type Times = Pick<LedgerEvent, 'status' | 'endTime'>

export { isOver }

/** An earlier close than the end, which the creator may set. */
export const isClosed = ({ bookingClosesAt }: Pick<LedgerEvent, 'bookingClosesAt'>, now: Date) =>
  bookingClosesAt !== null && bookingClosesAt <= now

export const isBookable = (event: Times & Pick<LedgerEvent, 'hiddenAt' | 'bookingClosesAt'>, now: Date) =>
  isPublic(event) && !isOver(event, now) && !isClosed(event, now)

/** Whether seats are held and offered: not in the last hour, not while nobody can book, and not before a ballot is drawn. */
export const isOffering = (
  event: Pick<LedgerEvent, 'status' | 'hiddenAt' | 'startTime' | 'bookingClosesAt' | 'ballot'>,
  now: Date,
) =>
  isPublic(event) &&
  event.ballot !== 'running' &&
  !isClosed(event, now) &&
  event.startTime.getTime() - now.getTime() > LAST_HOUR

/** Two hours before the start, or when booking closes if that is earlier. */
export const nothingFreeFrom = ({ startTime, bookingClosesAt }: Pick<LedgerEvent, 'startTime' | 'bookingClosesAt'>) =>
  new Date(Math.min(startTime.getTime() - NOTHING_FREE, bookingClosesAt?.getTime() ?? Infinity))

/** Requests for a place that nobody has decided end then, whether or not the job has run. */
export const requestsUntil = nothingFreeFrom

const msToStart = ({ startTime }: LedgerEvent, now: Date) => startTime.getTime() - now.getTime()

/** When everybody who waits may be notified of this. */
export const isTimeOf: Record<Broadcast['kind'], (event: LedgerEvent, now: Date) => boolean> = {
  'nothing-free': (event, now) =>
    isPublic(event) && now >= nothingFreeFrom(event) && msToStart(event, now) > (isClosed(event, now) ? 0 : LAST_HOUR),
  'last-places': (event, now) =>
    isPublic(event) && !isClosed(event, now) && msToStart(event, now) > 0 && msToStart(event, now) <= LAST_HOUR,
}

const REFUSED_BY = { 'just-come': 'no_booking_needed', elsewhere: 'booking_elsewhere' } as const

/** The same as in book_places, in the same order. */
export function requireBookable(event: LedgerEvent, now: Date) {
  if (event.status === 'draft' || event.hiddenAt) throw new AppError('event_not_found')
  if (event.status === 'cancelled') throw new AppError('event_cancelled')
  if (event.status === 'postponed') throw new AppError('event_postponed')
  if (isOver(event, now)) throw new AppError('event_ended')
  if (event.admission !== 'book') throw new AppError(REFUSED_BY[event.admission])
  if (isClosed(event, now)) throw new AppError('booking_closed')
}
