// What those who run an event learn of its bookings: sums and ranges, and nothing about a person.
import { z } from 'zod'
import { requestCounts } from './booking-requests.ts'
import { endpoint } from './endpoint.ts'
import { eventParams } from './events.ts'
import { dateTime } from './wire.ts'

/** A kind of booking, and the chance that its guests come (docs/product/organisers.md#turnout). */
export const TURNOUT_CHANCES = {
  /** Answered a reminder: coming. */
  coming: 0.9,
  /** Booked within 24 hours of the start. */
  late: 0.8,
  /** No reminder sent yet. */
  'not-reminded': 0.6,
  'reminded-once': 0.5,
  'reminded-twice': 0.4,
} as const

export type TurnoutKind = keyof typeof TURNOUT_CHANCES

export const TURNOUT_KINDS = Object.keys(TURNOUT_CHANCES) as [TurnoutKind, ...TurnoutKind[]]

const range = z.object({ low: z.number(), high: z.number(), seats: z.number() })

const turnout = range.extend({
  /** What it rests on: how many seats of which kind. */
  basis: z.array(z.object({ kind: z.enum(TURNOUT_KINDS), seats: z.number(), chance: z.number() })),
  /** The creator's own past events with a door: how many of those who booked came, and how much that counts. */
  past: z.object({ bookings: z.number(), rate: z.number(), weight: z.number() }).nullable(),
})

export const insights = z.object({
  capacity: z.number(),
  sold: z.number(),
  /** Those that wait or have an offer. */
  waiting: z.number(),
  letIn: z.number(),
  /** Of an event whose organiser decides who comes: requests by what became of them. */
  requests: requestCounts.optional(),
  /** Days of the event's own calendar on which something happened, the first one first. */
  days: z.array(z.object({ day: z.string(), booked: z.number(), givenBack: z.number() })),
  givenBack: z.object({ seats: z.number(), bookings: z.number() }),
  /** The most seats first; all fields missing: nobody knows. */
  sources: z.array(
    z.object({
      site: z.string().optional(),
      source: z.string().optional(),
      medium: z.string().optional(),
      campaign: z.string().optional(),
      term: z.string().optional(),
      content: z.string().optional(),
      bookings: z.number(),
      seats: z.number(),
    }),
  ),
  /** Before the start; null: nobody has booked, or it does not take place. */
  turnout: turnout.nullable(),
  /** From the start on: what was expected then, and how many of those have come. */
  forecast: range.extend({ saidAt: dateTime, came: z.number() }).nullable(),
  /** Past events with a door that the caller runs, the newest first. */
  pastEvents: z.array(
    z.object({ eventId: z.number(), title: z.string(), startTime: dateTime, seats: z.number(), came: z.number() }),
  ),
})

export type Insights = z.output<typeof insights>

export const getInsights = endpoint({
  method: 'GET',
  path: '/events/{eventId}/insights',
  access: 'member',
  may: 'event.manage',
  scope: 'events.read',
  errors: ['event_not_found'],
  summary: 'Bookings over time, where they came from, and how many of them will come',
  params: eventParams,
  reply: insights,
})

/** By the names that api.ts and the client use. */
export const calls = { get: getInsights }
