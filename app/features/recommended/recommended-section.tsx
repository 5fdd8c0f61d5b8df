import type { ReactNode } from 'react'
import type { EventCardData } from '../events/slot.tsx'
import { useRecommended } from './use-recommended.ts'

const ROW = 12

interface Props {
  events: EventCardData[]
  live: (events: EventCardData[]) => ReactNode
}

/** What the page came with stays until there is something better: the cards change, and nothing moves. */
export default function RecommendedSection({ events, live }: Props) {
  const { own } = useRecommended(ROW)
  return live(own ?? events)
}
