// What an email to an address that somebody typed in carries for its owner, who may have no account: a keyed hash of the
// address, and a signature of that. One press refuses all such emails; nothing in it tells the address.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from './secrets.ts'

const HASH_BYTES = 16
const SIGNATURE_BYTES = 16
/** One byte longer than a session's token, and ten characters longer than that of an account's link. */
const VERSION = 1
const TOKEN = /^[A-Za-z0-9_-]{44}$/

const cut = (key: Buffer, what: string, bytes: Buffer, length: number) =>
  createHmac('sha256', key).update(what).update(bytes).digest().subarray(0, length)

const hashWith = (key: Buffer, address: string) => cut(key, 'address', Buffer.from(address.toLowerCase()), HASH_BYTES)
const signatureWith = (key: Buffer, hash: Buffer) => cut(key, 'token', hash, SIGNATURE_BYTES)

/** As it is stored. */
export const addressHash = (secrets: Secrets, address: string): Buffer =>
  hashWith(secrets.keyFor('mail-refusals'), address)

export function refusalToken(secrets: Secrets, address: string): string {
  const key = secrets.keyFor('mail-refusals')
  const hash = hashWith(key, address)
  return Buffer.concat([Buffer.of(VERSION), hash, signatureWith(key, hash)]).toString('base64url')
}

/** The hash of the address that it was mailed to; null: not ours. */
export function readRefusal(secrets: Secrets, token: string): Buffer | null {
  if (!TOKEN.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const hash = bytes.subarray(1, 1 + HASH_BYTES)
  const signature = bytes.subarray(1 + HASH_BYTES)
  const isOurs = timingSafeEqual(signatureWith(secrets.keyFor('mail-refusals'), hash), signature)
  return bytes[0] === VERSION && isOurs ? hash : null
}
