import { expect, test } from 'vitest'
import { createSightings } from './camera.ts'
import { createWedge } from './wedge.ts'

const type = (wedge: ReturnType<typeof createWedge>, text: string, gap: number, start = 1_000) => {
  let code: string | null = null
  ;[...text, 'Enter'].forEach((key, n) => {
    code = wedge({ key, at: start + n * gap }) ?? code
  })
  return code
}

test('a scanner that types is told from a hand, and from an Enter on a button', () => {
  expect(type(createWedge(), 'TABC123456', 8)).toBe('TABC123456')
  expect(type(createWedge(), 'TABC123456', 150)).toBeNull()
  expect(type(createWedge(), '', 8)).toBeNull()
  expect(type(createWedge(), 'abc', 8)).toBeNull()
})

test('what was typed by hand before is not part of the code', () => {
  const wedge = createWedge()
  wedge({ key: 'x', at: 0 })
  expect(type(wedge, 'TABC123456', 8)).toBe('TABC123456')
  expect(type(wedge, 'TXYZ987654', 8, 5_000)).toBe('TXYZ987654')
})

test('a code that stays in view is one scan, and another once it was gone for two seconds', () => {
  let now = 0
  const isNew = createSightings(() => now)
  const seen: boolean[] = []
  for (const at of [0, 500, 2_000, 3_900, 6_000, 6_100]) {
    now = at
    seen.push(isNew('A'))
  }
  expect(seen).toEqual([true, false, false, false, true, false])
  expect(isNew('B')).toBe(true)
  expect(isNew('A')).toBe(true)
})
