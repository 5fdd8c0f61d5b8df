// The token of an email's link: whose it is, what it may be used for and which booking or entry it is about, signed. Nothing
// is stored for it. The address it was mailed to is signed as well, so that a new address ends every link.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { LINK_PURPOSES, type LinkPurpose } from '../../contract/link-purposes.ts'
import type { Secrets } from './secrets.ts'

export interface LinkClaim {
  purpose: LinkPurpose
  userId: number
  /** answer, survey: the ticket; offer: the entry of the waiting list; unsubscribe: the notice's number; address: 0 for the account's own, else the number of the wish for another. */
  subjectId: number
}

// One byte for the purpose, four for each number, sixteen of the signature: 34 characters of an address that somebody may
// have to type. A session's token has 43, so neither can pass for the other.
const CLAIM_BYTES = 9
const SIGNATURE_BYTES = 16
const TOKEN = /^[A-Za-z0-9_-]{34}$/

export const isLinkToken = (token: string) => TOKEN.test(token)

function bytesOf({ purpose, userId, subjectId }: LinkClaim): Buffer {
  const bytes = Buffer.alloc(CLAIM_BYTES)
  bytes.writeUInt8(LINK_PURPOSES.indexOf(purpose), 0)
  bytes.writeUInt32BE(userId, 1)
  bytes.writeUInt32BE(subjectId, 5)
  return bytes
}

/** Upper and lower case are the same address, as they are for signing in. */
const signatureOf = (secrets: Secrets, claim: Buffer, email: string) =>
  createHmac('sha256', secrets.keyFor('mail-links'))
    .update(claim)
    .update(email.toLowerCase())
    .digest()
    .subarray(0, SIGNATURE_BYTES)

export function signLink(secrets: Secrets, { email, ...claim }: LinkClaim & { email: string }): string {
  const bytes = bytesOf(claim)
  return Buffer.concat([bytes, signatureOf(secrets, bytes, email)]).toString('base64url')
}

/** What a token says of itself. Nothing of it is true before isSignedFor has said so. */
export function readLink(token: string): LinkClaim | null {
  if (!isLinkToken(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  // The last character has bits to spare; only one spelling is ours.
  if (bytes.toString('base64url') !== token) return null
  const purpose = LINK_PURPOSES[bytes.readUInt8(0)]
  return purpose ? { purpose, userId: bytes.readUInt32BE(1), subjectId: bytes.readUInt32BE(5) } : null
}

export function isSignedFor(secrets: Secrets, token: string, email: string): boolean {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== CLAIM_BYTES + SIGNATURE_BYTES) return false
  return timingSafeEqual(bytes.subarray(CLAIM_BYTES), signatureOf(secrets, bytes.subarray(0, CLAIM_BYTES), email))
}
