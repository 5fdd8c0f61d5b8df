// The .ics file of a booking or an event (RFC 5545), which calendar programs take; as a mail, by RFC 5546.
import { createEvent, type EventAttributes } from 'ics'

export interface CalendarPerson {
  name: string
  email: string
}

export interface CalendarEntry {
  uid: string
  title: string
  description: string
  location: string
  url: string
  startTime: Date
  endTime: Date
  /** Grows with every change, so that a calendar knows which of two files is the newer one. */
  sequence?: number
  /** When what the file says last changed; never the time of asking. */
  changedAt?: Date
}

/** A file of its own names no guest; a mail is to one, and a later mail changes or cancels what an earlier one entered. */
export type Invitation = { method: 'REQUEST' | 'CANCEL'; organizer: CalendarPerson; attendee: CalendarPerson }

/** The same wherever this booking is told of, so that a calendar keeps one entry. */
export const bookingUid = (ticketId: number, hostname: string) => `booking-${ticketId}@${hostname}`

const MAX_OCTETS = 75

/** The library folds after 75 characters; the standard says octets, and never within a character. */
function fold(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MAX_OCTETS) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}

/** A parameter has no way to hold a quotation mark or a line break; the library writes both. */
const plain = ({ name, email }: CalendarPerson): CalendarPerson => ({
  name: name.replace(/["“”]/g, '’').replace(/\p{Cc}+/gu, ' '),
  email,
})

const invitationOf = ({ organizer, attendee }: Invitation): Partial<EventAttributes> => ({
  organizer: plain(organizer),
  attendees: [{ ...plain(attendee), rsvp: false, partstat: 'ACCEPTED', role: 'REQ-PARTICIPANT', cutype: 'INDIVIDUAL' }],
})

export function calendarFile(entry: CalendarEntry, invitation?: Invitation): string {
  const changedAt = entry.changedAt?.getTime()
  const attributes = {
    productId: '-//Hooley//Bookings//EN',
    method: invitation?.method ?? 'PUBLISH',
    uid: entry.uid,
    title: entry.title,
    description: entry.description,
    location: entry.location,
    url: entry.url,
    status: invitation?.method === 'CANCEL' ? ('CANCELLED' as const) : ('CONFIRMED' as const),
    busyStatus: 'BUSY' as const,
    sequence: entry.sequence,
    // DTSTAMP, which the types of the library do not know.
    ...(changedAt !== undefined && { timestamp: changedAt, lastModified: changedAt }),
    start: entry.startTime.getTime(),
    startInputType: 'utc' as const,
    startOutputType: 'utc' as const,
    end: entry.endTime.getTime(),
    endInputType: 'utc' as const,
    endOutputType: 'utc' as const,
    ...(invitation && invitationOf(invitation)),
  }
  const { error, value } = createEvent(attributes)
  if (error) throw error
  const lines = (value ?? '').replace(/\r\n[\t ]/g, '').split('\r\n')
  return lines.map(fold).join('\r\n')
}
