// The door of an event: links that the creator makes, what a device with such a link gets to know, and its scans.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { EVENT_STATUSES } from './event-status.ts'
import { DOOR, TEXT, TICKETS_PER_BOOKING } from './limits.ts'
import { idempotencyKey } from './tickets.ts'
import { MOST_PER_ORDER } from './money.ts'
import { dateTime, filled, id, line, text, titled, wireBoolean, wireNumber } from './wire.ts'

const ofEvent = z.object({ eventId: id })

/** One door as counted: a link may be open on several devices. */
const doorCount = z.object({
  id: z.number(),
  name: z.string(),
  /** Let in by it, those over the limit included. */
  admitted: z.number(),
  overLimit: z.number(),
})

export const doorLink = doorCount.extend({
  mayAdd: z.boolean(),
  createdAt: dateTime,
  expiresAt: dateTime,
  revokedAt: dateTime.nullable(),
})

export type DoorLink = z.output<typeof doorLink>

export const createLink = endpoint({
  method: 'POST',
  path: '/events/{eventId}/door-links',
  access: 'member',
  may: 'event.manage',
  scope: 'door',
  errors: ['event_not_found', 'event_ended', 'idempotency_key_reused', 'too_many_door_links', 'door_links_used_up'],
  summary: 'Make a link to the door, until 12 hours after the end; its token is shown this once',
  params: ofEvent,
  headers: idempotencyKey,
  body: z.object({
    name: filled(line(TEXT.name), 'Please give the door a name'),
    /** With search and walk-ins, and so with names; otherwise it only scans. */
    mayAdd: wireBoolean.default(false),
  }),
  reply: z.object({
    id: z.number(),
    name: z.string(),
    mayAdd: z.boolean(),
    url: z.string(),
    token: z.string(),
    expiresAt: dateTime,
  }),
  status: 201,
})

export const listLinks = endpoint({
  method: 'GET',
  path: '/events/{eventId}/door-links',
  access: 'member',
  may: 'event.manage',
  scope: 'door',
  errors: ['event_not_found'],
  summary: 'The links to the door of your event, newest first',
  params: ofEvent,
  reply: z.array(doorLink),
})

export const revokeLink = endpoint({
  method: 'DELETE',
  path: '/events/{eventId}/door-links/{linkId}',
  access: 'member',
  may: 'event.manage',
  scope: 'door',
  errors: ['event_not_found', 'door_link_not_found'],
  summary: 'End a link to the door; scans that were made before are still taken for a day',
  params: ofEvent.extend({ linkId: id }),
  reply: z.undefined(),
  status: 204,
})

/** Let in, though it counts fewer seats than that, or its seats had been given back by the time it was known. */
const conflict = z.object({
  scanId: z.string(),
  /** None: a walk-in, or a scan stored as a conflict. */
  ticketId: z.number().nullable(),
  door: z.string(),
  at: dateTime,
  /** How many of its seats have no place. */
  seats: z.number(),
  /** What it conflicts with: the first admission of the booking, where there is one. */
  firstDoor: z.string().nullable(),
  firstAt: dateTime.nullable(),
  reason: z.enum(['already-in', 'returned', 'cancelled', 'revoked', 'too-early', 'too-many']),
  /** For links with search. */
  name: z.string().nullable(),
})

export type DoorConflict = z.output<typeof conflict>

const counts = z.object({
  admitted: z.number(),
  overLimit: z.number(),
  doors: z.array(doorCount),
  conflicts: z.array(conflict),
})

export const getCounts = endpoint({
  method: 'GET',
  path: '/events/{eventId}/door',
  access: 'member',
  may: 'event.manage',
  scope: 'door',
  errors: ['event_not_found'],
  summary: 'How many are in, by door and together, and what two doors disagree about',
  params: ofEvent,
  reply: counts.extend({ capacity: z.number(), sold: z.number() }),
})

/** Ten thousand of them are one answer, so they have no field names. */
export const guest = z.tuple([
  z.number(), // ticket id
  z.string(), // first 10 bytes of SHA-256 of the stored code, base64 without padding
  z.number(), // seats; 0: given back
  z.number(), // of them in
  z.string().nullable(), // name, for links with search
  z.number().nullable(), // when the first was let in, in seconds since 1970
  z.number().nullable(), // by which door, its id
  // its seats that were sent to friends: hash of the code as above; 0 still to come, 1 in, 2 taken back; for links with
  // search the friend's name, the place's id and the end of its code
  z
    .array(
      z.tuple([
        z.string(),
        z.number(),
        z.string().nullable().optional(),
        z.number().optional(),
        z.string().nullable().optional(),
      ]),
    )
    .optional(),
  z.string().nullable().optional(), // last five characters of its code, for links with search
  // on standby: seats that were released because nobody confirmed them; where in line, the smallest number first
  z.tuple([z.number(), z.number()]).nullable().optional(),
  // not paid yet: how much, in minor units; 1: a transfer is expected, 0: it is paid at the door
  z.tuple([z.number(), z.number()]).optional(),
])

