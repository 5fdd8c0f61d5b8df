// Picture files to upload, good and bad.
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

export interface PictureOptions {
  width?: number
  height?: number
  format?: 'jpeg' | 'png' | 'gif' | 'webp'
  /** EXIF orientation, as a phone writes it. */
  orientation?: number
}

export function picture(options: PictureOptions = {}): Promise<Buffer> {
  const { width = 2000, height = 1125, format = 'jpeg', orientation } = options
  const image = sharp({ create: { width, height, channels: 3, background: '#e8482c' } })
  return (orientation ? image.withMetadata({ orientation }) : image).toFormat(format).toBuffer()
}

/** A photo that tells where it was taken. */
export const photoWithPlace = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#0b5f5c' } })
    .withExif({ IFD0: { Artist: 'Anna Byrne' }, IFD3: { GPSLatitude: '53/1 20/1 0/1', GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer()

/** A good PNG with 6 MB behind it. */
export const sixMegabytes = async () =>
  Buffer.concat([await picture({ width: 10, height: 10, format: 'png' }), Buffer.alloc(6 * 1024 * 1024)])

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A few hundred bytes that say they are 60,000 x 60,000 pixels. */
export function pixelBomb(side = 60_000): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const rows = deflateSync(Buffer.alloc(100_000))
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

export const PAGE = Buffer.from('<!doctype html><script>alert(document.domain)</script>')
export const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
