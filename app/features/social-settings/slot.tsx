import { flagged } from '../../lib/flagged.tsx'
import { useFeature } from '../../lib/settings.ts'
import { ComingPart } from '../../ui/coming-part.tsx'

const SocialSettingsSoon = () => (
  <ComingPart name="Social Settings" items={['Facebook', 'Instagram', 'Twitter', 'TikTok']} />
)

/** Where an event is posted: a part of the event form. */
export const SocialSettings = flagged('social-settings', { off: SocialSettingsSoon })

export const useHasSocialSettings = () => useFeature('social-settings')
