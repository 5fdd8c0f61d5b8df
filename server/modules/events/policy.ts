import { AppError } from '../../../contract/errors.ts'
import { isVisible, type Shown } from '../../../contract/event-status.ts'
import { can, type Principal } from '../../access/can.ts'

/** Anybody reads a published event; only those who may read drafts see one that is not. */
export const canSee = (event: Shown & { creatorId: number }, viewer: Principal) =>
  isVisible(event) || can(viewer, 'event.read-draft', event)

/** Paid events are coming soon. */
export function requireFree(event: { isFreeOfCharge: boolean }) {
  if (!event.isFreeOfCharge) throw new AppError('only_free_events')
}
