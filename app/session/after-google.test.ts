import { beforeEach, expect, test } from 'vitest'
import { removeStored, store } from '../lib/device-storage.ts'
import { takeAfterGoogle, waitForGoogle } from './after-google.ts'

beforeEach(() => removeStored('afterGoogle'))

const booking = { path: '/events/7', work: { numberOfTickets: 2 } }

test('what waits for Google goes on once', () => {
  waitForGoogle(booking)
  expect(takeAfterGoogle()).toEqual(booking)
  expect(takeAfterGoogle()).toBeNull()
})

test('a way to Google that nothing waits for ends what waited before', () => {
  waitForGoogle(booking)
  waitForGoogle(null)
  expect(takeAfterGoogle()).toBeNull()
})

test('after ten minutes nothing happens by itself', () => {
  waitForGoogle(booking, 1_000)
  expect(takeAfterGoogle(1_000 + 600_000)).toBeNull()
  waitForGoogle(booking, 1_000)
  expect(takeAfterGoogle(1_000 + 599_999)).toEqual(booking)
})

test.each([
  '{',
  'null',
  '[]',
  JSON.stringify({ ...booking, path: 'https://evil.example', at: Date.now() }),
  JSON.stringify({ ...booking, path: '//evil.example', at: Date.now() }),
  JSON.stringify({ path: '/events/7', at: Date.now() }),
])('what is no work of ours is none: %s', (text) => {
  store('afterGoogle', text)
  expect(takeAfterGoogle()).toBeNull()
})
