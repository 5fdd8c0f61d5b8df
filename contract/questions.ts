import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { TEXT } from './limits.ts'
import { permission } from './permissions.ts'
import { idempotencyKey } from './tickets.ts'
import { eventKey, filled, id, text } from './wire.ts'

export const askOrganiser = endpoint({
  method: 'POST',
  path: '/events/{eventId}/questions',
  access: 'member',
  may: permission('event.ask', 'member'),
  errors: ['event_not_found', 'idempotency_key_reused', 'blocked_link'],
  summary: 'Ask the organiser: emailed to the creator, who replies to your address',
  params: z.object({ eventId: id }),
  headers: idempotencyKey,
  body: z.object({
    text: filled(text(TEXT.question), 'Please write your question.'),
    /** Of an unlisted event. */
    key: eventKey.optional(),
  }),
  reply: z.object({ message: z.string() }),
  status: 202,
})

/** By the names that api.ts and the client use. */
export const calls = { ask: askOrganiser }
