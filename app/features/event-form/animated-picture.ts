// Is this file animated? Only its first frame is kept, and the form says so.

const text = (bytes: Uint8Array, at: number, length: number) => String.fromCharCode(...bytes.subarray(at, at + length))

/** A GIF names the delay of each frame in a block 21 F9 04 …, which ends in 00 and is followed by 2C or 21. */
function gifFrames(bytes: Uint8Array): number {
  let frames = 0
  for (let at = 0; at + 8 < bytes.length && frames < 2; at++) {
    const isDelay = bytes[at] === 0x21 && bytes[at + 1] === 0xf9 && bytes[at + 2] === 4 && bytes[at + 7] === 0
    if (isDelay && (bytes[at + 8] === 0x2c || bytes[at + 8] === 0x21)) frames++
  }
  return frames
}

/** The chunk acTL of a PNG comes before its first pixels. */
function pngMoves(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 8 <= bytes.length;) {
    const type = text(bytes, at + 4, 4)
    if (type === 'acTL') return true
    if (type === 'IDAT') return false
    at += 12 + view.getUint32(at)
  }
  return false
}

export function moves(bytes: Uint8Array): boolean {
  if (text(bytes, 0, 4) === 'GIF8') return gifFrames(bytes) > 1
  if (text(bytes, 1, 3) === 'PNG') return pngMoves(bytes)
  // The header of an extended WebP has a bit for it.
  return text(bytes, 8, 8) === 'WEBPVP8X' && ((bytes[20] ?? 0) & 2) !== 0
}

export async function isAnimated(file: Blob): Promise<boolean> {
  if (!/^image\/(gif|a?png|webp)$/.test(file.type)) return false
  return moves(new Uint8Array(await file.slice(0, 5_242_880).arrayBuffer()))
}
