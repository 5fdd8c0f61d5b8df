import { pgTable, text } from 'drizzle-orm/pg-core'

/**
 * Small facts that the installation keeps about itself, such as the secret that signs upload addresses. The table keeps
 * the name it was made with, because the version before asks for it by that name.
 */
export const settings = pgTable('installation', {
  name: text().primaryKey(),
  value: text().notNull(),
})
