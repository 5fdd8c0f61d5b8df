import { lazy } from 'react'
import { flagged } from '../../lib/flagged.tsx'

/** Home's section of events near the visitor; without the feature home has none. */
export const NearbySection = flagged('nearby', { on: lazy(() => import('./nearby-section.tsx')), off: () => null })

/** Beside the filters: the events around this device. */
export const NearMe = flagged('nearby', { on: lazy(() => import('./near-me.tsx')), off: () => null })
