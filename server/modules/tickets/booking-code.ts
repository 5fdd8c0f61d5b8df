import { create } from 'qrcode'
import sharp from 'sharp'

// The standard asks for four modules of quiet around it.
const QUIET = 4
const WHITE = 255

/** A PNG of the QR code. Drawn by sharp, off the event loop: qrcode's own picture takes 28 ms of it for each mail. */
export async function qrCode(text: string, width: number): Promise<Buffer> {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const pixels = Buffer.from(data).map((isDark) => (isDark ? 0 : WHITE))
  // Whole pixels for each module, so that edges stay sharp.
  const scale = Math.max(1, Math.round(width / (size + 2 * QUIET)))
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .extend({ top: QUIET, bottom: QUIET, left: QUIET, right: QUIET, background: 'white' })
    .toColourspace('b-w')
    .png()
    .toBuffer()
    .then((small) =>
      sharp(small)
        .resize((size + 2 * QUIET) * scale, null, { kernel: 'nearest' })
        .png({ compressionLevel: 9 })
        .toBuffer(),
    )
}
