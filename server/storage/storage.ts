import type { Readable } from 'node:stream'

export interface StoredFile {
  stream: Readable
  contentType: string
  size: number
}

export interface UploadTicket {
  key: string
  contentType: string
  /** Announced by the browser; undefined when it did not say. */
  size: number | undefined
}

/** Where pictures are kept: a folder on disk, or S3. Keys look like events/abc.webp. */
export interface Storage {
  /** Prefix that turns a key into an address a browser can read. */
  readonly publicBase: string
  /** An address that takes one PUT of exactly this file, for some minutes. */
  signUpload(ticket: UploadTicket): Promise<string>
  put(key: string, bytes: Buffer, contentType: string): Promise<void>
  read(key: string): Promise<StoredFile | null>
  remove(key: string): Promise<void>
}
