import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { TICKETS_PER_BOOKING } from './limits.ts'
import { messages } from './messages.ts'
import { dateTime, id, wireNumber } from './wire.ts'

const { min, max } = TICKETS_PER_BOOKING
const quantityRule = `Please choose between ${min} and ${max} tickets`

export const ticket = z.object({
  id: z.number(),
  eventId: z.number(),
  // §3: treated as 1 if missing.
  numberOfTickets: z.number().default(1),
  createdAt: dateTime,
  /** What the door reads, in the QR code; only in the list of one's own tickets. */
  code: z.string().optional(),
})

export type Ticket = z.output<typeof ticket>

export const listTickets = endpoint({
  method: 'GET',
  path: '/tickets',
  access: 'member',
  may: 'ticket.list',
  summary: 'Your tickets, newest first; with eventId those of one event',
  query: z.object({ eventId: id.optional() }),
  reply: z.array(ticket),
})

export const bookTickets = endpoint({
  method: 'POST',
  path: '/tickets',
  access: 'member',
  may: 'ticket.book',
  errors: ['event_not_found', 'event_ended', 'sold_out', 'too_few_left', 'idempotency_key_reused'],
  summary: 'Book tickets; a repeated Idempotency-Key answers the first booking',
  headers: z.object({
    'idempotency-key': z
      .string()
      .regex(/^[\x21-\x7E]{8,100}$/, 'must have 8 to 100 visible characters')
      .optional(),
  }),
  body: z.object({
    eventId: z
      .unknown()
      .refine((value) => value !== undefined && value !== null && value !== '', {
        error: messages.eventIdRequired,
        abort: true,
      })
      .pipe(id),
    numberOfTickets: wireNumber(z.number().int(quantityRule).min(min, quantityRule).max(max, quantityRule)),
  }),
  reply: ticket,
  status: 201,
})

/** What api.ts and the browser call them. */
export const calls = { list: listTickets, book: bookTickets }
