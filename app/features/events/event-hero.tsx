import type { Event } from '../../../contract/events.ts'
import { eventPicture } from '../../lib/pictures.ts'
import { useSettings } from '../../lib/settings.ts'
import style from './event-hero.module.css'

export function EventHero({ event }: { event: Event }) {
  const { imageBase } = useSettings()
  return (
    <img
      {...eventPicture(event, imageBase)}
      sizes="(min-width: 1264px) 1200px, 100vw"
      width={1600}
      height={900}
      alt=""
      className={style.hero}
      fetchPriority="high"
    />
  )
}
