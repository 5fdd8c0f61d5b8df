import { flagged } from '../../lib/flagged.tsx'
import { Choice } from '../../ui/choice.tsx'
import { ComingSoonBadge } from '../../ui/coming-soon.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

/** Locked to Free. */
const OnlyFree = () => (
  <Choice
    label="Price type"
    value="free"
    options={[
      { value: 'free', label: 'Free' },
      { value: 'paid', label: 'Paid', disabled: true, note: <ComingSoonBadge /> },
    ]}
  />
)

interface Props {
  isFree: boolean
  onChange: (isFree: boolean) => void
}

/** Whether an event is free or has a price, in the event form. */
export const PriceType = flagged<Props>('paid-events', { off: OnlyFree })

/** On a ticket, and beside giving it back. Lazy: few tickets are paid, and the event form imports this file too. */
export const { Part: Payment } = lazyPart(async () => ({ default: (await import('./ticket-payment.tsx')).Payment }))
export const { Part: MoneyBack } = lazyPart(async () => ({ default: (await import('./ticket-payment.tsx')).MoneyBack }))
