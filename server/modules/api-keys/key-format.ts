// hooley_ and 49 letters and digits: 43 at random (256 bits), 6 that follow from them (CRC-32). Scanners for leaked secrets
// find it by its beginning and know a false one by its end; so do we, before anything is looked up.
import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PREFIX = 'hooley_'
const RANDOM_LENGTH = 43
const CHECK_LENGTH = 6

/** What scanners for secrets look for. */
export const KEY_PATTERN = /^hooley_[0-9A-Za-z]{49}$/

function base62(number: bigint, length: number): string {
  let text = ''
  for (let rest = number; text.length < length; rest /= 62n) text = `${DIGITS[Number(rest % 62n)]}${text}`
  return text
}

const checkOf = (text: string) => base62(BigInt(crc32(text)), CHECK_LENGTH)

export function newKey(bytes: Buffer = randomBytes(32)): string {
  const text = PREFIX + base62(BigInt(`0x${bytes.toString('hex')}`), RANDOM_LENGTH)
  return text + checkOf(text)
}

/** Whether a bearer's token is meant to be a key: then it is never looked up among sessions. */
export const isApiKey = (token: string) => token.startsWith(PREFIX)

export const isWellFormed = (token: string) =>
  KEY_PATTERN.test(token) && checkOf(token.slice(0, -CHECK_LENGTH)) === token.slice(-CHECK_LENGTH)
