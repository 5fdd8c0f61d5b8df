import sharp from 'sharp'
import { expect, test } from 'vitest'
import { POSTER_SEED, posterSeedOf, seedOfEvent } from '../../contract/poster.ts'
import { drawPoster } from './draw.ts'
import { MOTIFS, posterSvg } from './poster.ts'
import { palette } from './palette.ts'
import { diceOf } from './random.ts'
import { SCHEMES } from './schemes.ts'

const WORDS = ['Céilí', 'Quiz', '朝の散歩', '🎻', 'Bingo', "O'Neill's", '<b>', 'Night', '   ', 'a'.repeat(150)]

const titles = Array.from(
  { length: 10_000 },
  (_, index) => `${WORDS[index % 10]} ${WORDS[Math.floor(index / 10) % 10]} ${index}`,
)

const ON_A_SHEET = 100

/** Each in its place of a grid of ten by ten; the names of its outlines are its own. */
async function drawSheet(drawings: string[]) {
  const posters = drawings.map((svg, index) => {
    const [x, y] = [(index % 10) * 32, Math.floor(index / 10) * 18]
    const own = svg.replace(/(id="|url\(#)/g, `$1p${index}-`)
    expect(own, 'the size of a poster').toMatch(/^<svg [^>]*width="1600" height="900"/)
    return own.replace(/^<svg ([^>]*)width="1600" height="900"/, `<svg $1x="${x}" y="${y}" width="32" height="18"`)
  })
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180">${posters.join('')}</svg>`
  const { data, info } = await sharp(Buffer.from(sheet), { unlimited: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (const [index, svg] of drawings.entries()) {
    const middle = ((Math.floor(index / 10) * 18 + 9) * info.width + (index % 10) * 32 + 16) * info.channels
    if (info.channels === 4 && data[middle + 3] !== 255) throw new Error(`nothing is drawn of ${svg}`)
  }
}

test('10,000 titles are drawn without an error, in the colours of the house alone', async () => {
  const seeds = new Set(titles.map(posterSeedOf))
  expect(seeds.size).toBe(titles.length)
  const colours = new Set<string>()
  const drawings: string[] = []
  for (const seed of seeds) {
    expect(seed).toMatch(POSTER_SEED)
    const svg = posterSvg(seed)
    expect(svg).not.toMatch(/NaN|undefined|Infinity/)
    for (const [, colour] of svg.matchAll(/(?:fill|stroke)="(#[^"]+)"/g)) colours.add(colour ?? '')
    drawings.push(svg)
  }
  // Drawn by the program that draws them for people, a hundred on a sheet: what is not well formed fails here.
  for (let from = 0; from < drawings.length; from += ON_A_SHEET)
    await drawSheet(drawings.slice(from, from + ON_A_SHEET))
  // Black is the inside of an outline that cuts.
  expect([...colours].sort()).toEqual([...Object.values(palette), '#000'].sort())
})

test('every motif in every scheme is a WebP of at most 6 KB at 400 pixels', async () => {
  const byKind = new Map<string, string>()
  for (let index = 0; byKind.size < MOTIFS.length * SCHEMES.length; index++) {
    const seed = posterSeedOf(`Title ${index}`)
    const dice = diceOf(seed)
    byKind.set(`${SCHEMES.indexOf(dice.pick(SCHEMES))} ${MOTIFS.indexOf(dice.pick(MOTIFS))}`, seed)
  }
  for (const [kind, seed] of byKind) {
    const bytes = await drawPoster(seed, 400)
    if (bytes.length > 6 * 1024) throw new Error(`${kind} (${seed}) has ${bytes.length} bytes`)
  }
})

test('the same seed is the same poster, at the width that was asked for', async () => {
  const [one, same, other] = await Promise.all(['quiz', 'quiz', 'bingo'].map((seed) => drawPoster(seed, 800)))
  expect(one).toEqual(same)
  expect(one).not.toEqual(other)
  expect(await sharp(one).metadata()).toMatchObject({ format: 'webp', width: 800, height: 450 })
})

test('spaces and case do not change the poster of a title; a shuffled one does not follow the title', () => {
  expect(posterSeedOf('  Pub   QUIZ ')).toBe(posterSeedOf('Pub Quiz'))
  expect(posterSeedOf('Pub Quiz')).not.toBe(posterSeedOf('Pub Quiz 2'))
  expect(seedOfEvent({ title: 'Pub Quiz', posterSeed: 'abc' })).toBe('abc')
  expect(seedOfEvent({ title: 'Pub Quiz' })).toBe(posterSeedOf('Pub Quiz'))
})
