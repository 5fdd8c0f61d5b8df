// Events that somebody may like: each thing that they like leads to the next few of its kind, along the indexes that
// searches have. What is best of them is ranking.ts's to say.
import type { Db } from '../../db/client.ts'
import { findEvents } from '../events/module.ts'
import type { EventRow } from '../events/queries.ts'
import { artistOf, type Taste } from './taste.ts'

type Search = Parameters<typeof findEvents>[1]

const MOST = { creators: 8, artists: 3, places: 3, categories: 3 }
const OF_EACH = { creator: 6, artist: 6, place: 60, categories: 60, days: 60, soon: 40 }
const AROUND_KM = 25
const LONGEST_WORDS = 100

export async function findCandidates(db: Db, taste: Taste, now: Date): Promise<EventRow[]> {
  const { followed, creators, artists, places, categories, slots } = taste
  const [slot] = slots.keys()
  const liked = [...new Set([...followed.keys(), ...creators.keys()])].slice(0, MOST.creators)
  const names = [...artists.values()].slice(0, MOST.artists).map(({ title }) => artistOf(title) ?? title)
  const kinds = [...categories.keys()].slice(0, MOST.categories)
  const searches: Omit<Search, 'userId'>[] = [
    ...liked.map((creator) => ({ creator, limit: OF_EACH.creator })),
    ...names.map((name) => ({ q: name.slice(0, LONGEST_WORDS), sort: 'date' as const, limit: OF_EACH.artist })),
    ...places.slice(0, MOST.places).map((near) => ({ near, within: AROUND_KM, limit: OF_EACH.place })),
    ...(kinds.length > 0 ? [{ category: kinds, limit: OF_EACH.categories }] : []),
    ...(slot
      ? [{ when: slot.startsWith('Weekend') ? ('weekend' as const) : ('week' as const), limit: OF_EACH.days }]
      : []),
    { limit: OF_EACH.soon },
  ]
  const found = new Map<number, EventRow>()
  for (const search of searches) {
    // With places left, which also leaves out what is over.
    const { items } = await findEvents(db, { userId: null, seats: 1, series: 'once', ...search }, now)
    for (const row of items) found.set(row.id, row)
  }
  return [...found.values()]
}
