import { z } from 'zod'
import { browserCookie, codeSent, email, personName } from './auth.ts'
import { ticketQuestion } from './booking-questions.ts'
import { endpoint } from './endpoint.ts'
import { TEXT, TICKETS_PER_BOOKING } from './limits.ts'
import { messages } from './messages.ts'
import { ORDER_STATES, PAY_BY } from './order-words.ts'
import { event } from './events.ts'
import { permission } from './permissions.ts'
import { dateTime, eventKey, filled, id, text, wireBoolean, wireNumber } from './wire.ts'

const mayReturn = permission('ticket.return', 'member')

const mayList = permission('ticket.list', 'member')

const { min, max } = TICKETS_PER_BOOKING
const quantityRule = `Please choose between ${min} and ${max} tickets`

/** A seat of a booking that belongs to a friend now. */
export const sentPlace = z.object({
  id: z.number(),
  /** As the sender calls the friend; null: sent before a name was asked for. */
  name: z.string().nullable(),
  /** When it was let in; null: not yet. */
  usedAt: dateTime.nullable(),
})

export type SentPlace = z.output<typeof sentPlace>

/** What the order of a ticket says. Amounts are minor units. */
export const ticketPayment = z.object({
  orderId: z.number(),
  state: z.enum(ORDER_STATES),
  payBy: z.enum(PAY_BY),
  currency: z.string(),
  unitPrice: z.number(),
  /** Of a paid one; otherwise what is to be paid for the places that are left. */
  amount: z.number(),
  /** What goes back, or has gone back. */
  refunded: z.number(),
  /** What a transfer has to say, and by when it is to be made. */
  reference: z.string(),
  dueBy: dateTime.nullable(),
  /** Places that are given back until then are refunded; null: none are. */
  refundUntil: dateTime.nullable(),
})

export type TicketPayment = z.output<typeof ticketPayment>

export const ticket = z.object({
  id: z.number(),
  eventId: z.number(),
  // Treated as 1 if missing.
  numberOfTickets: z.number().default(1),
  createdAt: dateTime,
  /** What the door reads, in the QR code; only in the list of one's own tickets. */
  code: z.string().optional(),
  /** When the last seat was given back; only in lists that were asked for such tickets. */
  returnedAt: dateTime.nullable().optional(),
  /** Those of its seats that were sent to friends; only in the list of one's own tickets, and only if there are any. */
  sent: z.array(sentPlace).optional(),
  /** Of a paid event; only in the list of one's own tickets, and where one is asked for. */
  payment: ticketPayment.optional(),
})

export type Ticket = z.output<typeof ticket>

export const listTickets = endpoint({
  method: 'GET',
  path: '/tickets',
  access: 'member',
  may: mayList,
  summary:
    'Your tickets, newest first, up to 500; with eventId those of one event; with returned also those given back; cursor: the last one you have',
  query: z.object({ eventId: id.optional(), returned: wireBoolean.optional(), cursor: id.optional() }),
  reply: z.array(ticket),
})

/** A key makes a repeated POST answer what the first one did. */
export const idempotencyKey = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7E]{8,100}$/, 'must have 8 to 100 visible characters')
    .optional(),
})

const TRACE_LENGTH = 100

/** Whatever an address carries, nobody is refused a ticket for it: what cannot be shown in a line is left out. */
const trace = z
  .string()
  .max(TEXT.url)
  .transform((value) => [...value.replace(/\p{C}+/gu, ' ').trim()].slice(0, TRACE_LENGTH).join(''))
  .optional()

const HOST = /^[a-z\d.-]{1,100}$/

const site = z
  .string()
  .max(TEXT.url)
  .transform((value) => (HOST.test(value.toLowerCase()) ? value.toLowerCase() : ''))
  .optional()

/** The site that led to the booking, and the utm_* of the address that it began at; nothing about who looked at what. */
const cameFrom = z
  .object({ site, source: trace, medium: trace, campaign: trace, term: trace, content: trace })
  .transform((given): Partial<typeof given> | undefined => {
    const kept = Object.entries(given).filter(([, value]) => value)
    return kept.length > 0 ? Object.fromEntries(kept) : undefined
  })

const wantedTickets = z.object({
  eventId: z
    .unknown()
    .refine((value) => value !== undefined && value !== null && value !== '', {
      error: messages.eventIdRequired,
      abort: true,
    })
    .pipe(id),
  numberOfTickets: wireNumber(z.number().int(quantityRule).min(min, quantityRule).max(max, quantityRule)),
  /** Of an unlisted event. */
  key: eventKey.optional(),
  /** For the organiser's insights. */
  cameFrom: cameFrom.optional(),
})

export const bookTickets = endpoint({
  method: 'POST',
  path: '/tickets',
  access: 'member',
  may: permission('ticket.book', 'member'),
  errors: [
    'event_not_found',
    'event_ended',
    'event_cancelled',
    'event_postponed',
    'booking_closed',
    'ask_for_a_place',
    'enter_the_ballot',
    'pay_first',
    'per_person_limit',
    'sold_out',
    'too_few_left',
    'no_booking_needed',
    'booking_elsewhere',
    'idempotency_key_reused',
  ],
  summary: 'Book tickets; a repeated Idempotency-Key answers the first booking',
  headers: idempotencyKey,
  body: wantedTickets,
  reply: ticket,
  status: 201,
})

