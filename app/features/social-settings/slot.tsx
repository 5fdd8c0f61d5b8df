import { flagged } from '../../lib/flagged.tsx'
import { lazyFace } from '../../lib/lazy-face.ts'
import { useFeature } from '../../lib/settings.ts'
import type { PartProps } from '../../session/part-drafts.ts'
import { ComingPart } from '../../ui/coming-part.tsx'

const SocialSettingsSoon = () => (
  <ComingPart name="Social Settings" items={['Facebook', 'Instagram', 'Twitter', 'TikTok']} />
)

/** What is posted about an event, and when: a part of the event form. */
export const SocialSettings = flagged<PartProps>('social-settings', {
  on: lazyFace('social-settings', () => import('./social-settings.tsx')),
  off: SocialSettingsSoon,
})

export const useHasSocialSettings = () => useFeature('social-settings')

/** Stores what was typed in this part of a form and not saved; throws if it is refused. */
export const saveSocialSettings = async (userId: number, form: string, eventId: number): Promise<void> =>
  (await import('./stored-posts.ts')).saveAll(userId, form, eventId)
