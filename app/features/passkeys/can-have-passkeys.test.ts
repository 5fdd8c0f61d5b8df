import { expect, test } from 'vitest'
import { canHavePasskeys } from './slot.tsx'

const PublicKeyCredential = class {}
const at = (hostname: string) => ({ location: { hostname }, PublicKeyCredential })

test.each([
  ['https://hooley.example', 'hooley.example', true],
  ['http://localhost:3000', 'localhost', true],
  ['http://localhost:3000', '127.0.0.1', false],
  ['http://127.0.0.1:3000', '127.0.0.1', false],
  ['http://[::1]:3000', '[::1]', false],
  ['https://hooley.example', 'hooley.internal', false],
  ['', 'hooley.example', false],
])('a site at %s that is opened as %s: %s', (publicUrl, hostname, expected) => {
  expect(canHavePasskeys(publicUrl, at(hostname))).toBe(expected)
})

test('a browser without passkeys has none', () => {
  expect(canHavePasskeys('https://hooley.example', { location: { hostname: 'hooley.example' } })).toBe(false)
})
