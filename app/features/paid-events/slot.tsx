import { flagged } from '../../lib/flagged.tsx'
import { lazyFace } from '../../lib/lazy-face.ts'
import { useFeature } from '../../lib/settings.ts'
import { Choice } from '../../ui/choice.tsx'
import { ComingSoonBadge } from '../../ui/coming-soon.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { priceType, type PriceTypeProps } from '../paid-hosting/slot.tsx'

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

/** Whether an event is free or has a price, and which, in the event form. */
export const PriceType = flagged<PriceTypeProps>('paid-events', {
  on: lazyFace('paid-events', priceType),
  off: OnlyFree,
})

export const useHasPaidEvents = () => useFeature('paid-events')

/** On a ticket, and beside giving it back. Lazy: few tickets are paid, and the event form imports this file too. */
export const { Part: Payment } = lazyPart(async () => ({ default: (await import('./ticket-payment.tsx')).Payment }))
export const { Part: MoneyBack } = lazyPart(async () => ({ default: (await import('./ticket-payment.tsx')).MoneyBack }))

const { Part: OwnOpenOrders } = lazyPart(() => import('./open-orders.tsx'))

/** In My Bookings, above the tickets. */
export const OpenOrders = flagged('paid-events', {
  on: (props: { onShown: (isShown: boolean) => void }) => <OwnOpenOrders {...props} isSilent />,
  off: () => null,
})
