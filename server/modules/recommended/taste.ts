// What somebody likes, made from their history: creators, artists, kinds of events, places, weekdays and times, words.
import type { Category } from '../../../contract/categories.ts'
import { wallClock } from '../../../contract/zoned-time.ts'
import type { History, Known } from './history.ts'

export interface Point {
  lat: number
  lng: number
}

export interface Taste {
  /** By name. */
  followed: Map<number, string>
  /** What was booked or saved last of each creator, and of each artist. */
  creators: Map<number, Known>
  artists: Map<string, Known>
  /** The words of titles, each with where it was last. */
  words: Map<string, Known>
  /** How much of what is known is of this kind: 0 to 1. */
  categories: Map<Category, number>
  towns: Map<string, number>
  slots: Map<string, number>
  /** Where to look: home, and the places of the towns, the most frequent first. */
  places: Point[]
  home: Point | null
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** 'The Lonesome Row - Fiddle Night' is by The Lonesome Row; other titles name no artist. */
export function artistOf(title: string): string | null {
  const at = title.indexOf(' - ')
  return at > 0 ? title.slice(0, at).trim() || null : null
}

export const artistKey = (title: string) => {
  const artist = artistOf(title)
  return artist && folded(artist)
}

// Shorter ones are mostly articles.
const SHORTEST_WORD = 4

export const wordsOf = (title: string) =>
  new Set((folded(title).match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= SHORTEST_WORD))

const NOON = 12
const EVENING = 17

/** 'Weekday evenings', by the clocks of the event's own place. */
export function slotOf({ startTime, timeZone }: Pick<Known, 'startTime' | 'timeZone'>): string {
  const local = wallClock(startTime, timeZone)
  const isWeekend = local.getUTCDay() % 6 === 0
  const hour = local.getUTCHours()
  return `${isWeekend ? 'Weekend' : 'Weekday'} ${hour < NOON ? 'mornings' : hour < EVENING ? 'afternoons' : 'evenings'}`
}

/** Of those that were there at least so often. */
function shares<T>(lists: T[][], atLeast = 1): Map<T, number> {
  const counts = new Map<T, number>()
  for (const list of lists) for (const thing of list) counts.set(thing, (counts.get(thing) ?? 0) + 1)
  const sorted = [...counts].filter(([, count]) => count >= atLeast).sort(([, a], [, b]) => b - a)
  return new Map(sorted.map(([thing, count]) => [thing, count / lists.length]))
}

/** The first one of each key. */
const firstOf = <K>(known: Known[], keysOf: (event: Known) => Iterable<K>): Map<K, Known> => {
  const first = new Map<K, Known>()
  for (const event of known) for (const key of keysOf(event)) if (!first.has(key)) first.set(key, event)
  return first
}

export function tasteOf({ known, followed, home }: History): Taste {
  const towns = shares(known.map(({ town }) => (town ? [town] : [])))
  const pointsIn = (name: string): Point[] => {
    const there = known.find(({ town, latitude }) => town === name && latitude !== null)
    return there ? [{ lat: there.latitude ?? 0, lng: there.longitude ?? 0 }] : []
  }
  return {
    followed: new Map(followed.map(({ creatorId, name }) => [creatorId, name])),
    creators: firstOf(known, ({ creatorId }) => [creatorId]),
    artists: firstOf(known, ({ title }) => [artistKey(title)].filter((key) => key !== null)),
    words: firstOf(known, ({ title }) => wordsOf(title)),
    categories: shares(known.map(({ categories }) => categories)),
    towns,
    // One evening says nothing about evenings.
    slots: shares(
      known.map((event) => [slotOf(event)]),
      2,
    ),
    places: [...(home ? [home] : []), ...[...towns.keys()].flatMap(pointsIn)],
    home,
  }
}
