// A ZIP file whose entries are read one after the other, each only as fast as it is taken.
import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  name: string
  /** Pictures are compressed already. */
  compress: boolean
  /** Called when its turn has come; null: it is no longer there. */
  open: () => Promise<Readable | null>
}

/** Of text. */
export const textEntry = (name: string, open: () => Promise<Readable | string> | Readable | string): ZipEntry => ({
  name,
  compress: true,
  open: async () => {
    const content = await open()
    return typeof content === 'string' ? Readable.from([content]) : content
  },
})

export function openZip(entries: ZipEntry[]): Readable {
  const zip = new ZipFile()
  const out = zip.outputStream.pipe(new PassThrough())
  // One that fails half-way would otherwise leave the file waiting for its rest.
  const fail = (error: unknown) => void out.destroy(error as Error)
  zip.on('error', fail)
  for (const { name, compress, open } of entries)
    zip.addReadStreamLazy(name, { compress }, (give) => {
      open().then(
        (stream) => give(null, stream?.on('error', fail) ?? Readable.from([])),
        (error: unknown) => give(error, Readable.from([])),
      )
    })
  zip.end()
  return out
}