export type Guest = z.output<typeof guest>

export const doorState = counts.extend({
  event: z.object({
    id: z.number(),
    ...titled,
    startTime: dateTime,
    endTime: dateTime,
    timeZone: z.string(),
    status: z.enum(EVENT_STATUSES),
    /** Of the room. */
    capacity: z.number(),
    ticketsLeft: z.number(),
    /** More is booked than there are seats: nobody is let in over the limit. */
    extraPlaces: z.literal(true).optional(),
    /** Guests were imported with codes of another system: a code that is not on the list may be one of them. */
    hasForeignCodes: z.boolean(),
    /** Of a paid event: what is to pay is in its minor units. */
    currency: z.string().optional(),
  }),
  door: z.object({ id: z.number(), name: z.string(), mayAdd: z.boolean(), expiresAt: dateTime }),
  /** Of the event, base64: authenticates codes that are not on the list. */
  key: z.string(),
  revision: z.string(),
  /** False: `list` holds only what has changed since the revision that was asked for. */
  isWhole: z.boolean(),
  list: z.array(guest),
  /** The server's clock. */
  now: dateTime,
})

export type DoorState = z.output<typeof doorState>

export const getDoor = endpoint({
  method: 'GET',
  path: '/door',
  access: 'door',
  may: 'door.use',
  summary: 'The event, its list and its key for a device at the door; with since only what has changed',
  query: z.object({
    since: z
      .string()
      .regex(/^\d{1,19}$/, 'must be a revision')
      .optional(),
  }),
  reply: doorState,
})

export const SCAN_KINDS = ['admit', 'undo', 'walk-in'] as const
export const SCAN_VERDICTS = [
  'admitted',
  'already-in',
  'other-event',
  'returned',
  'standby',
  'cancelled',
  'waiting-list',
  'unknown',
] as const

const { min, max } = TICKETS_PER_BOOKING
const seatsRule = `Please choose between ${min} and ${max} places`

const scan = z
  .object({
    /** Made by the device: sent again, it is the same scan. */
    id: z.string().regex(/^[\x21-\x7E]{1,100}$/, 'must have 1 to 100 visible characters'),
    /** paid: nobody is let in, and money was taken for the booking. */
    kind: z.enum([...SCAN_KINDS, 'paid']).default('admit'),
    /** As it was read. Any content of a QR code is accepted, and is unknown if it is not one of our codes. */
    code: z.string().max(DOOR.codeLength).optional(),
    ticketId: id.optional(),
    /** Of this ticket, the seat that was sent to a friend. */
    placeId: id.optional(),
    /** An undo: of this scan of the same link. Without it of so many seats of the booking. */
    undoes: z.string().max(100).optional(),
    name: line(TEXT.name).optional(),
    seats: wireNumber(z.number().int(seatsRule).min(min, seatsRule).max(max, seatsRule)),
    at: dateTime,
    /** How many places the device saw the booking to have. */
    of: z.number().int().min(0).max(1_000).nullish(),
    reason: text(DOOR.reasonLength).optional(),
    /** Of what was paid: how much the device has asked for, in minor units. */
    amount: z.number().int().min(1).max(MOST_PER_ORDER).optional(),
    /** Somebody has said yes to "1 over", or lets somebody in who is on standby. */
    over: wireBoolean.optional(),
  })
  .refine(
    ({ kind, code, ticketId, undoes }) =>
      kind === 'walk-in' || code !== undefined || ticketId !== undefined || (kind === 'undo' && undoes !== undefined),
    {
      error: 'Each scan needs a code or a ticket',
    },
  )

export type DoorScan = z.input<typeof scan>
export type ScanGiven = z.output<typeof scan>

export const scanResult = z.object({
  id: z.string(),
  verdict: z.enum(SCAN_VERDICTS),
  /** By this scan; below zero for an undo. Of a payment: verdict admitted if it is recorded, and nothing else counts. */
  admitted: z.number(),
  /** Of the booking that are in now. */
  total: z.number(),
  /** The booking's places. */
  seats: z.number(),
  firstAt: dateTime.optional(),
  door: z.string().optional(),
  /** The title of the event that the code is for, where its creator is the same. */
  event: z.string().optional(),
})

export type ScanResult = z.output<typeof scanResult>

export const sendScans = endpoint({
  method: 'POST',
  path: '/door/scans',
  access: 'door',
  may: 'door.use',
  summary: 'Take scans, also those made earlier without a network; an id that was sent before answers the same again',
  // More than 500 of them are refused for their number and not for their size.
  bodyLimit: 1_048_576,
  body: z.object({ scans: z.array(scan), sentAt: dateTime }),
  reply: z.array(scanResult),
})

/** By the names that api.ts and the client use. */
export const calls = { createLink, listLinks, revokeLink, getCounts, get: getDoor, sendScans }
