import { beforeEach, expect, test, vi } from 'vitest'
import { createToaster } from './toaster.ts'

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

function toasts() {
  const played = { shown: null as string | null }
  const toaster = createToaster((toast) => (played.shown = toast?.message ?? null))
  return Object.assign(played, toaster)
}

test('a message closes after 6000 ms, one of 3000 ms after those', () => {
  const here = toasts()
  here.show('Login successful!')
  vi.advanceTimersByTime(5_999)
  expect(here.shown).toBe('Login successful!')
  vi.advanceTimersByTime(1)
  expect(here.shown).toBeNull()
  here.show('Share feature coming soon!', { ms: 3_000 })
  vi.advanceTimersByTime(3_000)
  expect(here.shown).toBeNull()
})

test('the newest replaces what is there at once, and has its whole time', () => {
  const here = toasts()
  here.show('Search functionality is coming soon!')
  vi.advanceTimersByTime(5_000)
  here.show('Login successful!')
  expect(here.shown).toBe('Login successful!')
  vi.advanceTimersByTime(5_999)
  expect(here.shown).toBe('Login successful!')
  vi.advanceTimersByTime(1)
  expect(here.shown).toBeNull()
})

test('while somebody reads it stays, and goes when they let go of it', () => {
  const here = toasts()
  here.show('Link copied', { ms: 3_000 })
  here.hold()
  vi.advanceTimersByTime(60_000)
  expect(here.shown).toBe('Link copied')
  here.letGo()
  expect(here.shown).toBeNull()
})

test('looking at it for a moment does not give it more time', () => {
  const here = toasts()
  here.show('Link copied', { ms: 3_000 })
  here.hold()
  vi.advanceTimersByTime(1_000)
  here.letGo()
  vi.advanceTimersByTime(2_000)
  expect(here.shown).toBeNull()
})
