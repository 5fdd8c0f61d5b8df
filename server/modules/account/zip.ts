// A ZIP file on disk whose entries are read one after the other, each only as fast as it is written.
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  name: string
  /** Pictures are compressed already. */
  compress: boolean
  /** Called when its turn has come; null: it is no longer there. */
  open: () => Promise<Readable | null>
}

export async function writeZip(path: string, entries: ZipEntry[], signal: AbortSignal): Promise<void> {
  const zip = new ZipFile()
  const { promise: failed, reject } = Promise.withResolvers<never>()
  zip.on('error', reject)
  for (const { name, compress, open } of entries)
    zip.addReadStreamLazy(name, { compress }, (give) => {
      open().then(
        // One that fails half-way would otherwise leave the file waiting for its rest.
        (stream) => give(null, stream?.on('error', reject) ?? Readable.from([])),
        (error: unknown) => give(error, Readable.from([])),
      )
    })
  zip.end()
  await Promise.race([pipeline(zip.outputStream, createWriteStream(path, { mode: 0o600 }), { signal }), failed])
}
