import { sql } from 'drizzle-orm'
import { check, doublePrecision, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
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
