import { sql, type SQL } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

const id = () => integer().primaryKey().generatedAlwaysAsIdentity()
const instant = () => timestamp({ withTimezone: true, mode: 'date' })
const createdAt = () => instant().notNull().defaultNow()
const money = () => numeric({ precision: 10, scale: 2, mode: 'number' }).notNull().default(0)
/** sha256, never the secret itself. */
const hash = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
// Lower case without accents, for search; the function is made in the first migration.
const folded = (column: string): SQL => sql.raw(`fold(${column})`)

export const users = pgTable(
  'users',
  {
    id: id(),
    email: text().notNull(),
    /** Null for an account that only ever signed in with Google. */
    passwordHash: text(),
    googleSubject: text().unique(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    phoneNumber: text().notNull().default(''),
    profilePictureUrl: text().notNull().default(''),
    street: text().notNull().default(''),
    city: text().notNull().default(''),
    state: text().notNull().default(''),
    zipCode: text().notNull().default(''),
    country: text().notNull().default(''),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    locatedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('users_email_unique').on(sql`lower(${t.email})`),
    check('users_email_filled', sql`length(${t.email}) between 3 and 254`),
    check('users_location_whole', sql`(${t.latitude} is null) = (${t.longitude} is null)`),
    check('users_latitude', sql`${t.latitude} between -90 and 90`),
    check('users_longitude', sql`${t.longitude} between -180 and 180`),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    tokenHash: hash().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expiry').on(t.expiresAt)],
)

export const passwordResets = pgTable('password_resets', {
  // One row a user: the newest link wins.
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  tokenHash: hash().notNull().unique(),
  expiresAt: instant().notNull(),
})

export const events = pgTable(
  'events',
  {
    id: id(),
    creatorId: integer()
      .notNull()
      .references(() => users.id),
    title: text().notNull(),
    titleFolded: text().generatedAlwaysAs(folded('title')),
    description: text().notNull(),
    venue: text().notNull(),
    imageUrl: text(),
    /** Widths of the smaller variants that stand beside the picture in storage. */
    imageWidths: integer().array().notNull().default([]),
    startTime: instant().notNull(),
    endTime: instant().notNull(),
    timeZone: text().notNull(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    isDraft: boolean().notNull().default(true),
    isVirtual: boolean().notNull().default(false),
    isFreeOfCharge: boolean().notNull().default(true),
    sellingPrice: money(),
    anchorPrice: money(),
    capacity: integer().notNull(),
    ticketsSold: integer().notNull().default(0),
    artistDescription: text(),
    organizerDescription: text(),
    version: integer().notNull().default(1),
    /** Makes a double click on Publish create one event. */
    creationKey: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    check('events_never_oversold', sql`${t.ticketsSold} between 0 and ${t.capacity}`),
    check('events_capacity', sql`${t.capacity} >= 1`),
    check('events_end_after_start', sql`${t.endTime} > ${t.startTime}`),
    check('events_prices', sql`${t.sellingPrice} >= 0 and ${t.anchorPrice} >= 0`),
    check('events_draft_unbooked', sql`not ${t.isDraft} or ${t.ticketsSold} = 0`),
    check('events_location_whole', sql`(${t.latitude} is null) = (${t.longitude} is null)`),
    uniqueIndex('events_creation_key').on(t.creatorId, t.creationKey),
    index('events_creator').on(t.creatorId, t.startTime, t.id),
    index('events_published_start')
      .on(t.startTime, t.id)
      .where(sql`not is_draft`),
    // What is on right now: no order of single columns can find it without walking through all that is over.
    index('events_published_span')
      .using('gist', sql`tstzrange(${t.startTime}, ${t.endTime})`)
      .where(sql`not is_draft`),
    index('events_title_trigrams')
      .using('gin', sql`${t.titleFolded} gin_trgm_ops`)
      .where(sql`not is_draft`),
  ],
)

/** Compared byte by byte: what starts with some letters is then a range of the index. */
const word = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })

// Search while typing reads these two instead of the titles: at a million events no index over titles finds eight of them
// in time, because a common word stands in too many. Triggers of migration 0002 keep them in step with events.

/** Each word of each published event's title, in the order in which the events end: from now on is a range of the index. */
export const eventTitleWords = pgTable(
  'event_title_words',
  // No foreign key: the triggers write and remove these rows together with the event's.
  { word: word().notNull(), endTime: instant().notNull(), eventId: integer().notNull() },
  (t) => [primaryKey({ columns: [t.word, t.endTime, t.eventId] })],
)

/** Every word that ever stood in a title, once: what a mistyped word is compared with. Never emptied; it grows slowly. */
export const titleWords = pgTable('title_words', { word: word().primaryKey() }, (t) => [
  index('title_words_trigrams').using('gin', sql`${t.word} gin_trgm_ops`),
])

export const tickets = pgTable(
  'tickets',
  {
    id: id(),
    eventId: integer()
      .notNull()
      .references(() => events.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    numberOfTickets: integer().notNull(),
    /** Stands for the booking in its QR code; random, unguessable. */
    code: text()
      .notNull()
      .unique()
      .default(sql`encode(uuid_send(gen_random_uuid()), 'hex')`),
    idempotencyKey: text(),
    createdAt: createdAt(),
  },
  (t) => [
    check('tickets_quantity', sql`${t.numberOfTickets} between 1 and 4`),
    uniqueIndex('tickets_idempotency').on(t.userId, t.idempotencyKey),
    index('tickets_user').on(t.userId, t.id),
    index('tickets_event').on(t.eventId, t.id),
  ],
)

export type MailStatus = 'waiting' | 'sent' | 'failed'

/** A mail is a row first, written in the transaction of what it tells about; then it is sent. */
export const mails = pgTable(
  'mails',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    ticketId: integer()
      .unique()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    /** What the template needs beyond the rows it can read; emptied once sent, for it may hold a reset token. */
    payload: jsonb().notNull().default({}),
    status: text().$type<MailStatus>().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    nextAttemptAt: createdAt(),
    leasedUntil: instant(),
    lastError: text(),
    sentAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    check('mails_status', sql`${t.status} in ('waiting', 'sent', 'failed')`),
    index('mails_waiting')
      .on(t.nextAttemptAt)
      .where(sql`status = 'waiting'`),
    index('mails_user_recent').on(t.userId, t.kind, t.createdAt),
  ],
)

export const uploads = pgTable('uploads', {
  key: text().primaryKey(),
  userId: integer()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  contentType: text().notNull(),
  /** Null until the bytes have arrived and were checked. */
  storedAt: instant(),
  widths: integer().array().notNull().default([]),
  createdAt: createdAt(),
})

/** Small facts of the installation, such as the secret that signs upload addresses. */
export const installation = pgTable('installation', {
  name: text().primaryKey(),
  value: text().notNull(),
})
