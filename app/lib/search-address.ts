// The address of a search, /events?q=…: what is in it, and how it is written. What the parts mean is
// contract/event-query.ts's; this knows only that they are texts, so that no screen loads zod for it.

export const SEARCH_PARTS = [
  'q',
  'when',
  'place',
  'near',
  'within',
  'kind',
  'category',
  'access',
  'seats',
  'sort',
] as const
export type SearchPart = (typeof SEARCH_PARTS)[number]
export type SearchParts = Partial<Record<SearchPart, string>>

/** Chosen by two separate fields, which a form without JavaScript sends as they are. */
export const CHOSEN_DAYS = 'days'
export const DAY_PARTS = ['from', 'to'] as const

/** What is filled in. */
export function readParts(search: string | URLSearchParams): SearchParts {
  const given = new URLSearchParams(search)
  const parts: SearchParts = {}
  for (const name of SEARCH_PARTS) {
    const value = given.get(name)?.trim()
    if (value) parts[name] = value
  }
  const [from, to] = DAY_PARTS.map((name) => given.get(name)?.trim() ?? '')
  if (parts.when === CHOSEN_DAYS) {
    delete parts.when
    if (from || to) parts.when = `${from || to}..${to || from}`
  }
  // A distance without a place says nothing.
  if (!parts.place && !parts.near) delete parts.within
  return parts
}

export const isSearch = (parts: SearchParts) => Object.keys(parts).length > 0

export function queryOf(parts: SearchParts): string {
  const query = new URLSearchParams()
  for (const name of SEARCH_PARTS) if (parts[name]) query.set(name, parts[name])
  return query.toString()
}

export const searchAddress = (parts: SearchParts) => (isSearch(parts) ? `/events?${queryOf(parts)}` : '/events')
