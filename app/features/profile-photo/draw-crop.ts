import { UPLOAD } from '../../../contract/limits.ts'
import { Sentence } from '../../lib/failure.ts'
import { sideOf, type Crop } from './crop.ts'
import * as words from './words.ts'

/** Twice what any screen shows of it. */
export const PHOTO_PIXELS = 512

export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop) {
  const side = sideOf(picture, crop)
  const context = canvas.getContext('2d')
  if (!context) return
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, canvas.width, canvas.height)
}

/** A browser that cannot write WebP returns a PNG, which can be stored as well. */
export async function photoFrom(picture: ImageBitmap, crop: Crop): Promise<File> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: PHOTO_PIXELS, height: PHOTO_PIXELS })
  drawCrop(canvas, picture, crop)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', UPLOAD.quality))
  if (!blob) throw new Sentence(words.notCropped)
  return new File([blob], 'photo', { type: blob.type })
}
