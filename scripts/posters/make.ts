import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { icon, shareImage, solidIcon } from './brand.ts'
import { gallery } from './gallery.ts'
import { aoife, bannerNarrow, bannerWide, tomas } from './people.ts'
import { placeholder } from './placeholder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folders = ['server/db/seed/posters', 'public/icons', 'public/images/events', 'public/images/team']

let total = 0

async function save(path: string, content: Buffer | string) {
  await writeFile(`${root}/${path}`, content)
  total += content.length
}

/** Flat art is a third of the size, and sharper, as few colours kept without loss than as lossy WebP. */
async function saveSizes(stem: string, svg: string, widths: number[]) {
  // Drawn once at full size: drawing straight at 400 puts edges between pixels and shows them as hairlines.
  const drawing = await sharp(Buffer.from(svg)).png().toBuffer()
  for (const width of widths) {
    const fewColours = sharp(drawing).resize({ width }).png({ palette: true, quality: 70, dither: 0 })
    const image = sharp(await fewColours.toBuffer())
    await save(`${stem}-${width}.webp`, await image.webp({ lossless: true, effort: 6 }).toBuffer())
  }
}

const png = (svg: string, size: number) =>
  sharp(Buffer.from(svg), { density: 300 }).resize({ width: size }).png({ palette: true, effort: 10 }).toBuffer()

/** An .ico file may hold one PNG: a header of 6 bytes, one entry of 16, the picture. */
function ico(image: Buffer, size: number) {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(image.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, image])
}

for (const folder of folders) await mkdir(`${root}/${folder}`, { recursive: true })

for (const [stem, draw] of Object.entries(gallery)) {
  await saveSizes(`server/db/seed/posters/${stem}`, draw(), [400, 800, 1600])
}
const posterBytes = total

await saveSizes('public/images/events/placeholder', placeholder(), [400, 800, 1600])
await saveSizes('public/images/cta-desktop', bannerWide(), [1200, 2400])
await saveSizes('public/images/cta-mobile', bannerNarrow(), [400, 800])
await saveSizes('public/images/team/aoife', aoife(), [160, 320])
await saveSizes('public/images/team/tomas', tomas(), [160, 320])
await save('public/images/og-default.png', await png(shareImage(), 1200))

await save('public/icons/icon.svg', icon())
await save('public/favicon.ico', ico(await png(icon(), 32), 32))
await save('public/icons/icon-192.png', await png(icon(), 192))
await save('public/icons/icon-512.png', await png(icon(), 512))
await save('public/icons/icon-maskable-512.png', await png(solidIcon(), 512))
await save('public/icons/apple-touch-icon.png', await png(solidIcon(), 180))

const kilobytes = (bytes: number) => `${Math.round(bytes / 1024)} KB`
console.log(`${Object.keys(gallery).length} posters, ${kilobytes(posterBytes)}; all artwork ${kilobytes(total)}`)
