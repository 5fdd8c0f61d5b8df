/** On the page of a ticket. */
export { SendPlace } from './send-place.tsx'
