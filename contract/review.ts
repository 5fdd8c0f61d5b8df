// Events that are reviewed before they are listed (the setting REVIEW). Until then they are visible by their link only.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { eventParams } from './events.ts'

export const releaseEvent = endpoint({
  method: 'POST',
  path: '/moderation/events/{eventId}/release',
  access: 'member',
  may: 'moderation.decide',
  errors: ['event_not_found', 'own_subject', 'not_in_review'],
  summary: 'List an event that waits to be looked at',
  params: eventParams,
  reply: z.null(),
  status: 204,
})

/** By the names that api.ts and the client use. */
export const calls = { release: releaseEvent }
