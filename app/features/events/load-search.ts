// The page /events with something in its address: what was asked for, what of it made no sense, and what was found.
import type { Client } from '../../../contract/client.ts'
import { eventQuery, type EventQueryInput } from '../../../contract/event-query.ts'
import type { Event } from '../../../contract/events.ts'
import { LIST } from '../../../contract/limits.ts'
import { awayLabel, kmBetween, type Point } from '../../lib/distance.ts'
import { isRefusal } from '../../lib/failure.ts'
import { queryOf, readParts, SEARCH_PARTS, type SearchPart, type SearchParts } from '../../lib/search-address.ts'
import { toCardData } from './card-data.ts'
import { withHeadings } from './list-headings.ts'
import type { EventListPage, Searched } from './list-page.ts'

const LABELS: Record<SearchPart, string> = {
  q: 'Search',
  when: 'When',
  place: 'Town',
  near: 'Near',
  within: 'Distance',
  kind: 'Kind',
  category: 'Category',
  access: 'Access',
  seats: 'Places',
  sort: 'Sort',
}

const NEEDS_A_TOWN = 'To sort by nearest, please choose a town or press Near me.'

/** What makes no sense is left out, and said. */
function sensible(given: SearchParts): { parts: SearchParts; problems: string[] } {
  const parts: SearchParts = {}
  const problems: string[] = []
  for (const name of SEARCH_PARTS) {
    if (given[name] === undefined) continue
    const read = eventQuery.shape[name].safeParse(given[name])
    if (read.success) parts[name] = given[name]
    else problems.push(`${LABELS[name]} ${read.error.issues[0]?.message ?? 'is not valid'}.`)
  }
  if (parts.sort === 'nearest' && !parts.place && !parts.near) {
    delete parts.sort
    problems.push(NEEDS_A_TOWN)
  }
  return { parts, problems }
}

function withoutTown({ place: _, within: __, sort, ...parts }: SearchParts): SearchParts {
  return sort && sort !== 'nearest' ? { ...parts, sort } : parts
}

type Found = Awaited<ReturnType<Client['events']['list']>>

const ask = (api: Client, parts: SearchParts, cursor: string | null): Promise<Found> =>
  api.events.list({
    query: { ...(parts as EventQueryInput), series: 'once', limit: LIST.pageSize, ...(cursor ? { cursor } : {}) },
  })

/** Only a server knows all towns. */
async function askInTown(api: Client, read: ReturnType<typeof sensible>, cursor: string | null): Promise<Found> {
  try {
    return await ask(api, read.parts, cursor)
  } catch (error) {
    if (!isRefusal(error, 'town_unknown')) throw error
    read.problems.push(`We don’t know a town called ${read.parts.place ?? ''}.`)
    read.parts = withoutTown(read.parts)
    return ask(api, read.parts, cursor)
  }
}

async function pointOf(api: Client, { near, place }: SearchParts): Promise<Point | null> {
  if (near) return eventQuery.shape.near.parse(near) ?? null
  if (!place) return null
  const [town] = await api.geo.towns({ query: { q: place } })
  return town ? { lat: town.lat, lng: town.lng } : null
}

/** `isRounded`: from there no distance is true. The browser, which knows where it is, fills them in. */
function cardOf(event: Event, from: Point | null, isRounded: boolean) {
  const { latitude, longitude } = event
  const card = { ...toCardData(event), endTime: event.endTime }
  if (!from || typeof latitude !== 'number' || typeof longitude !== 'number') return card
  const at = { lat: latitude, lng: longitude }
  const km = kmBetween(from, at)
  const away = isRounded ? undefined : awayLabel(km, at, event.town)
  return { ...card, latitude, longitude, town: event.town, km: Math.round(km * 10) / 10, away }
}

export async function loadSearch(api: Client, params: URLSearchParams): Promise<EventListPage> {
  const cursor = params.get('cursor')
  const read = sensible(readParts(params))
  const found = await askInTown(api, read, cursor)
  const { parts, problems } = read
  const { items, next, foundFor } = found
  const from = await pointOf(api, parts)
  // Read as time where that is the order.
  const isByDate = parts.sort === 'date' || (!parts.sort && !parts.q)
  const search: Searched = {
    parts,
    problems,
    isByDate,
    query: queryOf(parts),
    foundFor: foundFor ?? null,
  }
  const cards = items.map((event) => cardOf(event, from, parts.near !== undefined))
  return { ...withHeadings(cards, new Date()), next, problem: null, isFirst: !cursor, search }
}
