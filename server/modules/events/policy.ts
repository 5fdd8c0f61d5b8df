import { AppError } from '../../../contract/errors.ts'
import { isVisible, type Shown } from '../../../contract/event-status.ts'

interface Person {
  id: number
}

interface Owned {
  creatorId: number
}

type Seen = Owned & Shown

export const isCreator = (event: Owned, user: Person | null) => user?.id === event.creatorId

export const canSee = (event: Seen, user: Person | null) => isVisible(event) || isCreator(event, user)

/** A stranger learns of a draft no more than of an event that does not exist. */
export function requireCreator(event: Seen, user: Person) {
  if (isCreator(event, user)) return
  throw new AppError(isVisible(event) ? 'forbidden' : 'event_not_found')
}

/** Paid events are coming soon. */
export function requireFree(event: { isFreeOfCharge: boolean }) {
  if (!event.isFreeOfCharge) throw new AppError('only_free_events')
}
