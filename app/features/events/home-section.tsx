import { Dimmed } from '../../ui/coming-soon.tsx'
import { SectionHeading } from '../../ui/section-heading.tsx'
import type { EventCardData } from './card-data.ts'
import { EventRow } from './event-row.tsx'
import style from './event-parts.module.css'

interface Props {
  id: string
  title: string
  to: string
  events: EventCardData[]
  /** Not there yet: the cards only show what it will look like. */
  isSoon?: boolean
}

export function HomeSection({ id, title, to, events, isSoon = false }: Props) {
  const row = <EventRow events={events} labelledBy={id} isSoon={isSoon} />
  return (
    <section className={style.homeSection}>
      <SectionHeading id={id} title={title} to={to} disabled={isSoon} />
      {isSoon ? <Dimmed>{row}</Dimmed> : row}
    </section>
  )
}
