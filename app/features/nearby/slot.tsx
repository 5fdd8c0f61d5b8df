import { flagged } from '../../lib/flagged.tsx'
import { lazyFace } from '../../lib/lazy-face.ts'
import { useFeature } from '../../lib/settings.ts'

const NearbyToday = flagged('nearby', {
  on: lazyFace('nearby', () => import('./today-section.tsx')),
  off: () => null,
})

/** Home's first row for people whose place is known: what is on today. Its chips lead to filters, so both must be on. */
export const TodaySection = () => (useFeature('filters') ? <NearbyToday /> : null)

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
