// The picture beside a shared link: the event's own, else its poster, cut to 1200 x 630.
import { SHARE_PICTURE } from '../../contract/share-picture.ts'
import { loadSharp } from './draw.ts'
import { posterSvg } from './poster.ts'

/** `stored`: a picture that was checked when it was uploaded. */
export async function drawShare(source: { stored: Buffer } | { seed: string }): Promise<Buffer> {
  const sharp = await loadSharp()
  const image = sharp('stored' in source ? source.stored : Buffer.from(posterSvg(source.seed)), { failOn: 'error' })
  return image
    .timeout({ seconds: 10 })
    .resize({ ...SHARE_PICTURE, fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 78 })
    .toBuffer()
}
