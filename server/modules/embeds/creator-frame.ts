import type { Creator } from '../../../contract/creators.ts'
import { moreDatesText } from '../../../contract/dates.ts'
import type { Event } from '../../../contract/events.ts'
import { escapeHtml, writtenIn } from '../../mail/layout.ts'
import { whenOf, type FrameSettings } from './event-frame.ts'
import { brand, framePage, newTab } from './frame-page.ts'

// A frame shows a few; all of them are on the page.
const MOST = 6

const whenOfAll = (event: Event) =>
  event.moreDates ? `${whenOf(event)} and ${moreDatesText(event.moreDates)}` : whenOf(event)

const item = (event: Event, publicUrl: string) =>
  `<li><span class="when">${escapeHtml(whenOfAll(event))}</span><strong${writtenIn(event.language)}>${newTab(
    `${publicUrl}/events/${event.id}?utm_source=embed`,
    escapeHtml(event.title),
  )}</strong><span class="quiet" dir="auto">${escapeHtml(event.isVirtual ? 'Online event' : event.venue)}</span></li>`

/** A creator's upcoming events, as shown in a frame. */
export function creatorFrame({ id, name, upcoming }: Creator, { publicUrl }: FrameSettings): string {
  const address = `${publicUrl}/creators/${id}`
  const link = `${address}?utm_source=embed`
  const list = upcoming
    .slice(0, MOST)
    .map((event) => item(event, publicUrl))
    .join('')
  const body = `<main><div class="words"><h1 dir="auto">${newTab(link, escapeHtml(name))}</h1>
${list ? `<ul>${list}</ul>` : '<p class="quiet">No upcoming events right now.</p>'}
<div class="foot">${newTab(link, 'See all events', ' class="button"')}${brand(publicUrl)}</div></div></main>`
  return framePage({ title: name, body, canonical: address })
}
