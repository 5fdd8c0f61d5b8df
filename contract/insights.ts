// What those who run an event learn of its bookings: sums and ranges, and nothing about a person.
import { z } from 'zod'
import { requestCounts } from './booking-requests.ts'
import { endpoint } from './endpoint.ts'
import { SURENESSES } from './extra-places.ts'
import { eventParams } from './events.ts'
import { dateTime, titled } from './wire.ts'

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

const source = z.object({
  site: z.string().optional(),
  source: z.string().optional(),
  medium: z.string().optional(),
  campaign: z.string().optional(),
  term: z.string().optional(),
  content: z.string().optional(),
  bookings: z.number(),
  seats: z.number(),
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
  sources: z.array(source),
  /** Before the start; null: nobody has booked, or it does not take place. */
  turnout: turnout.nullable(),
  /** From the start on: what was expected then, and how many of those have come. */
  forecast: range.extend({ saidAt: dateTime, came: z.number() }).nullable(),
  /** Where more may be booked than the room has seats: with how many past events with a door, and what share of bookings came. */
  extraPlaces: z
    .object({ roomSize: z.number(), sureness: z.enum(SURENESSES), events: z.number(), rate: z.number().nullable() })
    .optional(),
  /** Past events with a door that the caller runs, the newest first. */
  pastEvents: z.array(
    z.object({ eventId: z.number(), ...titled, startTime: dateTime, seats: z.number(), came: z.number() }),
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

/** Nothing is said about fewer people than this. */
export const FEWEST_PEOPLE = 5

/** Of those let in at an event that is over: null where either would be fewer than FEWEST_PEOPLE. */
const people = z.object({ firstTime: z.number(), backAgain: z.number() }).nullable()

const eventRow = z.object({
  eventId: z.number(),
  ...titled,
  startTime: dateTime,
  timeZone: z.string(),
  isOver: z.boolean(),
  capacity: z.number(),
  booked: z.number(),
  givenBack: z.number(),
  /** How many people waited when it began, or wait now. */
  waiting: z.number(),
  /** Everybody, also those without a booking. */
  letIn: z.number(),
  /** Of those booked; null: it is not over, or nobody was let in at a door. */
  came: z.number().nullable(),
  /** What was expected when it began; held: whether as many came, null where that is not known. */
  forecast: z.object({ low: z.number(), high: z.number(), held: z.boolean().nullable() }).nullable(),
  people,
})

export const insightsOverEvents = z.object({
  /** Published events that the caller runs, of the last two years, the newest first; at most 500. */
  events: z.array(eventRow),
  /** Of the ten newest that are over and had a door: people who came to one of them, and to several. */
  people: z.object({ once: z.number(), several: z.number() }).nullable(),
  /** Events that are over and had a door: places booked and used, by where the booking came from. */
  sources: z.array(source.extend({ came: z.number() })),
  /** Places that were given back, were offered to those waiting, were taken by them, and used. */
  filledAgain: z.object({
    givenBack: z.number(),
    offered: z.number(),
    taken: z.number(),
    came: z.number(),
    /** From the offer to its answer, of those taken. */
    medianMinutes: z.number().nullable(),
  }),
  /** By weekday, 1 to 7, where at least 3 events had a door: how many bookings fill so many chairs without too many coming. */
  advice: z.array(
    z.object({
      weekday: z.number(),
      events: z.number(),
      booked: z.number(),
      came: z.number(),
      chairs: z.number(),
      bookings: z.number(),
      /** So many will probably come. */
      low: z.number(),
      high: z.number(),
    }),
  ),
})

export type InsightsOverEvents = z.output<typeof insightsOverEvents>

const overEvents = { method: 'GET', access: 'member', may: 'account.use', scope: 'events.read' } as const

export const getInsightsOverEvents = endpoint({
  ...overEvents,
  path: '/insights',
  summary: 'Figures over all events that somebody runs: turnout, people who come again, sources, places filled again',
  reply: insightsOverEvents,
})

export const getInsightsCsv = endpoint({
  ...overEvents,
  path: '/insights.csv',
  summary: 'A row for each event that somebody runs, as CSV',
  reply: z.string(),
  kind: 'csv',
})

/** By the names that api.ts and the client use. */
export const calls = { get: getInsights, overEvents: getInsightsOverEvents, csv: getInsightsCsv }
