// A limiter may be a Redis that is slow or away: asked inside a transaction it would hold the locks of events and accounts.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from '../db/client.ts'
import type { RateLimits } from '../http/rate-limits.ts'

const inTransaction = new AsyncLocalStorage<true>()

/** A request that a test makes while it holds a transaction open is no part of that transaction. */
export const outsideOf = <T>(run: () => T): T => inTransaction.exit(run)

type Ask = (...given: unknown[]) => Promise<unknown>

/** The same limits, which refuse to be asked while a transaction is open in the same chain of calls. */
export function limitsOutside(db: Db, limits: RateLimits): RateLimits {
  const begin = db.transaction.bind(db)
  db.transaction = (run, options) => begin((tx) => inTransaction.run(true, () => run(tx)), options)
  const guarded = (Object.entries(limits) as [string, Ask][]).map(([name, ask]): [string, Ask] => [
    name,
    (...given) => {
      if (inTransaction.getStore()) throw new Error(`a limit was asked inside a transaction: ${String(given[0])}`)
      return ask(...given)
    },
  ])
  return Object.fromEntries(guarded) as unknown as RateLimits
}
