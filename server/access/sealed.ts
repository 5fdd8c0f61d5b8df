// Two-factor secrets, which we need back in full: encrypted under SECRET_KEY and bound to their account, so that one row's
// cannot be moved into another. Without SECRET_KEY they are stored as they are: a key beside them would protect nothing.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { twoFactor } from '../db/schema/two-factor.ts'
import type { Secrets } from './secrets.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const SEALED = 1
/** Secrets of authenticator apps. The stored form is recognised by its length. */
export const PLAIN_BYTES = 20
const SEALED_BYTES = 1 + NONCE_BYTES + TAG_BYTES + PLAIN_BYTES

const boundTo = (userId: number) => Buffer.from(`user ${userId}`)

export function seal({ sealKey }: Secrets, userId: number, plain: Buffer): Buffer {
  if (!sealKey) return plain
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, sealKey, nonce).setAAD(boundTo(userId))
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([Buffer.of(SEALED), nonce, cipher.getAuthTag(), encrypted])
}

function decrypt(key: Buffer, userId: number, sealed: Buffer): Buffer | null {
  try {
    const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(boundTo(userId))
      .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  } catch {
    return null
  }
}

/** Null: sealed with another key or for another account, or changed. */
export function unseal(secrets: Secrets, userId: number, stored: Buffer): Buffer | null {
  if (stored.length === PLAIN_BYTES) return stored
  if (stored.length === SEALED_BYTES && stored[0] === SEALED)
    return secrets.sealKey && decrypt(secrets.sealKey, userId, stored.subarray(1))
  // Until November 2026 they were sealed with a key from the database, and had no first byte.
  return decrypt(secrets.keyFor('two-factor'), userId, stored)
}

// About 50 KB, and a transaction of some milliseconds.
const ROWS_AT_ONCE = 500

/** At start: brings secrets into the form that SECRET_KEY asks for. Those that cannot be opened stay as they are. */
export async function sealStored(db: Db, secrets: Secrets): Promise<void> {
  const length = secrets.sealKey ? SEALED_BYTES : PLAIN_BYTES
  const { rows: due } = await db.execute<{ user_id: number }>(
    sql`select user_id from two_factor where octet_length(secret) <> ${length}`,
  )
  for (let at = 0; at < due.length; at += ROWS_AT_ONCE)
    await db.transaction(async (tx) => {
      for (const { user_id: userId } of due.slice(at, at + ROWS_AT_ONCE)) {
        const isIts = eq(twoFactor.userId, userId)
        const [row] = await tx.select({ secret: twoFactor.secret }).from(twoFactor).where(isIts).for('update')
        const plain = row && unseal(secrets, userId, row.secret)
        if (plain)
          await tx
            .update(twoFactor)
            .set({ secret: seal(secrets, userId, plain) })
            .where(isIts)
      }
    })
}
