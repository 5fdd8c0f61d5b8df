import type { Event } from '../../../contract/events.ts'
import { Answer } from '../../http/answer.ts'
import { bookingUid, calendarFile } from './calendar-entry.ts'

/** Inline, because an iPhone then offers to add it; computers, which cannot show it, save it under the name. */
export function calendarAnswer(event: Event, publicUrl: string, booking: number | undefined): Answer {
  const { hostname } = new URL(publicUrl)
  const url = `${publicUrl}/events/${event.id}`
  const file = calendarFile({
    uid: booking === undefined ? `event-${event.id}@${hostname}` : bookingUid(booking, hostname),
    title: event.title,
    description: url,
    location: event.venue,
    url,
    startTime: new Date(event.startTime),
    endTime: new Date(event.endTime),
    sequence: event.version - 1,
  })
  return new Answer(file, {
    headers: { 'content-type': 'text/calendar; charset=utf-8', 'content-disposition': 'inline; filename="event.ics"' },
  })
}
