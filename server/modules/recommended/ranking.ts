// Which of the events that somebody may like come first, and why: the strongest of its reasons is what the card says.
import { DAY } from '../../../contract/durations.ts'
import type { Pick } from '../../db/schema/recommended.ts'
import type { EventRow } from '../events/queries.ts'
import type { Known } from './history.ts'
import { artistKey, artistOf, slotOf, wordsOf, type Point, type Taste } from './taste.ts'

/** What each kind of reason weighs at most (decision 195). */
const WEIGHT = {
  artist: 5,
  followed: 4,
  creator: 2.5,
  category: 2,
  near: 1.5,
  word: 1.5,
  town: 1.5,
  slot: 1.2,
  soon: 0.6,
}

const NEAR_KM = 50
const FORTNIGHT = 14 * DAY
const MOST_OF_ONE_CREATOR = 4
// A word of more than one title in five says nothing about any of them.
const COMMON_WORD = 0.2
const LONGEST_NAME = 40

interface Reason {
  weight: number
  /** '': because of its date, which is put into words when it is read. */
  words: string
}

function nameOf(title: string): string {
  const name = artistOf(title) ?? title
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1).trimEnd()}…` : name
}

function because({ how, title, endTime }: Known, now: Date): string {
  const did = how === 'saved' ? 'saved' : endTime <= now ? 'went to' : 'booked'
  return `You ${did} ${nameOf(title)}`
}

const KM_PER_DEGREE = 111

/** Near enough for a city: the earth is flat there. */
function kmBetween(one: Point, { latitude, longitude }: EventRow): number {
  if (latitude === null || longitude === null) return Infinity
  const east = (longitude - one.lng) * Math.cos((one.lat * Math.PI) / 180)
  return KM_PER_DEGREE * Math.hypot(latitude - one.lat, east)
}

type IsDistinctive = (word: string) => boolean

function reasonsFor(event: EventRow, taste: Taste, isDistinctive: IsDistinctive, now: Date): Reason[] {
  const { followed, creators, artists, words, categories, towns, slots, home } = taste
  const reasons: Reason[] = []
  const add = (weight: number, text: string) => reasons.push({ weight, words: text })
  const artist = artists.get(artistKey(event.title) ?? '')
  if (artist) add(WEIGHT.artist, because(artist, now))
  const name = followed.get(event.creatorId)
  if (name !== undefined) add(WEIGHT.followed, `You follow ${name}`)
  const known = creators.get(event.creatorId)
  if (known) add(WEIGHT.creator, because(known, now))
  for (const category of event.categories) {
    const share = categories.get(category)
    if (share && category !== 'other') add(WEIGHT.category * share, `You like ${category}`)
  }
  for (const word of wordsOf(event.title)) {
    const like = words.get(word)
    if (like && isDistinctive(word)) add(WEIGHT.word, `Like ${nameOf(like.title)}`)
  }
  const km = home ? kmBetween(home, event) : Infinity
  if (km <= NEAR_KM) add(WEIGHT.near * (1 - km / (2 * NEAR_KM)), 'Near you')
  const town = event.town ? towns.get(event.town) : undefined
  if (town && event.town) add(WEIGHT.town * town, `In ${event.town} again`)
  const slot = slotOf(event)
  add(WEIGHT.slot * (slots.get(slot) ?? 0), `${slot} suit you`)
  const wait = Math.max(0, event.startTime.getTime() - now.getTime())
  add((WEIGHT.soon * FORTNIGHT) / (FORTNIGHT + wait), '')
  return reasons
}

/** Of the words that candidates have, those of few. */
function distinctiveWords(candidates: EventRow[]): IsDistinctive {
  const counts = new Map<string, number>()
  for (const { title } of candidates) for (const word of wordsOf(title)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const most = Math.max(2, candidates.length * COMMON_WORD)
  return (word) => (counts.get(word) ?? 0) <= most
}

export function rank(candidates: EventRow[], taste: Taste, now: Date, most: number): Pick[] {
  const isDistinctive = distinctiveWords(candidates)
  const ranked = candidates
    .map((event) => {
      const reasons = reasonsFor(event, taste, isDistinctive, now)
      const score = reasons.reduce((sum, { weight }) => sum + weight, 0)
      const strongest = reasons.reduce((best, reason) => (reason.weight > best.weight ? reason : best))
      return { event, score, reason: strongest.words }
    })
    .sort(
      (a, b) =>
        b.score - a.score || a.event.startTime.getTime() - b.event.startTime.getTime() || a.event.id - b.event.id,
    )
  const ofCreator = new Map<number, number>()
  const series = new Set<number>()
  const picks: Pick[] = []
  for (const { event, reason } of ranked) {
    const before = ofCreator.get(event.creatorId) ?? 0
    // Searches for days find several dates of a series.
    if (before >= MOST_OF_ONE_CREATOR || (event.seriesId !== null && series.has(event.seriesId))) continue
    if (event.seriesId !== null) series.add(event.seriesId)
    ofCreator.set(event.creatorId, before + 1)
    picks.push({ eventId: event.id, reason })
    if (picks.length === most) break
  }
  return picks
}
