import { z } from 'zod'
import { ACCESS_FACTS } from './access-facts.ts'
import { EVENT_BALLOTS } from './ballot-rules.ts'
import { CATEGORIES } from './categories.ts'
import { endpoint } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'
import { EVENT_STATUSES } from './event-status.ts'
import { SURENESSES } from './extra-places.ts'
import { eventBody } from './event-body.ts'
import { eventQuery, searchText } from './event-query.ts'
import { TEXT, TYPEAHEAD } from './limits.ts'
import { messages } from './messages.ts'
import { dateTime, eventKey, filled, id, text, titled, wireBoolean, wireNumber } from './wire.ts'

export const event = z.object({
  id: z.number(),
  ...titled,
  description: z.string(),
  /** A full address when it starts with http, else a path below the image storage's base address; null: the placeholder. */
  imageUrl: z.string().nullable(),
  imageSizes: z.array(z.object({ width: z.number(), url: z.string() })).optional(),
  /** The main colour of the picture, or of the poster drawn instead, '#rrggbb', where it is known. */
  tint: z.string().optional(),
  /** What the poster is drawn from where there is no picture; missing: the title. */
  posterSeed: z.string().optional(),
  venue: z.string(),
  /** Null when virtual or unknown, as are its coordinates. Missing from servers before they were there. */
  town: z.string().nullish(),
  latitude: z.number().nullish(),
  longitude: z.number().nullish(),
  categories: z.array(z.enum(CATEGORIES)).optional(),
  /** What it has for people who need it; missing: nothing is said. */
  accessFacts: z.array(z.enum(ACCESS_FACTS)).optional(),
  /** The same in words, where one event is asked for. */
  accessText: z.string().optional(),
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
  /** Its organiser decides who comes: people ask for a place (/events/{eventId}/requests/mine). */
  approval: z.literal(true).optional(),
  /** People confirm two days before, or their place goes to somebody who waits. */
  confirm: z.literal(true).optional(),
  /** More may be booked than there are seats, because not everybody comes; who comes with a booking gets in. */
  extraPlaces: z.literal(true).optional(),
  /** Its places are ordered and paid here (/events/{eventId}/price), in the currency of the installation. */
  paid: z.literal(true).optional(),
  /** running: nobody books, people enter its ballot (/events/{eventId}/ballot); drawn: offers go out in the order of the draw. */
  ballot: z.enum(EVENT_BALLOTS).optional(),
  /** For those who run it: the seats of the room, and how sure that is, in percent. */
  roomSize: z.number().optional(),
  sureness: z.enum(SURENESSES).optional(),
  /** Those who book are asked something: it is with their ticket. */
  asksQuestions: z.literal(true).optional(),
  /** Nobody can book from then on; missing: until it has ended. */
  bookingClosesAt: dateTime.optional(),
  artistDescription: z.string().nullable(),
  organizerDescription: z.string().nullable(),
  creatorId: z.number(),
  /** As strangers read it; only where one published event is asked for. */
  creatorName: z.string().optional(),
  /** Hidden by a moderator; sent only to those who run it or have booked. */
  isHidden: z.literal(true).optional(),
  /** Who asks was made a manager of it. */
  isManager: z.boolean().optional(),
  /** False: seen by its link alone, because it waits to be looked at. */
  isListed: z.boolean().optional(),
  /** Why it waits, for those who run it. */
  review: z.object({ since: dateTime, reasons: z.array(z.string()) }).optional(),
  /** The series that it is a date of. */
  seriesId: z.number().optional(),
  /** For those who run it: the day that the rule gave it, wherever it was moved since. */
  seriesDay: z.string().optional(),
  /** How many further dates there are, where a series is asked for once. */
  moreDates: z.number().optional(),
  /** 'Every Tuesday · 11 more dates', where one event is asked for. */
  seriesText: z.string().optional(),
  /** Missing: public. */
  visibility: z.literal('unlisted').optional(),
  /** Of an unlisted event, for everybody who may see it: what its link carries. */
  key: z.string().optional(),
  /** Missing: it is booked here. */
  admission: z.enum(['just-come', 'elsewhere']).optional(),
  /** Where it is booked instead. */
  bookingUrl: z.string().optional(),
  /** Grows with every change; sent back on PUT so that a second editor does not overwrite the first. */
  version: z.number(),
})
export type Event = z.output<typeof event>

