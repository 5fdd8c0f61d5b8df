import { AppError } from '../../../contract/errors.ts'

interface Person {
  id: number
}

interface Owned {
  creatorId: number
}

export const isCreator = (event: Owned, user: Person | null) => user?.id === event.creatorId

export const canSee = (event: Owned & { isDraft: boolean }, user: Person | null) =>
  !event.isDraft || isCreator(event, user)

/** A stranger learns of a draft no more than of an event that does not exist. */
export function requireCreator(event: Owned & { isDraft: boolean }, user: Person) {
  if (isCreator(event, user)) return
  throw new AppError(event.isDraft ? 'event_not_found' : 'forbidden')
}

/** Paid events are coming soon. */
export function requireFree(event: { isFreeOfCharge: boolean }) {
  if (!event.isFreeOfCharge) throw new AppError('only_free_events')
}
