import { expect, test } from 'vitest'
import { hueOf } from './tint.ts'

test('a main colour becomes one of twelve hues, the nearest', () => {
  expect(hueOf('#ff0000')).toBe(0)
  expect(hueOf('#f8a848')).toBe(1)
  expect(hueOf('#00ff00')).toBe(4)
  expect(hueOf('#086868')).toBe(6)
  expect(hueOf('#0000FF')).toBe(8)
  expect(hueOf('#f8c8d8')).toBe(11)
  expect(hueOf('#ff0011')).toBe(0)
})

test('greys, black, white and what is no colour have none', () => {
  for (const tint of ['#000000', '#ffffff', '#808488', '', 'red', '#12345', undefined])
    expect(hueOf(tint), tint).toBeUndefined()
})
