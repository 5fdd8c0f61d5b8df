import { sql } from 'drizzle-orm'
import type { Db, Tx } from './client.ts'

/** Writes with a separate time limit: PostgreSQL ends what takes longer, nothing is stored, and the call fails with 503. */
export const writeWithin = <T>(db: Db, ms: number, write: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local statement_timeout = ${ms * db.patience}`))
    return write(tx)
  })

/** Reads with a separate time limit for each statement: PostgreSQL ends what takes longer, and the call fails with 503. */
export const readWithin = <T>(db: Db, ms: number, read: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction(
    async (tx) => {
      await tx.execute(sql.raw(`set local statement_timeout = ${ms * db.patience}`))
      return read(tx)
    },
    { accessMode: 'read only' },
  )
