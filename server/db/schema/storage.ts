import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, createdAt } from './columns.ts'
import { users } from './users.ts'

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
