import type { ReactNode } from 'react'
import { flagged } from '../../lib/flagged.tsx'
import { lazyFace } from '../../lib/lazy-face.ts'
import { useFeature } from '../../lib/settings.ts'
import type { EventCardData } from '../events/slot.tsx'

interface Props {
  /** As to a visitor: a page is the same for everybody. */
  events: EventCardData[]
  /** The page's way to show them. */
  live: (events: EventCardData[]) => ReactNode
  /** The page's picture of it. */
  soon: ReactNode
}

const Recommended = flagged<Props & { isForMembers: boolean }>('recommended', {
  on: lazyFace('recommended', () => import('./recommended-section.tsx')),
  off: ({ soon }) => soon,
})

/** Home's section of recommended events. */
export const RecommendedSection = (props: Props) => <Recommended {...props} isForMembers={useFeature('nearby')} />
