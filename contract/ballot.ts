// The ballot's arithmetic: what is committed to, how the order follows from it and from a public number, and whether a
// published ballot keeps to both. Runs on the server, in the browser and in `npm run ballot`; docs/ballot-verify.py is the
// same in another language. Texts are UTF-8, numbers decimal, hashes lower-case hexadecimal, parts joined by newlines.
import type { BallotEntry, BallotFile } from './ballot-file.ts'
import { MOST_BALLOT_SEATS } from './ballot-rules.ts'

/** Node's own is 15 times faster than Web Crypto for 100,000 short texts; a browser has only the latter. */
export type Sha256 = (text: string) => string | Promise<string>

/** What an entrant keeps: with it they find their own entry, and nobody else does. */
export interface BallotReceipt {
  eventId: number
  entryId: number
  seats: number
  salt: string
}

export const leafOf = (sha256: Sha256, { eventId, entryId, seats, salt }: BallotReceipt) =>
  sha256(['hooley-ballot-1', eventId, entryId, seats, salt].join('\n'))

const byLeaf = (a: BallotEntry, b: BallotEntry) => (a.leaf < b.leaf ? -1 : a.leaf > b.leaf ? 1 : 0)

/** As they are published. The order of entering is not in it. */
export const sortEntries = (entries: readonly BallotEntry[]) => [...entries].sort(byLeaf)

export const rootOf = (sha256: Sha256, entries: readonly BallotEntry[]) =>
  sha256(
    sortEntries(entries)
      .map(({ leaf, seats }) => `${leaf} ${seats}\n`)
      .join(''),
  )

/**
 * Numbers of a draw as everybody writes them alike: in the order of their publication, without leading zeros, one space
 * between them. Null where there is anything else.
 */
export function readDrawNumber(typed: string): string | null {
  const parts = typed.trim().split(/[\s,;+-]+/)
  if (parts.length > 20 || !parts.every((part) => /^\d{1,20}$/.test(part))) return null
  return parts.map((part) => part.replace(/^0+(?=\d)/, '')).join(' ')
}

/**
 * The leaves from the first to be served to the last. An entry for k seats has the weight 1/k, so that four friends gain
 * nothing by asking four times for four seats: with u = n / 2^64, keys u^k draw without replacement with these weights
 * (Efraimidis and Spirakis), here in whole numbers.
 */
export async function orderEntries(
  sha256: Sha256,
  root: string,
  number: string,
  entries: readonly BallotEntry[],
): Promise<string[]> {
  const seed = await sha256(`${root}\n${number}`)
  const keyed: { leaf: string; key: bigint; rounded: number }[] = []
  for (const { leaf, seats } of entries) {
    const n = BigInt(`0x${(await sha256(`${seed}\n${leaf}`)).slice(0, 16)}`)
    const key = (n ** BigInt(seats)) << BigInt(64 * (MOST_BALLOT_SEATS - seats))
    // Rounding keeps the order, and two that differ when rounded are compared ten times faster.
    keyed.push({ leaf, key, rounded: Number(key) })
  }
  keyed.sort((a, b) => {
    if (a.rounded !== b.rounded) return b.rounded - a.rounded
    if (a.key !== b.key) return a.key > b.key ? -1 : 1
    return a.leaf < b.leaf ? -1 : 1
  })
  return keyed.map(({ leaf }) => leaf)
}

/** drand's quicknet: a round every three seconds, each signed by all its members together. */
export const QUICKNET = {
  hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesis: 1_692_803_367,
  period: 3,
} as const

/** The first round that does not exist before `at`. */
export const roundAt = (at: Date) =>
  Math.max(1, Math.ceil((at.getTime() / 1000 - QUICKNET.genesis) / QUICKNET.period) + 1)

/** Where anybody can look a round up. */
export const roundAddress = (round: number) => `https://api.drand.sh/${QUICKNET.hash}/public/${round}`

export interface VerifyMeans {
  sha256: Sha256
  /** drand's randomness is the hash of the signature's bytes, not of its digits. */
  sha256OfHex: Sha256
  /** Whether all of drand's members signed this round with it. */
  isRoundSignature: (round: number, signature: string) => boolean | Promise<boolean>
}

type Check = (file: BallotFile, means: VerifyMeans, mailedRoot?: string) => string | null | Promise<string | null>

const CHECKS: Check[] = [
  ({ entries }) =>
    new Set(entries.map(({ leaf }) => leaf)).size === entries.length ? null : 'The list has an entry twice.',
  ({ entries }) =>
    entries.every((entry, at) => at === 0 || byLeaf(entries[at - 1] ?? entry, entry) < 0)
      ? null
      : 'The list is not sorted.',
  async ({ root, entries }, { sha256 }) =>
    root === null || (await rootOf(sha256, entries)) === root
      ? null
      : 'The list does not match its root: an entry was added, left out or changed.',
  ({ root }, _, mailedRoot) =>
    mailedRoot === undefined || root === mailedRoot
      ? null
      : 'The root is not the one in the email: the list was exchanged after it had been sent.',
  ({ state, root }) =>
    (state === 'closed' || state === 'drawn') && root === null ? 'The list is closed and has no root.' : null,
  ({ state, number, order }) => {
    if (state === 'drawn') return number === null ? 'The ballot is drawn and has no number.' : null
    return number === null && order.length === 0 ? null : 'There is a number or an order before the draw.'
  },
  async ({ source, number }, { sha256OfHex, isRoundSignature }) => {
    if (source.kind !== 'drand') return null
    if (roundAt(new Date(source.at)) !== source.round)
      return 'The round of drand does not belong to the announced time.'
    if (number === null) return null
    if (source.signature === null) return 'The signature of drand is missing.'
    if ((await sha256OfHex(source.signature)) !== number) return 'The number is not the one that drand signed.'
    return (await isRoundSignature(source.round, source.signature))
      ? null
      : 'The signature is not that of this round of drand.'
  },
  ({ source, number }) =>
    source.kind === 'draw' && number !== null && readDrawNumber(number) !== number
      ? 'The number is not written in the agreed way.'
      : null,
  async ({ root, number, entries, order }, { sha256 }) => {
    if (root === null || number === null) return null
    const expected = await orderEntries(sha256, root, number, entries)
    return expected.length === order.length && expected.every((leaf, at) => leaf === order[at])
      ? null
      : 'The order does not follow from the list and the number.'
  },
]

/** What is wrong with a published ballot; empty where nothing is. `mailedRoot` is the root in an entrant's email. */
export async function findBallotProblems(file: BallotFile, means: VerifyMeans, mailedRoot?: string): Promise<string[]> {
  const problems: string[] = []
  for (const check of CHECKS) {
    const problem = await check(file, means, mailedRoot)
    if (problem !== null) problems.push(problem)
  }
  return problems
}
