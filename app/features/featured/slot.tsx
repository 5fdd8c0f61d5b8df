import { Link } from 'react-router'
import { flagged } from '../../lib/flagged.tsx'
import { useFeature } from '../../lib/settings.ts'
import { ComingSoonBadge } from '../../ui/coming-soon.tsx'
import style from './soon.module.css'

const FeaturedSoon = () => (
  <li className={style.inactive}>
    <span aria-disabled="true">Featured Events</span> <ComingSoonBadge />
  </li>
)

/** The footer's way to the featured events, in the footer's look. */
export const FeaturedLink = flagged<{ className: string | undefined }>('featured', {
  on: ({ className }) => (
    <li>
      <Link to="/featured" className={className}>
        Featured Events
      </Link>
    </li>
  ),
  off: FeaturedSoon,
})

/** Whether moderators choose them. */
export const useIsFeaturing = () => useFeature('featured')
