// What other features may show of an event.
export { EventTime } from './event-time.tsx'
