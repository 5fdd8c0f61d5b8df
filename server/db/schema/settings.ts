import { pgTable, text } from 'drizzle-orm/pg-core'

/** Small facts that the installation keeps about itself, such as the secret that signs upload addresses. */
export const settings = pgTable('installation', {
  name: text().primaryKey(),
  value: text().notNull(),
})
