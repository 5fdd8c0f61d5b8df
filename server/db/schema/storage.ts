import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, createdAt } from './columns.ts'
import { users } from './users.ts'

export const uploads = pgTable(
  'uploads',
  {
    key: text().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    contentType: text().notNull(),
    /** Who is storing the bytes right now: a random token, so that a claim that has expired cannot finish. */
    claim: text(),
    /** The claim expires by itself, should its process die. */
    claimedUntil: instant(),
    /** Null until the bytes have arrived and were checked. */
    storedAt: instant(),
    widths: integer().array().notNull().default([]),
    /** The picture's main colour, '#rrggbb'. */
    tint: text(),
    /** What the picture and its variants take in storage. */
    bytes: integer().notNull().default(0),
    /** Not served any more. The row goes once all its files are gone; until then removing them is tried again. */
    deletedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    index('uploads_user').on(t.userId),
    index('uploads_deleted')
      .on(t.key)
      .where(sql`deleted_at is not null`),
  ],
)
