// A ticket as one self-contained page: no script, no other file, so nothing can be missing offline, and no release makes
// it outdated. It says when it was last checked.
import encodeQR from 'qr'
import { codeEnd } from '../../../contract/door-code.ts'
import { formatDate, formatTime, formatUntil, zoneShortName } from '../../../contract/dates.ts'
import type { Event } from '../../../contract/events.ts'
import { ownSeats } from '../../../contract/own-seats.ts'
import type { SentPlace } from '../../../contract/tickets.ts'
import { seatWords } from '../../lib/seat-words.ts'
import { spelled } from '../../lib/online-address.ts'
import { BASE_STYLE, escaped, htmlPage, unbroken, writtenIn } from './page-parts.ts'

export interface KeepableTicket {
  id: number
  numberOfTickets: number
  sent?: SentPlace[]
  code: string
  event: Pick<Event, 'title' | 'language' | 'venue' | 'isVirtual' | 'startTime' | 'endTime' | 'timeZone' | 'status'>
}

interface Moment {
  now: Date
  /** The device's own zone: somebody wants to know how long ago it was. */
  timeZone: string
  /** Chosen by hand; 'system' follows the device. */
  theme: 'system' | 'light' | 'dark'
}

const whenOf = ({ startTime, endTime, timeZone }: KeepableTicket['event']) =>
  `${formatDate(startTime, timeZone)} · ${formatTime(startTime, timeZone)} to ${formatUntil(startTime, endTime, timeZone)} ${zoneShortName(startTime, timeZone)}`

export const STYLE = `${BASE_STYLE}
.ticket{display:grid;gap:8px;padding:24px;border:1px solid var(--line);border-radius:24px;background:var(--raised)}.count{font-weight:700}.say{text-align:center}.say b{font-family:ui-monospace,monospace;font-size:1.2em}
svg{display:block;width:100%;border-radius:16px}.code{font-family:ui-monospace,monospace;text-align:center;color:var(--quiet)}
.stale{padding:12px 16px;border-radius:16px;background:light-dark(#dce9e3,#1a2a35);color:var(--fact)}`

function drawing(code: string) {
  const rows = encodeQR(code, 'raw', { ecc: 'medium', border: 4 })
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  const size = rows.length
  const end = codeEnd(code)
  return `<svg role="img" aria-label="Your ticket’s code, to show at the door" viewBox="0 0 ${size} ${size}"><path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path fill="#000" shape-rendering="crispEdges" d="${path}"/></svg>${end ? `<p class="say">If it can’t be scanned, say <b>${end}</b></p>` : ''}<p class="code">${escaped(spelled(code))}</p>`
}

const isOff = ({ status }: KeepableTicket['event']) => status === 'cancelled' || status === 'postponed'

/** In the list of what is kept: what does not take place says so first. */
export const listedWhen = (event: KeepableTicket['event']) =>
  (isOff(event) ? (event.status === 'cancelled' ? 'Cancelled · ' : 'Postponed · ') : '') + whenOf(event)

export function offlineTicket(ticket: KeepableTicket, { now, timeZone, theme }: Moment) {
  const { id, code, event } = ticket
  const hasCode = !event.isVirtual && event.status !== 'cancelled' && ownSeats(ticket).seats > 0
  const checked = `${formatDate(now.toISOString(), timeZone)} · ${formatTime(now.toISOString(), timeZone)}`
  const body = `<p class="stale" role="status">You’re offline. This ticket was last checked on <b>${escaped(unbroken(checked))}</b>.</p>
${isOff(event) ? `<p class="stale">This event has been ${event.status}.</p>\n` : ''}<div class="ticket"><h1${writtenIn(event.language)}>${escaped(event.title)}</h1><p class="when">${escaped(unbroken(whenOf(event)))}</p><p class="quiet">${escaped(event.venue)}</p><p class="count">${escaped(seatWords(ticket))}</p>
${hasCode ? drawing(code) : ''}</div>
<nav><a href="/my-bookings/${id}">Check again</a><a href="/my-bookings">All tickets</a></nav>`
  return htmlPage({ title: event.title, style: STYLE, body, theme })
}
