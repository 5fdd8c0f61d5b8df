import { expect, test } from 'vitest'
import { requireFree } from './policy.ts'

test('only free events can be created for now', () => {
  expect(() => requireFree({ isFreeOfCharge: true })).not.toThrow()
  expect(() => requireFree({ isFreeOfCharge: false })).toThrow(expect.objectContaining({ code: 'only_free_events' }))
})
