/** 32 hexadecimal digits that nobody else will draw. */
export function randomKey(): string {
  // Not crypto.randomUUID: browsers refuse it to pages that came over plain http from another machine.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
