import { expect, test } from 'vitest'
import { canSee, requireFree } from './policy.ts'

const creator = { id: 1 }
const stranger = { id: 2 }
const published = { creatorId: 1, status: 'published', hiddenAt: null } as const

test('a published event is seen by anybody', () => {
  for (const viewer of [creator, stranger, null]) expect(canSee(published, viewer)).toBe(true)
})

test.each([
  ['a draft', { ...published, status: 'draft' } as const],
  ['an event that a moderator has hidden', { ...published, hiddenAt: new Date() }],
])('%s is seen by its creator alone', (_, event) => {
  expect(canSee(event, creator)).toBe(true)
  expect(canSee(event, stranger)).toBe(false)
  expect(canSee(event, null)).toBe(false)
})

test('only free events can be created for now', () => {
  expect(() => requireFree({ isFreeOfCharge: true })).not.toThrow()
  expect(() => requireFree({ isFreeOfCharge: false })).toThrow(expect.objectContaining({ code: 'only_free_events' }))
})
