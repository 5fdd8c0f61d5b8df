import { flagged } from '../../lib/flagged.tsx'
import { lazyFace } from '../../lib/lazy-face.ts'
import { FiltersSoon } from './soon.tsx'

/** Filter and sort, above the list of all events. */
export const Filters = flagged('filters', {
  on: lazyFace('filters', () => import('./filters.tsx')),
  off: FiltersSoon,
})
