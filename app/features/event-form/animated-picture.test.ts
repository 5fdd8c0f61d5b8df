import sharp from 'sharp'
import { expect, test } from 'vitest'
import { isAnimated } from './animated-picture.ts'

const still = (format: 'gif' | 'webp' | 'png' | 'jpeg') =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#e8482c' } })
    .toFormat(format)
    .toBuffer()

const moving = async (format: 'gif' | 'webp') => {
  const frames = await Promise.all(
    ['#e8482c', '#0b5f5c', '#ffffff'].map((background) =>
      sharp({ create: { width: 40, height: 30, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(frames, { join: { animated: true } })
    .toFormat(format)
    .toBuffer()
}

const asFile = (bytes: Buffer, format: string) => new File([new Uint8Array(bytes)], 'a', { type: `image/${format}` })

test.each(['gif', 'webp'] as const)('a %s with several frames moves', async (format) => {
  expect(await isAnimated(asFile(await moving(format), format))).toBe(true)
})

test.each(['gif', 'webp', 'png', 'jpeg'] as const)('a %s with one picture does not', async (format) => {
  expect(await isAnimated(asFile(await still(format), format))).toBe(false)
})

test('a PNG that says so moves', async () => {
  const png = await still('png')
  const header = 8 + 25
  const chunk = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from('acTL'), Buffer.alloc(12)])
  const bytes = Buffer.concat([png.subarray(0, header), chunk, png.subarray(header)])
  expect(await isAnimated(asFile(bytes, 'png'))).toBe(true)
})

test('an empty or cut-off file is no reason to fail', async () => {
  for (const bytes of [Buffer.alloc(0), Buffer.from('GIF89a'), Buffer.from([0x89, 0x50, 0x4e, 0x47])])
    for (const format of ['gif', 'png', 'webp']) expect(await isAnimated(asFile(bytes, format))).toBe(false)
})
