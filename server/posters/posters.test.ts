import sharp from 'sharp'
import { expect, test } from 'vitest'
import { POSTER_SEED, posterSeedOf, seedOfEvent } from '../../contract/poster.ts'
import { drawPoster } from './draw.ts'
import { MOTIFS } from './motifs.ts'
import { palette } from './palette.ts'
import { posterSvg } from './poster.ts'
import { diceOf } from './random.ts'
import { SCHEMES } from './schemes.ts'

const WORDS = ['Céilí', 'Quiz', '朝の散歩', '🎻', 'Bingo', "O'Neill's", '<b>', 'Night', '   ', 'a'.repeat(150)]

const titles = Array.from(
  { length: 10_000 },
  (_, index) => `${WORDS[index % 10]} ${WORDS[Math.floor(index / 10) % 10]} ${index}`,
)

test('10,000 titles are drawn without an error, in the colours of the house alone', async () => {
  const seeds = new Set(titles.map(posterSeedOf))
  expect(seeds.size).toBe(titles.length)
  const colours = new Set<string>()
  for (const seed of seeds) {
    expect(seed).toMatch(POSTER_SEED)
    const svg = posterSvg(seed)
    expect(svg).not.toMatch(/NaN|undefined|Infinity/)
    for (const [, colour] of svg.matchAll(/(?:fill|stroke)="(#[^"]+)"/g)) colours.add(colour ?? '')
    // Read by the program that draws it: what is not well formed fails here.
    const { width, height } = await sharp(Buffer.from(svg)).metadata()
    if (width !== 1600 || height !== 900) throw new Error(`${seed} is ${width} x ${height}`)
  }
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
