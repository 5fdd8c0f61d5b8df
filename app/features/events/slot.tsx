// What other features may show of an event.
import { lazyPart } from '../../ui/lazy-part.tsx'

export { BreakingTitle } from './breaking-title.tsx'
export { toCardData as cardOfEvent, type EventCardData } from './card-data.ts'
export { EventBanner } from './event-banner.tsx'
export { EventCard } from './event-card.tsx'
export { EventGrid } from './event-grid.tsx'
export { EventPicture } from './event-picture.tsx'
export { EventRow } from './event-row.tsx'
export { EventTime } from './event-time.tsx'

/** Below what is empty: three events to come. */
export const { Part: OtherEvents } = lazyPart(() => import('./other-events.tsx'))
