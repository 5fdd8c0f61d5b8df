// What a ticket's QR code holds: what kind of thing it is, the random part that is stored, and an authentication code
// under the event's door key, so that a door without a network knows a booking that is not on its list yet. Capitals and
// digits only: a QR code packs them tightly, so that it is read small, dark and skewed.

/** Each is one letter of the code. */
export const CODE_KINDS = { ticket: 'T', waiting: 'W', place: 'P' } as const
export type CodeKind = keyof typeof CODE_KINDS

/** HMAC-SHA-256 is cut to so many bytes: 80 bits. */
export const MAC_BYTES = 10

// Crockford's: no I, L, O and U, which people take for other characters.
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RANDOM_BYTES = 16
const RANDOM_LENGTH = 26
const MAC_LENGTH = 16
const OURS = new RegExp(`^([TWP])([0-9A-HJKMNP-TV-Z]{${RANDOM_LENGTH}})([0-9A-HJKMNP-TV-Z]{${MAC_LENGTH}})?$`)
const HEX = /^[0-9a-f]{32}$/i
// Codes of other systems are compared as they are; anything longer or stranger is nobody's.
const FOREIGN = /^[\x21-\x7E](?:[\x20-\x7E]{0,198}[\x21-\x7E])?$/

function toLetters(bytes: Uint8Array): string {
  let text = ''
  let rest = 0
  let bits = 0
  for (const byte of bytes) {
    rest = (rest << 8) | byte
    bits += 8
    for (; bits >= 5; bits -= 5) text += LETTERS[(rest >> (bits - 5)) & 31] ?? ''
    rest &= (1 << bits) - 1
  }
  return bits > 0 ? text + (LETTERS[(rest << (5 - bits)) & 31] ?? '') : text
}

/** Null where the last letter holds bits that no byte has room for: such a code was never drawn. */
function toBytes(text: string, length: number): Uint8Array | null {
  const bytes = new Uint8Array(length)
  let rest = 0
  let bits = 0
  let at = 0
  for (const letter of text) {
    rest = (rest << 5) | LETTERS.indexOf(letter)
    bits += 5
    if (bits >= 8) bytes[at++] = (rest >> (bits -= 8)) & 255
    rest &= (1 << bits) - 1
  }
  return rest === 0 ? bytes : null
}

const toHex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

/** What is authenticated. */
export const signedText = (kind: CodeKind, code: string) => `${CODE_KINDS[kind]} ${code}`

/** `code` is what is stored: 32 hexadecimal digits. Anything else came from another system and is drawn as it is. */
export const drawCode = (kind: CodeKind, code: string, mac: Uint8Array): string =>
  HEX.test(code) ? CODE_KINDS[kind] + toLetters(fromHex(code)) + toLetters(mac.subarray(0, MAC_BYTES)) : code

export interface ReadCode {
  kind: CodeKind
  /** As it is stored. */
  code: string
  /** Null for a code that was mailed before there were any, or was typed without it. */
  mac: Uint8Array | null
}

const kindOf = (letter: string) =>
  (Object.keys(CODE_KINDS) as CodeKind[]).find((kind) => CODE_KINDS[kind] === letter) ?? 'ticket'

/** As people type: in small letters, in groups, with O for 0. */
const tidied = (text: string) => text.toUpperCase().replace(/[\s-]/g, '').replace(/[IL]/g, '1').replaceAll('O', '0')

/** So many characters at the end of a code find its booking, on devices whose list has them. */
export const CODE_END_LENGTH = 5
// Five characters of a shorter code of another system would be most of it.
const SHORTEST_WITH_END = 16

/** The last characters of a code as it is drawn; null for what is no code, or too short to show a part of it. */
export function codeEnd(drawn: string): string | null {
  const text = tidied(drawn)
  return text.length < SHORTEST_WITH_END ? null : text.slice(-CODE_END_LENGTH)
}

/** What somebody typed as the end of a code; null where it is longer or shorter, or has other characters. */
export function readCodeEnd(typed: string): string | null {
  const text = tidied(typed)
  return text.length === CODE_END_LENGTH && /^[0-9A-Z]+$/.test(text) ? text : null
}

/** What a camera has seen or somebody has typed; null where it can be no code at all. */
export function readCode(text: string): ReadCode | null {
  const trimmed = text.trim()
  const [, letter, random, mac] = OURS.exec(tidied(trimmed)) ?? []
  if (letter && random) {
    const [bytes, macBytes] = [toBytes(random, RANDOM_BYTES), mac ? toBytes(mac, MAC_BYTES) : null]
    return bytes && (!mac || macBytes) ? { kind: kindOf(letter), code: toHex(bytes), mac: macBytes } : null
  }
  if (HEX.test(trimmed)) return { kind: 'ticket', code: trimmed.toLowerCase(), mac: null }
  return FOREIGN.test(trimmed) ? { kind: 'ticket', code: trimmed, mac: null } : null
}

// The address in Luma's code; the same guest may be scanned from lu.ma or luma.com, with more in the address.
const LUMA = /^https:\/\/(?:www\.)?(?:lu\.ma|luma\.com)\/check-in\/[^?#]*\?(?:[^#]*&)?pk=([\w-]{1,100})/i

/**
 * What a code of another system is compared by, at an event whose guests were imported with their codes; null where no
 * scanner could have read it. One in our own format, of another installation, is compared as a whole: only that
 * installation can check its authentication code.
 */
export function foreignCode(text: string): string | null {
  const trimmed = text.trim()
  const [, guest] = LUMA.exec(trimmed) ?? []
  if (guest) return `luma:${guest}`
  const typed = tidied(trimmed)
  if (OURS.test(typed)) return typed
  if (HEX.test(trimmed)) return trimmed.toLowerCase()
  return FOREIGN.test(trimmed) ? trimmed : null
}

const HARD_FROM = 12

/** Nobody finds it by trying, so its hash gives nothing away. */
export function isHardToGuess(foreign: string): boolean {
  const code = foreign.replace(/^luma:/, '')
  return code.length >= HARD_FROM && !/^\d+$/.test(code)
}
