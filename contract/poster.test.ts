import { expect, test } from 'vitest'
import { posterPath, POSTER_SEED, posterSeedOf, seedOfEvent } from './poster.ts'

test('a title has one poster, whatever its case and spaces, and another title another', () => {
  const seeds = ['Fiddle Night', ' fiddle   NIGHT ', 'fiddle\tnight'].map(posterSeedOf)
  expect(new Set(seeds).size).toBe(1)
  expect(seeds[0]).toMatch(POSTER_SEED)
  const others = ['Fiddle Nigh', 'FiddleNight', 'Fiddle Night 2', 'iFddle Night', '💃', '💃💃', ''].map(posterSeedOf)
  expect(new Set([...others, seeds[0]]).size).toBe(others.length + 1)
})

test('the seed of a title does not change from one version to the next: posters that were shared stay', () => {
  expect(['Fiddle Night', 'Céilí 💃'].map(posterSeedOf)).toEqual(['u9nxyl1hn04nx', '18i73v41ipuj66'])
})

test('ten thousand titles have ten thousand posters', () => {
  const seeds = Array.from({ length: 10_000 }, (_, n) => posterSeedOf(`Event ${n}`))
  expect(new Set(seeds).size).toBe(10_000)
  // Both halves differ: one alone would meet itself by chance once in a while.
  expect(new Set(seeds.map((seed) => seed.slice(0, 5))).size).toBeGreaterThan(9_900)
  expect(new Set(seeds.map((seed) => seed.slice(-5))).size).toBeGreaterThan(9_900)
})

test('a shuffled poster is the creator’s choice, else it is the title’s', () => {
  expect(seedOfEvent({ title: 'A', posterSeed: 'abc' })).toBe('abc')
  for (const posterSeed of ['', null, undefined])
    expect(seedOfEvent({ title: 'A', posterSeed })).toBe(posterSeedOf('A'))
  expect(posterPath('abc', 800)).toBe('/images/events/poster-abc-800.webp')
})
