import { flagged } from '../../lib/flagged.tsx'
import { lazyFace } from '../../lib/lazy-face.ts'
import { SearchForm } from './search-form.tsx'

export const SearchBox = flagged('search', {
  on: lazyFace('search', () => import('./search-box.tsx')),
  off: SearchForm,
})
