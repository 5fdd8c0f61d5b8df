import { expect, test } from 'vitest'
import { POSTER_SEED, posterSeedOf } from '../../../contract/poster.ts'
import { bodyOf, EMPTY_DRAFT } from './draft.ts'
import { previewOf, shuffledSeed } from './preview.ts'

const shown = { timeZone: 'Europe/Dublin', imageUrl: null, posterTitle: 'Pub Quiz' }

test('an empty form is a card without facts, with a poster already', () => {
  expect(previewOf(EMPTY_DRAFT, { ...shown, timeZone: '', posterTitle: '' })).toMatchObject({
    title: 'Your title',
    venue: '',
    startTime: '',
    posterSeed: posterSeedOf(''),
  })
})

test('the card shows what guests will see: times of the place, no link of a virtual event, no draft', () => {
  const draft = { ...EMPTY_DRAFT, title: ' Pub Quiz ', startTime: '2027-07-01T19:30', isVirtual: true }
  expect(previewOf({ ...draft, venue: 'https://meet.example/secret' }, shown)).toMatchObject({
    title: 'Pub Quiz',
    venue: 'Online event',
    startTime: '2027-07-01T18:30:00.000Z',
    isDraft: false,
    posterSeed: posterSeedOf('Pub Quiz'),
  })
})

test('Shuffle gives another poster, which is saved with the event; without it nothing more is sent', () => {
  const posterSeed = shuffledSeed()
  expect(posterSeed).toMatch(POSTER_SEED)
  expect(posterSeed).not.toBe(shuffledSeed())
  expect(previewOf({ ...EMPTY_DRAFT, posterSeed }, shown).posterSeed).toBe(posterSeed)
  const sending = { isDraft: true, timeZone: 'Europe/Dublin' }
  expect(bodyOf({ ...EMPTY_DRAFT, posterSeed }, sending)).toMatchObject({ posterSeed })
  expect(bodyOf(EMPTY_DRAFT, sending)).not.toHaveProperty('posterSeed')
})
