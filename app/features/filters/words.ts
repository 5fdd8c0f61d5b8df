// What the filters are called, in their fields and on their chips.
import { ACCESS_NAMES } from '../../../contract/access-facts.ts'
import type { SearchPart, SearchParts } from '../../lib/search-address.ts'
import { ROUNDING_KM } from '../../lib/distance.ts'

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** '2026-11-20' -> '20 Nov'; what is no day stays as it is. */
function formatDay(day: string): string {
  const [, month, date] = day.split('-').map(Number)
  const name = MONTHS[(month ?? 0) - 1]
  return name && date ? `${date} ${name}` : day
}

export const WHEN = { today: 'Today', tomorrow: 'Tomorrow', weekend: 'This weekend', week: 'This week' } as const
/** What an address can say and no choice offers. */
export const OTHER_DAYS = { upcoming: 'Upcoming', past: 'Past events' }
export const KINDS = { 'in-person': 'In person', online: 'Online' } as const
export const SORTS = {
  date: 'By date',
  nearest: 'Nearest first',
  newest: 'Newest first',
  popular: 'Popular first',
} as const
export const RADII = [5, 10, 25, 50, 100]
/** In the order of docs/product/finding.md#searching-lists. */
export const USUAL_RADIUS = { place: 25, near: 50 }

const named = (names: Record<string, string>, value: string) =>
  (Object.hasOwn(names, value) ? names[value] : value) ?? value

export const categoryName = (category: string) => category.charAt(0).toUpperCase() + category.slice(1)

function days(value: string): string {
  const [from = '', to = ''] = value.split('..')
  return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`
}

const radiusOf = ({ near, within }: SearchParts) => Number(within) - (near ? ROUNDING_KM : 0)

export function chipText(part: SearchPart, parts: SearchParts): string {
  const value = parts[part] ?? ''
  switch (part) {
    case 'when':
      return value.includes('..') ? days(value) : named({ ...WHEN, ...OTHER_DAYS }, value)
    case 'kind':
      return named(KINDS, value)
    case 'sort':
      return named(SORTS, value)
    case 'category':
      return value.split(',').map(categoryName).join(' or ')
    case 'access':
      return value
        .split(',')
        .map((fact) => named(ACCESS_NAMES, fact))
        .join(' and ')
    case 'seats':
      return Number(value) > 1 ? `${value} places left` : placesLeft
    case 'near':
      return parts.within ? `Within ${radiusOf(parts)} km of you` : 'Near you'
    case 'place':
      return parts.within ? `Within ${radiusOf(parts)} km of ${value}` : value
    case 'q':
      return `“${value}”`
    case 'within':
      return ''
  }
}

export const anyDay = 'Any day'
export const chooseDays = 'Choose days'
export const kilometres = (km: number) => `${km} km`
export const allKinds = 'All kinds'
export const allCategories = 'All categories'
export const bestMatch = 'Best match'
export const soonestFirst = 'Soonest first'
export const placesLeft = 'Places left'

export const activeFilters = 'Active filters'
export const removeChip = (chip: string) => `Remove ${chip}`
export const clearAll = 'Clear all'
export const filterAndSort = 'Filter and sort'
export const showEvents = 'Show events'
