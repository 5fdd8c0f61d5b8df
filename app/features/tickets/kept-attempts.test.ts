import { beforeEach, expect, test } from 'vitest'
import { readStored, removeStored, store } from '../../lib/device-storage.ts'
import { beginAttempt, endAttempt, KEPT_FOR_MS } from './kept-attempts.ts'

beforeEach(() => removeStored('bookingAttempts'))

test('a press after a lost answer asks for the same booking', () => {
  const first = beginAttempt(7, 2)
  expect(beginAttempt(7, 2).key).toBe(first.key)
})

test('another event, another quantity and a press after a known answer are bookings of their own', () => {
  const first = beginAttempt(7, 2)
  const others = [beginAttempt(8, 2), beginAttempt(7, 3)]
  endAttempt(first)
  expect(new Set([first, ...others, beginAttempt(7, 2)].map(({ key }) => key)).size).toBe(4)
  expect(beginAttempt(8, 2).key).toBe(others[0]?.key)
})

test('an attempt expires after a day, and nothing of it is left', () => {
  const first = beginAttempt(7, 2, 1_000)
  expect(beginAttempt(7, 2, 1_000 + KEPT_FOR_MS - 1).key).toBe(first.key)
  const second = beginAttempt(7, 2, 1_000 + KEPT_FOR_MS)
  expect(second.key).not.toBe(first.key)
  endAttempt(second, 1_000 + KEPT_FOR_MS)
  expect(readStored('bookingAttempts')).toBeNull()
})

test.each(['{', '7', '{"a":1}', '[null,{"eventId":"7"}]'])('what is no attempt counts as none: %s', (text) => {
  store('bookingAttempts', text)
  expect(beginAttempt(7, 2).key).toMatch(/^[0-9a-f]{32}$/)
})

test('many abandoned attempts do not fill the device', () => {
  for (let eventId = 1; eventId <= 100; eventId++) beginAttempt(eventId, 1)
  expect((JSON.parse(readStored('bookingAttempts') ?? '') as unknown[]).length).toBeLessThanOrEqual(20)
})
