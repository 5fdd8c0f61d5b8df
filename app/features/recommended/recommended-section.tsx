import type { ReactNode } from 'react'
import type { EventCardData } from '../events/slot.tsx'
import style from './recommended-list.module.css'
import { useRecommended } from './use-recommended.ts'

const ROW = 12

interface Props {
  events: EventCardData[]
  live: (events: EventCardData[]) => ReactNode
  /** The events near a visitor have a row of their own. */
  isForMembers: boolean
}

/**
 * What the page came with stays until there is something better: the cards change, and nothing moves. Without a place and
 * without an account it would only be the upcoming events once more, so it is left out (the marks are app/lib/theme.ts's).
 * A place alone makes no row where the events near it have one already.
 */
export default function RecommendedSection({ events, live, isForMembers }: Props) {
  const { own } = useRecommended({ limit: ROW, isForMembers })
  const unknown = isForMembers ? style.forMembers : style.forSomebody
  return <div className={own ? undefined : unknown}>{live(own ?? events)}</div>
}
