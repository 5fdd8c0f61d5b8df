import type { ReactNode } from 'react'
import { flagged } from '../../lib/flagged.tsx'
import { lazyFace } from '../../lib/lazy-face.ts'
import type { EventCardData } from '../events/slot.tsx'

interface Props {
  /** As to a visitor: a page is the same for everybody. */
  events: EventCardData[]
  /** The page's way to show them. */
  live: (events: EventCardData[]) => ReactNode
  /** The page's picture of it. */
  soon: ReactNode
}

/** Home's section of recommended events. */
export const RecommendedSection = flagged<Props>('recommended', {
  on: lazyFace('recommended', () => import('./recommended-section.tsx')),
  off: ({ soon }) => soon,
})
