// The waiting list of a sold-out event: an entry for each person, and offers of seats that become free.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { event } from './events.ts'
import { TICKETS_PER_BOOKING } from './limits.ts'
import { permission } from './permissions.ts'
import { idempotencyKey, ownTicket } from './tickets.ts'
import { dateTime, eventKey, id, wireBoolean, wireNumber } from './wire.ts'

const mayWait = permission('waiting-list.use', 'member')

const { min, max } = TICKETS_PER_BOOKING
const rule = `Please choose between ${min} and ${max} tickets`
const seats = wireNumber(z.number().int(rule).min(min, rule).max(max, rule))

export const waitingEntry = z.object({
  id: z.number(),
  eventId: z.number(),
  numberOfTickets: z.number(),
  /** Fewer than wished for are taken from this many on; the same as the wish: all or nothing. */
  atLeast: z.number(),
  /** Booked without asking until 24 hours before the start. */
  automatic: z.boolean(),
  /** resting: an offer ran out, and nothing is offered until its person is still interested. */
  state: z.enum(['waiting', 'offered', 'resting']),
  /** Counts entries that wait or have an offer. */
  place: z.number(),
  of: z.number(),
  offer: z.object({ numberOfTickets: z.number(), expiresAt: dateTime }).nullable(),
  /** Places that nobody holds, as many of them as this person could take now: the first to take them has them. */
  free: z.number().optional(),
  /** Where booking closes before the event ends: from then on nothing is offered. */
  bookingClosesAt: dateTime.optional(),
  /** This very call has booked, because `automatic` says so. If nothing is left to wait for, the entry has ended with it. */
  booked: z.object({ ticketId: z.number(), numberOfTickets: z.number() }).optional(),
  /** Identifies the entry at the door ("waiting list only"). */
  code: z.string(),
})

export type WaitingEntry = z.output<typeof waitingEntry>

const wish = z
  .object({
    numberOfTickets: seats,
    atLeast: seats.optional(),
    automatic: wireBoolean.optional(),
    /** Of an unlisted event, for joining. */
    key: eventKey.optional(),
  })
  .refine(({ numberOfTickets, atLeast = 1 }) => atLeast <= numberOfTickets, {
    error: 'cannot be more than the places you wish for',
    path: ['atLeast'],
  })

const ofEvent = z.object({ eventId: id })
/** Why nobody can book, wait or ask any more. */
export const GONE = [
  'event_not_found',
  'event_ended',
  'event_cancelled',
  'event_postponed',
  'booking_closed',
  'no_booking_needed',
  'booking_elsewhere',
] as const

export const join = endpoint({
  method: 'POST',
  path: '/events/{eventId}/waiting-list',
  access: 'member',
  may: mayWait,
  errors: [
    ...GONE,
    'ask_for_a_place',
    'enter_the_ballot',
    'per_person_limit',
    'places_left',
    'waiting_entry_not_found',
    'idempotency_key_reused',
  ],
  summary: 'Join the waiting list of a sold-out event; again answers the entry that there is, with 200',
  params: ofEvent,
  headers: idempotencyKey,
  body: wish,
  reply: waitingEntry,
  status: 201,
  statusAgain: 200,
})

export const change = endpoint({
  method: 'PUT',
  path: '/events/{eventId}/waiting-list',
  access: 'member',
  may: mayWait,
  errors: [...GONE, 'ask_for_a_place', 'per_person_limit', 'waiting_entry_not_found'],
  summary: 'Change the wish: fewer keeps the place, more goes to the end',
  params: ofEvent,
  body: wish,
  reply: waitingEntry,
})

export const get = endpoint({
  method: 'GET',
  path: '/events/{eventId}/waiting-list',
  access: 'member',
  may: mayWait,
  link: 'offer',
  errors: ['event_not_found', 'waiting_entry_not_found'],
  summary: 'Your entry',
  params: ofEvent,
  reply: waitingEntry,
})

export const leave = endpoint({
  method: 'DELETE',
  path: '/events/{eventId}/waiting-list',
  access: 'member',
  may: mayWait,
  link: 'offer',
  errors: ['event_not_found'],
  whileSuspended: true,
  summary: 'Leave the waiting list, also when you were not on it',
  params: ofEvent,
  reply: z.null(),
  status: 204,
})

export const accept = endpoint({
  method: 'POST',
  path: '/events/{eventId}/waiting-list/accept',
  access: 'member',
  may: mayWait,
  link: 'offer',
  errors: [
    ...GONE,
    'per_person_limit',
    'pay_first',
    'waiting_entry_not_found',
    'offer_expired',
    'offer_smaller',
    'idempotency_key_reused',
  ],
  summary: 'Take what is offered, or fewer; accepted before answers the same ticket, with 200',
  params: ofEvent,
  headers: idempotencyKey,
  body: z.object({ numberOfTickets: seats.optional() }),
  reply: ownTicket,
  status: 201,
})

export const decline = endpoint({
  method: 'POST',
  path: '/events/{eventId}/waiting-list/decline',
  access: 'member',
  may: mayWait,
  link: 'offer',
  errors: ['event_not_found', 'waiting_entry_not_found', 'offer_expired'],
  whileSuspended: true,
  summary: 'Decline the offer; the entry ends. Without an open offer it stays',
  params: ofEvent,
  reply: z.object({ state: z.literal('ended') }),
})

export const resume = endpoint({
  method: 'POST',
  path: '/events/{eventId}/waiting-list/resume',
  access: 'member',
  may: mayWait,
  link: 'offer',
  errors: [...GONE, 'waiting_entry_not_found'],
  summary: 'Still interested: wait again, at the old place',
  params: ofEvent,
  reply: waitingEntry,
})

/** An entry among others needs the event that it is about. */
const listedEntry = waitingEntry.extend({ event })
export type ListedEntry = z.output<typeof listedEntry>

export const mine = endpoint({
  method: 'GET',
  path: '/waiting-list',
  access: 'member',
  may: mayWait,
  summary: 'Your entries of all events that are not over, by what comes next',
  reply: z.array(listedEntry),
})

/** By the names that api.ts and the client use. */
export const calls = { join, change, get, leave, accept, decline, resume, mine }
