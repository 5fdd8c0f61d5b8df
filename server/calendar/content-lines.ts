// The lines of an iCalendar file (RFC 5545 §3.1): what people wrote stays one value of one line.

const MAX_OCTETS = 75

const octetsOf = (codePoint: number) => (codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4)

/** Folded after so many octets, as the standard counts, and never within a character. */
export function fold(line: string): string {
  // At most three octets each, and four for two.
  if (line.length * 3 <= MAX_OCTETS) return line
  const size = Buffer.byteLength(line)
  if (size <= MAX_OCTETS) return line
  return size === line.length ? foldPlain(line) : foldAny(line)
}

/** Each character an octet, as in most lines of most files. */
function foldPlain(line: string): string {
  let folded = line.slice(0, MAX_OCTETS)
  for (let at = MAX_OCTETS; at < line.length; at += MAX_OCTETS - 1)
    folded += `\r\n ${line.slice(at, at + MAX_OCTETS - 1)}`
  return folded
}

function foldAny(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = octetsOf(character.codePointAt(0) ?? 0)
    if (octets + size > MAX_OCTETS) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}

// Some programs break lines at these as well.
const LINE_BREAK = /\r\n|[\r\n\v\f\u0085\u2028\u2029]/g
const SPECIAL = /[\\;,]/g

// Most values have none of these, and a feed has thousands of values. The surrogates are halves of characters, or whole ones.
const NOT_PLAIN = /[\\;,\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]/

/** A value of type TEXT. Half a character is none: UTF-8 could not hold it. */
export const text = (value: string): string =>
  NOT_PLAIN.test(value)
    ? value
        .toWellFormed()
        .replace(SPECIAL, '\\$&')
        .replace(LINE_BREAK, '\\n')
        .replace(/\p{Cc}+/gu, ' ')
    : value

/** A parameter has no way to hold a quotation mark or a line break. */
export const parameter = (value: string): string =>
  `"${value
    .toWellFormed()
    .replace(/["“”]/g, '’')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')}"`

/** A value of type URI or a mail address: nothing in it may end the line. */
export const uri = (value: string): string => value.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, '')

/** '20261117T200000Z' */
export const utc = (instant: Date): string => `${digitsOf(instant)}Z`

/** Of the UTC fields of a date: '20261117T200000'. */
export function digitsOf(date: Date): string {
  const day = date.getUTCFullYear() * 10_000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate()
  const time = date.getUTCHours() * 10_000 + date.getUTCMinutes() * 100 + date.getUTCSeconds()
  return `${String(day).padStart(8, '0')}T${String(time).padStart(6, '0')}`
}

export function joinLines(lines: string[]): string {
  let joined = ''
  for (const line of lines) joined += `${fold(line)}\r\n`
  return joined
}
