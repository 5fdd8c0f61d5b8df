import { AppError } from '../../../contract/errors.ts'

/** A file that nobody has uploaded belongs to nobody who asks. */
export function requireUploader<U extends { userId: number }>(
  upload: U | null | undefined,
  user: { id: number },
): asserts upload is U {
  if (upload?.userId !== user.id) throw new AppError('forbidden')
}
