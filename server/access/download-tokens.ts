// The token of an address that a browser may fetch a download from for some minutes: a navigation carries no session. It is
// given out only to its owner, who has just shown who they are, and ends with the session that it was given to.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from './secrets.ts'

/** Long enough to press a button twice; a download that has begun goes on. */
const MINUTES = 10

/** Of the hash of a session's token. */
export const SESSION_BYTES = 16
const CLAIM_BYTES = 8 + SESSION_BYTES
const SIGNATURE_BYTES = 24

const signatureOf = (key: Buffer, claim: Buffer) =>
  createHmac('sha256', key).update(claim).digest().subarray(0, SIGNATURE_BYTES)

export function signDownload(secrets: Secrets, exportId: number, tokenHash: Buffer, now: Date): string {
  const claim = Buffer.alloc(CLAIM_BYTES)
  claim.writeUInt32BE(exportId, 0)
  claim.writeUInt32BE(Math.floor(now.getTime() / 1000) + MINUTES * 60, 4)
  tokenHash.copy(claim, 8, 0, SESSION_BYTES)
  return Buffer.concat([claim, signatureOf(secrets.keyFor('downloads'), claim)]).toString('base64url')
}

export interface Download {
  exportId: number
  /** The beginning of the hash of the session's token. */
  session: Buffer
}

/** Which download it is for; null when it has expired or is none of ours. */
export function readDownload(secrets: Secrets, token: string, now: Date): Download | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== CLAIM_BYTES + SIGNATURE_BYTES) return null
  const claim = bytes.subarray(0, CLAIM_BYTES)
  const isOurs = timingSafeEqual(signatureOf(secrets.keyFor('downloads'), claim), bytes.subarray(CLAIM_BYTES))
  const isLate = claim.readUInt32BE(4) * 1000 <= now.getTime()
  return isOurs && !isLate ? { exportId: claim.readUInt32BE(0), session: claim.subarray(8) } : null
}
