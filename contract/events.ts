import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'
import { EVENT_STATUSES } from './event-status.ts'
import { eventBody } from './event-body.ts'
import { LIST, TEXT, TYPEAHEAD } from './limits.ts'
import { messages } from './messages.ts'
import { dateTime, id, line, wireBoolean, wireNumber } from './wire.ts'

export const event = z.object({
  id: z.number(),
  title: z.string(),
  description: z.string(),
  /** A full address when it starts with http, else a path below the image storage's base address; null: the placeholder. */
  imageUrl: z.string().nullable(),
  imageSizes: z.array(z.object({ width: z.number(), url: z.string() })).optional(),
  /** The main colour of the picture, or of the poster drawn instead, '#rrggbb', where it is known. */
  tint: z.string().optional(),
  /** What the poster is drawn from where there is no picture; missing: the title. */
  posterSeed: z.string().optional(),
  venue: z.string(),
  startTime: dateTime,
  endTime: dateTime,
  timeZone: z.string(),
  sellingPrice: wireNumber(z.number()),
  anchorPrice: wireNumber(z.number()),
  isFreeOfCharge: wireBoolean,
  isDraft: wireBoolean,
  /** Missing from servers before it was there. */
  status: z.enum(EVENT_STATUSES).optional(),
  /** When it was to start before it was postponed. */
  previousStartTime: dateTime.optional(),
  isVirtual: wireBoolean,
  capacity: wireNumber(z.number()),
  ticketsLeft: wireNumber(z.number()),
  isSoldOut: wireBoolean,
  /** Most tickets for one account; missing: no such limit. */
  maxPerPerson: z.number().optional(),
  /** Nobody can book from then on; missing: until it has ended. */
  bookingClosesAt: dateTime.optional(),
  artistDescription: z.string().nullable(),
  organizerDescription: z.string().nullable(),
  creatorId: z.number(),
  /** Who asks was made a manager of it. */
  isManager: z.boolean().optional(),
  /** Grows with every change; sent back on PUT so that a second editor does not overwrite the first. */
  version: z.number(),
})

export type Event = z.output<typeof event>

export const eventParams = z.object({ eventId: id })

const coordinates = z
  .string()
  .regex(/^-?\d{1,2}(\.\d+)?,-?\d{1,3}(\.\d+)?$/, 'must be lat,lng')
  .transform((value) => {
    const [lat, lng] = value.split(',').map(Number) as [number, number]
    return { lat, lng }
  })
  .refine(({ lat, lng }) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180, 'must be lat,lng')

export const listEvents = endpoint({
  method: 'GET',
  path: '/all-events',
  access: 'optional',
  may: 'event.read',
  // creator=me asks who that is.
  errors: ['unauthorized'],
  summary: 'Published events, and the own drafts of a signed-in caller; upcoming first, then past',
  query: z.object({
    limit: wireNumber(z.number().int().min(1).max(LIST.maxPageSize)).optional(),
    cursor: z.string().max(200).optional(),
    when: z.enum(['upcoming', 'past'], { error: 'must be upcoming or past' }).optional(),
    creator: z.literal('me', { error: 'can only be me' }).optional(),
    q: line(TEXT.query).optional(),
    near: coordinates.optional(),
    within: wireNumber(z.number().positive().max(20_040)).optional(),
    /** Events by their ids, for My Bookings: one request however many bookings. */
    ids: z
      .string()
      .regex(/^\d{1,10}(,\d{1,10}){0,199}$/, 'must be ids with commas between')
      // Larger ones belong to no event, and PostgreSQL would refuse them.
      .transform((value) =>
        value
          .split(',')
          .map(Number)
          .filter((number) => number <= 2_147_483_647),
      )
      .optional(),
  }),
  reply: z.array(event),
  kind: 'list',
})

export const typeahead = endpoint({
  method: 'GET',
  path: '/all-events/typeahead',
  access: 'anyone',
  may: 'event.read',
  summary: `Up to ${TYPEAHEAD.maxTitles} titles of published upcoming events, best match first`,
  query: z.object({
    q: z
      .string({ error: messages.searchQueryRequired })
      .trim()
      .min(1, messages.searchQueryRequired)
      .max(TEXT.query, `must have at most ${TEXT.query} characters`)
      // PostgreSQL cannot take NUL in text.
      .transform((value) => value.replaceAll('\u0000', '')),
  }),
  reply: z.array(z.string()),
})

export const getEvent = endpoint({
  method: 'GET',
  path: '/all-events/{eventId}',
  access: 'optional',
  may: 'event.read',
  errors: ['event_not_found', 'event_gone'],
  summary: 'One event',
  params: eventParams,
  reply: event,
})

export const eventCalendar = endpoint({
  method: 'GET',
  path: '/all-events/{eventId}/calendar.ics',
  // A plain link, which is what phones open in their calendar; it tells what everybody may know.
  access: 'anyone',
  may: 'event.read',
  errors: ['event_not_found'],
  summary: 'The event as a calendar file; with the number of a booking it is the same entry as in its mail',
  params: eventParams,
  query: z.object({ booking: id.optional() }),
  reply: z.string(),
  kind: 'calendar',
})

export const ticketsSold = endpoint({
  method: 'GET',
  path: '/all-events/{eventId}/tickets-sold',
  access: 'member',
  may: 'event.see-sales',
  errors: ['event_not_found'],
  summary: 'How many tickets are sold, for the creator',
  params: eventParams,
  reply: z.number(),
})

/** What is checked about an event's picture when it is saved. */
const PICTURE_ERRORS: readonly ErrorCode[] = [
  'picture_unknown',
  'picture_elsewhere',
  'not_the_image',
  'invalid_file_type',
  'image_too_many_pixels',
  'file_too_large',
  'upload_in_progress',
  'storage_unavailable',
]

export const createEvent = endpoint({
  method: 'POST',
  path: '/events',
  access: 'member',
  may: 'event.create',
  errors: ['only_free_events', 'idempotency_key_reused', ...PICTURE_ERRORS],
  summary: 'Create an event; a repeated Idempotency-Key answers the event that the first call made',
  headers: z.object({ 'idempotency-key': z.string().min(8).max(100).optional() }),
  body: eventBody,
  reply: event,
  status: 201,
})

export const updateEvent = endpoint({
  method: 'PUT',
  path: '/events/{eventId}',
  access: 'member',
  may: 'event.edit',
  errors: [
    'event_not_found',
    'only_free_events',
    'capacity_below_sold',
    'capacity_below_held',
    'booked_cannot_be_draft',
    'event_changed',
    ...PICTURE_ERRORS,
  ],
  summary: 'Change an event of your own',
  params: eventParams,
  body: eventBody,
  reply: event,
})

export const purchasers = endpoint({
  method: 'GET',
  path: '/events/{eventId}/download-ticket-purchasers',
  access: 'member',
  may: 'event.see-sales',
  errors: ['event_not_found'],
  summary: 'Who has booked, as CSV, for the creator',
  params: eventParams,
  reply: z.string(),
  kind: 'csv',
})

/** What api.ts and the browser call them. */
export const calls = {
  list: listEvents,
  typeahead,
  get: getEvent,
  calendar: eventCalendar,
  ticketsSold,
  create: createEvent,
  update: updateEvent,
  purchasers,
}
