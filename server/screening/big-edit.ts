// Whether an edit makes another event of one that was looked at: its title, where it links to, or where it takes place.
import { textsOf } from './facts.ts'
import { linkTargetsOf } from './link-targets.ts'
import { readAs } from './lookalikes.ts'

export interface Edited {
  title: string
  description: string
  venue: string
  artistDescription: string | null
  organizerDescription: string | null
  bookingUrl: string | null
  isVirtual: boolean
  latitude: number | null
  longitude: number | null
}

export type BigChange = 'changed-title' | 'changed-links' | 'changed-place'

const FAR_KM = 50
const KM_PER_DEGREE = 111
const MUCH = 0.5

/** Pairs of letters, each as often as it is there. */
function pairsOf(text: string): Map<string, number> {
  const folded = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const signs = [...` ${folded} `]
  const pairs = new Map<string, number>()
  for (let at = 1; at < signs.length; at++) {
    const pair = `${signs[at - 1]}${signs[at]}`
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return pairs
}

const sum = (counts: Iterable<number>) => [...counts].reduce((total, count) => total + count, 0)

/** From 0, nothing in common, to 1 (Dice). What is added at the end of a short text counts as little as a typing error. */
export function likeness(a: string, b: string): number {
  const [left, right] = [pairsOf(a), pairsOf(b)]
  const common = sum([...left].map(([pair, count]) => Math.min(count, right.get(pair) ?? 0)))
  const all = sum(left.values()) + sum(right.values())
  return all === 0 ? 1 : (2 * common) / all
}

const hostsOf = (event: Edited) =>
  new Set(textsOf(event).flatMap((text) => linkTargetsOf(text).map(({ host }) => readAs(host))))

function isFar(before: Edited, after: Edited): boolean {
  if (before.isVirtual !== after.isVirtual) return true
  // The place of a virtual event is a link, or a name that says little.
  if (after.isVirtual) return false
  if (before.latitude === null || before.longitude === null || after.latitude === null || after.longitude === null)
    return likeness(before.venue, after.venue) < MUCH
  const north = (after.latitude - before.latitude) * KM_PER_DEGREE
  const east = (after.longitude - before.longitude) * KM_PER_DEGREE * Math.cos((after.latitude * Math.PI) / 180)
  return Math.hypot(north, east) > FAR_KM
}

export function bigChanges(before: Edited, after: Edited): BigChange[] {
  const known = hostsOf(before)
  return [
    ...(likeness(before.title, after.title) < MUCH ? (['changed-title'] as const) : []),
    ...([...hostsOf(after)].some((host) => !known.has(host)) ? (['changed-links'] as const) : []),
    ...(isFar(before, after) ? (['changed-place'] as const) : []),
  ]
}
