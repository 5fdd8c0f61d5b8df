// The token of an address that a browser may fetch a download from for some minutes: a navigation carries no session. It is
// given out only to its owner, who has just shown who they are.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from './secrets.ts'

/** Long enough to press a button twice; a download that has begun goes on. */
const MINUTES = 10

const CLAIM_BYTES = 8
const SIGNATURE_BYTES = 24

const signatureOf = (key: Buffer, claim: Buffer) =>
  createHmac('sha256', key).update(claim).digest().subarray(0, SIGNATURE_BYTES)

export function signDownload(secrets: Secrets, exportId: number, now: Date): string {
  const claim = Buffer.alloc(CLAIM_BYTES)
  claim.writeUInt32BE(exportId, 0)
  claim.writeUInt32BE(Math.floor(now.getTime() / 1000) + MINUTES * 60, 4)
  return Buffer.concat([claim, signatureOf(secrets.keyFor('downloads'), claim)]).toString('base64url')
}

/** Which download it is for; null when it has expired or is none of ours. */
export function readDownload(secrets: Secrets, token: string, now: Date): number | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== CLAIM_BYTES + SIGNATURE_BYTES) return null
  const claim = bytes.subarray(0, CLAIM_BYTES)
  const isOurs = secrets
    .keysFor('downloads')
    .some((key) => timingSafeEqual(signatureOf(key, claim), bytes.subarray(CLAIM_BYTES)))
  const isLate = claim.readUInt32BE(4) * 1000 <= now.getTime()
  return isOurs && !isLate ? claim.readUInt32BE(0) : null
}
