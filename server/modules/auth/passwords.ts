import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../../contract/errors.ts'
import { limitConcurrency } from '../../runtime/limit-concurrency.ts'

// OWASP's first choice for argon2id: 19 MiB, 2 passes, 1 lane. About 30 ms, off the event loop.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Each takes a thread for 30 ms. Anybody who would wait for more than about a second is told to retry instead.
const MAX_WAITING = 60
// One core stays free for pages, however many people sign in.
const AT_ONCE = Math.max(1, availableParallelism() - 1)

const inTurn = limitConcurrency({
  atOnce: AT_ONCE,
  maxWaiting: MAX_WAITING,
  refusal: () => new AppError('unavailable', { retryAfterSeconds: 2 }),
})

export const hashPassword = (password: string) => inTurn(() => hash(password, COST))

let nobodys: Promise<string> | undefined

/** An account that does not exist, or has no password, costs the same time as a wrong password. */
export async function isPasswordOf(account: { passwordHash: string | null } | null, password: string) {
  nobodys ??= hash(crypto.randomUUID(), COST)
  const known = account?.passwordHash ?? null
  const hashed = known ?? (await nobodys)
  const matches = await inTurn(() => verify(hashed, password))
  return known !== null && matches
}