/** A guest in two fields. The first word of the name is the first name. */
export const quickBooking = endpoint({
  method: 'POST',
  path: '/tickets/quick',
  access: 'anyone',
  may: 'site.use',
  errors: bookTickets.errors,
  summary: 'Book without a password: makes account, session and ticket; an address with an account is emailed a code',
  headers: idempotencyKey.extend(browserCookie.shape),
  body: wantedTickets.extend({ name: personName, email }),
  reply: z.union([
    z.object({
      access_token: z.string(),
      /** Null where a booking takes another step. */
      ticket: ticket.nullable(),
    }),
    codeSent,
  ]),
  status: 201,
  statusAgain: 202,
})

export const resendTickets = endpoint({
  method: 'POST',
  path: '/tickets/resend',
  access: 'anyone',
  may: 'site.use',
  summary: 'Email the upcoming tickets of an address to that address; answers alike if it has none',
  body: z.object({ email }),
  reply: z.object({ message: z.string() }),
  status: 202,
})

const ofTicket = z.object({ ticketId: id })
const seats = wireNumber(z.number().int(quantityRule).min(min, quantityRule).max(max, quantityRule))

/** A ticket as its holder sees it: what the ticket's page shows. */
export const ownTicket = ticket.extend({
  code: z.string(),
  event,
  /** Seats of it that were let in at the door. */
  admitted: z.number(),
  /** What was answered to a reminder; null: nothing yet. */
  coming: z.boolean().nullable(),
  sent: z.array(sentPlace),
  /** When the last seat was given back; null while seats are left. */
  returnedAt: dateTime.nullable(),
  /** Until when the latest return that was not undone can be; null: there is none, or it is too late. */
  undoUntil: dateTime.nullable(),
  /** Until when "Coming" must be said to keep the places; null: nobody asks, or it was said. */
  confirmUntil: dateTime.nullish(),
  /** Not confirmed in time: seats at the door after everybody who has booked, and whether they are free to take back now. */
  standby: z.object({ seats: z.number(), position: z.number(), isFree: z.boolean() }).nullish(),
  /** Who waits for a place: "7 people are waiting for a place". */
  waiting: z.number(),
  /** What the organiser asks; only if there is something. */
  questions: z.array(ticketQuestion).optional(),
})

export type OwnTicket = z.output<typeof ownTicket>

export const getTicket = endpoint({
  method: 'GET',
  path: '/tickets/{ticketId}',
  access: 'member',
  may: mayList,
  link: 'answer',
  errors: ['ticket_not_found'],
  summary: 'One of your tickets, with its code and its event',
  params: ofTicket,
  reply: ownTicket,
})

export const returnTickets = endpoint({
  method: 'POST',
  path: '/tickets/{ticketId}/return',
  access: 'member',
  may: mayReturn,
  link: 'answer',
  errors: [
    'ticket_not_found',
    'event_ended',
    'booking_changed',
    'already_in',
    'place_used',
    'places_sent',
    'idempotency_key_reused',
  ],
  whileSuspended: true,
  summary: 'Give seats back: all of them, or as many as you say, those first that were not sent to friends',
  params: ofTicket,
  headers: idempotencyKey,
  body: z
    .object({
      /** How many are given back; absent: those in `places`, or all. */
      numberOfTickets: seats.optional(),
      /** How many the caller saw. */
      of: seats.optional(),
      /** Places sent to friends that are given back too. */
      places: z.array(id).min(min, quantityRule).max(max, quantityRule).optional(),
    })
    .refine(
      ({ places = [], numberOfTickets = max }) =>
        new Set(places).size === places.length && places.length <= numberOfTickets,
      'Please name each place once, and no more places than you give back',
    ),
  reply: ownTicket,
})

export const undoReturn = endpoint({
  method: 'POST',
  path: '/tickets/{ticketId}/undo-return',
  access: 'member',
  may: mayReturn,
  link: 'answer',
  errors: ['ticket_not_found', 'event_ended', 'undo_too_late', 'standby_only', 'per_person_limit'],
  summary:
    'Undo the latest return, while nobody was offered the seats, or take a place back from standby while it is free; a repeated Idempotency-Key undoes nothing more',
  params: ofTicket,
  headers: idempotencyKey,
  reply: ownTicket,
})

export const answerReminder = endpoint({
  method: 'POST',
  path: '/tickets/{ticketId}/answer',
  access: 'member',
  may: mayReturn,
  link: 'answer',
  errors: ['ticket_not_found', 'event_ended'],
  summary: 'Say that you are coming, or take that answer back',
  params: ofTicket,
  body: z.object({ coming: wireBoolean }),
  reply: ownTicket,
})

export const takeBackTicket = endpoint({
  method: 'DELETE',
  path: '/events/{eventId}/guests/{ticketId}',
  access: 'member',
  may: 'event.manage-guests',
  scope: 'guests.write',
  errors: ['event_not_found', 'ticket_not_found', 'event_ended', 'guests_inside', 'blocked_link'],
  summary: "Cancel a guest's booking; the reason is emailed to the guest",
  params: z.object({ eventId: id, ticketId: id }),
  body: z.object({ reason: filled(text(TEXT.reason), 'Please give a reason') }),
  reply: ticket,
})

/** By the names that api.ts and the client use. */
export const calls = {
  list: listTickets,
  book: bookTickets,
  quick: quickBooking,
  resend: resendTickets,
  get: getTicket,
  return: returnTickets,
  undoReturn,
  answer: answerReminder,
  takeBack: takeBackTicket,
}
