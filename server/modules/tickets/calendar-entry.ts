// The .ics file of a booking (RFC 5545), which calendar programs take.
import { createEvent } from 'ics'

export interface CalendarEntry {
  uid: string
  title: string
  description: string
  location: string
  url: string
  startTime: Date
  endTime: Date
}

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

export function calendarFile(entry: CalendarEntry): string {
  const { error, value } = createEvent({
    productId: '-//Hooley//Bookings//EN',
    method: 'PUBLISH',
    uid: entry.uid,
    title: entry.title,
    description: entry.description,
    location: entry.location,
    url: entry.url,
    status: 'CONFIRMED',
    busyStatus: 'BUSY',
    start: entry.startTime.getTime(),
    startInputType: 'utc',
    startOutputType: 'utc',
    end: entry.endTime.getTime(),
    endInputType: 'utc',
    endOutputType: 'utc',
  })
  if (error) throw error
  const lines = (value ?? '').replace(/\r\n[\t ]/g, '').split('\r\n')
  return lines.map(fold).join('\r\n')
}
