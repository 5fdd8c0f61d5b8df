import { expect, test } from 'vitest'
import { shareCardPath } from './share-card.ts'

const event = {
  id: 7,
  title: 'Fiddle Night',
  startTime: '2030-03-03T19:30:00.000Z',
  timeZone: 'Europe/Dublin',
  status: 'published' as const,
  isVirtual: false,
  town: 'Dublin',
  venue: 'The Cobblestone, Dublin',
  imageUrl: null,
}

test('a card has the address of what can be seen in it', () => {
  const path = shareCardPath(event)
  expect(path).toMatch(/^\/images\/events\/card-7-[a-z0-9]{1,16}\.jpg$/)
  // Only the town is in it.
  expect(shareCardPath({ ...event, venue: 'Whelan’s, Dublin' })).toBe(path)
  for (const change of [
    { title: 'Fiddle Nights' },
    { startTime: '2030-03-03T19:31:00.000Z' },
    { timeZone: 'Europe/Paris' },
    { status: 'cancelled' as const },
    { town: 'Cork' },
    { town: null },
    { isVirtual: true },
    { imageUrl: 'events/a.jpg' },
    { posterSeed: 'k3v' },
  ])
    expect(shareCardPath({ ...event, ...change }), JSON.stringify(change)).not.toBe(path)
})

test('the link of a virtual event changes nothing in it: not everybody may know it', () => {
  const online = { ...event, isVirtual: true, town: null }
  expect(shareCardPath({ ...online, venue: 'https://zoom.us/j/1' })).toBe(
    shareCardPath({ ...online, venue: 'Online event' }),
  )
})
