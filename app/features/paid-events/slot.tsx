import { flagged } from '../../lib/flagged.tsx'
import { OnlyFree } from './only-free.tsx'

interface Props {
  isFree: boolean
  onChange: (isFree: boolean) => void
}

/** Whether an event is free or has a price, in the event form. */
export const PriceType = flagged<Props>('paid-events', { off: OnlyFree })
