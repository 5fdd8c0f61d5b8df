import { DAY, HOUR } from '../../../contract/durations.ts'
import { PER } from '../../http/rate-limits.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { changeMail, datesChangeMail, savedChangeMail, waitingChangeMail } from './emails.ts'
import { installEventFiles } from './http.ts'
import { eventTables } from './personal-data.ts'
import { locateEvents } from './locations.ts'
import { eventRoutes } from './routes.ts'
import { announceChange } from './announcements.ts'
import { indexEvents, sweepSearchWords } from './word-sweep.ts'

// For creators' pages and feeds.
export { FEED_TEXT_LENGTH, feedSpan, listForFeed, type FeedRow, type KnownItems } from './feed-reads.ts'
export { listEventPage } from './reads.ts'

export { getEvent, withMoreDates } from './reads.ts'
export { shownEvents } from './ready-reads.ts'
export { findEvents } from './search.ts'
// For series, whose dates are events.
export {
  changeEvents,
  createEvent,
  hashOf,
  imageOf,
  lockPublisher,
  pictureOf,
  requireMayPublish,
  statusAfter,
  textsOf,
  type EventColumns,
} from './commands.ts'
export { changeBetween, knownToGuests } from './changes.ts'
export { locationOf } from './locations.ts'
export { COLUMNS_OF, isSameValue } from './own-fields.ts'
export { requireFree } from './policy.ts'
export { cancelIn, removeIn } from './states.ts'
// For an account that is deleted.
export { cancelEvent, deleteEvent } from './states.ts'

export const events: Module = {
  routes: (deps) => eventRoutes(deps),
  http: installEventFiles,
  mails: (config, secrets) => ({
    'event-change': { render: changeMail(config, secrets), priority: PRIORITY.soon },
    'dates-change': { render: datesChangeMail(config, secrets), priority: PRIORITY.soon },
    // Not about one's own booking, so that one press ends it, with all emails about waiting lists.
    'event-change-waiting': {
      render: waitingChangeMail(config.publicUrl, secrets),
      priority: PRIORITY.soon,
      notice: 'offer',
    },
    'event-change-saved': { render: savedChangeMail(config.publicUrl), priority: PRIORITY.soon, notice: 'saved' },
  }),
  jobs: {
    'sweep-search-words': { run: sweepSearchWords },
    'place-events': { run: locateEvents },
    'index-events': { run: indexEvents },
    'tell-of-change': { run: announceChange },
  },
  schedule: { 'sweep-search-words': DAY, 'place-events': HOUR, 'index-events': DAY },
  limits: {
    createEventWhenNew: { points: 50, seconds: PER.day },
    createEvent: { points: 200, seconds: PER.day },
    saveEventWhenNew: { points: 1_000, seconds: PER.day },
    saveEvent: { points: 5_000, seconds: PER.day },
    // Posters and share cards that are not at hand: about 25 ms of a processor each. A list shows 24 of them.
    drawing: { points: 240, seconds: PER.minute, by: 'network' },
  },
  tables: eventTables,
}
