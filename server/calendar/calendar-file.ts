// The one writer of calendar files (RFC 5545): for mails (RFC 5546), for Add to calendar, and for feeds.
import { joinLines, parameter, text, uri, utc } from './content-lines.ts'
import { clocksOf, type Clocks } from './time-zone.ts'

export interface CalendarPerson {
  name: string
  email: string
}

export interface CalendarEntry {
  /** The same for as long as it is the same thing, so that a calendar keeps one entry. */
  uid: string
  title: string
  description: string
  location: string
  url: string
  startTime: Date
  endTime: Date
  /** Whose clocks the times are written in; without it they are in UTC. */
  timeZone?: string
  /** Grows with every change, so that a calendar knows which of two files is the newer one. */
  sequence: number
  /** When what the file says last changed; never the time of asking. */
  changedAt: Date
  status: 'CONFIRMED' | 'CANCELLED'
  categories?: string[]
  /** Of title and description. */
  language?: string
  coordinates?: { lat: number; lng: number }
  /** Of an email: who invites whom. */
  invitation?: { organizer: CalendarPerson; attendee: CalendarPerson }
}

export interface CalendarHead {
  method: 'PUBLISH' | 'REQUEST' | 'CANCEL'
  /** What a subscribed calendar is called, and how often to look again: 'PT1H'. */
  name?: string
  refresh?: string
  /** Entries beyond this are left out, the last first. */
  maxBytes?: number
}

/** In the time of the place, unless its clocks show that time twice and the second is meant. */
function moment(name: string, instant: Date, { timeZone }: CalendarEntry, clocks: Clocks | undefined): string {
  const local = clocks?.show(instant)
  return local ? `${name};TZID=${timeZone}:${local}` : `${name}:${utc(instant)}`
}

const people = ({ organizer, attendee }: NonNullable<CalendarEntry['invitation']>) => [
  `ORGANIZER;CN=${parameter(organizer.name)}:mailto:${uri(organizer.email)}`,
  `ATTENDEE;RSVP=FALSE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;CUTYPE=INDIVIDUAL;CN=${parameter(attendee.name)}:mailto:${uri(attendee.email)}`,
]

interface Written {
  text: string
  bytes: number
  /** That its times were written by. */
  clocks: Clocks | undefined
}

// A feed hands in the same objects again for what has not changed.
const written = new WeakMap<CalendarEntry, Written>()

function write(entry: CalendarEntry, clocks: Clocks | undefined): Written {
  const before = written.get(entry)
  if (before && before.clocks === clocks) return before
  const text = entryText(entry, clocks)
  const now = { text, bytes: Buffer.byteLength(text), clocks }
  written.set(entry, now)
  return now
}

function entryText(entry: CalendarEntry, clocks: Clocks | undefined): string {
  const changed = utc(entry.changedAt)
  // A tag has letters, digits and hyphens, so it needs no quotes.
  const language = entry.language ? `;LANGUAGE=${entry.language}` : ''
  return joinLines([
    'BEGIN:VEVENT',
    `UID:${text(entry.uid)}`,
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    `SEQUENCE:${entry.sequence}`,
    moment('DTSTART', entry.startTime, entry, clocks),
    moment('DTEND', entry.endTime, entry, clocks),
    `SUMMARY${language}:${text(entry.title)}`,
    `DESCRIPTION${language}:${text(entry.description)}`,
    `LOCATION:${text(entry.location)}`,
    ...(entry.coordinates ? [`GEO:${entry.coordinates.lat};${entry.coordinates.lng}`] : []),
    ...(entry.categories?.length ? [`CATEGORIES:${entry.categories.map(text).join(',')}`] : []),
    `URL:${uri(entry.url)}`,
    `STATUS:${entry.status}`,
    ...(entry.invitation ? people(entry.invitation) : []),
    `X-MICROSOFT-CDO-BUSYSTATUS:${entry.status === 'CANCELLED' ? 'FREE' : 'BUSY'}`,
    'END:VEVENT',
  ])
}

const headLines = ({ method, name, refresh }: CalendarHead) => [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Hooley//Events//EN',
  'CALSCALE:GREGORIAN',
  `METHOD:${method}`,
  ...(name ? [`NAME:${text(name)}`, `X-WR-CALNAME:${text(name)}`] : []),
  ...(refresh ? [`REFRESH-INTERVAL;VALUE=DURATION:${refresh}`, `X-PUBLISHED-TTL:${refresh}`] : []),
]

/** The years of all entries, and one before them: a calendar asks what time it was when the last change came. */
function yearsOf(entries: CalendarEntry[]): [first: number, last: number] {
  const years = entries.flatMap(({ startTime, endTime }) => [startTime.getUTCFullYear(), endTime.getUTCFullYear()])
  return [Math.min(...years) - 1, Math.max(...years)]
}

export function calendarFile(head: CalendarHead, entries: CalendarEntry[]): string {
  const { maxBytes = Infinity } = head
  const start = joinLines(headLines(head))
  const end = joinLines(['END:VCALENDAR'])
  const [first, last] = entries.length > 0 ? yearsOf(entries) : [0, 0]
  const zones = new Map<string, string>()
  const bodies: string[] = []
  let bytes = Buffer.byteLength(start) + Buffer.byteLength(end)
  for (const entry of entries) {
    const { timeZone } = entry
    const clocks = timeZone ? clocksOf(timeZone, first, last) : undefined
    const body = write(entry, clocks)
    bytes += body.bytes
    if (timeZone && clocks && !zones.has(timeZone)) {
      bytes += clocks.text.length
      if (bytes <= maxBytes) zones.set(timeZone, clocks.text)
    }
    if (bytes > maxBytes) break
    bodies.push(body.text)
  }
  return [start, ...zones.values(), ...bodies, end].join('')
}
