import { sql } from 'drizzle-orm'
import type { AccessFact } from '../../../contract/access-facts.ts'
import type { Category } from '../../../contract/categories.ts'
import { EVENT_BALLOTS } from '../../../contract/ballot-rules.ts'
import { ADMISSIONS } from '../../../contract/event-access.ts'
import { SURENESSES } from '../../../contract/extra-places.ts'
import { EVENT_STATUSES } from '../../../contract/event-status.ts'
import { PAY_BY } from '../../../contract/order-words.ts'
import { HIDDEN_WITH } from '../../../contract/moderation-words.ts'
import { boolean, check, date, doublePrecision, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, instant, createdAt, money, folded } from './columns.ts'
import { calledOffIndexed, listedIndexed, publicIndexed } from './event-status.ts'
import { eventSeries } from './series.ts'
import { users } from './users.ts'

export const events = pgTable(
  'events',
  {
    id: id(),
    creatorId: integer()
      .notNull()
      .references(() => users.id),
    /** Who may run it besides its creator. */
    managerIds: integer().array().notNull().default([]),
    title: text().notNull(),
    titleFolded: text().generatedAlwaysAs(folded('title')),
    description: text().notNull(),
    venue: text().notNull(),
    imageUrl: text(),
    /** Widths of the smaller variants stored beside the picture. */
    imageWidths: integer().array().notNull().default([]),
    /** The picture's main colour, '#rrggbb'; none for pictures from before it was kept, and for those elsewhere. */
    imageTint: text(),
    /** What the poster is drawn from where there is no picture; null: the title. */
    posterSeed: text(),
    startTime: instant().notNull(),
    endTime: instant().notNull(),
    /** When it was to start before it was postponed. */
    previousStartTime: instant(),
    timeZone: text().notNull(),
    /** A town of the geo module; '': none is known; null: nobody has looked yet (the job place-events does). */
    town: text(),
    /** The town's. The venue's own for demo events, and for events from before. */
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    categories: text().array().$type<Category[]>().notNull().default([]),
    /** What it has for people who need it (contract/access-facts.ts). */
    accessFacts: text().array().$type<AccessFact[]>().notNull().default([]),
    /** Of title and description, BCP 47; null: nobody said. */
    language: text(),
    status: text({ enum: EVENT_STATUSES }).notNull(),
    /** Hidden by a moderator, whatever its status. */
    hiddenAt: instant(),
    /** 'legal': by the order of a court or an authority. */
    hiddenReason: text({ enum: ['rules', 'legal'] }),
    /** Hidden together with all of its creator's, and restored with them; null: by itself. */
    hiddenWith: text({ enum: HIDDEN_WITH }),
    /** 'waiting': seen by its link alone until it is released (REVIEW). */
    review: text({ enum: ['waiting'] }),
    /** Codes of the rules that sent it there. */
    reviewReasons: text().array().notNull().default([]),
    reviewSince: instant(),
    /** Unlisted: 128 random bits in base64url, which the link carries; null: public. */
    linkKey: text(),
    admission: text({ enum: ADMISSIONS }).notNull().default('book'),
    /** Where it is booked instead. */
    bookingUrl: text(),
    /** When it was published first, which a trigger notes (note_first_publication); null: before that was noted, or never. */
    publishedAt: instant(),
    isVirtual: boolean().notNull().default(false),
    isFreeOfCharge: boolean().notNull().default(true),
    sellingPrice: money(),
    anchorPrice: money(),
    /** Ways to pay sellingPrice; none: nothing is paid here, whatever the price says. */
    payBy: text({ enum: PAY_BY }).array().notNull().default([]),
    /** Included in the price, in hundredths of a percent; null: no VAT. */
    vatRate: integer(),
    /** Who gives a place back gets the money back until so many days before the start; null: never. */
    refundDays: integer(),
    /** The account that transfers go to, as guests read it. */
    transferTo: text(),
    capacity: integer().notNull(),
    ticketsSold: integer().notNull().default(0),
    /** Seats that are neither sold nor for everybody: offered, saved up for a group, given back a moment ago, or in an open order. */
    held: integer().notNull().default(0),
    /** Most tickets that one account may have, over all its bookings; null: as many as there are. */
    maxPerPerson: integer(),
    /** Nobody books: people ask for a place, and those who run it decide (booking_requests). */
    approval: boolean().notNull().default(false),
    /** People confirm two days before; who does not loses the place to somebody who waits (server/modules/tickets/confirming.ts). */
    confirm: boolean().notNull().default(false),
    /** running: the ledger holds all seats for it (ballots); drawn: those drawn have a day to accept. */
    ballot: text({ enum: EVENT_BALLOTS }),
    /** Seats of the room, where more may be booked than there are (server/ledger/extra-places.ts): capacity follows the forecast. */
    roomSize: integer(),
    /** In percent: everybody with a booking gets in. */
    sureness: text({ enum: SURENESSES }).notNull().default('99'),
    /** Those who book are asked something (booking_questions). */
    asksQuestions: boolean().notNull().default(false),
    /** From then on nobody can book; null: until it is over. */
    bookingClosesAt: instant(),
    /** When its creator was notified that it is sold out; null again once there are more seats. */
    soldOutToldAt: instant(),
    /** When the ledger of its seats has something to do next (server/ledger/settle.ts); null: nothing. */
    settleAt: instant(),
    artistDescription: text(),
    organizerDescription: text(),
    /** The series that it is a date of, and the day that the rule said: whatever becomes of the date, that day never changes. */
    seriesId: integer().references(() => eventSeries.id),
    seriesDay: date({ mode: 'string' }),
    /** What was changed by hand (contract/series.ts): a change of the series leaves it as it is. */
    ownFields: text().array().notNull().default([]),
    version: integer().notNull().default(1),
    /** Makes a double click on Publish create one event. */
    creationKey: text(),
    /** sha256 of the body that came with the key; rows from before have none. */
    creationHash: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    check('events_never_oversold', sql`${t.ticketsSold} between 0 and ${t.capacity}`),
    check('events_seats_held', sql`${t.held} >= 0 and ${t.ticketsSold} + ${t.held} <= ${t.capacity}`),
    check('events_status', sql`${t.status} in ('draft', 'published', 'postponed', 'cancelled')`),
    check('events_hidden_reason', sql`${t.hiddenReason} in ('rules', 'legal')`),
    check('events_hidden_with', sql`${t.hiddenWith} in ('account', 'suspension')`),
    check('events_review', sql`${t.review} in ('waiting')`),
    check('events_link_key', sql`length(${t.linkKey}) = 22`),
    check('events_admission', sql`${t.admission} in ('book', 'just-come', 'elsewhere')`),
    check('events_booking_url', sql`(${t.admission} = 'elsewhere') = (${t.bookingUrl} is not null)`),
    check('events_capacity', sql`${t.capacity} >= 1`),
    check('events_room_size', sql`${t.roomSize} >= 1`),
    check('events_sureness', sql`${t.sureness} in ('99', '99.9')`),
    check('events_ballot', sql`${t.ballot} in ('running', 'drawn', 'cancelled')`),
    check(
      'events_ballot_alone',
      sql`${t.ballot} is distinct from 'running' or (not ${t.approval} and ${t.admission} = 'book' and ${t.seriesId} is null)`,
    ),
    check('events_ballot_room', sql`${t.roomSize} is null or ${t.ballot} is null or ${t.ballot} = 'cancelled'`),
    check('events_max_per_person', sql`${t.maxPerPerson} >= 1`),
    check('events_end_after_start', sql`${t.endTime} > ${t.startTime}`),
    check('events_paid', sql`cardinality(${t.payBy}) = 0 or (not ${t.isFreeOfCharge} and ${t.sellingPrice} > 0)`),
    // A place that is not got by an order would not be paid for.
    check(
      'events_paid_by_order',
      sql`cardinality(${t.payBy}) = 0 or (not ${t.approval} and not ${t.confirm} and ${t.roomSize} is null and ${t.admission} = 'book')`,
    ),
    check('events_vat_rate', sql`${t.vatRate} between 0 and 5000`),
    check('events_refund_days', sql`${t.refundDays} between 0 and 90`),
    check('events_prices', sql`${t.sellingPrice} >= 0 and ${t.anchorPrice} >= 0`),
    check('events_draft_unbooked', sql`${t.status} <> 'draft' or ${t.ticketsSold} = 0`),
    check('events_location_whole', sql`(${t.latitude} is null) = (${t.longitude} is null)`),
    check('events_categories', sql`cardinality(${t.categories}) <= 3`),
    index('events_unplaced')
      .on(t.id)
      .where(sql`town is null`),
    // What makes dates may run twice, and on two instances.
    uniqueIndex('events_series_day')
      .on(t.seriesId, t.seriesDay)
      .where(sql`series_id is not null`),
    // Those whose capacity follows the forecast: few.
    index('events_extra_places')
      .on(t.startTime, t.id)
      .where(sql`room_size is not null`),
    // The next date of a series, and how many there are.
    index('events_public_series')
      .on(t.seriesId, t.startTime, t.id, t.endTime)
      .where(sql`${publicIndexed()} and series_id is not null`),
    uniqueIndex('events_creation_key').on(t.creatorId, t.creationKey),
    index('events_settle')
      .on(t.settleAt)
      .where(sql`settle_at is not null`),
    // What somebody manages: few events have managers, and most have none.
    index('events_managers')
      .using('gin', t.managerIds)
      .where(sql`manager_ids <> '{}'`),
    index('events_creator').on(t.creatorId, t.startTime, t.id),
    // Is a picture shown by any event? Asked whenever one is replaced, deleted or swept. Hashed, because an address of
    // 2,000 characters may have more bytes than an entry of a btree can hold.
    index('events_image_url').using('hash', t.imageUrl),
    // A creator with many events and few drafts: every list that they read looks for the drafts.
    index('events_drafts')
      .on(t.creatorId, t.startTime, t.id)
      .where(sql`status = 'draft'`),
    index('events_public_start').on(t.startTime, t.id).where(publicIndexed()),
    index('events_listed_start').on(t.startTime, t.id).where(listedIndexed()),
    // What is on right now: no order of single columns can find it without walking through all that is over.
    index('events_public_span')
      .using('gist', sql`tstzrange(${t.startTime}, ${t.endTime})`)
      .where(publicIndexed()),
    index('events_public_title_trigrams')
      .using('gin', sql`${t.titleFolded} gin_trgm_ops`)
      .where(publicIndexed()),
    // Which time zones there are, each with its own days.
    index('events_public_zone').on(t.timeZone).where(publicIndexed()),
    // Events share the coordinates of their towns: each place leads to its events in the order of their starts.
    index('events_public_place').on(t.latitude, t.longitude, t.startTime, t.id).where(publicIndexed()),
    // What is new, for those who follow its creator.
    index('events_public_published')
      .on(t.publishedAt)
      .where(sql`${publicIndexed()} and published_at is not null`),
    index('events_called_off').on(t.startTime, t.id).where(calledOffIndexed()),
    // Whose orders are to be paid back: looked at every ten minutes (modules/orders/sweeping.ts).
    index('events_paid_cancelled')
      .on(t.endTime, t.id)
      .where(sql`status = 'cancelled' and cardinality(pay_by) > 0`),
    index('events_public_categories').using('gin', t.categories).where(publicIndexed()),
    // Most events say nothing of it.
    index('events_public_access')
      .using('gin', t.accessFacts)
      .where(sql`${publicIndexed()} and access_facts <> '{}'`),
    index('events_public_online')
      .on(t.startTime, t.id)
      .where(sql`${publicIndexed()} and is_virtual`),
    // What comes back when a suspension ends, and what waits to be looked at: few at any time.
    index('events_hidden_with')
      .on(t.creatorId)
      .where(sql`hidden_with is not null`),
    index('events_review')
      .on(t.reviewSince)
      .where(sql`review is not null`),
    // Whose pictures are not served (server/storage/hidden-pictures.ts).
    index('events_hidden_pictures')
      .on(t.id)
      .where(sql`hidden_at is not null and image_url is not null`),
  ],
)
