import { lazy } from 'react'
import { flagged } from '../../lib/flagged.tsx'
import { SearchForm } from './search-form.tsx'

export const SearchBox = flagged('search', {
  on: lazy(() => import('./search-box.tsx')),
  off: SearchForm,
})
