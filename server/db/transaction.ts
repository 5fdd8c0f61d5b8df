// drizzle's own transaction keeps a connection for ever when BEGIN fails on it, hides the first error behind that of
// ROLLBACK, and gives a connection back to the pool that can only fail again (a demoted node). This one does not.
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { isConnectionLost } from './database-away.ts'

export const DRIZZLE_OPTIONS = { casing: 'snake_case' } as const

type Transaction = NodePgDatabase['transaction']

export function transactionOn(pool: pg.Pool): Transaction {
  // One for each connection: the names of columns are converted once.
  const databases = new WeakMap<pg.PoolClient, NodePgDatabase>()
  const databaseOf = (client: pg.PoolClient) => {
    const db = databases.get(client) ?? drizzle(client, DRIZZLE_OPTIONS)
    databases.set(client, db)
    return db
  }

  return async (run, config) => {
    const client = await pool.connect()
    let isUsable = true
    let first: { error: unknown } | undefined
    try {
      return await databaseOf(client).transaction(async (tx) => {
        try {
          return await run(tx)
        } catch (error) {
          first = { error }
          throw error
        }
      }, config)
    } catch (last) {
      const error = first ? first.error : last
      // The last error is another one when ROLLBACK failed too.
      isUsable = last === error && !isConnectionLost(error)
      throw error
    } finally {
      client.release(!isUsable)
    }
  }
}
