// The codes of authenticator apps: RFC 6238 with what every app understands (SHA-1, six digits, half a minute).
import { SITE } from '../../../contract/site.ts'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { PLAIN_BYTES } from '../../access/sealed.ts'

const STEP_MS = 30_000
const DIGITS = 6
const ISSUER = encodeURIComponent(SITE.name)
// A phone's clock may be a little off, and people type slowly.
const STEPS_EITHER_SIDE = 1

export const newSecret = () => randomBytes(PLAIN_BYTES)

export const stepAt = (now: Date) => Math.floor(now.getTime() / STEP_MS)

export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = digest.readUInt8(digest.length - 1) & 0xf
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** Which step this is the code of, of those around now that come after the last one used; null: of none. */
export function stepOf(secret: Buffer, code: string, now: Date, lastStep: number): number | null {
  const given = Buffer.from(code)
  let found: number | null = null
  for (let away = -STEPS_EITHER_SIDE; away <= STEPS_EITHER_SIDE; away++) {
    const step = stepAt(now) + away
    const isIt = given.length === DIGITS && timingSafeEqual(given, Buffer.from(codeOf(secret, step)))
    if (isIt && step > lastStep) found ??= step
  }
  return found
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** As people type it into an app that cannot read the QR code. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** What the QR code holds. */
export function appAddress(secret: Buffer, email: string): string {
  // Not by URLSearchParams, whose + for a space some apps show.
  return `otpauth://totp/${ISSUER}:${encodeURIComponent(email)}?secret=${base32(secret)}&issuer=${ISSUER}`
}
