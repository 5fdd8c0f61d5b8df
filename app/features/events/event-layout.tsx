import { eventPath } from '../../../contract/event-access.ts'
import type { ReactNode } from 'react'
import type { Event } from '../../../contract/events.ts'
import { priceLabel } from '../../lib/money.ts'
import { useSettings } from '../../lib/settings.ts'
import { hueOf } from '../../lib/tint.ts'
import style from './event-layout.module.css'

interface Props {
  event: Event
  hero: ReactNode
  /** What, when and where: before what there is to do, so that booking comes before the small print for the keyboard too. */
  top: ReactNode
  aside: ReactNode
  children: ReactNode
}

/** The hero above; what there is to know on the left, what there is to do on the right. */
export function EventLayout({ event, hero, top, aside, children }: Props) {
  const { publicUrl, currency } = useSettings()
  return (
    <div className={style.ground} data-tint={hueOf(event.tint)}>
      <article className={style.event}>
        <div className={style.hero}>{hero}</div>
        <div className={style.columns}>
          <div className={style.main}>{top}</div>
          <div className={style.aside}>{aside}</div>
          <div className={style.main}>{children}</div>
        </div>
        {/* On paper only: what it costs, and where to book. */}
        <p className={style.address}>{`${priceLabel(event, currency)} · ${publicUrl}${eventPath(event)}`}</p>
      </article>
    </div>
  )
}
