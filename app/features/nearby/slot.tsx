import { flagged } from '../../lib/flagged.tsx'
import { lazyFace } from '../../lib/lazy-face.ts'
import { useFeature } from '../../lib/settings.ts'
import type { EventCardData } from '../events/slot.tsx'

interface TodayProps {
  /** Called with what it shows. */
  onShown: (events: readonly EventCardData[]) => void
}

const NearbyToday = flagged<TodayProps>('nearby', {
  on: lazyFace('nearby', () => import('./today-section.tsx')),
  off: () => null,
})

/** Home's first row for people whose place is known: what is on today. Its chips lead to filters, so both must be on. */
export const TodaySection = (props: TodayProps) => (useFeature('filters') ? <NearbyToday {...props} /> : null)

const Near = flagged<{ isBelowToday: boolean }>('nearby', {
  on: lazyFace('nearby', () => import('./nearby-section.tsx')),
  off: () => null,
})

/** Home's section of events near the visitor; without the feature home has none. */
export const NearbySection = () => <Near isBelowToday={useFeature('filters')} />

/** Beside the filters: the events around this device. */
export const NearMe = flagged('nearby', {
  on: lazyFace('nearby', () => import('./near-me.tsx')),
  off: () => null,
})
