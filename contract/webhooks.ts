// Webhooks (Standard Webhooks 1.0): what happens at an event is sent to an address of its organiser's choice. Messages
// carry ids, counts and times, never names or addresses; a key with guests.read asks for those.
import { z } from 'zod'
import { SCAN_KINDS, SCAN_VERDICTS } from './door.ts'
import { endpoint } from './endpoint.ts'
import { EVENT_STATUSES } from './event-status.ts'
import { TEXT } from './limits.ts'
import { MESSAGE_TYPES, type MessageType } from './message-types.ts'
import { dateTime, filled, id, line } from './wire.ts'

export const MOST_WEBHOOKS = 10
/** After a rotation messages carry the signature of the secret before, too, for so long. */
export const ROTATION_HOURS = 24
/** Replayed in one call, the oldest first. */
export const MOST_REPLAYED = 1_000
/** Letters of an answer that the log shows. */
export const NOTE_LENGTH = 200

const eventId = z.number()
const ofTicket = { eventId, ticketId: z.number(), seats: z.number() }
const ofEntry = { eventId, entryId: z.number() }
const ofEvent = z.object({
  eventId,
  status: z.enum(EVENT_STATUSES),
  startTime: dateTime,
  endTime: dateTime,
  capacity: z.number(),
})

/** What `data` of a message is, by its type. Written by the triggers of the migration that made the tables. */
export const MESSAGES = {
  'booking.created': z.object(ofTicket),
  /** Some seats were given back or taken again. */
  'booking.changed': z.object({ ...ofTicket, seatsBefore: z.number() }),
  /** The last seat was given back or taken back. */
  'booking.returned': z.object({ ...ofTicket, seatsBefore: z.number() }),
  'waiting.joined': z.object({ ...ofEntry, seats: z.number(), atLeast: z.number() }),
  'waiting.offered': z.object({ ...ofEntry, offerId: z.number(), seats: z.number(), expiresAt: dateTime }),
  'waiting.ended': z.object({ ...ofEntry, ending: z.enum(['left', 'declined', 'booked']) }),
  'scan.recorded': z.object({
    eventId,
    doorLinkId: z.number(),
    /** Made by the device. */
    scanId: z.string(),
    /** Null: a code that is of no booking, or a walk-in without a seat. */
    ticketId: z.number().nullable(),
    kind: z.enum(SCAN_KINDS),
    verdict: z.enum(SCAN_VERDICTS),
    /** Seats let in by it; below zero: undone. */
    admitted: z.number(),
    /** Seats of the booking that are in now. */
    inside: z.number(),
    scannedAt: dateTime,
  }),
  'event.published': ofEvent,
  'event.changed': ofEvent,
  'event.cancelled': ofEvent,
  'webhook.test': z.object({ webhookId: z.number() }),
} as const satisfies Record<MessageType, z.ZodObject>

/** The body of a message. `sequence` rises: of two messages about the same thing, the higher one is the newer. */
export const message = z.object({
  type: z.enum(Object.keys(MESSAGES) as [MessageType, ...MessageType[]]),
  timestamp: dateTime,
  sequence: z.number(),
  data: z.record(z.string(), z.unknown()),
})

export const messageOf = (type: MessageType) => message.extend({ type: z.literal(type), data: MESSAGES[type] })

const webhook = z.object({
  id: z.number(),
  url: z.string(),
  types: z.array(z.enum(MESSAGE_TYPES)),
  /** Null: all events that you have created. */
  eventId: z.number().nullable(),
  createdAt: dateTime,
  /** Since then every attempt has failed; after five days it ends. */
  failingSince: dateTime.nullable(),
})

export type Webhook = z.output<typeof webhook>

const delivery = z.object({
  /** The header webhook-id: the same for every attempt and replay, with the same body. */
  id: z.string(),
  type: z.string(),
  sequence: z.number(),
  eventId: z.number().nullable(),
  createdAt: dateTime,
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number(),
  lastAttemptAt: dateTime.nullable(),
  /** Null: it is over. */
  nextAttemptAt: dateTime.nullable(),
  /** What your server answered; null: nothing yet. */
  status: z.number().nullable(),
  milliseconds: z.number().nullable(),
  /** The beginning of the answer, or why there was none. */
  note: z.string().nullable(),
})

export type Delivery = z.output<typeof delivery>

const own = { access: 'member', may: 'account.use', scope: 'webhooks' } as const
const params = z.object({ webhookId: id })

export const list = endpoint({
  method: 'GET',
  path: '/webhooks',
  ...own,
  summary: 'Your webhooks that have not ended, the newest first',
  reply: z.array(webhook),
})

export const make = endpoint({
  method: 'POST',
  path: '/webhooks',
  ...own,
  errors: ['too_many_webhooks', 'forbidden', 'event_not_found', 'idempotency_key_reused'],
  summary:
    'Add a webhook for one event that you run, or for all that you create; only this answer shows its secret, also to a repeated Idempotency-Key',
  headers: z.object({ 'idempotency-key': z.string().min(8).max(100).optional() }),
  body: z.object({
    url: filled(line(TEXT.url)),
    types: z
      .array(z.enum(MESSAGE_TYPES))
      .min(1, 'Please choose what to be notified of.')
      .max(MESSAGE_TYPES.length)
      .transform((types) => [...new Set(types)]),
    eventId: id.optional(),
  }),
  reply: webhook.extend({ secret: z.string() }),
  status: 201,
})

export const end = endpoint({
  method: 'DELETE',
  path: '/webhooks/{webhookId}',
  ...own,
  errors: ['webhook_not_found'],
  whileSuspended: true,
  summary: 'End a webhook; what has not been delivered yet is dropped',
  params,
  reply: z.undefined(),
  status: 204,
})

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/webhooks/{webhookId}/deliveries',
  ...own,
  errors: ['webhook_not_found'],
  summary: 'What was sent to a webhook within 30 days, the newest first',
  params,
  query: z.object({ cursor: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional() }),
  reply: z.array(delivery),
  kind: 'list',
})

export const replay = endpoint({
  method: 'POST',
  path: '/webhooks/{webhookId}/replay',
  ...own,
  errors: ['webhook_not_found', 'delivery_not_found'],
  summary: 'Send one message again by its id, or all of a time span; the same ids and the same bytes',
  params,
  body: z
    .object({ id: line(60).optional(), from: dateTime.optional(), to: dateTime.optional() })
    .refine((body) => (body.id === undefined) === (body.from !== undefined), {
      error: 'Please name one message, or the time from which on to send again.',
    })
    .refine(({ from, to }) => !from || !to || Date.parse(from) <= Date.parse(to), {
      error: 'The time span must not end before it begins.',
    }),
  /** `isAll`: false where there are more than one call sends; the next begins at `last`. */
  reply: z.object({ count: z.number(), isAll: z.boolean(), last: dateTime.nullable() }),
})

export const rotate = endpoint({
  method: 'POST',
  path: '/webhooks/{webhookId}/rotate',
  ...own,
  errors: ['webhook_not_found'],
  summary: 'Make a new secret; the one before signs for another 24 hours',
  params,
  reply: z.object({ secret: z.string(), beforeUntil: dateTime }),
})

export const test = endpoint({
  method: 'POST',
  path: '/webhooks/{webhookId}/test',
  ...own,
  errors: ['webhook_not_found'],
  summary: 'Send a message of the type webhook.test',
  params,
  reply: z.object({ id: z.string() }),
  status: 201,
})

/** By the names that api.ts and the client use. */
export const calls = { list, make, end, listDeliveries, replay, rotate, test }
