import { BALLOT, NUMBER_BEFORE_MS } from '../../../contract/ballot-rules.ts'
import { AppError } from '../../../contract/errors.ts'
import type { EventRow } from './queries.ts'
import type { EventWrite, Seats } from './write-events.ts'

/** Paid events are coming soon. */
export function requireFree(event: { isFreeOfCharge: boolean }) {
  if (!event.isFreeOfCharge) throw new AppError('only_free_events')
}

/** A ballot keeps its times: what is changed around it must leave them room. There are never extra places. */
export function requireRoomForBallot({ present, columns }: EventWrite, { ballot }: Seats, now: Date) {
  const after: EventRow = { ...present, ...columns }
  if (present.ballot && present.ballot !== 'cancelled' && after.roomSize !== null) throw new AppError('ballot_not_here')
  if (!ballot || present.ballot !== 'running') return
  if (after.approval || after.admission !== 'book') throw new AppError('ballot_not_here')
  const fromNumberToStart = after.startTime.getTime() - Date.parse(ballot.numberAt)
  const isPublishing = present.status === 'draft' && after.status !== 'draft'
  const isTooShort = isPublishing && Date.parse(ballot.closesAt) - now.getTime() < BALLOT.openAtLeastMs
  if (fromNumberToStart < NUMBER_BEFORE_MS || isTooShort) throw new AppError('ballot_times')
}
