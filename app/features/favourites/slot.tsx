import { flagged } from '../../lib/flagged.tsx'
import { FavouriteSoon } from './soon.tsx'

/** Keep an event among one's favourites. */
export const FavouriteButton = flagged<{ eventId: number }>('favourites', { off: FavouriteSoon })
