import { useFeature } from '../../lib/settings.ts'
import { SearchForm } from './search-form.tsx'

export const SearchBox = () => <SearchForm disabled={!useFeature('search')} />
