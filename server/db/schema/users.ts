import { sql } from 'drizzle-orm'
import { boolean, check, doublePrecision, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { STAFF_ROLES } from '../../../contract/moderation-words.ts'
import { id, instant, createdAt } from './columns.ts'

export const users = pgTable(
  'users',
  {
    id: id(),
    email: text().notNull(),
    /** Null for an account that only ever signed in with Google. */
    passwordHash: text(),
    googleSubject: text().unique(),
    /** When the owner of the address was last proven: by Google, or by a link that was mailed to it. */
    emailConfirmedAt: instant(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    phoneNumber: text().notNull().default(''),
    profilePictureUrl: text().notNull().default(''),
    /** What strangers read; '': first name and initial. */
    publicName: text().notNull().default(''),
    /** What creators say of themselves on their page. */
    publicText: text().notNull().default(''),
    street: text().notNull().default(''),
    city: text().notNull().default(''),
    state: text().notNull().default(''),
    zipCode: text().notNull().default(''),
    country: text().notNull().default(''),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    locatedAt: instant(),
    /** Whether bookings of events that have ended are shown as past ones and used for recommendations. */
    eventHistory: boolean().notNull().default(true),
    /** Whether the address is shown on the creator's page. */
    emailVisibility: boolean().notNull().default(false),
    /** An uploaded photo; null: none, and profilePictureUrl may hold the one that Google gave. */
    photoKey: text(),
    photoWidths: integer().array().notNull().default([]),
    /** When the deletion that its owner asked for becomes final; null: nobody has asked. */
    deletionAt: instant(),
    /** Title and texts of what they organised go as well, on that day. */
    blanksEvents: boolean().notNull().default(false),
    /** When the owner of the address said that they did not create the account; until its undo, or its end. */
    disownedAt: instant(),
    /** Since then this row only holds together what other people need. */
    deletedAt: instant(),
    /** Given by `npm run role` and by administrators; null: a member like all others. */
    role: text({ enum: STAFF_ROLES }),
    /** Until then they can do little (server/http/bind.ts); null or past: not suspended. */
    suspendedUntil: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('users_email_unique').on(sql`lower(${t.email})`),
    index('users_deletion')
      .on(t.deletionAt)
      .where(sql`deletion_at is not null and deleted_at is null`),
    // Is a picture anybody's photo? Asked whenever one is deleted or swept.
    index('users_photo')
      .on(t.photoKey)
      .where(sql`photo_key is not null`),
    index('users_suspended')
      .on(t.suspendedUntil)
      .where(sql`suspended_until is not null`),
    index('users_role')
      .on(t.role)
      .where(sql`role is not null`),
    check('users_role', sql`${t.role} in ('moderator', 'administrator')`),
    check('users_email_filled', sql`length(${t.email}) between 3 and 254`),
    check('users_location_whole', sql`(${t.latitude} is null) = (${t.longitude} is null)`),
    check('users_latitude', sql`${t.latitude} between -90 and 90`),
    check('users_longitude', sql`${t.longitude} between -180 and 180`),
  ],
)
