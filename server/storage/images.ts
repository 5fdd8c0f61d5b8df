// Are these bytes the picture they claim to be? If so: the same picture without anything else in the file (places,
// comments, appended pages), and its smaller variants.
import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { AppError } from '../../contract/errors.ts'
import { IMAGE_WIDTHS } from '../../contract/limits.ts'
import { fairQueue } from './fair-queue.ts'

/** A 48-megapixel phone photo passes; decoded it takes 150 MB for a moment. */
const MAX_PIXELS = 50_000_000
// 38 bytes of WebP may say 50 megapixels, and cost what a photo of 5 MB costs. A photo has a byte for every 5 to 15
// pixels, so that each byte buys 20; a flat drawing has few bytes and is seldom larger than 20 megapixels.
const FREE_PIXELS = 20_000_000
const PIXELS_PER_BYTE = 20
/** Nothing shows more than 1600 wide; this leaves room for a crop and keeps the work bounded. */
const MAX_SIDE = 2560
/** The second line of defence, should a file cost more than its pixels tell. */
const MAX_SECONDS = 20

export interface PreparedImage {
  original: Buffer
  variants: { width: number; bytes: Buffer }[]
  /** '#rrggbb': what most of the picture is, roughly. */
  tint: string
}

const startsWith = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text

const SIGNATURES: Record<string, (bytes: Buffer) => boolean> = {
  'image/jpeg': (bytes) => startsWith(bytes, '\xff\xd8\xff'),
  'image/png': (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n'),
  'image/gif': (bytes) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a'),
  'image/webp': (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8),
}

interface Encoding {
  quality: number
  /** Few colours stay few: otherwise a PNG of 256 colours triples. */
  palette: boolean
}

const ENCODERS: Record<string, (image: Sharp, encoding: Encoding) => Sharp> = {
  'image/jpeg': (image, { quality }) => image.jpeg({ quality }),
  'image/png': (image, { palette }) => image.png(palette ? { palette } : {}),
  'image/gif': (image) => image.gif(),
  'image/webp': (image, { quality }) => image.webp({ quality }),
}

// With the usual effort of 4 a picture costs three times the processor time and is a twentieth smaller.
const VARIANT = { quality: 80, effort: 2 }

const queue = fairQueue(20)

async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

const hex = ({ r, g, b }: { r: number; g: number; b: number }) =>
  `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`

/** Rungs narrower than the picture, and its own width as the last one: never scaled up, never without a variant. */
const rungs = (width: number) => [
  ...IMAGE_WIDTHS.filter((rung) => rung <= width),
  ...(width < Math.max(...IMAGE_WIDTHS) && !IMAGE_WIDTHS.some((rung) => rung === width) ? [width] : []),
]

const pixelLimit = (bytes: Buffer) => Math.min(MAX_PIXELS, FREE_PIXELS + bytes.length * PIXELS_PER_BYTE)

/** What is kept is about as large as what was sent: noise would otherwise fill three times its size. */
const mostBytes = (sent: Buffer) => Math.max(512 * 1024, Math.round(sent.length * 1.25))

type OpenImage = (bytes: Buffer, side: number) => Sharp

/** Upright, no larger than we keep, without anything but the picture. */
async function encodeWhole(open: OpenImage, bytes: Buffer, contentType: string, { isPalette }: Metadata) {
  const encode = ENCODERS[contentType]
  if (!encode) throw new AppError('invalid_file_type')
  const encoding = { quality: 85, palette: isPalette === true }
  let whole = await encode(open(bytes, MAX_SIDE), encoding).toBuffer({ resolveWithObject: true })
  const most = mostBytes(bytes)
  // Made from what was made before: the file that was sent, which may be far larger, is decoded once.
  for (let tries = 0; whole.data.length > most && tries < 3; tries++) {
    const isLossy = contentType === 'image/jpeg' || contentType === 'image/webp'
    const side = Math.max(whole.info.width, whole.info.height)
    const smaller = isLossy && tries === 0 ? side : Math.floor(side * Math.sqrt(most / whole.data.length) * 0.95)
    const next = encode(open(whole.data, smaller), { ...encoding, quality: 70 })
    whole = await next.toBuffer({ resolveWithObject: true })
  }
  return whole
}

/** Photographs stay far below the limit; noise is made coarser until it is below it, or as coarse as we go. */
async function encodeVariant(resized: Sharp, most: number): Promise<Buffer> {
  let bytes = await resized.clone().webp(VARIANT).toBuffer()
  for (const quality of [50, 25, 10]) {
    if (bytes.length <= most) break
    bytes = await resized
      .clone()
      .webp({ ...VARIANT, quality })
      .toBuffer()
  }
  return bytes
}

async function prepare(bytes: Buffer, contentType: string): Promise<PreparedImage> {
  const sharp = await loadSharp()
  // Reads only the header: a picture of 60,000 x 60,000 is rejected before anything is decoded.
  const facts = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (`image/${facts.format}` !== contentType) throw new AppError('not_the_image')
  if (facts.width * facts.height > pixelLimit(bytes)) throw new AppError('image_too_many_pixels')
  const options: SharpOptions = { limitInputPixels: MAX_PIXELS, failOn: 'error' }
  const open: OpenImage = (file, side) =>
    sharp(file, options)
      .timeout({ seconds: MAX_SECONDS })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
  const { data: original, info } = await encodeWhole(open, bytes, contentType, facts)
  const variants = []
  for (const width of rungs(info.width)) {
    const resized = sharp(original, options).timeout({ seconds: MAX_SECONDS }).resize({ width })
    variants.push({ width, bytes: await encodeVariant(resized, mostBytes(bytes)) })
  }
  // Of the smallest: a few milliseconds.
  const { dominant } = await sharp(variants[0]?.bytes ?? original, options).stats()
  return { original, variants, tint: hex(dominant) }
}

export async function prepareImage(bytes: Buffer, contentType: string, account: number): Promise<PreparedImage> {
  if (!SIGNATURES[contentType]?.(bytes)) throw new AppError('not_the_image')
  return queue(account, () =>
    prepare(bytes, contentType).catch((cause: unknown) => {
      throw cause instanceof AppError ? cause : new AppError('not_the_image', { cause })
    }),
  )
}