export const eventParams = z.object({ eventId: id })

export const listEvents = endpoint({
  method: 'GET',
  path: '/all-events',
  access: 'optional',
  may: 'event.read',
  scope: 'events.read',
  // creator=me asks who that is; place may be no town.
  errors: ['unauthorized', 'town_unknown'],
  summary: 'Published events, and the own drafts of a signed-in caller; upcoming first, then past',
  query: eventQuery,
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
    // What somebody types is not finished: what PostgreSQL and no screen could take is left out before it is read by the
    // grammar of all searches.
    q: z
      .string({ error: messages.searchQueryRequired })
      .transform((value) => value.replace(/\s+/g, ' ').replace(/\p{Cc}/gu, ''))
      .pipe(filled(searchText, messages.searchQueryRequired)),
  }),
  reply: z.array(z.string()),
})

export const getEvent = endpoint({
  method: 'GET',
  path: '/all-events/{eventId}',
  access: 'optional',
  may: 'event.read',
  scope: 'events.read',
  errors: ['event_not_found', 'event_gone', 'event_hidden', 'event_withheld'],
  summary: 'One event; an unlisted one with the key of its link',
  params: eventParams,
  query: z.object({ key: eventKey.optional() }),
  reply: event,
})

export const eventCalendar = endpoint({
  method: 'GET',
  path: '/all-events/{eventId}/calendar.ics',
  // A plain link, which is what phones open in their calendar; it tells what everybody may know.
  access: 'anyone',
  may: 'event.read',
  errors: ['event_not_found'],
  summary: 'The event as a calendar file; with the number of a booking it is the same entry as in its email',
  params: eventParams,
  query: z.object({ booking: id.optional(), key: eventKey.optional() }),
  reply: z.string(),
  kind: 'calendar',
})

