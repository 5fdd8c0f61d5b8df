// Series: what takes place again and again. Every date is an event, with its own seats, page and bookings.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'
import { eventBody } from './event-body.ts'
import { createEvent, event, note } from './events.ts'
import { SERIES } from './limits.ts'
import { calendarDay, namedDays, seriesRule } from './series-rule.ts'
import { seriesParams, visitorCalls } from './series-visitors.ts'
import { dateTime, eventKey, id, titled, wireBoolean, wireNumber } from './wire.ts'

/** What a date may have of its own. A change of the series leaves these as they were changed by hand. */
export const OWN_FIELDS = [
  'title',
  'description',
  'venue',
  'times',
  'picture',
  'categories',
  'accessibility',
  'capacity',
  'limits',
  'access',
  'texts',
  'questions',
  'emails',
  'posts',
  'price',
  /** It no longer fits the rule, and was kept. */
  'kept',
] as const

export type OwnField = (typeof OWN_FIELDS)[number]

const standing = {
  /** Whether people may ask to be booked for every new date; missing: as it was, and no at first. */
  standingAllowed: wireBoolean.optional(),
  /** Seats of each date that this may take; null: half of them. */
  standingSeats: wireNumber(z.number().int().min(1, 'must be 1 or more').max(1_000_000)).nullish(),
}

/** The times of `event` are those of the first date: its day, the time by the clocks of its zone, and how long it takes. */
const written = {
  event: eventBody,
  rule: seriesRule,
  extraDays: namedDays.optional(),
  ...standing,
}

const newSeries = z.object({ ...written, skippedDays: namedDays.optional() })
export type NewSeries = z.output<typeof newSeries>
export type NewSeriesInput = z.input<typeof newSeries>

const ACTS = ['keep', 'cancel', 'delete'] as const
/** What becomes of each date that no longer fits; one that is not named is deleted if nobody ever booked it, else kept. */
const leftOver = z.array(z.object({ eventId: id, act: z.enum(ACTS) })).max(SERIES.most * 2)
/** Of dates that no longer take place, those that people have booked. */
const booked = z.enum(['keep', 'cancel']).default('keep')

const version = wireNumber(z.number().int().min(1).max(2_147_483_647))

/** What is written beside the form, and reaches the other dates by PUT /series/{seriesId}/texts. */
export const SERIES_TEXTS = ['questions', 'emails', 'posts', 'price'] as const satisfies readonly OwnField[]
export type SeriesText = (typeof SERIES_TEXTS)[number]

export type ChangeableField = Exclude<OwnField, SeriesText | 'kept'>
const OTHERS: readonly string[] = [...SERIES_TEXTS, 'kept']
const CHANGEABLE = OWN_FIELDS.filter((field): field is ChangeableField => !OTHERS.includes(field))

const change = z.object({
  ...written,
  /** Missing: each version from then on keeps its own. */
  rule: seriesRule.optional(),
  /** What is taken from the event; the rest stays as the series has it. Missing: all of it. */
  changed: z.array(z.enum(CHANGEABLE)).max(CHANGEABLE.length).optional(),
  /** The date at which it was written: it takes that too where it had something else by hand. */
  eventId: id.optional(),
  /** all: everything that is still to come. */
  scope: z.enum(['following', 'all']),
  /** The first day that it is about; needed for following. */
  from: calendarDay.optional(),
  /** The version that was read: of two who edit at once the second is told. */
  version,
  leftOver: leftOver.optional(),
})
export type SeriesChange = z.output<typeof change>
export type SeriesChangeInput = z.input<typeof change>

export const series = z.object({
  id: z.number(),
  ...titled,
  description: z.string(),
  /** 'Every Tuesday' */
  ruleText: z.string(),
  timeZone: z.string(),
  creatorId: z.number(),
  creatorName: z.string().optional(),
  /** Of the link to its page, if its dates are unlisted. */
  key: z.string().optional(),
  state: z.enum(['active', 'paused', 'ended']),
  pausedUntil: z.string().optional(),
  /** Whether people may ask to be booked for every new date. */
  standingAllowed: z.boolean(),
  /** What is on or to come and can be read, the next first. */
  dates: z.array(event),
  /** For those who run it. */
  settings: z
    .object({
      version: z.number(),
      rule: seriesRule,
      /** As its times are entered: '2026-11-24T20:00'. */
      firstDay: z.string(),
      localStart: z.string(),
      minutes: z.number(),
      extraDays: z.array(z.string()),
      skippedDays: z.array(z.string()),
      /** A pause that is on or to come. */
      pausedFrom: z.string().nullable(),
      pausedUntil: z.string().nullable(),
      /** No dates from this day on. */
      endsBefore: z.string().nullable(),
      standingSeats: z.number().nullable(),
      standingPlaces: z.number(),
    })
    .optional(),
})

export type Series = z.output<typeof series>

const SAVE_ERRORS: readonly ErrorCode[] = [...(createEvent.errors ?? []), 'series_without_dates', 'series_ends_early']
const EDIT_ERRORS: readonly ErrorCode[] = ['series_not_found', 'creator_leaving', 'creator_suspended', 'change_limit']

/** Of what those who run it may change. */
const editing = {
  scope: 'events.write',
  access: 'member',
  may: 'event.edit',
  params: seriesParams,
} as const

