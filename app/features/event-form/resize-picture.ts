import { UPLOAD } from '../../../contract/limits.ts'
import { fitInside, isStorable } from './picture-file.ts'

/** Whatever this browser can draw: an image element also draws SVG, which createImageBitmap does not read. */
async function drawable(file: File): Promise<{ source: CanvasImageSource; width: number; height: number }> {
  try {
    const bitmap = await createImageBitmap(file)
    return { source: bitmap, width: bitmap.width, height: bitmap.height }
  } catch {
    const image = new Image()
    const url = URL.createObjectURL(file)
    try {
      image.src = url
      await image.decode()
    } finally {
      URL.revokeObjectURL(url)
    }
    // A drawing need not say how large it is.
    return {
      source: image,
      width: image.naturalWidth || UPLOAD.fit.width,
      height: image.naturalHeight || UPLOAD.fit.height,
    }
  }
}

const encode = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, UPLOAD.quality))

/** A browser that cannot write WebP returns a PNG, which may be too large for a photograph; JPEG has no transparency. */
async function convert(canvas: HTMLCanvasElement): Promise<Blob | null> {
  const blob = await encode(canvas, 'image/webp')
  if (!blob || blob.size <= UPLOAD.resizedMaxBytes) return blob
  const context = canvas.getContext('2d')
  if (!context) return blob
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  return encode(canvas, 'image/jpeg')
}

/** Null when this browser cannot; the original is uploaded then, if it can be stored. */
export async function resizePicture(file: File): Promise<File | null> {
  try {
    const { source, width, height } = await drawable(file)
    const canvas = document.createElement('canvas')
    // Vector drawings have no size: a small one is as sharp when it is large.
    Object.assign(canvas, fitInside(width, height, { mayGrow: file.type === 'image/svg+xml' }))
    canvas.getContext('2d')?.drawImage(source, 0, 0, canvas.width, canvas.height)
    if (source instanceof ImageBitmap) source.close()
    const blob = isStorable(file) ? await encode(canvas, file.type) : await convert(canvas)
    // A GIF comes back as PNG: the type is the blob's, not the file's.
    return blob && new File([blob], file.name, { type: blob.type })
  } catch {
    return null
  }
}
