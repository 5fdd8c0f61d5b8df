// What waits for somebody who signs in at Google: the browser leaves the site, and only the device remembers it.
import { readStored, removeStored, store } from '../lib/device-storage.ts'
import { safePath } from './return-path.ts'

interface Waiting {
  path: string
  work: unknown
}

// Long enough for a second factor; later than that nobody expects anything to happen by itself.
const KEPT_FOR_MS = 10 * 60_000

/** On the way to Google: what goes on afterwards, or nothing, which ends what waited before. */
export function waitForGoogle(waiting: Waiting | null, now = Date.now()) {
  if (waiting) store('afterGoogle', JSON.stringify({ ...waiting, at: now }))
  else removeStored('afterGoogle')
}

/** Back from Google: once, and only to a path of this site. */
export function takeAfterGoogle(now = Date.now()): Waiting | null {
  const stored = readStored('afterGoogle')
  removeStored('afterGoogle')
  try {
    const { path, work, at } = JSON.parse(stored ?? '{}') as Partial<Waiting & { at: number }>
    const safe = safePath(path)
    const isFresh = typeof at === 'number' && at <= now && now - at < KEPT_FOR_MS
    return safe && isFresh && typeof work === 'object' && work !== null ? { path: safe, work } : null
  } catch {
    return null
  }
}
