// What may be uploaded, and which of the two files: the chosen one or the resized one (docs/product/screens.md#pictures).
import { UPLOAD } from '../../../contract/limits.ts'
import { messages } from '../../../contract/messages.ts'

export interface FileFacts {
  type: string
  size: number
}

export const isStorable = ({ type }: Pick<FileFacts, 'type'>) => UPLOAD.types.some((allowed) => allowed === type)

/**
 * The edit form takes any picture that the browser can draw, of any size; what goes to storage is made of it. A file
 * whose type the browser does not know is tried as well.
 */
export function fileProblem({ type, size }: FileFacts, takesAnyImage: boolean): string | null {
  if (takesAnyImage && (type === '' || type.startsWith('image/'))) return null
  if (!isStorable({ type })) return messages.invalidFileType
  return size > UPLOAD.maxBytes ? messages.fileTooLarge : null
}

/** Into 1920x1080 with its proportions kept; never larger than it is, unless it may grow. */
export function fitInside(width: number, height: number, { mayGrow = false } = {}): { width: number; height: number } {
  const scale = Math.min(mayGrow ? Infinity : 1, UPLOAD.fit.width / width, UPLOAD.fit.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The resized file only if it is smaller; null for `resized` when resizing failed: then the original goes. */
export function fileToUpload<F extends FileFacts>(original: F, resized: F | null): { file: F } | { problem: string } {
  if (!resized) return isStorable(original) ? { file: original } : { problem: messages.invalidFileType }
  const file = resized.size < original.size || !isStorable(original) ? resized : original
  return file.size > UPLOAD.resizedMaxBytes ? { problem: messages.resizedTooLarge } : { file }
}
