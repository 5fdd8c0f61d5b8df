import { AppError } from '../../contract/errors.ts'

/**
 * Decoding a picture takes a processor for itself: one at a time, so that pages stay fast, and no endless queue.
 * Accounts take turns, so that somebody with many pictures delays somebody with one by a single picture.
 */
export function fairQueue<Account extends number | string = number>(maxWaiting: number) {
  // A Map keeps the order in which accounts came; whose turn it was goes to the end.
  const lines = new Map<Account, (() => Promise<void>)[]>()
  let waiting = 0
  let isRunning = false

  const run = async () => {
    isRunning = true
    for (;;) {
      const next = lines.entries().next().value
      if (!next) break
      const [account, line] = next
      const work = line.shift()
      lines.delete(account)
      if (line.length > 0) lines.set(account, line)
      waiting--
      await work?.()
    }
    isRunning = false
  }

  return <T>(account: Account, work: () => Promise<T>): Promise<T> => {
    if (waiting >= maxWaiting) return Promise.reject(new AppError('unavailable', { retryAfterSeconds: 5 }))
    return new Promise<T>((resolve, reject) => {
      waiting++
      const line = lines.get(account) ?? []
      line.push(() => Promise.resolve().then(work).then(resolve, reject))
      lines.set(account, line)
      if (!isRunning) void run()
    })
  }
}
