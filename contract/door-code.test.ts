import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawCode, readCode } from './door-code.ts'

const hex = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes).toString('hex'))
const mac = fc.uint8Array({ minLength: 10, maxLength: 32 })

test('a drawn code has at most 60 capitals and digits, and is read back as what is stored', () => {
  fc.assert(
    fc.property(hex, mac, (code, signature) => {
      const drawn = drawCode('ticket', code, signature)
      expect(drawn).toMatch(/^[0-9A-Z]{43}$/)
      expect(readCode(drawn)).toEqual({ kind: 'ticket', code, mac: signature.slice(0, 10) })
    }),
  )
})

test('says whether it is a ticket, one place of a group, or the waiting list', () => {
  const code = 'ab'.repeat(16)
  for (const kind of ['ticket', 'place', 'waiting'] as const)
    expect(readCode(drawCode(kind, code, new Uint8Array(10)))?.kind).toBe(kind)
})

test('a code that was mailed earlier, or comes from another system, is read as it is', () => {
  expect(readCode('AB'.repeat(16))).toEqual({ kind: 'ticket', code: 'ab'.repeat(16), mac: null })
  expect(readCode(' EVB-123 456 ')).toEqual({ kind: 'ticket', code: 'EVB-123 456', mac: null })
  expect(drawCode('ticket', 'EVB-123', new Uint8Array(10))).toBe('EVB-123')
})

test('typed in small letters, in groups, with O for 0, it is the same code', () => {
  const code = '00'.repeat(16)
  const drawn = drawCode('ticket', code, new Uint8Array(10))
  const typed = (
    drawn
      .toLowerCase()
      .replaceAll('0', 'o')
      .match(/.{1,4}/g) ?? []
  ).join('-')
  expect(readCode(typed)).toMatchObject({ code })
  expect(readCode(drawn.slice(0, 27))).toEqual({ kind: 'ticket', code, mac: null })
})

test.each(['', '   ', 'x'.repeat(500), 'a\u0000b', 'naïve', '\u202eabc'])('%j is no code', (text) => {
  expect(readCode(text)).toBeNull()
})

test('one letter that is different is another code, or none', () => {
  const drawn = drawCode('ticket', 'ab'.repeat(16), new Uint8Array(10).fill(7))
  const first = readCode(drawn)
  for (let at = 1; at < drawn.length; at++) {
    const letter = drawn[at] === '0' ? '1' : '0'
    expect(readCode(drawn.slice(0, at) + letter + drawn.slice(at + 1))).not.toEqual(first)
  }
})
