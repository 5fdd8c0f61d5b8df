// How much uploads may hold in memory: all of them together, and each account.
import { AppError } from '../../contract/errors.ts'

export interface AdmissionOptions {
  /** Bytes that all uploads of this process may hold. */
  bytes: number
  perAccount: number
  /** How long an upload waits for room, its body still on the wire, before it is refused. */
  waitMs: number
  maxWaiting: number
}

interface Waiting {
  account: number
  size: number
  enter: () => void
}

export function createAdmission({ bytes, perAccount, waitMs, maxWaiting }: AdmissionOptions) {
  const inFlight = new Map<number, number>()
  const waiting = new Set<Waiting>()
  let held = 0

  const accountIsFull = (account: number) => (inFlight.get(account) ?? 0) >= perAccount
  const hasRoom = ({ account, size }: Omit<Waiting, 'enter'>) => held + size <= bytes && !accountIsFull(account)
  const count = (account: number, size: number, step: 1 | -1) => {
    held += step * size
    const uploads = (inFlight.get(account) ?? 0) + step
    if (uploads > 0) inFlight.set(account, uploads)
    else inFlight.delete(account)
  }

  const leave = (account: number, size: number) => {
    count(account, size, -1)
    for (const next of waiting) {
      if (!hasRoom(next)) continue
      waiting.delete(next)
      count(next.account, next.size, 1)
      next.enter()
    }
  }

  const refusal = (account: number) =>
    new AppError(accountIsFull(account) ? 'too_many_requests' : 'unavailable', { retryAfterSeconds: 5 })

  const room = (account: number, size: number) =>
    new Promise<void>((resolve, reject) => {
      if (hasRoom({ account, size })) {
        count(account, size, 1)
        return resolve()
      }
      if (waiting.size >= maxWaiting) return reject(refusal(account))
      const timer = setTimeout(() => {
        waiting.delete(mine)
        reject(refusal(account))
      }, waitMs)
      const mine: Waiting = {
        account,
        size,
        enter: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      waiting.add(mine)
    })

  return {
    /** Does the work as soon as there is room for its bytes. */
    async admit<T>(account: number, size: number, work: () => Promise<T>): Promise<T> {
      await room(account, size)
      try {
        return await work()
      } finally {
        leave(account, size)
      }
    },
    waiting: () => waiting.size,
    held: () => held,
  }
}
