import { ComingPart } from '../../ui/coming-part.tsx'

export const SocialSettingsSoon = () => (
  <ComingPart name="Social Settings" items={['Facebook', 'Instagram', 'Twitter', 'TikTok']} />
)
