import { flagged } from '../../lib/flagged.tsx'
import { lazyFace } from '../../lib/lazy-face.ts'

/** Home's section of events near the visitor; without the feature home has none. */
export const NearbySection = flagged('nearby', {
  on: lazyFace('nearby', () => import('./nearby-section.tsx')),
  off: () => null,
})

/** Beside the filters: the events around this device. */
export const NearMe = flagged('nearby', {
  on: lazyFace('nearby', () => import('./near-me.tsx')),
  off: () => null,
})
