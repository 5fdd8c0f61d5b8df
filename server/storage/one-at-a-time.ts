import { AppError } from '../../contract/errors.ts'

/** Decoding pictures takes a processor for itself: one at a time, so that pages stay fast, and no endless queue. */
export function oneAtATime(maxWaiting: number) {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting >= maxWaiting) throw new AppError('unavailable', { retryAfterSeconds: 5 })
    waiting++
    const mine = last.then(work).finally(() => waiting--)
    last = mine.catch(() => undefined)
    return mine
  }
}
