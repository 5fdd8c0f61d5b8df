// What an authenticator signs. A challenge is signed by us and says until when it holds, so that nothing is stored for the
// many that are never used; a used one is stored and cannot be used again.
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../access/secrets.ts'
import type { Tx } from '../../db/client.ts'
import { usedChallenges } from '../../db/schema/passkeys.ts'

const NONCE_BYTES = 16
const EXPIRY_BYTES = 4
const SIGNATURE_BYTES = 16
const LENGTH = NONCE_BYTES + EXPIRY_BYTES + SIGNATURE_BYTES

/** The login dialog may be open for a while before somebody chooses the passkey that their browser suggests. */
const LIVES_FOR_SECONDS = 600

/** 'sign-in', or what else it is for and in which session: it is good for nothing else. */
export type Purpose = string

const signatureOf = (key: Buffer, claim: Buffer, purpose: Purpose) =>
  createHmac('sha256', key).update(claim).update(purpose).digest().subarray(0, SIGNATURE_BYTES)

export function newChallenge(secrets: Secrets, purpose: Purpose, now: Date): string {
  const expiry = Buffer.alloc(EXPIRY_BYTES)
  expiry.writeUInt32BE(Math.floor(now.getTime() / 1000) + LIVES_FOR_SECONDS)
  const claim = Buffer.concat([randomBytes(NONCE_BYTES), expiry])
  return Buffer.concat([claim, signatureOf(secrets.keyFor('challenges'), claim, purpose)]).toString('base64url')
}

const expiryOf = (challenge: string) => new Date(Buffer.from(challenge, 'base64url').readUInt32BE(NONCE_BYTES) * 1000)

/** Made by us, for this purpose, and not too long ago. */
export function isOurs(secrets: Secrets, challenge: string, purpose: Purpose, now: Date): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== LENGTH) return false
  const claim = bytes.subarray(0, NONCE_BYTES + EXPIRY_BYTES)
  const given = bytes.subarray(NONCE_BYTES + EXPIRY_BYTES)
  const isSigned = timingSafeEqual(given, signatureOf(secrets.keyFor('challenges'), claim, purpose))
  return isSigned && expiryOf(challenge) > now
}

/** In the transaction of what it opens. False: it was used before. */
export async function serveOnce(tx: Tx, signed: Buffer, expiresAt: Date): Promise<boolean> {
  const used = await tx
    .insert(usedChallenges)
    .values({ hash: hash('sha256', signed, 'buffer'), expiresAt })
    .onConflictDoNothing()
  return used.rowCount === 1
}

export const useUp = (tx: Tx, challenge: string) =>
  serveOnce(tx, Buffer.from(challenge, 'base64url'), expiryOf(challenge))
