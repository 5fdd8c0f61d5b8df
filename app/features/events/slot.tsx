// What other features may show of an event.
export { BreakingTitle } from './breaking-title.tsx'
export { toCardData as cardOfEvent, type EventCardData } from './card-data.ts'
export { EventCard } from './event-card.tsx'
export { EventPicture } from './event-picture.tsx'
export { EventRow } from './event-row.tsx'
export { EventTime } from './event-time.tsx'
