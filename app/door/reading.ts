// From what a camera, a scanner or a person gives to what can be looked up: the hash of the stored code, and whether its
// authentication code is this event's.
import { foreignCode, MAC_BYTES, readCode, signedText, type CodeKind } from '../../contract/door-code.ts'

export interface Reading {
  kind: CodeKind
  /** As on the list: the first 10 bytes of SHA-256, base64 without padding. */
  hash: string
  authentication: 'right' | 'wrong' | 'none'
}

const encoder = new TextEncoder()

const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes)).replace(/=+$/, '')

export const importKey = (base64: string): Promise<CryptoKey> => {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
}

async function isSignedWith(key: CryptoKey, text: string, mac: Uint8Array): Promise<boolean> {
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)))
  // The key is on this device: there is nobody to time it against.
  return mac.every((byte, at) => byte === signature[at]) && mac.length === MAC_BYTES
}

const hashOf = async (code: string) =>
  toBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(code))).subarray(0, 10))

async function readOwn(text: string, key: CryptoKey | null): Promise<Reading | null> {
  const read = readCode(text)
  if (!read) return null
  const { kind, code, mac } = read
  const hash = await hashOf(code)
  if (!mac) return { kind, hash, authentication: 'none' }
  const isRight = key !== null && (await isSignedWith(key, signedText(kind, code), mac))
  return { kind, hash, authentication: isRight ? 'right' : 'wrong' }
}

/** As one of our codes, unless it is one of another system that is on the list. */
export async function readScanned(
  text: string,
  key: CryptoKey | null,
  isListed: (hash: string) => boolean,
): Promise<Reading | null> {
  const own = await readOwn(text, key)
  if (own && own.authentication !== 'wrong' && isListed(own.hash)) return own
  const foreign = foreignCode(text)
  const hash = foreign === null ? null : await hashOf(foreign)
  return hash !== null && isListed(hash) ? { kind: 'ticket', hash, authentication: 'none' } : own
}
