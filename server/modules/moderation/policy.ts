import { randomBytes } from 'node:crypto'
import { AppError } from '../../../contract/errors.ts'
import { readDomain } from '../../screening/domains.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 'D-' and ten letters that nobody confuses when they are read out: 50 bits, so that nobody guesses one. */
export const newReference = (kind: 'D' | 'R') =>
  `${kind}-${[...randomBytes(10)].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`

/** As it is stored: without anything before and after it, other alphabets as browsers send them (xn--). */
export function domainOf(given: string): string {
  const domain = readDomain(given)
  if (!domain) throw new AppError('domain_invalid')
  return domain
}

const MOST_YEARS = 10

export function requireAhead(until: Date, now: Date) {
  const latest = new Date(now)
  latest.setUTCFullYear(latest.getUTCFullYear() + MOST_YEARS)
  if (until <= now || until > latest)
    throw new AppError('bad_request', { message: `Until must be in the future, and within ${MOST_YEARS} years` })
}

// Six months and about a week: of six calendar months the longest have 184 days, and email takes its time.
const OBJECTION_DAYS = 190

export const objectionEnd = (decidedAt: Date) => new Date(decidedAt.getTime() + OBJECTION_DAYS * 86_400_000)
