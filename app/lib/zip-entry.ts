// One file out of a ZIP that somebody has chosen, without reading the rest of it: exports are large because of their pictures.

const [END, DIRECTORY_ENTRY] = [0x06054b50, 0x02014b50]
const END_BYTES = 22
const LONGEST_COMMENT = 65_535
const DEFLATED = 8

const view = async (file: Blob, from: number, to: number) => new DataView(await file.slice(from, to).arrayBuffer())

export async function isZip(file: Blob): Promise<boolean> {
  const start = await view(file, 0, 4)
  return start.byteLength === 4 && start.getUint32(0) === 0x504b0304
}

async function directoryOf(file: Blob): Promise<DataView | null> {
  const tail = await view(file, Math.max(0, file.size - END_BYTES - LONGEST_COMMENT), file.size)
  for (let at = tail.byteLength - END_BYTES; at >= 0; at--) {
    if (tail.getUint32(at, true) !== END) continue
    const [length, start] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)]
    return view(file, start, start + length)
  }
  return null
}

/** However small it was made, it is read up to `most` bytes; null: it is longer, or cannot be read. */
async function inflated(packed: Blob, isDeflated: boolean, most: number): Promise<Blob | null> {
  if (!isDeflated) return packed.size > most ? null : packed
  const parts: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  const reader = packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Blob(parts)
    length += value.length
    if (length > most) {
      await reader.cancel()
      return null
    }
    parts.push(value)
  }
}

/** The first of these names that is in it; null: none is, or it is no whole ZIP file. */
export async function zipEntry(file: Blob, names: readonly string[], most: number): Promise<Blob | null> {
  try {
    const directory = await directoryOf(file)
    if (!directory) return null
    const found = new Map<string, { method: number; size: number; header: number }>()
    for (let at = 0; at + 46 <= directory.byteLength && directory.getUint32(at, true) === DIRECTORY_ENTRY;) {
      const lengthAt = (offset: number) => directory.getUint16(at + offset, true)
      const name = new TextDecoder().decode(new Uint8Array(directory.buffer, at + 46, lengthAt(28)))
      const [method, size, header] = [
        lengthAt(10),
        directory.getUint32(at + 20, true),
        directory.getUint32(at + 42, true),
      ]
      found.set(name, { method, size, header })
      at += 46 + lengthAt(28) + lengthAt(30) + lengthAt(32)
    }
    const entry = names.map((name) => found.get(name)).find(Boolean)
    if (!entry) return null
    const local = await view(file, entry.header, entry.header + 30)
    const start = entry.header + 30 + local.getUint16(26, true) + local.getUint16(28, true)
    return await inflated(file.slice(start, start + entry.size), entry.method === DEFLATED, most)
  } catch {
    return null
  }
}
