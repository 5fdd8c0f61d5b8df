import { eventPath } from '../../../contract/event-access.ts'
import type { Config } from '../../config.ts'
import { Answer } from '../../http/answer.ts'
import { bookingUid, entryFile, eventUid } from '../../ledger/booking-calendar.ts'
import { toEvent, type EventRow } from '../events/queries.ts'

/** Inline, because an iPhone then offers to add it; computers, which cannot show it, save it under the name. */
export function calendarAnswer(
  row: EventRow,
  { publicUrl, calendarDomain }: Pick<Config, 'publicUrl' | 'calendarDomain'>,
  booking?: number,
): Answer {
  const url = publicUrl + eventPath({ id: row.id, key: row.linkKey })
  const file = entryFile({
    uid: booking === undefined ? eventUid(row.id, calendarDomain) : bookingUid(booking, calendarDomain),
    title: row.title,
    description: url,
    // As everybody reads it: without the link of a virtual event.
    location: toEvent(row, { userId: null }).venue,
    url,
    startTime: row.startTime,
    endTime: row.endTime,
    sequence: row.version - 1,
    changedAt: row.updatedAt,
  })
  return new Answer(file, {
    headers: {
      ...(row.linkKey ? { 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' } : {}),
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="event.ics"',
    },
  })
}
