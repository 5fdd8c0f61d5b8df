// Guests from another system's file. Files are read in the browser, or by another program: rows come as JSON.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { timeZoneName } from './event-body.ts'
import { eventParams } from './events.ts'
import { IMPORT, TEXT } from './limits.ts'
import { dateTime, id, wireBoolean, wireNumber } from './wire.ts'

/** `other`: any columns; `hooley`: the guest file of an event's export, of another installation. */
export const IMPORT_SOURCES = [
  'eventbrite',
  'luma',
  'meetup',
  'pretix',
  'hi-events',
  'ticket-tailor',
  'hooley',
  'other',
] as const
export type ImportSource = (typeof IMPORT_SOURCES)[number]

/**
 * What becomes of a row. new: a guest by name; again: imported before; booked: the address has a booking here; cancelled: in
 * the other system; code-ours: the code is that of a ticket here; code-mangled: a spreadsheet has rounded it, or no scanner
 * reads it; code-twice: another row has the same code, or a guest from another system.
 */
export const ROW_STATES = [
  'new',
  'again',
  'booked',
  'no-name',
  'cancelled',
  'no-seat',
  'code-ours',
  'code-mangled',
  'code-twice',
] as const
export type RowState = (typeof ROW_STATES)[number]

const cell = z.string().max(IMPORT.cell, `A cell may have at most ${IMPORT.cell} characters`).optional()

export const importRow = z.object({
  /** What the other system calls the row, so that the same row is known again; missing: told by its other fields. */
  ref: cell,
  name: cell,
  email: cell,
  seats: wireNumber(z.number().int().min(0).max(IMPORT.seats)).default(1),
  /** What the QR code of the other system holds: it opens the door of this event. */
  code: cell,
  /** The other system's word, such as "Refunded". */
  status: cell,
})

export type ImportRow = z.input<typeof importRow>

const guestImport = z.object({
  id: z.number(),
  source: z.enum(IMPORT_SOURCES),
  /** Bookings and seats that it made. */
  guests: z.number(),
  seats: z.number(),
  importedAt: dateTime,
  undoUntil: dateTime,
  undoneAt: dateTime.nullable(),
})

export type GuestImport = z.output<typeof guestImport>

export const importGuests = endpoint({
  method: 'POST',
  path: '/events/{eventId}/imports',
  access: 'member',
  may: 'event.manage',
  errors: [
    'event_not_found',
    'proof_needed',
    'publish_first',
    'event_ended',
    'event_cancelled',
    'event_postponed',
    'no_booking_needed',
    'booking_elsewhere',
  ],
  summary: 'Add guests from another system, or with dryRun see what would become of each row; nobody is emailed',
  bodyLimit: IMPORT.bytes,
  params: eventParams,
  body: z.object({
    source: z.enum(IMPORT_SOURCES),
    rows: z
      .array(importRow)
      .min(1, 'Please send at least one row')
      .max(IMPORT.rows, `Please send at most ${IMPORT.rows.toLocaleString('en')} rows at once`),
    dryRun: wireBoolean.default(false),
    /** Also those whose address has a booking here. */
    withBooked: wireBoolean.default(false),
  }),
  reply: z.object({
    /** Null: a dry run, or nothing was new. */
    import: guestImport.nullable(),
    /** In the order of the rows. */
    rows: z.array(z.enum(ROW_STATES)),
    /** Bookings and seats: a row with more than four seats becomes several bookings. */
    guests: z.number(),
    seats: z.number(),
    /** How many seats anybody could book before it. */
    open: z.number(),
  }),
})

export const listImports = endpoint({
  method: 'GET',
  path: '/events/{eventId}/imports',
  access: 'member',
  may: 'event.manage',
  errors: ['event_not_found'],
  summary: 'The imports of guests into your event, newest first',
  params: eventParams,
  reply: z.array(guestImport),
})

export const undoImport = endpoint({
  method: 'DELETE',
  path: '/events/{eventId}/imports/{importId}',
  access: 'member',
  may: 'event.manage',
  errors: ['event_not_found', 'import_not_found', 'undo_too_late'],
  summary: 'Within a day remove the guests of an import who were not let in, changed or written to',
  params: eventParams.extend({ importId: id }),
  reply: z.object({
    removed: z.number(),
    /** Let in, changed or written to since. */
    kept: z.number(),
  }),
})

/** new: a draft, or drafts of a series; again: imported before; no-zone: its time has no zone, so one has to be chosen. */
export const EVENT_STATES = ['new', 'again', 'no-title', 'no-time', 'no-zone', 'past', 'refused'] as const

const importedEvent = z.object({
  title: z.string(),
  /** None: without a time, or without its zone. */
  startTime: dateTime.nullable(),
  timeZone: z.string().nullable(),
  venue: z.string(),
  state: z.enum(EVENT_STATES),
  /** A series where the rule is one that a series here can have; once: it has another rule, so only its next date is taken. */
  repeats: z.enum(['series', 'once']).nullable(),
  /** Why it was refused. */
  why: z.string().optional(),
  eventId: z.number().optional(),
  seriesId: z.number().optional(),
  /** found: it would be fetched if that is wished for; failed: the draft is there without it. */
  picture: z.enum(['found', 'taken', 'failed']).optional(),
})

export type ImportedEvent = z.output<typeof importedEvent>

export const importEvents = endpoint({
  method: 'POST',
  path: '/imports/events',
  access: 'member',
  may: 'event.create',
  errors: ['import_unreadable'],
  summary:
    'Make drafts from a calendar file, the event.json of an export, an address of a calendar, or a page that describes events',
  bodyLimit: IMPORT.bytes,
  body: z
    .object({
      url: z.string().trim().min(1).max(TEXT.url).optional(),
      /** A calendar (ICS), or the event.json of an event's export. */
      file: z.string().min(1).max(IMPORT.bytes).optional(),
      /** Of times that have none. */
      timeZone: timeZoneName.optional(),
      /** Only look. */
      dryRun: wireBoolean.default(false),
      /** Fetch the pictures that are named there. */
      withPictures: wireBoolean.default(false),
    })
    .refine(({ url, file }) => (url === undefined) !== (file === undefined), {
      error: 'Please send an address or a file.',
    }),
  reply: z.object({ events: z.array(importedEvent) }),
})

/** By the names that api.ts and the client use. */
export const calls = { events: importEvents, guests: importGuests, list: listImports, undo: undoImport }
