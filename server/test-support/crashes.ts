// A process that dies between two steps: whatever it would have done next does not happen, and what was in memory is gone.
import type { Db, Tx } from '../db/client.ts'

export class Crash extends Error {}

/** Between any two steps: around each transaction, before its commit, and around each call of the provider. */
export class Crashes {
  private left = Infinity
  isDead = false

  after(points: number) {
    this.left = points
    this.isDead = false
  }

  point = (): void => {
    if (this.isDead || this.left-- <= 0) {
      this.isDead = true
      throw new Crash('crashed')
    }
  }

  /** What a dead process would have written is not written. */
  database(db: Db): Db {
    const transaction = async (change: (tx: Tx) => Promise<unknown>) => {
      this.point()
      const done = await db.transaction(async (tx) => {
        const result = await change(tx)
        this.point()
        return result
      })
      this.point()
      return done
    }
    return new Proxy(db, {
      get: (target, name) => {
        if (name === 'transaction') return transaction
        if (this.isDead) throw new Crash('crashed')
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      },
    })
  }
}
