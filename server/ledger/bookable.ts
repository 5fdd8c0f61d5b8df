import { AppError } from '../../contract/errors.ts'
import { isPublic } from '../../contract/event-status.ts'
import type { LedgerEvent } from './ledger.ts'

type Times = Pick<LedgerEvent, 'status' | 'endTime'>

/** A postponed event keeps its old times until it has new ones, and is never over. */
export const isOver = ({ status, endTime }: Times, now: Date) => status !== 'postponed' && endTime <= now

/** An earlier close than the end, which the creator may set. */
export const isClosed = ({ bookingClosesAt }: Pick<LedgerEvent, 'bookingClosesAt'>, now: Date) =>
  bookingClosesAt !== null && bookingClosesAt <= now

export const isBookable = (event: Times & Pick<LedgerEvent, 'hiddenAt' | 'bookingClosesAt'>, now: Date) =>
  isPublic(event) && !isOver(event, now) && !isClosed(event, now)

/** The same as in book_places, in the same order. */
export function requireBookable(event: LedgerEvent, now: Date) {
  if (event.status === 'draft' || event.hiddenAt) throw new AppError('event_not_found')
  if (event.status === 'cancelled') throw new AppError('event_cancelled')
  if (event.status === 'postponed') throw new AppError('event_postponed')
  if (isOver(event, now)) throw new AppError('event_ended')
  if (isClosed(event, now)) throw new AppError('booking_closed')
}
