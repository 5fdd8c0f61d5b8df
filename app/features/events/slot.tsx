// What other features may show of an event.
export { BreakingTitle } from './breaking-title.tsx'
export { toCardData as cardOfEvent, type EventCardData } from './card-data.ts'
export { EventBanner } from './event-banner.tsx'
export { EventCard } from './event-card.tsx'
export { EventGrid } from './event-grid.tsx'
export { EventPicture } from './event-picture.tsx'
export { EventRow } from './event-row.tsx'
export { EventTime } from './event-time.tsx'
