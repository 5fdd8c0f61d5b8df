import { expect, test } from 'vitest'
import { z } from 'zod'
import { filled, id, line, text, wireBoolean, wireNumber } from './wire.ts'

const messageOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

test('booleans and numbers may come as text', () => {
  expect(['true', 'false', true, false].map((value) => wireBoolean.parse(value))).toEqual([true, false, true, false])
  expect(messageOf(wireBoolean, 'yes')).toBe('must be true or false')
  const number = wireNumber(z.number().max(100))
  expect([12, '12', ' 12.5 ', '-3'].map((value) => number.parse(value))).toEqual([12, 12, 12.5, -3])
  for (const value of ['', '1e3', '12,5', '0x1', null, '1'.repeat(16)])
    expect(messageOf(number, value), String(value)).toBe('must be a number')
})

test('an id is a whole number that PostgreSQL can hold', () => {
  expect([7, '7', 2_147_483_647].map((value) => id.parse(value))).toEqual([7, 7, 2_147_483_647])
  for (const value of [0, -1, 1.5, '1.5', 'abc', '', 2_147_483_648, '12345678901', null])
    expect(messageOf(id, value), String(value)).toBe('must be a whole number')
})

test('a text is trimmed, has its most, and no characters that deceive', () => {
  expect(text(5).parse('  a\nb ')).toBe('a\nb')
  expect(messageOf(text(1_000), 'x'.repeat(1_001))).toBe('must have at most 1,000 characters')
  for (const value of ['a\u0000b', 'a\u202Eb', 'a\uD800b', '\uFFFEb'])
    expect(messageOf(text(9), value)).toBe('contains characters that cannot be used')
  expect(messageOf(text(9), undefined)).toBe('is required')
  expect(messageOf(text(9), null)).toBe('is required')
  expect(messageOf(text(9), 7)).toBe('must be text')
})

test('what takes no room on a screen is nothing, and inside a text it stays', () => {
  for (const value of ['\u200B', '\u00AD\u3164', ' \u2800 ']) {
    expect(text(9).parse(value)).toBe('')
    expect(messageOf(filled(line(9)), value)).toBe('is required')
  }
  expect(text(99).parse('👩\u200D👩')).toBe('👩\u200D👩')
})

test('one line is one line', () => {
  expect(line(9).parse('one')).toBe('one')
  for (const value of ['a\nb', 'a\rb', 'a\u2028b', 'a\tb'])
    expect(messageOf(line(9), value)).toBe('must be a single line')
  expect(messageOf(line(9, 'Please say'), undefined)).toBe('Please say')
})
