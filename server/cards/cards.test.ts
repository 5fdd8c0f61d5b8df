import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { CardOrder } from './draw.ts'
import { openCardDrawer, type CardDrawer } from './drawer.ts'

const log = { warn: () => undefined }
const WORDS = { title: 'Fiddle Night', when: 'Sun 3rd Mar, 2030 · 7:30 PM', place: 'Dublin' }
const order = (words: Partial<CardOrder['words']> = {}, picture: CardOrder['picture'] = { seed: 'abc' }) => ({
  words: { ...WORDS, ...words },
  picture,
})

let folder: string
let drawer: CardDrawer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hooley-cards-'))
  drawer = openCardDrawer({ log, folder: join(folder, 'fonts') })
})
afterAll(async () => {
  drawer.close()
  await rm(folder, { recursive: true })
})

// Where the words stand, as draw.ts has it: paper everywhere else.
const PANEL = { left: 0, top: 0, width: 680, height: 630 }
const TITLE = { left: 0, top: 110, width: 680, height: 350 }

/** The edges of what is drawn on the paper there; null: nothing. */
async function inkIn(card: Buffer, area: typeof PANEL) {
  const { data, info } = await sharp(card).extract(area).greyscale().raw().toBuffer({ resolveWithObject: true })
  let [left, right, top, bottom] = [Infinity, -1, Infinity, -1]
  for (let y = 0; y < info.height; y++)
    for (let x = 0; x < info.width; x++) {
      if ((data[y * info.width + x] ?? 255) > 150) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  return right < 0 ? null : { left, right, top: top + area.top, bottom: bottom + area.top }
}

/** How wide the letters of one line are, from the left; those that do not touch. */
async function lettersIn(card: Buffer, area: typeof PANEL): Promise<number[]> {
  const { data, info } = await sharp(card).extract(area).greyscale().raw().toBuffer({ resolveWithObject: true })
  const widths: number[] = []
  let isInside = false
  for (let x = 0; x < info.width; x++) {
    // The title alone: the place is further down.
    const hasInk = Array.from({ length: 90 }, (_, y) => data[y * info.width + x] ?? 255).some((grey) => grey < 150)
    if (hasInk && !isInside) widths.push(0)
    if (hasInk) widths[widths.length - 1]!++
    isInside = hasInk
  }
  return widths
}

/** Worse than any photograph. */
const noise = () => {
  const raw = Buffer.alloc(900 * 900 * 3)
  for (let at = 0, seed = 1; at < raw.length; at++)
    raw[at] = (seed = (Math.imul(seed, 1664525) + 1013904223) | 0) >>> 24
  return sharp(raw, { raw: { width: 900, height: 900, channels: 3 } })
    .png()
    .toBuffer()
}

const KINDS: Record<string, Partial<CardOrder['words']>> = {
  'a short title': {},
  'a long title': {
    title: 'The Lonesome Row with Friends and Neighbours: A Night of Fiddles, Flutes and Far Too Much Tea',
  },
  'a title without an end': { title: 'An evening of music and words and tea '.repeat(8) },
  'one long word': { title: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabend'.repeat(3) },
  Hebrew: { title: 'ערב שירה וריקודים בדבלין', place: 'תל אביב' },
  Arabic: { title: 'أمسية موسيقية في دبلن' },
  emoji: { title: '💃🏽 Samba Night 🎉🇮🇪' },
  'Greek and Cyrillic': { title: 'Ρεμπέτικα и джаз' },
}

describe('a card is 1200 x 630, below 300 KB, and its words stay on their half of it', () => {
  test.each(Object.entries(KINDS))('%s', async (_kind, words) => {
    const card = await drawer.draw(order(words))
    expect(await sharp(card).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    expect(card.length).toBeLessThan(300_000)
    const title = await inkIn(card, TITLE)
    expect(title).not.toBeNull()
    expect(title!.left).toBeGreaterThanOrEqual(55)
    expect(title!.right).toBeLessThanOrEqual(640)
    // Between the place and the mark of the house nothing is written.
    expect(await inkIn(card, { ...PANEL, top: 510, height: 15 })).toBeNull()
  })

  test('also with the noisiest picture', async () => {
    const card = await drawer.draw(order({}, { stored: await noise() }))
    expect(card.length).toBeLessThan(300_000)
  })
})

test('right-to-left text is aligned right, with its letters in order', async () => {
  const hebrew = await inkIn(await drawer.draw(order({ title: 'שלום' })), TITLE)
  expect(hebrew!.right).toBeGreaterThan(600)
  expect(hebrew!.left).toBeGreaterThan(300)
  // Vav, which is narrow, is read first and is at the right; shin is wide.
  const card = await drawer.draw(order({ title: 'וש' }))
  const [shin = 0, vav = Infinity, ...others] = await lettersIn(card, TITLE)
  expect(others).toEqual([])
  expect(vav).toBeLessThan(shin / 1.5)
  expect(card.equals(await drawer.draw(order({ title: '\u202Dוש\u202C' })))).toBe(true)
})

test('emoji are drawn in their colours', async () => {
  const card = await drawer.draw(order({ title: '❤️❤️❤️' }))
  const { channels } = await sharp(card).extract(TITLE).stats()
  const [red, green] = channels
  expect(red!.mean - green!.mean).toBeGreaterThan(15)
})

test('a title that cannot be written is left out, and so is what takes no room', async () => {
  const without = await drawer.draw(order({ title: '' }))
  expect(without.equals(await drawer.draw(order({ title: '東京の夜' })))).toBe(true)
  expect(without.equals(await drawer.draw(order({ title: '\u200B\u202E' })))).toBe(true)
  expect(without.equals(await drawer.draw(order()))).toBe(false)
})

test('what looks like markup is text', async () => {
  const bold = await drawer.draw(order({ title: '<b>Night</b>' }))
  expect(bold.equals(await drawer.draw(order({ title: 'Night' })))).toBe(false)
  for (const title of ['<span size="900000">x</span>', '&lt;', '&#0;', '</span>', `"'&<>`])
    expect((await drawer.draw(order({ title }))).length).toBeGreaterThan(10_000)
})

test('a card is the same whatever fonts and settings the machine has', async () => {
  const file = join(folder, 'fonts.conf')
  await writeFile(
    file,
    `<?xml version="1.0"?><fontconfig><dir>/usr/share/fonts</dir><match target="pattern"><edit name="family" mode="assign" binding="strong"><string>DejaVu Serif</string></edit></match></fontconfig>`,
  )
  const kinds = [{}, KINDS.Arabic, KINDS.emoji]
  const here: Buffer[] = []
  for (const words of kinds) here.push(await drawer.draw(order(words)))
  for (const [name, value] of Object.entries({ FONTCONFIG_FILE: file, HOME: folder, LANG: 'ja_JP.UTF-8' }))
    vi.stubEnv(name, value)
  const elsewhere = openCardDrawer({ log, folder: join(folder, 'elsewhere') })
  try {
    for (const [at, words] of kinds.entries()) expect(here[at]!.equals(await elsewhere.draw(order(words)))).toBe(true)
  } finally {
    elsewhere.close()
    vi.unstubAllEnvs()
  }
})

test('a picture that is none fails by itself, and the next card is drawn', async () => {
  await expect(drawer.draw(order({}, { stored: Buffer.from('no picture') }))).rejects.toMatchObject({
    code: 'unavailable',
  })
  expect((await drawer.draw(order())).length).toBeGreaterThan(10_000)
})

describe('the process that draws', () => {
  const withProgram = async (source: string, act: (drawer: CardDrawer) => Promise<void>) => {
    const program = join(folder, 'program.mjs')
    await writeFile(program, source)
    const drawing = openCardDrawer({ log, folder, program, limitMs: 2_000 })
    try {
      await act(drawing)
    } finally {
      drawing.close()
    }
  }

  test('may end: who waits is told to come again, and the next card starts another', async () => {
    const source = `process.on('message', ({ words }) => process.exit(words.title.length))`
    await withProgram(source, async (drawing) => {
      for (let n = 0; n < 2; n++) await expect(drawing.draw(order())).rejects.toMatchObject({ code: 'unavailable' })
    })
  })

  test('may hang: it is ended', async () => {
    await withProgram(`process.on('message', () => { for (;;); })`, async (drawing) => {
      await expect(drawing.draw(order())).rejects.toMatchObject({ code: 'unavailable' })
    })
  })

  test('gets nothing of our settings', async () => {
    const source = `process.on('message', ({ id }) => process.send({ id, bytes: Buffer.from(Object.keys(process.env).sort().join()) }))`
    await withProgram(source, async (drawing) => {
      const names = (await drawing.draw(order())).toString().split(',')
      expect(names).toContain('FONTCONFIG_FILE')
      const known = ['FONTCONFIG_FILE', 'LANG', 'PANGOCAIRO_BACKEND']
      expect(names.filter((name) => !name.startsWith('NODE_CHANNEL_') && !known.includes(name))).toEqual([])
    })
  })
})
