import { expect, test } from 'vitest'
import { world } from '../../test-support/world.ts'
import type { FeedRow } from '../events/module.ts'
import { keepItems, MOST } from './kept-items.ts'

const row = { id: 1, title: 'Fiddle Night', text: '', venue: 'Cork', status: 'published' } as FeedRow

test('what was made before is found again, and what was asked for longest ago goes first', () => {
  const kept = keepItems({ publicUrl: 'https://hooley.example', calendarDomain: 'test.hooley' })
  const first = kept.make('0', row)
  for (let n = 1; n < MOST; n++) kept.make(String(n), row)
  expect(kept.find('0')).toBe(first)
  kept.make('one more', row)
  expect([kept.find('0'), kept.find('1')]).toEqual([first, undefined])
})

test('a feed that is made again tells of an edit, beside what was kept', async () => {
  const { app, event, person } = await world()
  const creator = await person()
  for (const title of ['Marimba Night', 'Marimba Morning']) await event(creator, { title })
  const feed = async () => (await app.inject({ url: '/feeds/events.json?q=marimba' })).body
  expect(await feed()).toContain('Marimba Night')
  const fields = {
    capacity: 10,
    isDraft: false,
    isFreeOfCharge: true,
    isVirtual: false,
    venue: 'Cork',
    description: 'New.',
  }
  const times = {
    startTime: new Date(Date.now() + 86_400_000).toISOString(),
    endTime: new Date(Date.now() + 90_000_000).toISOString(),
  }
  await creator.api.events.update({ params: { eventId: 1 }, body: { ...fields, ...times, title: 'Marimba Evening' } })
  const after = await feed()
  expect(after).toContain('Marimba Evening')
  expect(after).toContain('Marimba Morning')
  expect(after).not.toContain('Marimba Night')
})
