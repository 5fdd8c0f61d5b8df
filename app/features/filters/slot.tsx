import { lazy } from 'react'
import { flagged } from '../../lib/flagged.tsx'
import { FiltersSoon } from './soon.tsx'

/** Filter and sort, above the list of all events. */
export const Filters = flagged('filters', { on: lazy(() => import('./filters.tsx')), off: FiltersSoon })
