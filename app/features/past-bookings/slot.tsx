import { lazy, type ReactNode } from 'react'
import { flagged } from '../../lib/flagged.tsx'
import { Button } from '../../ui/button.tsx'
import { ComingSoonBadge } from '../../ui/coming-soon.tsx'

export const PastEventsSoon = () => (
  <div className="row wrap middle gap-10">
    <Button look="outlined" disabled>
      Past Events
    </Button>
    <ComingSoonBadge />
  </div>
)

interface Props {
  isShown: boolean
  onToggle: () => void
}

/** Its words say where it leads; pressed as well, it would say the opposite. */
const PastEventsButton = ({ isShown, onToggle }: Props) => (
  <Button look="outlined" onClick={onToggle}>
    {isShown ? 'Coming up' : 'Past Events'}
  </Button>
)

export interface PastProps {
  isShown: boolean
  onToggle: () => void
}

/** Beside the heading of My Bookings. */
export const PastEvents = flagged<PastProps>('past-bookings', { on: PastEventsButton, off: PastEventsSoon })

/** What the button shows in place of the coming ones; nobody gets there while it is off. */
export const PastBookings = flagged('past-bookings', {
  on: lazy(() => import('./past-bookings.tsx')),
  off: () => null,
})

interface EndedProps {
  /** Nothing coming up. */
  isAll: boolean
  children: ReactNode
}

/** Ended ones below the coming ones, unless they are shown elsewhere. */
export const EndedBelow = flagged<EndedProps>('past-bookings', {
  on: ({ isAll }) => (isAll ? <p>Nothing coming up.</p> : null),
  off: ({ children }) => children,
})
