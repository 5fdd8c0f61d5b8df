// What visitors do with a series: follow it, book several of its dates, be booked for every one.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { SERIES, TICKETS_PER_BOOKING } from './limits.ts'
import { bookTickets, idempotencyKey } from './tickets.ts'
import { dateTime, eventKey, id, titled, wireNumber } from './wire.ts'

const { min, max } = TICKETS_PER_BOOKING
const quantityRule = `Please choose between ${min} and ${max} tickets`
const seats = wireNumber(z.number().int(quantityRule).min(min, quantityRule).max(max, quantityRule))

const mayBook = bookTickets.may

export const seriesParams = z.object({ seriesId: id })

const mine = endpoint({
  method: 'GET',
  path: '/series/{seriesId}/mine',
  access: 'member',
  may: 'account.use',
  summary: 'Whether you follow this series, are booked for every date, and what you have of the coming ones',
  params: seriesParams,
  reply: z.object({
    isFollowing: z.boolean(),
    standing: z.object({ numberOfTickets: z.number(), since: dateTime }).nullable(),
    /** Tickets: 0 where you only wait. */
    dates: z.array(z.object({ eventId: z.number(), numberOfTickets: z.number(), isWaiting: z.boolean() })),
  }),
})

const followed = z.object({
  id: z.number(),
  ...titled,
  /** 'Every Tuesday' */
  ruleText: z.string(),
  /** False: nothing of it can be read at the moment, so that there is no page to go to. */
  hasPage: z.boolean(),
})

export type FollowedSeries = z.output<typeof followed>

const listFollowed = endpoint({
  method: 'GET',
  path: '/users/following/series',
  access: 'member',
  may: 'account.use',
  summary: 'The series that you follow, the newest first',
  reply: z.array(followed),
})

const follow = endpoint({
  method: 'PUT',
  path: '/series/{seriesId}/follow',
  access: 'member',
  may: 'account.use',
  errors: ['series_not_found', 'follow_limit'],
  summary: 'Be told of its new dates, in at most one email a day; again changes nothing',
  params: seriesParams,
  reply: z.null(),
  status: 204,
})

const unfollow = endpoint({
  method: 'DELETE',
  path: '/series/{seriesId}/follow',
  access: 'member',
  may: 'account.use',
  summary: 'No longer follow it, also when you did not',
  params: seriesParams,
  reply: z.null(),
  status: 204,
})

const stand = endpoint({
  method: 'PUT',
  path: '/series/{seriesId}/standing',
  access: 'member',
  may: mayBook,
  errors: ['series_not_found', 'standing_not_allowed', 'address_unconfirmed', 'per_person_limit'],
  summary: 'Be booked for the coming dates and for every new one, in the order of asking, while there are seats for it',
  params: seriesParams,
  body: z.object({ numberOfTickets: seats }),
  reply: z.null(),
  status: 204,
})

const leave = endpoint({
  method: 'DELETE',
  path: '/series/{seriesId}/standing',
  access: 'member',
  may: mayBook,
  whileSuspended: true,
  summary: 'No longer be booked for new dates; what is booked stays. Also when you were not',
  params: seriesParams,
  reply: z.null(),
  status: 204,
})

export const seriesBooking = z.object({
  eventId: z.number(),
  outcome: z.enum(['booked', 'waiting', 'refused']),
  ticketId: z.number().optional(),
  /** Why it was refused, as POST /tickets says it. */
  message: z.string().optional(),
})

export type SeriesBooking = z.output<typeof seriesBooking>

const IF_FULL = ['refuse', 'skip', 'wait'] as const

const book = endpoint({
  method: 'POST',
  path: '/series/{seriesId}/bookings',
  access: 'member',
  may: mayBook,
  errors: ['series_not_found', 'dates_not_bookable', 'idempotency_key_reused'],
  summary: 'Book several dates at once; a repeated Idempotency-Key answers the first booking',
  params: seriesParams,
  headers: idempotencyKey,
  body: z.object({
    eventIds: z
      .array(id)
      .min(1, 'Please choose at least one date')
      .max(SERIES.bookedAtOnce, `Please choose at most ${SERIES.bookedAtOnce} dates`)
      .overwrite((ids) => [...new Set(ids)]),
    numberOfTickets: seats,
    /** refuse: all dates or none; skip: those that can be booked; wait: and the waiting list of those that are full. */
    ifFull: z.enum(IF_FULL).default('refuse'),
    /** Of the link to an unlisted series. */
    key: eventKey.optional(),
  }),
  reply: z.object({ dates: z.array(seriesBooking) }),
  status: 201,
})

export const visitorCalls = { mine, listFollowed, follow, unfollow, stand, leave, book }
