import { flagged } from '../../lib/flagged.tsx'
import { lazyFace } from '../../lib/lazy-face.ts'
import type { SearchParts } from '../../lib/search-address.ts'
import { FiltersSoon } from './soon.tsx'

/** Filter and sort, above the list of all events. */
export const Filters = flagged<{ found: SearchParts | undefined }>('filters', {
  on: lazyFace('filters', () => import('./filters.tsx')),
  off: FiltersSoon,
})
