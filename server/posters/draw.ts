// From a seed to the bytes of a WebP.
import type { PosterWidth } from '../../contract/poster.ts'
import { posterSvg } from './poster.ts'

export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/** Drawn at twice the width where that is cheap: straight at 400, edges between pixels show as hairlines. */
const drawnAt = (width: PosterWidth) => Math.min(1600, width * 2)

/** Few colours kept without loss: a third of the size of lossy WebP, and sharper. */
export async function drawPoster(seed: string, width: PosterWidth): Promise<Buffer> {
  const sharp = await loadSharp()
  // 72 dots an inch draw the 1600 that the picture says.
  const density = (72 * drawnAt(width)) / 1600
  const fewColours = await sharp(Buffer.from(posterSvg(seed)), { density })
    .resize({ width })
    .png({ palette: true, quality: 60, colours: 24, dither: 0, effort: 4 })
    .toBuffer()
  return sharp(fewColours).webp({ lossless: true, effort: 4 }).toBuffer()
}
