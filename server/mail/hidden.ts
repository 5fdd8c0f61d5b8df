// An event that a moderator has hidden sends nothing, whatever was written before and waits to be sent.
import { sql } from 'drizzle-orm'
import type { Rule } from './rule.ts'

/** Emails about the hiding itself, or in response to what somebody did themselves. */
const SENT_ALL_THE_SAME = new Set([
  'event-hidden',
  'statement',
  'objection-decided',
  'report-decided',
  'returned-by-link',
])

/** Named by the ticket, or by what the payload names: the event, an entry or offer of its waiting list, a message. */
export const notOfHidden: Rule = async (db, { kind, ticketId, payload }) => {
  if (SENT_ALL_THE_SAME.has(kind)) return { is: 'now' }
  const { eventId, entryId, offerId, messageId } = payload
  if ([ticketId ?? undefined, eventId, entryId, offerId, messageId].every((id) => id === undefined))
    return { is: 'now' }
  const number = (id: unknown) => sql`${Number.isInteger(id) ? id : null}::int`
  const { rows } = await db.execute(sql`
    select 1 from events e where e.hidden_at is not null and e.id in (
      select event_id from tickets where id = ${number(ticketId)}
      union all select ${number(eventId)}
      union all select event_id from waiting_entries where id = ${number(entryId)}
      union all select event_id from offers where id = ${number(offerId)}
      union all select event_id from guest_messages where id = ${number(messageId)})`)
  return rows.length > 0 ? { is: 'never' } : { is: 'now' }
}
