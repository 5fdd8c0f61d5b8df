import { classes } from '../../lib/classes.ts'
import { CardHeart } from '../favourites/slot.tsx'
import { IN_FIRST_VIEW } from './card-data.ts'
import { EventCard } from './event-card.tsx'
import { Skeletons } from './event-card-skeleton.tsx'
import grid from './event-grid.module.css'
import style from './event-timeline.module.css'
import type { ListedEvent } from './list-headings.ts'
import { useCurrentHeadings } from './use-current-headings.ts'

interface Props {
  events: ListedEvent[]
  /** When one of the headings stops being true. */
  until: number | null
  isGrowing: boolean
}

interface Group {
  heading: string
  rank: number
  events: ListedEvent[]
}

/** In the order of the headings: around a midnight the order of starts may differ from that of local dates. */
function groupsOf(events: ListedEvent[]): Group[] {
  const groups = new Map<string, Group>()
  for (const event of events) {
    const { heading, rank } = event
    const group = groups.get(heading)
    if (group) group.events.push(event)
    else groups.set(heading, { heading, rank, events: [event] })
  }
  return [...groups.values()].sort((a, b) => a.rank - b.rank)
}

/** The cards of a list under Today, Tomorrow, This weekend, their months; what is over last. */
export function EventTimeline({ events, until, isGrowing }: Props) {
  const groups = groupsOf(useCurrentHeadings(events, until))
  const first = new Set(groups.flatMap(({ events: grouped }) => grouped).slice(0, IN_FIRST_VIEW))
  return groups.map(({ heading, rank, events: grouped }, index) => {
    const isPast = rank === Number.MAX_SAFE_INTEGER
    return (
      <section key={heading} aria-labelledby={`when-${rank}`} className={classes(style.group, isPast && style.past)}>
        <h2 id={`when-${rank}`} className={style.heading}>
          {heading}
        </h2>
        <ul role="list" className={grid.grid}>
          {grouped.map((event) => (
            <li key={event.id}>
              <EventCard event={event} hasEnded={isPast} isDense isFirst={first.has(event)} />
              <CardHeart event={event} isDense />
            </li>
          ))}
          {isGrowing && index === groups.length - 1 && <Skeletons />}
        </ul>
      </section>
    )
  })
}
