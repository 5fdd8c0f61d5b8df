import { UPLOAD } from '../../../contract/limits.ts'
import { fitInside } from './picture-file.ts'

/** Null when this browser cannot; the original is uploaded then. */
export async function resizePicture(file: File): Promise<File | null> {
  try {
    const bitmap = await createImageBitmap(file)
    const canvas = document.createElement('canvas')
    Object.assign(canvas, fitInside(bitmap.width, bitmap.height))
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const type = UPLOAD.types.find((storable) => storable === file.type) ?? 'image/webp'
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, UPLOAD.quality))
    // A GIF comes back as PNG: the type is the blob's, not the file's.
    return blob && new File([blob], file.name, { type: blob.type })
  } catch {
    return null
  }
}
