import { flagged } from '../../lib/flagged.tsx'
import { PhotoChoice } from './photo-choice.tsx'
import { PhotoSoon } from './soon.tsx'

/** The member's picture and the button that changes it. */
export const ProfilePhoto = flagged('profile-photo', { on: PhotoChoice, off: PhotoSoon })
