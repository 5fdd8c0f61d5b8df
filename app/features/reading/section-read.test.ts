import { expect, test } from 'vitest'
import { sectionRead } from './table-of-contents.tsx'

test('at the top of the page the first section is marked, though it begins below the reading line', () => {
  expect(sectionRead([420, 610, 700, 760], 800, false)).toBe(0)
})

test('further down it is the last section that begins above the reading line, not the next one', () => {
  expect(sectionRead([-900, -300, 120, 500], 800, false)).toBe(2)
  expect(sectionRead([-900, -300, 300, 500], 800, false)).toBe(1)
})

test('at the end of the page the last section is marked, however short it is', () => {
  expect(sectionRead([-900, -300, 200, 640], 800, true)).toBe(3)
})
