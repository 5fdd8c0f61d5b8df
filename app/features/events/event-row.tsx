import { useEffect, useRef, useState } from 'react'
import type { EventCardData } from './card-data.ts'
import { firstViewMessages } from '../../../contract/first-view-messages.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { CardHeart } from '../favourites/slot.tsx'
import { EventCard } from './event-card.tsx'
import style from './event-row.module.css'

// A finger swipes, and a trackpad too; the arrows are for mice, and not needed in the first view.
const { Part: RowArrows } = lazyPart(() => import('./row-arrows.tsx'))
const HAS_ROOM_AND_MOUSE = '(min-width: 1024px) and (hover: hover)'

interface Props {
  events: EventCardData[]
  labelledBy: string
  /** Only a picture of what is to come. */
  isSoon?: boolean
}

/** Home's row of 250 px cards, scrolled sideways. */
export function EventRow({ events, labelledBy, isSoon = false }: Props) {
  const row = useRef<HTMLUListElement>(null)
  const [hasArrows, setHasArrows] = useState(false)
  useEffect(() => (isSoon ? undefined : whenIdle(() => setHasArrows(matchMedia(HAS_ROOM_AND_MOUSE).matches))), [isSoon])
  if (events.length === 0) return <p className={style.empty}>{firstViewMessages.noEvents}</p>
  return (
    <div className={style.frame}>
      <ul ref={row} role="list" className={style.row} aria-labelledby={labelledBy}>
        {events.map((event) => (
          <li key={event.id} className={style.item}>
            <EventCard event={event} />
            {!isSoon && <CardHeart event={event} />}
          </li>
        ))}
      </ul>
      {hasArrows && <RowArrows row={row} labelledBy={labelledBy} isSilent onUnavailable={() => setHasArrows(false)} />}
    </div>
  )
}
