// Fonts come from npm as WOFF, and Pango reads TrueType alone: the same tables, unpacked (W3C WOFF 1.0, OpenType 1.9).
import { inflateSync } from 'node:zlib'

const WOFF_HEAD = 44
const WOFF_ENTRY = 20
const HEAD = 12
const ENTRY = 16

interface Table {
  tag: string
  checksum: number
  bytes: Buffer
}

const padded = (size: number) => (size + 3) & ~3

/** Only those that are asked for are unpacked. */
export function readTables(woff: Buffer, isWanted: (tag: string) => boolean): Table[] {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('this is no WOFF file')
  return Array.from({ length: woff.readUInt16BE(12) }, (_, n) => WOFF_HEAD + WOFF_ENTRY * n)
    .map((entry) => ({ entry, tag: woff.toString('latin1', entry, entry + 4) }))
    .filter(({ tag }) => isWanted(tag))
    .map(({ entry, tag }) => {
      const [offset, packed, size, checksum] = [4, 8, 12, 16].map((at) => woff.readUInt32BE(entry + at)) as [
        number,
        number,
        number,
        number,
      ]
      const bytes = woff.subarray(offset, offset + packed)
      return { tag, checksum, bytes: packed < size ? inflateSync(bytes) : bytes }
    })
}

/** Without the drawings as SVG, which are four fifths of the emoji and the same as those in COLR. */
export function toTrueType(woff: Buffer): Buffer {
  const tables = readTables(woff, (tag) => tag !== 'SVG ')
  const head = Buffer.alloc(HEAD + ENTRY * tables.length)
  const power = Math.floor(Math.log2(tables.length))
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(tables.length, 4)
  head.writeUInt16BE(2 ** power * ENTRY, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE(tables.length * ENTRY - 2 ** power * ENTRY, 10)
  let offset = head.length
  const bodies = tables.map(({ tag, checksum, bytes }, n) => {
    const entry = HEAD + ENTRY * n
    head.write(tag, entry, 'latin1')
    head.writeUInt32BE(checksum, entry + 4)
    head.writeUInt32BE(offset, entry + 8)
    head.writeUInt32BE(bytes.length, entry + 12)
    offset += padded(bytes.length)
    return Buffer.concat([bytes], padded(bytes.length))
  })
  return Buffer.concat([head, ...bodies])
}
