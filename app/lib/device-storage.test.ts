import { afterEach, expect, test, vi } from 'vitest'
import { keepsAnswers, readStored, removeStored, store } from './device-storage.ts'

afterEach(() => vi.unstubAllGlobals())

const refusing = (kept: Record<string, string> = {}) => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  return { getItem: (key: string) => kept[key] ?? null, setItem: refuse, removeItem: refuse }
}

test('what the browser refuses to keep is remembered for the life of the page', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(keepsAnswers()).toBe(false)
  store('token', 'abc')
  expect(readStored('token')).toBe('abc')
  removeStored('token')
  expect(readStored('token')).toBeNull()
})

test('where storage is full the newer value counts, not the one that is still there', () => {
  vi.stubGlobal('localStorage', refusing({ token: 'old' }))
  expect(keepsAnswers()).toBe(true)
  store('token', 'new')
  expect(readStored('token')).toBe('new')
  removeStored('token')
})
