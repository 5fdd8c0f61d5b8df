import { pgTable } from 'drizzle-orm/pg-core'
import { createdAt, hash } from './columns.ts'

/** Addresses that want no email that other people cause by typing them in. Kept as a keyed hash: it can be checked, not read. */
export const mailRefusals = pgTable('mail_refusals', {
  addressHash: hash().primaryKey(),
  refusedAt: createdAt(),
})
