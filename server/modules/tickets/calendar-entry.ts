// The calendar file of one booking or event.
import { calendarFile, type CalendarEntry } from '../../calendar/calendar-file.ts'

export type FileEntry = Omit<CalendarEntry, 'status' | 'invitation'>

/** A file of its own names no guest; a mail is to one, and a later mail changes or cancels what an earlier one entered. */
export type Invitation = NonNullable<CalendarEntry['invitation']> & { method: 'REQUEST' | 'CANCEL' }

/** The same wherever this booking is told of, so that a calendar keeps one entry. */
export const bookingUid = (ticketId: number, domain: string) => `booking-${ticketId}@${domain}`
export const eventUid = (eventId: number, domain: string) => `event-${eventId}@${domain}`

export function entryFile(entry: FileEntry, invitation?: Invitation): string {
  if (!invitation) return calendarFile({ method: 'PUBLISH' }, [{ ...entry, status: 'CONFIRMED' }])
  const { method, ...people } = invitation
  const status = method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'
  return calendarFile({ method }, [{ ...entry, status, invitation: people }])
}
