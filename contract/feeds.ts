// A member's own bookings as a calendar. Public feeds are outside of /api: /feeds/events.ics and the like.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { dateTime } from './wire.ts'

export const getCalendarFeed = endpoint({
  method: 'GET',
  path: '/users/calendar-feed',
  access: 'member',
  may: 'account.use',
  summary: 'Whether there is a secret address for a calendar of your bookings, and since when',
  reply: z.object({
    /** Null: there is none. */
    createdAt: dateTime.nullable(),
  }),
})

export const renewCalendarFeed = endpoint({
  method: 'POST',
  path: '/users/calendar-feed',
  access: 'member',
  may: 'account.use',
  errors: ['proof_needed'],
  summary:
    'A secret address for a calendar of your bookings; the one before ends. It is shown once; a repeated Idempotency-Key answers it again',
  headers: z.object({ 'idempotency-key': z.string().min(8).max(100).optional() }),
  reply: z.object({ url: z.string() }),
  status: 201,
})

export const endCalendarFeed = endpoint({
  method: 'DELETE',
  path: '/users/calendar-feed',
  access: 'member',
  may: 'account.use',
  summary: 'End the address, also when there is none',
  reply: z.null(),
  status: 204,
})

/** By the names that api.ts and the client use. */
export const calls = { get: getCalendarFeed, renew: renewCalendarFeed, end: endCalendarFeed }
