import { sql, type SQL } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Admission } from '../../../contract/event-access.ts'
import type { Sureness } from '../../../contract/extra-places.ts'
import type { PayBy } from '../../../contract/order-words.ts'
import type { SeriesRule } from '../../../contract/series-rule.ts'
import { createdAt, id, instant } from './columns.ts'
import { users } from './users.ts'

/** What takes place again and again. Each of its dates is an event (events.series_id). */
export const eventSeries = pgTable(
  'event_series',
  {
    id: id(),
    creatorId: integer()
      .notNull()
      .references(() => users.id),
    /** Who may run it besides its creator, and all of its coming dates. */
    managerIds: integer().array().notNull().default([]),
    /** Days beside those of the rule, and days of it that are left out. */
    extraDays: text().array().notNull().default([]),
    skippedDays: text().array().notNull().default([]),
    /** No dates from the first of these days on, until the second. */
    pausedFrom: date({ mode: 'string' }),
    pausedUntil: date({ mode: 'string' }),
    /** No dates from this day on; null: as the rule says. */
    endsBefore: date({ mode: 'string' }),
    /** Whether people may ask to be booked for every date, and for how many seats of each; null: half of them. */
    standingAllowed: boolean().notNull().default(false),
    standingSeats: integer(),
    /** Of the link to its page, while its dates are unlisted. */
    linkKey: text(),
    /** Grows with every change, so that a second editor does not overwrite the first. */
    version: integer().notNull().default(1),
    /** Makes a double click on Publish create one series. */
    creationKey: text(),
    creationHash: text(),
    createdAt: createdAt(),
  },
  (t) => [
    check('event_series_pause', sql`(${t.pausedFrom} is null) = (${t.pausedUntil} is null)`),
    check('event_series_standing', sql`${t.standingSeats} >= 1`),
    uniqueIndex('event_series_creation_key').on(t.creatorId, t.creationKey),
    index('event_series_managers')
      .using('gin', t.managerIds)
      .where(sql`manager_ids <> '{}'`),
  ],
)

/** What every date has unless it was changed by hand: columns of an event, as JSON. */
export interface SeriesBody {
  title: string
  description: string
  venue: string
  imageWidths: number[]
  imageTint: string | null
  posterSeed: string | null
  timeZone: string
  town: string
  latitude: number | null
  longitude: number | null
  categories: string[]
  /** Missing: made before events said what they have for people who need it, and their language. */
  accessFacts?: string[]
  language?: string | null
  isVirtual: boolean
  isDraft: boolean
  anchorPrice: number
  capacity: number
  maxPerPerson: number | null
  approval: boolean
  /** Missing: made before people could be asked to confirm. */
  confirm?: boolean
  /** Missing: made before there were extra places. */
  roomSize?: number | null
  sureness?: Sureness
  /** Each date has a link with a key of its own. */
  isUnlisted: boolean
  admission: Admission
  bookingUrl: string | null
  /** Booking closes so long before the start; null: when it ends. */
  closesMinutesBefore: number | null
  artistDescription: string | null
  organizerDescription: string | null
}

/** Columns of an event. */
export interface SeriesPrice {
  isFreeOfCharge: boolean
  sellingPrice: number
  anchorPrice: number
  payBy: PayBy[]
  vatRate: number | null
  refundDays: number | null
  transferTo: string | null
}

/** What is written beside the form: what it costs, and rows of booking_questions, event_emails and social_posts without their event. */
export interface SeriesTexts {
  questions?: { position: number; kind: string; label: string; choices: string[]; required: boolean }[]
  emails?: { kind: string; enabled: boolean; subject: string; text: string; hours: number }[]
  posts?: { network: string; text: string; minutes_before: number | null }[]
  price?: SeriesPrice
}

/** When and what, from a day on, until the next version begins. */
export const seriesVersions = pgTable(
  'series_versions',
  {
    seriesId: integer()
      .notNull()
      .references(() => eventSeries.id, { onDelete: 'cascade' }),
    fromDay: date({ mode: 'string' }).notNull(),
    /** What "every second week" and "ten times" count from. Stays where a change leaves the rule as it was. */
    firstDay: date({ mode: 'string' }).notNull(),
    rule: jsonb().$type<SeriesRule>().notNull(),
    /** '20:00' by the clocks of its zone. */
    localStart: text().notNull(),
    minutes: integer().notNull(),
    body: jsonb().$type<SeriesBody>().notNull(),
    imageUrl: text(),
    texts: jsonb().$type<SeriesTexts>().notNull().default({}),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.seriesId, t.fromDay] }),
    check('series_versions_minutes', sql`${t.minutes} >= 1`),
    // A picture that coming dates will show is not deleted with the last date that shows it.
    index('series_versions_image_url').using('hash', t.imageUrl),
  ],
)

/** Who is notified of new dates. */
export const seriesFollows = pgTable(
  'series_follows',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    seriesId: integer()
      .notNull()
      .references(() => eventSeries.id, { onDelete: 'cascade' }),
    since: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.seriesId] }), index('series_follows_series').on(t.seriesId, t.userId)],
)

export const STANDING_ENDINGS = ['left', 'cancelled', 'missed', 'not-allowed'] as const

/** Who is booked for every date, in the order of asking. Those that have ended are kept. */
export const standingPlaces = pgTable(
  'standing_places',
  {
    id: id(),
    seriesId: integer()
      .notNull()
      .references(() => eventSeries.id, { onDelete: 'cascade' }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    numberOfTickets: integer().notNull(),
    since: createdAt(),
    endedAt: instant(),
    ending: text({ enum: STANDING_ENDINGS }),
  },
  (t) => [
    check('standing_places_seats', sql`${t.numberOfTickets} between 1 and 4`),
    check('standing_places_ended', sql`(${t.endedAt} is null) = (${t.ending} is null)`),
    uniqueIndex('standing_places_open')
      .on(t.seriesId, t.userId)
      .where(sql`ended_at is null`),
    index('standing_places_user').on(t.userId, t.seriesId),
  ],
)

/** Orders versions so that the one in effect on a day comes first, as versionOn of modules/series/dates.ts finds it. */
export const inEffectFirst = (day: string | null): SQL => sql`(from_day <= ${day}::date) desc nulls last,
  case when from_day <= ${day}::date then from_day end desc, from_day`
