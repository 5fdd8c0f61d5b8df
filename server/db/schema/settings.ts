import { pgTable, text } from 'drizzle-orm/pg-core'

/** Small facts of the installation, such as the secret that signs upload addresses. */
export const installation = pgTable('installation', {
  name: text().primaryKey(),
  value: text().notNull(),
})
