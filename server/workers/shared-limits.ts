// Limits are counted by the primary, once for all workers. Questions go there in batches: one message for all that a turn of
// the event loop asks.
import { AppError } from '../../contract/errors.ts'
import type { Key, RateLimits, RateName } from '../http/rate-limits.ts'

export interface LimitCall {
  id: number
  method: keyof RateLimits
  name: RateName
  key: Key
  seconds?: number
}

export interface LimitAnswer {
  id: number
  value?: boolean | number
  /** Seconds until there is something left. */
  refusedFor?: number
  /** A defect; the primary has logged it. */
  failed?: true
}

interface Waiting {
  resolve: (value: never) => void
  reject: (error: Error) => void
}

/** In a worker. `send` hands calls to the primary, `receive` takes what it answers. */
export function askForLimits(send: (calls: LimitCall[]) => void) {
  const waiting = new Map<number, Waiting>()
  let batch: LimitCall[] = []
  let last = 0

  const flush = () => {
    const calls = batch
    batch = []
    send(calls)
  }
  const ask = <T>(method: keyof RateLimits, name: RateName, key: Key, seconds?: number) =>
    new Promise<T>((resolve, reject) => {
      const id = ++last
      waiting.set(id, { resolve, reject })
      if (batch.length === 0) setImmediate(flush)
      batch.push({ id, method, name, key, seconds })
    })

  const limits: RateLimits = {
    take: (name, key, seconds) => ask('take', name, key, seconds),
    tryTake: (name, key) => ask('tryTake', name, key),
    check: (name, key) => ask('check', name, key),
    count: (name, key) => ask('count', name, key),
    giveBack: (name, key) => ask('giveBack', name, key),
    used: (name, key) => ask('used', name, key),
    reset: (name, key) => ask('reset', name, key),
  }

  return {
    limits,
    receive(answers: LimitAnswer[]) {
      for (const { id, value, refusedFor, failed } of answers) {
        const asked = waiting.get(id)
        waiting.delete(id)
        if (refusedFor !== undefined)
          asked?.reject(new AppError('too_many_requests', { retryAfterSeconds: refusedFor }))
        else if (failed) asked?.reject(new Error('The primary could not count.'))
        else asked?.resolve(value as never)
      }
    },
  }
}

/** In the primary. */
export function answerLimits(
  limits: RateLimits,
  calls: LimitCall[],
  onDefect: (error: unknown) => void,
): Promise<LimitAnswer[]> {
  return Promise.all(
    calls.map(async ({ id, method, name, key, seconds }): Promise<LimitAnswer> => {
      try {
        const value = (await limits[method](name, key, seconds)) as boolean | number | undefined
        return { id, value }
      } catch (error) {
        if (error instanceof AppError) return { id, refusedFor: error.retryAfterSeconds ?? 1 }
        onDefect(error)
        return { id, failed: true }
      }
    }),
  )
}
