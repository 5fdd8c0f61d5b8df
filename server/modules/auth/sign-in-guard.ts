// Guessing is slowed, for each account and for each network, and nobody is locked out for long (decision 090).
import { networkOf } from '../../http/network.ts'
import type { Key, RateLimits } from '../../http/rate-limits.ts'

export const FREE_FAILURES = 10
const LONGEST_PAUSE_SECONDS = 30

/** 2, 4, 8, 16, then 30 seconds: a person who waits gets a try, a machine gets some forty in a quarter of an hour. */
const pauseAfter = (failures: number) => Math.min(2 ** (failures - FREE_FAILURES + 1), LONGEST_PAUSE_SECONDS)

export interface Guesser {
  kind: 'sign-in' | 'change-password' | 'proof'
  /** The id of the account that was found: an address can be spelt in many ways. Where there is none, the address. */
  account: number | string
  ip: string
}

/** Takes one try and says how to undo that; throws where none is left. */
async function takeTry(limits: RateLimits, who: Guesser, undo: (() => Promise<void>)[]) {
  const { kind, account, ip } = who
  if (kind === 'sign-in') {
    await limits.take('signInAddress', ip)
    undo.push(() => limits.giveBack('signInAddress', ip))
  }
  const keys = await keysOf(limits, who)
  const tries = await limits.count('signInAccount', keys.failures)
  undo.push(() => limits.giveBack('signInAccount', keys.failures))
  if (tries < FREE_FAILURES) return keys
  await limits.take('signInPause', keys.pause, pauseAfter(tries))
  undo.push(() => limits.reset('signInPause', keys.pause))
  if (keys.isKnown) return keys
  if (await limits.tryTake('signInSlow', [kind, account])) {
    undo.push(() => limits.giveBack('signInSlow', [kind, account]))
    return keys
  }
  // Somebody guesses from many networks: now they all wait in one line.
  await limits.take('signInPause', [kind, account], pauseAfter(tries))
  undo.push(() => limits.reset('signInPause', [kind, account]))
  return keys
}

/**
 * Runs one try to prove a password or a code. Tries are counted before they are made, so that a thousand at once are not
 * a thousand free ones; what succeeded, or was no try in the end, is taken back.
 */
export async function guarded<T>(
  limits: RateLimits,
  who: Guesser,
  attempt: () => Promise<T | null>,
): Promise<T | null> {
  const undo: (() => Promise<void>)[] = []
  try {
    const keys = await takeTry(limits, who, undo)
    const result = await attempt()
    if (result === null) return null
    if (who.kind === 'sign-in') await limits.giveBack('signInAddress', who.ip)
    await limits.reset('signInAccount', keys.failures)
    await limits.reset('signInPause', keys.pause)
    // Elsewhere somebody may be guessing on: a sign-in at home does not give them ten more.
    if (!keys.isKnown) await forgive(limits, who.kind, who.account)
    await limits.tryTake('signInKnownAddress', keys.known)
    return result
  } catch (error) {
    for (const step of undo) await step()
    throw error
  }
}

/**
 * Where the owner has signed in before, their tries are counted apart: a stranger who guesses from elsewhere cannot
 * use up the owner's. Elsewhere failures are counted together, and each network pauses for itself.
 */
async function keysOf(limits: RateLimits, { kind, account, ip }: Guesser) {
  const { near, wide = near } = networkOf(ip)
  const known: Key = [kind, account, near]
  const isKnown = (await limits.used('signInKnownAddress', known)) > 0
  const failures: Key = isKnown ? known : [kind, account]
  return { known, isKnown, failures, pause: isKnown ? known : [kind, account, wide] }
}

async function forgive(limits: RateLimits, kind: Guesser['kind'], account: number | string) {
  await limits.reset('signInAccount', [kind, account])
  await limits.reset('signInPause', [kind, account])
  await limits.reset('signInSlow', [kind, account])
}

/** A new password was proven by email: what was guessed before no longer matters. */
export const forgiveAccount = (limits: RateLimits, userId: number) => forgive(limits, 'sign-in', userId)
