import { flagged } from '../../lib/flagged.tsx'
import { PhotoSoon } from './soon.tsx'

/** The member's picture and the button that changes it. */
export const ProfilePhoto = flagged('profile-photo', { off: PhotoSoon })
