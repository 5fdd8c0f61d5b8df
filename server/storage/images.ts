// Are these bytes the picture they claim to be? If so: the same picture without anything else in the file (places,
// comments, appended pages), and its smaller variants.
import type { Sharp } from 'sharp'
import { AppError } from '../../contract/errors.ts'
import { IMAGE_WIDTHS } from '../../contract/limits.ts'
import { oneAtATime } from './one-at-a-time.ts'

/** A 48-megapixel phone photo passes; decoded it takes 150 MB for a moment. */
const MAX_PIXELS = 50_000_000
/** Nothing shows more than 1600 wide; this leaves room for a crop and keeps the work bounded. */
const MAX_SIDE = 2560

export interface PreparedImage {
  original: Buffer
  variants: { width: number; bytes: Buffer }[]
}

const startsWith = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text

const SIGNATURES: Record<string, (bytes: Buffer) => boolean> = {
  'image/jpeg': (bytes) => startsWith(bytes, '\xff\xd8\xff'),
  'image/png': (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n'),
  'image/gif': (bytes) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a'),
  'image/webp': (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8),
}

const ENCODERS: Record<string, (image: Sharp) => Sharp> = {
  'image/jpeg': (image) => image.jpeg({ quality: 85 }),
  'image/png': (image) => image.png(),
  'image/gif': (image) => image.gif(),
  'image/webp': (image) => image.webp({ quality: 85 }),
}

// Each waiting picture may hold 5 MB.
const queue = oneAtATime(20)

async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/** Rungs narrower than the picture, and its own width as the last one: never scaled up, never without a variant. */
const rungs = (width: number) => [
  ...IMAGE_WIDTHS.filter((rung) => rung <= width),
  ...(width < Math.max(...IMAGE_WIDTHS) && !IMAGE_WIDTHS.some((rung) => rung === width) ? [width] : []),
]

async function decode(bytes: Buffer, contentType: string) {
  const sharp = await loadSharp()
  // The header alone: whoever says 60,000 x 60,000 is turned away before anything is unpacked.
  const { width, height, format } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (`image/${format}` !== contentType) throw new AppError('not_the_image')
  if (width * height > MAX_PIXELS) throw new AppError('image_too_many_pixels')
  const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { channels } = info
  return { width: info.width, open: () => sharp(data, { raw: { width: info.width, height: info.height, channels } }) }
}

async function prepare(bytes: Buffer, contentType: string): Promise<PreparedImage> {
  const { width, open } = await decode(bytes, contentType)
  const encode = ENCODERS[contentType]
  if (!encode) throw new AppError('invalid_file_type')
  const variants = []
  for (const rung of rungs(width)) {
    variants.push({ width: rung, bytes: await open().resize({ width: rung }).webp({ quality: 80 }).toBuffer() })
  }
  return { original: await encode(open()).toBuffer(), variants }
}

export async function prepareImage(bytes: Buffer, contentType: string): Promise<PreparedImage> {
  if (!SIGNATURES[contentType]?.(bytes)) throw new AppError('not_the_image')
  return queue(() =>
    prepare(bytes, contentType).catch((cause: unknown) => {
      throw cause instanceof AppError ? cause : new AppError('not_the_image', { cause })
    }),
  )
}