export const ticketsSold = endpoint({
  method: 'GET',
  path: '/all-events/{eventId}/tickets-sold',
  access: 'member',
  may: 'event.see-sales',
  scope: 'events.read',
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
  scope: 'events.write',
  errors: [
    'only_free_events',
    'town_unknown',
    'idempotency_key_reused',
    'confirm_address_first',
    'blocked_link',
    ...PICTURE_ERRORS,
  ],
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
  scope: 'events.write',
  errors: [
    'creator_leaving',
    'change_limit',
    'confirm_address_first',
    'creator_suspended',
    'event_not_found',
    'only_free_events',
    'town_unknown',
    'capacity_below_sold',
    'capacity_below_held',
    'ballot_not_here',
    'ballot_times',
    'not_for_paid',
    'booked_cannot_be_draft',
    'requests_open',
    'people_waiting',
    'event_changed',
    'admission_fixed',
    'blocked_link',
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
  scope: 'guests.read',
  errors: ['event_not_found'],
  summary: 'Who has booked, as CSV, for the creator',
  params: eventParams,
  reply: z.string(),
  kind: 'csv',
})

/** The creator's note in the email about it. */
export const note = text(TEXT.note)

/** Times as the form sends them: with an offset, or wall time in the event's zone. */
const when = z.string().min(1, 'must be a date and time').max(40)

const newDate = {
  startTime: when.optional(),
  endTime: when.optional(),
}

/** Both or neither: an event that starts and never ends is a typing error. */
const bothTimes = (body: { startTime?: string; endTime?: string }) =>
  (body.startTime === undefined) === (body.endTime === undefined)
const bothTimesRule = { error: 'must be given together with the start', path: ['endTime'] }

export const cancelEvent = endpoint({
  method: 'POST',
  path: '/events/{eventId}/cancel',
  access: 'member',
  may: 'event.edit',
  scope: 'events.write',
  errors: ['event_not_found', 'event_ended', 'not_published', 'blocked_link'],
  summary: 'Cancel an event; everybody booked or waiting is told. Bookings stay, and reinstating brings all back',
  params: eventParams,
  body: z.object({ note: note.optional() }),
  reply: event,
})

export const postponeEvent = endpoint({
  method: 'POST',
  path: '/events/{eventId}/postpone',
  access: 'member',
  may: 'event.edit',
  scope: 'events.write',
  errors: [
    'event_not_found',
    'event_ended',
    'event_cancelled',
    'not_published',
    'ballot_times',
    'blocked_link',
    'creator_leaving',
    'change_limit',
  ],
  summary: 'Postpone an event, to a new date or until one is known',
  params: eventParams,
  body: z.object({ note: note.optional(), ...newDate }).refine(bothTimes, bothTimesRule),
  reply: event,
})

export const reinstateEvent = endpoint({
  method: 'POST',
  path: '/events/{eventId}/reinstate',
  access: 'member',
  may: 'event.edit',
  scope: 'events.write',
  errors: [
    'event_not_found',
    'event_ended',
    'not_published',
    'ballot_times',
    'blocked_link',
    'creator_leaving',
    'change_limit',
  ],
  summary: 'Bring a cancelled or postponed event back, at its old time or at another one',
  params: eventParams,
  body: z.object({ note: note.optional(), ...newDate }).refine(bothTimes, bothTimesRule),
  reply: event,
})

export const deleteEvent = endpoint({
  method: 'DELETE',
  path: '/events/{eventId}',
  access: 'member',
  may: 'event.delete',
  scope: 'events.write',
  errors: ['event_not_found', 'booked_cannot_be_deleted'],
  summary: 'Delete an event that nobody has ever booked',
  params: eventParams,
  reply: z.undefined(),
  status: 204,
})

export const duplicateEvent = endpoint({
  method: 'POST',
  path: '/events/{eventId}/duplicate',
  access: 'member',
  may: 'event.edit',
  scope: 'events.write',
  errors: ['event_not_found', 'hidden_not_copied', 'idempotency_key_reused'],
  summary: 'A draft with the same text, picture and times',
  params: eventParams,
  headers: z.object({ 'idempotency-key': z.string().min(8).max(100).optional() }),
  reply: event,
  status: 201,
})

export const renewLink = endpoint({
  method: 'POST',
  path: '/events/{eventId}/new-link',
  access: 'member',
  may: 'event.edit',
  scope: 'events.write',
  errors: ['event_not_found', 'not_unlisted'],
  summary: 'Give an unlisted event a new link; the old one ends. Those who have booked or wait still see it',
  params: eventParams,
  reply: event,
})

export const impact = endpoint({
  method: 'POST',
  path: '/events/{eventId}/impact',
  access: 'member',
  may: 'event.edit',
  scope: 'events.write',
  errors: ['event_not_found'],
  summary: 'How many people a change would be told to; changes nothing',
  params: eventParams,
  query: z.object({ act: z.enum(['cancel', 'postpone', 'reinstate']).optional() }),
  /** What PUT /events/{eventId} would be sent; not needed where an act is named. */
  body: eventBody.optional(),
  reply: z.object({ told: z.number() }),
})

/** By the names that api.ts and the client use. */
export const calls = {
  list: listEvents,
  typeahead,
  get: getEvent,
  calendar: eventCalendar,
  ticketsSold,
  create: createEvent,
  update: updateEvent,
  purchasers,
  cancel: cancelEvent,
  postpone: postponeEvent,
  reinstate: reinstateEvent,
  remove: deleteEvent,
  duplicate: duplicateEvent,
  renewLink,
  impact,
}
