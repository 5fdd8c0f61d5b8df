// Which characters a font has: its table cmap (OpenType, formats 4 and 12).
import { readTables } from './woff.ts'

/** Segments of 16 bits. A character without a glyph is glyph 0. */
function readSegments(table: Buffer, add: (codePoint: number) => void) {
  const size = table.readUInt16BE(6)
  for (let at = 0; at < size; at += 2) {
    const [end, start] = [table.readUInt16BE(14 + at), table.readUInt16BE(16 + size + at)]
    const shift = table.readUInt16BE(16 + 2 * size + at)
    const offsetAt = 16 + 3 * size + at
    const offset = table.readUInt16BE(offsetAt)
    for (let code = start; code <= end && code < 0xffff; code++) {
      const glyph = offset === 0 ? code + shift : table.readUInt16BE(offsetAt + offset + 2 * (code - start))
      if ((glyph & 0xffff) !== 0) add(code)
    }
  }
}

function readGroups(table: Buffer, add: (codePoint: number) => void) {
  const count = table.readUInt32BE(12)
  for (let at = 16; at < 16 + 12 * count; at += 12)
    for (let code = table.readUInt32BE(at); code <= table.readUInt32BE(at + 4); code++) add(code)
}

export function charactersOf(woff: Buffer): Set<number> {
  const cmap = readTables(woff, (tag) => tag === 'cmap')[0]?.bytes
  if (!cmap) throw new Error('the font has no characters')
  const found = new Set<number>()
  const add = (codePoint: number) => found.add(codePoint)
  for (let entry = 4; entry < 4 + 8 * cmap.readUInt16BE(2); entry += 8) {
    const table = cmap.subarray(cmap.readUInt32BE(entry + 4))
    const format = table.readUInt16BE(0)
    if (format === 4) readSegments(table, add)
    if (format === 12) readGroups(table, add)
  }
  return found
}
