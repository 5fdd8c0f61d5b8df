import { flagged } from '../../lib/flagged.tsx'
import { FeaturedSoon } from './soon.tsx'

/** The footer's way to the featured events. The page itself, /featured, is a line of app/routes.ts when it is built. */
export const FeaturedLink = flagged('featured', { off: FeaturedSoon })
