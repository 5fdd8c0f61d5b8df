// The card that messengers show beside a link to an event, and emails above their text: its words and its picture, drawn
// by the server.
import { keyedPath } from './event-access.ts'
import type { Event } from './events.ts'
import { seedOfEvent, textHash } from './poster.ts'
import { SITE } from './site.ts'

/** JPEG: every messenger and mail program draws one of this size. */
export const SHARE_CARD = { width: 1200, height: 630 }

type Carded = Pick<
  Event,
  'id' | 'title' | 'startTime' | 'timeZone' | 'status' | 'isVirtual' | 'town' | 'venue' | 'imageUrl'
> & { posterSeed?: string | null; key?: string | null }

/** Where it is, in a few words. A virtual event's venue may be for those alone who have booked. */
export const cardPlace = ({ isVirtual, town, venue }: Carded) => (isVirtual ? 'Online' : town || venue)

/** The same for the same card, and another after every change that can be seen in it; so it may be kept for ever. */
export function shareCardPath(event: Carded): string {
  const { id, title, startTime, timeZone, status, imageUrl } = event
  const shown = [SITE.cards, title, startTime, timeZone, status, cardPlace(event), imageUrl ?? seedOfEvent(event)]
  return keyedPath(`/images/events/card-${id}-${textHash(JSON.stringify(shown))}.jpg`, event)
}
