import type { Module } from '../../module.ts'
import { placeEvents } from './places.ts'
import { eventRoutes } from './routes.ts'
import { indexEvents, sweepSearchWords } from './word-sweep.ts'

// For creators' pages and feeds.
export { FEED_TEXT_LENGTH, feedSpan, listForFeed, type FeedRow, type KnownItems } from './feed-reads.ts'
export { listEventPage } from './reads.ts'

export { getEvent } from './reads.ts'
export { shownEvents } from './ready-reads.ts'
export { findEvents } from './search.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

export const events: Module = {
  routes: (deps) => eventRoutes(deps),
  jobs: {
    'sweep-search-words': { run: sweepSearchWords },
    'place-events': { run: placeEvents },
    'index-events': { run: indexEvents },
  },
  schedule: { 'sweep-search-words': DAY, 'place-events': HOUR, 'index-events': DAY },
}