const create = endpoint({
  method: 'POST',
  path: '/series',
  scope: 'events.write',
  access: 'member',
  may: 'event.create',
  errors: SAVE_ERRORS,
  summary:
    'Create a series with its first dates; a repeated Idempotency-Key answers the series that the first call made',
  headers: z.object({ 'idempotency-key': z.string().min(8).max(100).optional() }),
  body: newSeries,
  reply: series,
  status: 201,
})

const get = endpoint({
  method: 'GET',
  path: '/series/{seriesId}',
  scope: 'events.read',
  access: 'optional',
  may: 'event.read',
  errors: ['series_not_found'],
  summary: 'A series and its coming dates; an unlisted one with the key of its link',
  params: seriesParams,
  query: z.object({ key: eventKey.optional() }),
  reply: series,
})

export const seriesPreview = z.object({
  dates: z.array(
    z.object({
      day: z.string(),
      startTime: dateTime,
      /** None: it is made by this change. */
      eventId: z.number().optional(),
      /** left-over: it no longer fits the rule. */
      what: z.enum(['new', 'changes', 'stays', 'left-over']),
      /** What it keeps because it was changed by hand. */
      keeps: z.array(z.enum(OWN_FIELDS)),
      booked: z.number(),
      wasEverBooked: z.boolean(),
    }),
  ),
  /** How many people will get an email about it. */
  told: z.number(),
})

export type SeriesPreview = z.output<typeof seriesPreview>

const preview = endpoint({
  method: 'POST',
  path: '/series/{seriesId}/preview',
  ...editing,
  errors: [...SAVE_ERRORS, ...EDIT_ERRORS, 'series_changed'],
  summary: 'What a change would do to each date; changes nothing',
  body: change,
  reply: seriesPreview,
})

const update = endpoint({
  method: 'PUT',
  path: '/series/{seriesId}',
  ...editing,
  errors: [
    ...SAVE_ERRORS,
    ...EDIT_ERRORS,
    'series_changed',
    'capacity_below_sold',
    'capacity_below_held',
    'not_for_paid',
    'booked_cannot_be_draft',
    'booked_cannot_be_deleted',
    'requests_open',
    'people_waiting',
    'admission_fixed',
  ],
  summary: 'Change the coming dates of a series, all of them or those from a day on; bookings stay as they are',
  body: change,
  reply: series,
})

const skip = endpoint({
  method: 'POST',
  path: '/series/{seriesId}/skip',
  ...editing,
  errors: [...EDIT_ERRORS, 'series_day_unknown', 'event_ended', 'blocked_link'],
  summary: 'Leave one date out: deleted if nobody ever booked it, else cancelled',
  body: z.object({ day: calendarDay, note: note.optional() }),
  reply: series,
})

const pause = endpoint({
  method: 'POST',
  path: '/series/{seriesId}/pause',
  ...editing,
  errors: [...EDIT_ERRORS, 'series_pause_invalid', 'blocked_link'],
  summary: 'No dates until a day; those that nobody ever booked are deleted',
  body: z.object({ until: calendarDay, from: calendarDay.optional(), booked, note: note.optional() }),
  reply: series,
})

const resume = endpoint({
  method: 'POST',
  path: '/series/{seriesId}/resume',
  ...editing,
  errors: EDIT_ERRORS,
  summary: 'End a pause now, or begin again after the end',
  reply: series,
})

const end = endpoint({
  method: 'POST',
  path: '/series/{seriesId}/end',
  ...editing,
  errors: [...EDIT_ERRORS, 'blocked_link'],
  summary: 'No further dates, from a day on or from now on; those that nobody ever booked are deleted',
  body: z.object({ from: calendarDay.optional(), booked, note: note.optional() }),
  reply: series,
})

const settings = z.object({ version, extraDays: namedDays.optional(), ...standing })
export type SeriesSettings = z.output<typeof settings>

const saveSettings = endpoint({
  method: 'PUT',
  path: '/series/{seriesId}/settings',
  ...editing,
  errors: [...EDIT_ERRORS, 'series_changed', 'series_day_past'],
  summary: 'Extra days, and whether people may be booked for every date; what is missing stays as it was',
  body: settings,
  reply: series,
})

const texts = z.object({
  /** The date that they are taken from, as they are stored for it. */
  eventId: id,
  texts: z.array(z.enum(SERIES_TEXTS)).min(1).max(SERIES_TEXTS.length),
  /** following: that date and those after it; all: everything that is still to come. */
  scope: z.enum(['following', 'all']),
})
export type SeriesTextsChange = z.output<typeof texts>

const saveTexts = endpoint({
  method: 'PUT',
  path: '/series/{seriesId}/texts',
  ...editing,
  errors: [...EDIT_ERRORS, 'event_not_found', 'questions_replaced_too_often', 'not_for_paid'],
  summary:
    'Take the questions, emails, social texts or price of one date for the others, new ones too; a date keeps what was changed for it by hand',
  body: texts,
  reply: series,
})

const listStanding = endpoint({
  method: 'GET',
  path: '/series/{seriesId}/standing-places',
  access: 'member',
  may: 'event.manage',
  errors: ['series_not_found'],
  summary: 'Who is booked for every new date, in the order of asking',
  params: seriesParams,
  reply: z.array(z.object({ name: z.string(), numberOfTickets: z.number(), since: dateTime })),
})

/** By the names that api.ts and the client use. */
export const calls = {
  create,
  get,
  preview,
  update,
  skip,
  pause,
  resume,
  end,
  saveSettings,
  saveTexts,
  listStanding,
  ...visitorCalls,
}
