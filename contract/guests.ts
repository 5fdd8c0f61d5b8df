// The guest list of an event, for those who run it: who has booked, who waits, and guests added by name.
import { z } from 'zod'
import { email, personName } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { eventParams } from './events.ts'
import { LIST, TEXT, TICKETS_PER_BOOKING } from './limits.ts'
import { idempotencyKey } from './tickets.ts'
import { dateTime, line, wireBoolean, wireNumber } from './wire.ts'

const { min, max } = TICKETS_PER_BOOKING
const rule = `Please choose between ${min} and ${max} tickets`

export const guest = z.object({
  ticketId: z.number(),
  name: z.string(),
  /** Null: added by name without an address, or let in at the door. */
  email: z.string().nullable(),
  numberOfTickets: z.number(),
  /** Names of friends to whom places of this booking were sent. */
  friends: z.array(z.string()),
  /** What was answered to a reminder; null: nothing yet. */
  coming: z.boolean().nullable(),
  /** Seats that were let in at the door. */
  admitted: z.number(),
  /** The photo of the account: a path below the image storage's base address. */
  photo: z.string().optional(),
  bookedAt: dateTime,
  /** Has no account: added by name, or a walk-in. */
  isByName: z.boolean(),
  /** Answers to the organiser's questions; missing: none. */
  answers: z.array(z.object({ question: z.string(), answer: z.array(z.string()) })).optional(),
  /** Required questions without an answer; missing: none. */
  unanswered: z.array(z.string()).optional(),
  /** Gets emails about the booking: has an account, or asked for them. */
  isMailed: z.boolean(),
})

export type Guest = z.output<typeof guest>

export const waitingGuest = z.object({
  entryId: z.number(),
  /** Counts entries that wait or have an offer; who rests is given the place that they would come back to. */
  place: z.number(),
  name: z.string(),
  email: z.string(),
  numberOfTickets: z.number(),
  /** Fewer than wished for are taken from this many on; the same as the wish: all or nothing. */
  atLeast: z.number(),
  automatic: z.boolean(),
  state: z.enum(['waiting', 'offered', 'resting']),
  offer: z.object({ numberOfTickets: z.number(), expiresAt: dateTime }).nullable(),
  /** How often free seats did not fit the wish and went to others, since when, and what is saved up for it by now. */
  passedOver: z.object({ times: z.number(), firstAt: dateTime, saved: z.number() }).nullable(),
  joinedAt: dateTime,
})

export type WaitingGuest = z.output<typeof waitingGuest>

export const guestCounts = z.object({
  bookings: z.number(),
  tickets: z.number(),
  coming: z.number(),
  admitted: z.number(),
  waiting: z.number(),
})

/** By what the guest list is sorted. */
export const GUEST_SORTS = ['booked', 'name', 'places', 'in'] as const
export type GuestSort = (typeof GUEST_SORTS)[number]

export const listGuests = endpoint({
  method: 'GET',
  path: '/events/{eventId}/guests',
  access: 'member',
  may: 'event.manage-guests',
  scope: 'guests.read',
  errors: ['event_not_found'],
  summary:
    'Who has booked, newest first unless sorted otherwise, and who waits, in order; with a cursor the next page of one of the two',
  params: eventParams,
  query: z.object({
    /** Words of a name or an email address. */
    q: line(TEXT.query).optional(),
    /** Only those of whom somebody is not in yet. */
    missing: wireBoolean.optional(),
    /** All guests, and not only those of a page; without it the newest first. */
    sort: z.enum(GUEST_SORTS).optional(),
    order: z.enum(['ascending', 'descending']).default('ascending'),
    cursor: z.string().max(40).optional(),
    limit: wireNumber(z.number().int().min(1).max(LIST.maxPageSize)).optional(),
  }),
  reply: z.object({
    guests: z.array(guest),
    waiting: z.array(waitingGuest),
    /** Cursors of the next page of guests and of those who wait. */
    next: z.string().nullable(),
    nextWaiting: z.string().nullable(),
    /** Of the whole event, whatever is searched for; only without a cursor. */
    counts: guestCounts.nullable(),
  }),
})

export const guestsCsv = endpoint({
  method: 'GET',
  path: '/events/{eventId}/guests.csv',
  access: 'member',
  may: 'event.manage-guests',
  scope: 'guests.read',
  errors: ['event_not_found'],
  summary: 'All that is known of guests and of those who wait, as CSV: answers, let in, returned',
  params: eventParams,
  reply: z.string(),
  kind: 'csv',
})

export const addGuest = endpoint({
  method: 'POST',
  path: '/events/{eventId}/guests',
  access: 'member',
  may: 'event.manage-guests',
  scope: 'guests.write',
  errors: [
    'event_not_found',
    'event_ended',
    'event_cancelled',
    'event_postponed',
    'sold_out',
    'too_few_left',
    'no_booking_needed',
    'booking_elsewhere',
    'idempotency_key_reused',
  ],
  summary: 'Add a guest by name, without an account; the ticket is emailed only if they asked for it',
  params: eventParams,
  headers: idempotencyKey,
  body: z
    .object({
      name: personName,
      numberOfTickets: wireNumber(z.number().int(rule).min(min, rule).max(max, rule)),
      email: email.optional(),
      /** They asked to have the ticket mailed. */
      mail: wireBoolean.optional(),
    })
    .refine(({ email: address, mail }) => !mail || address !== undefined, {
      error: 'Please enter the email address to send the ticket to.',
      path: ['email'],
    }),
  reply: guest,
  status: 201,
})

/** By the names that api.ts and the client use. */
export const calls = { list: listGuests, csv: guestsCsv, add: addGuest }
