// Small secrets that the database keeps and that we need back in full: encrypted under a key of the installation, bound to
// what they belong to, so that one row's cannot be moved into another.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Secrets } from './secrets.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** What it is for, which has a key of its own, and whose it is. */
export interface Binding {
  purpose: string
  owner: string
}

export function seal(secrets: Secrets, { purpose, owner }: Binding, plain: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, secrets.keyFor(purpose), nonce).setAAD(Buffer.from(owner))
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
}

function openWith(key: Buffer, owner: string, sealed: Buffer): Buffer | null {
  try {
    const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(owner))
      .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  } catch {
    return null
  }
}

/** Null: sealed by another installation, for another owner, or changed. `isOld`: under the key before a rotation. */
export function unseal(
  secrets: Secrets,
  { purpose, owner }: Binding,
  sealed: Buffer,
): { plain: Buffer; isOld: boolean } | null {
  for (const [age, key] of secrets.keysFor(purpose).entries()) {
    const plain = openWith(key, owner, sealed)
    if (plain) return { plain, isOld: age > 0 }
  }
  return null
}
