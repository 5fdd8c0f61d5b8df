import { AppError } from '../../../contract/errors.ts'

/** Paid events are coming soon. */
export function requireFree(event: { isFreeOfCharge: boolean }) {
  if (!event.isFreeOfCharge) throw new AppError('only_free_events')
}
