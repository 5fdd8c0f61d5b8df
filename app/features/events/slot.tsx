// What other features may show of an event.
export { BreakingTitle } from './breaking-title.tsx'
export { EventPicture } from './event-picture.tsx'
export { EventTime } from './event-time.tsx'
