import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { prepareImage } from './images.ts'

const ANNA = 1
const flat = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: '#e8482c' } })

test.each([
  ['webp', (side: number) => flat(side).webp({ lossless: true, effort: 0 })],
  ['gif', (side: number) => flat(side).gif({ effort: 1 })],
  ['png', (side: number) => flat(side).png({ palette: true })],
] as const)('a few bytes of %s that unpack to 50 megapixels are refused by their header', async (format, make) => {
  const bytes = await make(7071).toBuffer()
  expect(bytes.length).toBeLessThan(100_000)
  await expect(prepareImage(bytes, `image/${format}`, ANNA)).rejects.toMatchObject({
    message: 'The image has too many pixels.',
  })
})

test('a flat drawing of 16 megapixels is a picture like any other', async () => {
  const bytes = await flat(4000).webp({ lossless: true, effort: 0 }).toBuffer()
  const { original, variants } = await prepareImage(bytes, 'image/webp', ANNA)
  expect(await sharp(original).metadata()).toMatchObject({ width: 2560, height: 2560 })
  expect(variants.map(({ width }) => width)).toEqual([400, 800, 1600])
})

/** One bit a pixel, none of which follows from the others: nothing compresses it. */
const noise = (width: number, height: number) =>
  sharp(Buffer.from(randomBytes(width * height).map((byte) => (byte & 1) * 255)), {
    raw: { width, height, channels: 1 },
  }).png({ palette: true, colours: 2 })

test('noise does not take more room than about what was sent', async () => {
  const bytes = await noise(2560, 2560).toBuffer()
  const { original, variants } = await prepareImage(bytes, 'image/png', ANNA)
  for (const kept of [original, ...variants.map((variant) => variant.bytes)]) {
    expect(kept.length).toBeLessThanOrEqual(bytes.length * 1.25)
  }
  for (const { width, bytes: variant } of variants) {
    expect((await sharp(variant).metadata()).width).toBe(width)
  }
})

test('a photograph is never kept smaller than it was sent for the sake of bytes', async () => {
  const photo = await sharp(randomBytes(1600 * 900 * 3), { raw: { width: 1600, height: 900, channels: 3 } })
    .blur(2)
    .jpeg({ quality: 60 })
    .toBuffer()
  const { original } = await prepareImage(photo, 'image/jpeg', ANNA)
  expect(await sharp(original).metadata()).toMatchObject({ width: 1600, height: 900 })
})

test('a picture has a main colour, also one with two colours and one without any', async () => {
  const half = {
    input: { create: { width: 300, height: 900, channels: 3 as const, background: '#fff' } },
    left: 0,
    top: 0,
  }
  const red = await flat(900).composite([half]).png().toBuffer()
  expect((await prepareImage(red, 'image/png', ANNA)).tint).toMatch(/^#e[0-9a-f]4[0-9a-f]2[0-9a-f]$/)
  const grey = await flat(500).greyscale().png().toBuffer()
  expect((await prepareImage(grey, 'image/png', ANNA)).tint).toMatch(/^#([0-9a-f]{2})\1\1$/)
})
