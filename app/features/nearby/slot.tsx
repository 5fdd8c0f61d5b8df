import { flagged } from '../../lib/flagged.tsx'

/** Home's section of events near the visitor; without the feature home has none. */
export const NearbySection = flagged('nearby', { off: () => null })
