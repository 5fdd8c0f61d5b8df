// The files of a ZIP, read by its directory, as any program does.
import { inflateRawSync } from 'node:zlib'

const DIRECTORY_ENTRY = 0x02014b50
const END = 0x06054b50

export function unzip(bytes: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  let end = bytes.length - 22
  while (end > 0 && bytes.readUInt32LE(end) !== END) end--
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error('not a ZIP file')
    const [method, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)]
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const header = bytes.readUInt32LE(at + 42)
    const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28)
    const raw = bytes.subarray(start, start + size)
    files.set(name, method === 8 ? inflateRawSync(raw) : raw)
    at += 46 + nameLength + extra + comment
  }
  return files
}
