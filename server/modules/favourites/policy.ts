import { isListed, seatsLeft } from '../../../contract/event-status.ts'
import { FEW_LEFT } from '../../../contract/limits.ts'
import type { events } from '../../db/schema/events.ts'
import { isClosed, isOver } from '../../ledger/bookable.ts'

type EventRow = typeof events.$inferSelect
type Seats = Pick<EventRow, 'capacity' | 'ticketsSold' | 'held'>

/** Some, but few: the trigger events_few_left (0000_baseline.sql) says the same in SQL. */
export function isFewLeft(event: Seats): boolean {
  const left = seatsLeft(event)
  return left > 0 && left <= Math.max(FEW_LEFT.places, Math.floor(event.capacity / FEW_LEFT.part))
}

/** Few places are left that somebody can still book: asked when the job runs, and again when each email is sent. */
export const isFewLeftNews = (event: EventRow, now: Date) =>
  isListed(event) && !isOver(event, now) && !isClosed(event, now) && isFewLeft(event)
