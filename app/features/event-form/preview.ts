// The event as its card shows it, made of what is in the form.
import type { Event } from '../../../contract/events.ts'
import { posterSeedOf } from '../../../contract/poster.ts'
import { DEFAULT_TIME_ZONE, parseDateTime } from '../../../contract/zoned-time.ts'
import type { EventDraft } from './draft.ts'
import * as words from './words.tsx'

export type PreviewEvent = Pick<
  Event,
  | 'id'
  | 'title'
  | 'imageUrl'
  | 'posterSeed'
  | 'venue'
  | 'startTime'
  | 'endTime'
  | 'timeZone'
  | 'isFreeOfCharge'
  | 'sellingPrice'
  | 'anchorPrice'
  | 'isSoldOut'
  | 'isDraft'
>

const isLink = (venue: string) => /^https?:\/\//i.test(venue)

interface Shown {
  timeZone: string
  /** A chosen file, or what the event has; null: its poster. */
  imageUrl: string | null
  /** The title as it was a moment ago: a poster for every letter would be one too many. */
  posterTitle: string
}

export function previewOf(draft: EventDraft, { timeZone, imageUrl, posterTitle }: Shown): PreviewEvent {
  const zone = timeZone || DEFAULT_TIME_ZONE
  return {
    id: 0,
    title: draft.title.trim() || words.yourTitle,
    imageUrl,
    posterSeed: draft.posterSeed || posterSeedOf(posterTitle),
    // As guests read it who have not booked.
    venue: draft.isVirtual && isLink(draft.venue.trim()) ? words.onlineEvent : draft.venue.trim(),
    startTime: parseDateTime(draft.startTime, zone)?.toISOString() ?? '',
    endTime: parseDateTime(draft.endTime, zone)?.toISOString() ?? '',
    timeZone: zone,
    isFreeOfCharge: true,
    sellingPrice: 0,
    anchorPrice: 0,
    isSoldOut: false,
    isDraft: false,
  }
}

/** Six letters and digits are two thousand million posters. */
export const shuffledSeed = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => (byte % 36).toString(36)).join('')
