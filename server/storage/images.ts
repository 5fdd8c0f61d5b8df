// Are these bytes the picture they claim to be? If so: the same picture without anything else in the file (places,
// comments, appended pages), and its smaller variants.
import type { ResizeOptions, Sharp } from 'sharp'
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

// With the usual effort of 4 a picture costs three times the processor time and is a twentieth smaller.
const VARIANT = { quality: 80, effort: 2 }

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

/** How wide it is once it lies the right way round and is no larger than we keep. */
function keptWidth({ width, height }: { width: number; height: number }): number {
  return Math.round(width * Math.min(1, MAX_SIDE / Math.max(width, height)))
}

async function prepare(bytes: Buffer, contentType: string): Promise<PreparedImage> {
  const encode = ENCODERS[contentType]
  if (!encode) throw new AppError('invalid_file_type')
  const sharp = await loadSharp()
  // The header alone: whoever says 60,000 x 60,000 is turned away before anything is unpacked.
  const { width, height, format, autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (`image/${format}` !== contentType) throw new AppError('not_the_image')
  if (width * height > MAX_PIXELS) throw new AppError('image_too_many_pixels')
  // Unpacked anew for each: pixels that pass through Node's memory make it collect garbage for 10 ms at a time, in which
  // nobody is answered, and a JPEG unpacks right to the size that is needed.
  const open = (size: ResizeOptions) =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient().resize(size).toColourspace('srgb')
  const whole = { width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true } as const
  const original = await encode(open(whole)).toBuffer()
  const variants = []
  for (const rung of rungs(keptWidth(autoOrient))) {
    variants.push({ width: rung, bytes: await open({ width: rung }).webp(VARIANT).toBuffer() })
  }
  return { original, variants }
}

export async function prepareImage(bytes: Buffer, contentType: string): Promise<PreparedImage> {
  if (!SIGNATURES[contentType]?.(bytes)) throw new AppError('not_the_image')
  return queue(() =>
    prepare(bytes, contentType).catch((cause: unknown) => {
      throw cause instanceof AppError ? cause : new AppError('not_the_image', { cause })
    }),
  )
}
