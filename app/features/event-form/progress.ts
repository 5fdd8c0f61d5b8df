import { PROGRESS_WEIGHTS } from '../../../contract/limits.ts'
import type { EventDraft } from './draft.ts'

/** Six that are filled in, and three booleans that always are. */
const REQUIRED = [
  'title',
  'description',
  'startTime',
  'endTime',
  'venue',
  'capacity',
  'isDraft',
  'isVirtual',
  'isFreeOfCharge',
] as const satisfies (keyof EventDraft)[]

const isFilled = (value: string | boolean) => typeof value === 'boolean' || value.trim() !== ''

/** Filled weight / 9.5 in percent, rounded. */
export function progressPercent(draft: EventDraft): number {
  const filled = REQUIRED.filter((field) => isFilled(draft[field])).length * PROGRESS_WEIGHTS.required
  const image = isFilled(draft.imageUrl) ? PROGRESS_WEIGHTS.image : 0
  return Math.round(((filled + image) / PROGRESS_WEIGHTS.total) * 100)
}
