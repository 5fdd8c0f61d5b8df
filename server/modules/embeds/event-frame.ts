import { SITE } from '../../../contract/site.ts'
import { formatDate, formatTime, formatWeekday, zoneShortName } from '../../../contract/dates.ts'
import { eventPath, NOT_BOOKED_HERE } from '../../../contract/event-access.ts'
import { eventPicture } from '../../../contract/event-picture.ts'
import { hasEnded, isBookingClosed } from '../../../contract/event-status.ts'
import type { Event } from '../../../contract/events.ts'
import { priceLabel } from '../../../contract/price.ts'
import { escapeHtml, writtenIn } from '../../mail/layout.ts'
import { brand, framePage, newTab } from './frame-page.ts'

export interface FrameSettings {
  publicUrl: string
  imageBase: string
  currency: string
}

/** Null: it can be booked. */
export function stateOf(event: Event, now: Date): string | null {
  if (event.status === 'cancelled') return 'This event has been cancelled'
  if (event.status === 'postponed') return 'This event has been postponed'
  if (hasEnded(event, now)) return 'This event has ended'
  if (isBookingClosed(event, now)) return 'Booking for this event has closed'
  if (event.admission) return NOT_BOOKED_HERE[event.admission]
  return event.isSoldOut ? 'Sold out' : null
}

export function whenOf({ startTime, timeZone, isVirtual }: Event): string {
  const day = `${formatWeekday(startTime, timeZone)} ${formatDate(startTime, timeZone)}`
  // Readers of a place know its time zone.
  const zone = isVirtual ? ` ${zoneShortName(startTime, timeZone)}` : ''
  return `${day} · ${formatTime(startTime, timeZone)}${zone}`
}

function picture(event: Event, imageBase: string): string {
  const { src, srcSet } = eventPicture(event, imageBase)
  const sizes = srcSet ? ` srcset="${escapeHtml(srcSet)}" sizes="(min-width:600px) 50vw, 100vw"` : ''
  return `<img src="${escapeHtml(src)}"${sizes} alt="" width="800" height="450">`
}

/** An event as shown in a frame. */
export function eventFrame(event: Event, { publicUrl, imageBase, currency }: FrameSettings, now: Date): string {
  const address = publicUrl + eventPath(event)
  // Tells the organiser where a booking came from, as any other link could.
  const link = `${address}${event.key ? '&' : '?'}utm_source=embed`
  const state = stateOf(event, now)
  const price = priceLabel(event, currency)
  const body = `<main class="beside">${picture(event, imageBase)}<div class="words">
<p class="when"><time datetime="${escapeHtml(event.startTime)}">${escapeHtml(whenOf(event))}</time></p>
<h1${writtenIn(event.language)}>${newTab(link, escapeHtml(event.title))}</h1>
<p class="quiet" dir="auto">${escapeHtml(event.isVirtual ? 'Online event' : event.venue)}</p>
<p class="${state ? 'state' : 'quiet'}">${escapeHtml(state ?? price)}</p>
<div class="foot">${newTab(link, state ? 'See the event' : `Book on ${escapeHtml(SITE.name)}`, ' class="button"')}${brand(publicUrl)}</div>
</div></main>`
  return framePage({ title: event.title, body, canonical: event.key ? null : address })
}

const wordsFrame = (publicUrl: string, words: string) =>
  framePage({
    title: SITE.name,
    canonical: null,
    body: `<main><div class="words"><h1>${words}</h1><div class="foot">${newTab(`${publicUrl}/events?utm_source=embed`, 'See other events', ' class="button"')}${brand(publicUrl)}</div></div></main>`,
  })

/** Where there is nothing any more. */
export const missingFrame = (publicUrl: string) => wordsFrame(publicUrl, 'This is no longer here')

/** On somebody else's site, where neither JSON nor a refusal to be framed would say anything. */
export const brokenFrame = (publicUrl: string) => wordsFrame(publicUrl, 'This cannot be shown right now')
