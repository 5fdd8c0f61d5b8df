// What happens to an event: cancelled, postponed, reinstated, deleted, duplicated, and how many people a change concerns.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { eventBody } from './event-body.ts'
import { event, eventParams } from './events.ts'
import { TEXT } from './limits.ts'
import { text } from './wire.ts'

/** What the creator adds in the mail that tells of it. */
export const note = text(TEXT.note)

/** Times as the form sends them: with an offset, or wall time in the event's zone. */
const when = z.string().min(1, 'must be a date and time').max(40)

const newDate = {
  startTime: when.optional(),
  endTime: when.optional(),
}

/** Both or neither: an event that starts and never ends is a typing error. */
const bothTimes = (body: { startTime?: string; endTime?: string }) =>
  (body.startTime === undefined) === (body.endTime === undefined)
const bothTimesRule = { error: 'must be given together with the start', path: ['endTime'] }

export const cancelEvent = endpoint({
  method: 'POST',
  path: '/events/{eventId}/cancel',
  access: 'member',
  may: 'event.edit',
  errors: ['event_not_found', 'event_ended', 'not_published', 'blocked_link'],
  summary: 'Cancel an event; everybody booked or waiting is told. Bookings stay, and reinstating brings all back',
  params: eventParams,
  body: z.object({ note: note.optional() }),
  reply: event,
})

export const postponeEvent = endpoint({
  method: 'POST',
  path: '/events/{eventId}/postpone',
  access: 'member',
  may: 'event.edit',
  errors: ['event_not_found', 'event_ended', 'event_cancelled', 'not_published', 'blocked_link', 'creator_leaving'],
  summary: 'Postpone an event, to a new date or until one is known',
  params: eventParams,
  body: z.object({ note: note.optional(), ...newDate }).refine(bothTimes, bothTimesRule),
  reply: event,
})

export const reinstateEvent = endpoint({
  method: 'POST',
  path: '/events/{eventId}/reinstate',
  access: 'member',
  may: 'event.edit',
  errors: ['event_not_found', 'event_ended', 'not_published', 'blocked_link', 'creator_leaving'],
  summary: 'Bring a cancelled or postponed event back, at its old time or at another one',
  params: eventParams,
  body: z.object({ note: note.optional(), ...newDate }).refine(bothTimes, bothTimesRule),
  reply: event,
})

export const deleteEvent = endpoint({
  method: 'DELETE',
  path: '/events/{eventId}',
  access: 'member',
  may: 'event.delete',
  errors: ['event_not_found', 'booked_cannot_be_deleted'],
  summary: 'Delete an event that nobody has ever booked',
  params: eventParams,
  reply: z.undefined(),
  status: 204,
})

export const duplicateEvent = endpoint({
  method: 'POST',
  path: '/events/{eventId}/duplicate',
  access: 'member',
  may: 'event.edit',
  errors: ['event_not_found', 'hidden_not_copied', 'idempotency_key_reused'],
  summary: 'A draft with the same text, picture and times',
  params: eventParams,
  headers: z.object({ 'idempotency-key': z.string().min(8).max(100).optional() }),
  reply: event,
  status: 201,
})

export const impact = endpoint({
  method: 'POST',
  path: '/events/{eventId}/impact',
  access: 'member',
  may: 'event.edit',
  errors: ['event_not_found'],
  summary: 'How many people a change would be told to; changes nothing',
  params: eventParams,
  query: z.object({ act: z.enum(['cancel', 'postpone', 'reinstate']).optional() }),
  /** What PUT /events/{eventId} would be sent; not needed where an act is named. */
  body: eventBody.optional(),
  reply: z.object({ told: z.number() }),
})

/** What api.ts and the browser call them. */
export const calls = {
  cancel: cancelEvent,
  postpone: postponeEvent,
  reinstate: reinstateEvent,
  remove: deleteEvent,
  duplicate: duplicateEvent,
  impact,
}
