import { expect, test } from 'vitest'
import { partsOf, soldOf, type OwnEvent } from './own-event.ts'

const now = new Date('2026-11-15T20:00:00Z')

const event = (title: string, endTime: string, isDraft = false) =>
  ({ title, endTime, isDraft, capacity: 80, ticketsLeft: 14 }) as OwnEvent

test('coming events are listed before drafts, and both before what is over', () => {
  const events = [
    event('Tonight', '2026-11-15T22:00:00Z'),
    event('Idea', '2026-12-01T22:00:00Z', true),
    event('Next week', '2026-11-22T22:00:00Z'),
    event('Last week', '2026-11-08T22:00:00Z'),
    event('Old idea', '2026-10-01T22:00:00Z', true),
  ]
  expect(partsOf(events, now).map(({ name, events: some }) => [name, ...some.map(({ title }) => title)])).toEqual([
    ['Coming up', 'Tonight', 'Next week'],
    ['Drafts', 'Idea', 'Old idea'],
    ['Past', 'Last week'],
  ])
  expect(partsOf(events.slice(0, 1), now).map(({ name }) => name)).toEqual(['Coming up'])
})

test('sold is what is no longer left', () => {
  expect(soldOf(event('Tonight', '2026-11-15T22:00:00Z'))).toBe(66)
})
