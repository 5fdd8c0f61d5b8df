// Signed, expiring addresses for uploads that come to this server.
import { createHmac, timingSafeEqual } from 'node:crypto'

export const UPLOAD_PATH = '/api/s3/upload'
/** Long enough for 5 MB over a poor connection, and for choosing another picture before pressing upload. */
export const UPLOAD_SECONDS = 600

/** What an address allows: one PUT of exactly this file. */
export interface UploadGrant {
  key: string
  contentType: string
  /** Announced by the browser; undefined when it did not say. */
  size: number | undefined
}

export interface UploadAddresses {
  sign(grant: UploadGrant): string
  /** What the address allows, or null when it has expired or was changed. */
  read(key: string, query: Record<string, unknown>): UploadGrant | null
}

export function uploadAddresses(secret: string, now: () => number = Date.now): UploadAddresses {
  // JSON keeps the fields apart: no two grants give the same text.
  const seal = (...fields: string[]) => createHmac('sha256', secret).update(JSON.stringify(fields)).digest()
  const seconds = () => Math.floor(now() / 1000)
  return {
    sign({ key, contentType, size }) {
      const expires = String(seconds() + UPLOAD_SECONDS)
      const signature = seal(key, contentType, String(size ?? ''), expires).toString('base64url')
      const query = new URLSearchParams({ type: contentType, size: String(size ?? ''), expires, signature })
      return `${UPLOAD_PATH}/${key}?${query.toString()}`
    },
    read(key, query) {
      const text = (name: string) => (typeof query[name] === 'string' ? query[name] : '')
      const expected = seal(key, text('type'), text('size'), text('expires'))
      const given = Buffer.from(text('signature'), 'base64url')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
      if (Number(text('expires')) < seconds()) return null
      return { key, contentType: text('type'), size: text('size') ? Number(text('size')) : undefined }
    },
  }
}
