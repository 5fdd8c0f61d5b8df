import { expect, test } from 'vitest'
import { soonWords } from './soon-words.ts'

const NOW = new Date('2026-11-18T19:20:00Z')

test.each([
  ['2026-11-18T20:00:00Z', 13, 'Starts in 40 min · 13 left'],
  ['2026-11-18T19:20:20Z', 1, 'Starts in 1 min · 1 left'],
  ['2026-11-18T19:20:00Z', 13, 'On now · 13 left'],
  ['2026-11-18T20:20:00Z', 13, 'Starts in 1 hour · 13 left'],
  ['2026-11-18T22:10:00Z', 400, 'Starts in 3 hours'],
  // The card says Sold out.
  ['2026-11-18T22:10:00Z', 0, 'Starts in 3 hours'],
  ['2026-11-20T22:10:00Z', 13, '13 left'],
])('%s with %i left: %s', (startTime, ticketsLeft, words) => {
  expect(soonWords({ startTime, ticketsLeft }, NOW)).toBe(words)
})

test('places are not counted where nobody books here', () => {
  const event = { startTime: '2026-11-18T20:00:00Z', ticketsLeft: 13, admission: 'just-come' as const }
  expect(soonWords(event, NOW)).toBe('Starts in 40 min')
})
