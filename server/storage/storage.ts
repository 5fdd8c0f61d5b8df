import type { Readable } from 'node:stream'
import type { DeletedPictures } from './deleted-pictures.ts'
import type { UploadAddresses, UploadGrant } from './upload-addresses.ts'

export interface StoredFile {
  stream: Readable
  contentType: string
  size: number
}

/** Where pictures are kept: a folder on disk, or S3. Keys look like events/abc.webp. */
export interface Storage {
  /** Prefix that turns a key into an address a browser can read. */
  readonly publicBase: string
  /** Other origins than this server's that a page reads from or uploads to. */
  readonly origins: string[]
  /** The addresses of uploads that come to this server. */
  readonly addresses: UploadAddresses
  /** Browsers put files straight into it: one may arrive after its picture was deleted, until its address expires. */
  readonly takesFilesDirectly: boolean
  /** What is no longer served although files of it may still be there. */
  readonly deleted: DeletedPictures
  /** An address that takes one PUT of exactly this file, for some minutes. */
  signUpload(grant: UploadGrant): Promise<string>
  put(key: string, bytes: Buffer, contentType: string): Promise<void>
  /** Of any size: read from disk as fast as it is taken. The file stays where it is. */
  putFile(key: string, path: string, contentType: string): Promise<void>
  read(key: string): Promise<StoredFile | null>
  remove(key: string): Promise<void>
}

// By the key that we gave out, never by what an upload said of itself; so nothing is ever served as a page.
const TYPES: Record<string, string> = {
  webp: 'image/webp',
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
}

export const typeOfKey = (key: string) => TYPES[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream'

export const extensionOf = (contentType: string) =>
  Object.entries(TYPES).find(([, type]) => type === contentType)?.[0] ?? 'bin'

/** Where a browser puts a file that nobody has checked yet; never served. */
export const pendingKey = (key: string) => key.replace(/^events\//, 'pending/')
