// Guessing is slowed, for each account and for each address, and nobody is locked out for long.
import { RATES, type RateLimits } from '../../http/rate-limits.ts'

const FREE_FAILURES = RATES.signInAccount.points
const LONGEST_PAUSE_SECONDS = 30

/** 2, 4, 8, 16, then 30 seconds: a person who waits gets a try, a machine gets some forty in a quarter of an hour. */
const pauseAfter = (failures: number) => Math.min(2 ** (failures - FREE_FAILURES + 1), LONGEST_PAUSE_SECONDS)

/**
 * Runs one try to prove a password. Tries are counted before they are made, so that a thousand at once are not
 * a thousand free ones; what succeeded, or was refused without a try, is taken back.
 */
export async function guarded<T>(
  limits: RateLimits,
  who: { account: string; ip: string },
  attempt: () => Promise<T | null>,
): Promise<T | null> {
  const account = await accountKey(limits, who)
  await limits.take('signInAddress', who.ip)
  const tries = await limits.count('signInAccount', account)
  if (tries >= FREE_FAILURES) {
    try {
      await limits.take('signInPause', account, pauseAfter(tries))
    } catch (refused) {
      await limits.giveBack('signInAccount', account)
      await limits.giveBack('signInAddress', who.ip)
      throw refused
    }
  }
  const result = await attempt()
  if (result === null) return null
  await limits.giveBack('signInAddress', who.ip)
  await forgiveFailures(limits, account)
  await limits.tryTake('signInKnownAddress', pair(who))
  return result
}

const pair = ({ account, ip }: { account: string; ip: string }) => `${account} ${ip}`

/**
 * Where the owner has signed in before, their tries are counted apart: a stranger who guesses from elsewhere cannot
 * use up the owner's.
 */
async function accountKey(limits: RateLimits, who: { account: string; ip: string }) {
  const isKnown = (await limits.used('signInKnownAddress', pair(who))) > 0
  return isKnown ? pair(who) : who.account
}

async function forgiveFailures(limits: RateLimits, account: string) {
  await limits.reset('signInAccount', account)
  await limits.reset('signInPause', account)
}

/** A new password was proven by mail: what was guessed before no longer matters. */
export const forgiveAccount = (limits: RateLimits, email: string) => forgiveFailures(limits, email.toLowerCase())
