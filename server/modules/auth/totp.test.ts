import { describe, expect, test } from 'vitest'
import { appAddress, base32, codeOf, newSecret, stepAt, stepOf } from './totp.ts'

// RFC 6238, appendix B, of which six digits are ours.
const RFC = Buffer.from('12345678901234567890')

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %d the code of the standard is %s', (second, code) => {
  expect(codeOf(RFC, stepAt(new Date(second * 1000)))).toBe(code)
})

describe('a code', () => {
  const now = new Date('2026-11-16T12:00:10Z')
  const step = stepAt(now)

  test.each([
    [-2, null],
    [-1, step - 1],
    [0, step],
    [1, step + 1],
    [2, null],
  ])('%d steps away is taken as that of %s', (away, expected) => {
    expect(stepOf(RFC, codeOf(RFC, step + away), now, 0)).toBe(expected)
  })

  test('of the last step that was used, or of one before it, is not taken', () => {
    expect(stepOf(RFC, codeOf(RFC, step), now, step)).toBeNull()
    expect(stepOf(RFC, codeOf(RFC, step - 1), now, step)).toBeNull()
    expect(stepOf(RFC, codeOf(RFC, step + 1), now, step)).toBe(step + 1)
  })

  test.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('%j is none', (code) => {
    expect(stepOf(RFC, code, now, 0)).toBeNull()
  })
})

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foobar', 'MZXW6YTBOI'],
])('%j is written as %s (RFC 4648)', (text, written) => {
  expect(base32(Buffer.from(text))).toBe(written)
})

test('the QR code names the product, the account and a secret of 160 bits', () => {
  const secret = newSecret()
  const address = new URL(appAddress(secret, 'nora+a@example.org'))
  expect(address.href).toMatch(/^otpauth:\/\/totp\/Hooley:nora%2Ba%40example\.org\?/)
  expect(address.searchParams.get('issuer')).toBe('Hooley')
  expect(address.searchParams.get('secret')).toMatch(/^[A-Z2-7]{32}$/)
})
