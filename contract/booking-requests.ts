// Events whose organiser decides who comes: people ask for a place, and those who run the event accept or decline.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { eventParams } from './events.ts'
import { BOOKING_REQUESTS, LIST, TEXT, TICKETS_PER_BOOKING } from './limits.ts'
import { permission } from './permissions.ts'
import { idempotencyKey } from './tickets.ts'
import { GONE } from './waiting-list.ts'
import { dateTime, eventKey, id, text, wireBoolean, wireNumber } from './wire.ts'

const mayAsk = permission('booking-request.use', 'member')

const { min, max } = TICKETS_PER_BOOKING
const rule = `Please choose between ${min} and ${max} tickets`

/** accepted: no place was free, and the next ones are offered. */
export const REQUEST_STATES = ['asked', 'accepted', 'booked', 'declined', 'withdrawn', 'expired'] as const

const request = z.object({
  id: z.number(),
  eventId: z.number(),
  numberOfTickets: z.number(),
  /** What the guest wrote. */
  text: z.string().nullable(),
  state: z.enum(REQUEST_STATES),
  /** What the organiser wrote with the decision. */
  reason: z.string().nullable(),
  askedAt: dateTime,
})

/** One's own. */
export const bookingRequest = request.extend({ ticketId: z.number().optional() })
export type BookingRequest = z.output<typeof bookingRequest>

/** For those who run the event. */
export const managedRequest = request.extend({ name: z.string(), email: z.string() })
export type ManagedRequest = z.output<typeof managedRequest>

export const askForPlace = endpoint({
  method: 'POST',
  path: '/events/{eventId}/requests/mine',
  access: 'member',
  may: mayAsk,
  errors: [
    ...GONE,
    'places_left',
    'per_person_limit',
    'requests_closed',
    'asked_too_often',
    'idempotency_key_reused',
    'blocked_link',
  ],
  summary: 'Ask for a place; it holds no seat. Again answers the request that there is, with 200',
  params: eventParams,
  headers: idempotencyKey,
  body: z.object({
    numberOfTickets: wireNumber(z.number().int(rule).min(min, rule).max(max, rule)),
    text: text(TEXT.request).optional(),
    /** Of an unlisted event. */
    key: eventKey.optional(),
  }),
  reply: bookingRequest,
  status: 201,
  statusAgain: 200,
})

export const getOwnRequest = endpoint({
  method: 'GET',
  path: '/events/{eventId}/requests/mine',
  access: 'member',
  may: mayAsk,
  summary: 'Your latest request for a place, or null',
  params: eventParams,
  reply: z.object({ request: bookingRequest.nullable() }),
})

export const withdrawRequest = endpoint({
  method: 'DELETE',
  path: '/events/{eventId}/requests/mine',
  access: 'member',
  may: mayAsk,
  errors: ['event_not_found', 'request_decided'],
  whileSuspended: true,
  summary: 'Withdraw your request while nobody has decided it; also when there is none',
  params: eventParams,
  reply: z.null(),
  status: 204,
})

export const requestCounts = z.object({
  open: z.number(),
  accepted: z.number(),
  declined: z.number(),
  expired: z.number(),
})

export const listRequests = endpoint({
  method: 'GET',
  path: '/events/{eventId}/requests',
  access: 'member',
  may: 'event.manage-guests',
  scope: 'guests.read',
  errors: ['event_not_found'],
  summary: 'Open requests in the order of asking, or with decided those that were decided, newest first',
  params: eventParams,
  query: z.object({
    decided: wireBoolean.optional(),
    cursor: id.optional(),
    limit: wireNumber(z.number().int().min(1).max(LIST.maxPageSize)).optional(),
  }),
  reply: z.object({
    requests: z.array(managedRequest),
    next: z.number().nullable(),
    /** Of the whole event, without those that were withdrawn. */
    counts: requestCounts,
  }),
})

const { decidedAtOnce } = BOOKING_REQUESTS

export const decideRequests = endpoint({
  method: 'POST',
  path: '/events/{eventId}/requests/decide',
  access: 'member',
  may: 'event.manage-guests',
  scope: 'guests.write',
  errors: [...GONE, 'request_not_found', 'requests_closed', 'blocked_link'],
  summary: 'Accept or decline one or many; what somebody has decided before stays as it is and is answered so',
  params: eventParams,
  body: z.object({
    ids: z
      .array(id)
      .min(1, 'must name a request')
      .max(decidedAtOnce, `can be at most ${decidedAtOnce}`)
      .overwrite((ids) => [...new Set(ids)]),
    accept: wireBoolean,
    reason: text(TEXT.reason).optional(),
  }),
  /** As they are now. `asked`: could not be accepted, because of the limit for each person or of the account. */
  reply: z.object({ requests: z.array(managedRequest) }),
})

/** By the names that api.ts and the client use. */
export const calls = {
  ask: askForPlace,
  mine: getOwnRequest,
  withdraw: withdrawRequest,
  list: listRequests,
  decide: decideRequests,
}
