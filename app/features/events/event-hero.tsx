import type { Event } from '../../../contract/events.ts'
import { eventPicture, PLACEHOLDER } from '../../lib/pictures.ts'
import { useSettings } from '../../lib/settings.ts'
import { FallbackImage } from '../../ui/fallback-image.tsx'
import style from './event-parts.module.css'

export function EventHero({ event }: { event: Event }) {
  const { imageBase } = useSettings()
  return (
    <FallbackImage
      {...eventPicture(event, imageBase)}
      fallback={PLACEHOLDER}
      sizes="(min-width: 1264px) 1200px, 100vw"
      width={1600}
      height={900}
      alt=""
      className={style.hero}
      fetchPriority="high"
    />
  )
}
