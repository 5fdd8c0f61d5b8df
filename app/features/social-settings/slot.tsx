import { flagged } from '../../lib/flagged.tsx'
import { useFeature } from '../../lib/settings.ts'
import { SocialSettingsSoon } from './soon.tsx'

/** Where an event is posted: a part of the event form. */
export const SocialSettings = flagged('social-settings', { off: SocialSettingsSoon })

export const useHasSocialSettings = () => useFeature('social-settings')
