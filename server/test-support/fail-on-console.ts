// Unexpected console output fails the test: a warning nobody reads is a defect nobody mends.
import { afterEach, beforeEach, expect, vi } from 'vitest'

const METHODS = ['error', 'warn', 'log', 'info'] as const
const heard: string[] = []

beforeEach(() => {
  heard.length = 0
  for (const method of METHODS) {
    vi.spyOn(console, method).mockImplementation((...args: unknown[]) => {
      heard.push(`console.${method}: ${args.map(String).join(' ')}`)
    })
  }
})

afterEach(() => {
  vi.restoreAllMocks()
  // The next file may be in the same process.
  vi.useRealTimers()
  expect(heard, 'unexpected console output').toEqual([])
})
