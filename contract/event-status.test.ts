import { expect, test } from 'vitest'
import { isPublic, isVisible, type EventStatus } from './event-status.ts'

test.each<[EventStatus, isPublic: boolean, isVisible: boolean]>([
  ['draft', false, false],
  ['published', true, true],
  ['postponed', false, true],
  ['cancelled', false, true],
])('%s: in lists %s, to be read %s; hidden by a moderator neither', (status, listed, read) => {
  expect(isPublic({ status, hiddenAt: null })).toBe(listed)
  expect(isVisible({ status, hiddenAt: null })).toBe(read)
  expect(isPublic({ status, hiddenAt: new Date() })).toBe(false)
  expect(isVisible({ status, hiddenAt: new Date() })).toBe(false)
})
