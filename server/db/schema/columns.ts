// Columns that several tables have.
import { sql, type SQL } from 'drizzle-orm'
import { customType, integer, numeric, timestamp } from 'drizzle-orm/pg-core'

export const id = () => integer().primaryKey().generatedAlwaysAsIdentity()
export const instant = () => timestamp({ withTimezone: true, mode: 'date' })
export const createdAt = () => instant().notNull().defaultNow()
export const money = () => numeric({ precision: 10, scale: 2, mode: 'number' }).notNull().default(0)
/** sha256, never the secret itself. */
export const hash = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
/** Bytes that are no hash: what is encrypted, a public key. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
/** A transaction's number, which never comes again; text in JavaScript. */
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })
// Lower case without accents, for search; the function is made in the first migration.
export const folded = (column: string): SQL => sql.raw(`fold(${column})`)
