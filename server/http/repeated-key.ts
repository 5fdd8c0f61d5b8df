import { AppError } from '../../contract/errors.ts'

/**
 * docs/product/calls.md#idempotency-keys: a repeated key returns what it made first. With another wish it is refused, because
 * returning the first result would lose the second wish unnoticed. Without a noun it is a booking.
 */
export function requireSameWish<Made extends object>(first: Made, wish: Partial<Made>, noun?: string): void {
  for (const [field, value] of Object.entries(wish)) if (first[field as keyof Made] !== value) throw keyReused(noun)
}

export const keyReused = (noun?: string): AppError =>
  new AppError('idempotency_key_reused', noun ? { message: `This key was already used for another ${noun}` } : {})
