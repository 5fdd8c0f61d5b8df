// Checks a ballot in the browser of who looks, with the same arithmetic as `npm run ballot`. Loaded by its page alone.
import { sha256 as hashBytes } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { findBallotProblems, leafOf, type BallotReceipt } from '../../../contract/ballot.ts'
import type { BallotFile } from '../../../contract/ballot-file.ts'
import { isRoundSignature } from '../../../contract/drand.ts'

const sha256 = (text: string) => bytesToHex(hashBytes(utf8ToBytes(text)))
const sha256OfHex = (hex: string) => bytesToHex(hashBytes(hexToBytes(hex)))

export const checkBallot = (file: BallotFile, mailedRoot?: string): Promise<string[]> =>
  findBallotProblems(file, { sha256, sha256OfHex, isRoundSignature }, mailedRoot)

export interface FoundEntry {
  seats: number
  /** In the draw, from 1; null before it. */
  position: number | null
}

/** The line of this receipt; null: there is none. */
export async function findMine(file: BallotFile, receipt: BallotReceipt): Promise<FoundEntry | null> {
  const leaf = await leafOf(sha256, receipt)
  const line = file.entries.find((entry) => entry.leaf === leaf)
  if (!line || line.seats !== receipt.seats) return null
  const at = file.order.indexOf(leaf)
  return { seats: line.seats, position: at < 0 ? null : at + 1 }
}
