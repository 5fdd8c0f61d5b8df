import { expect, test } from 'vitest'
import { addressHash, readRefusal, refusalToken } from './refusal-tokens.ts'
import { secretsFrom } from './secrets.ts'

const secrets = secretsFrom('one')

test('a token names one address, whatever its case, and does not tell it', () => {
  const token = refusalToken(secrets, 'Nuala@Example.org')
  expect(token).toMatch(/^[\w-]{44}$/)
  expect(readRefusal(secrets, token)).toEqual(addressHash(secrets, 'nuala@example.org'))
  expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('nuala')
  expect(refusalToken(secrets, 'other@example.org')).not.toBe(token)
})

test('nobody can make one up', () => {
  const token = refusalToken(secrets, 'nuala@example.org')
  const other = refusalToken(secretsFrom('another'), 'nuala@example.org')
  const bytes = Buffer.from(token, 'base64url')
  bytes[3]! ^= 1
  for (const forged of ['', 'x'.repeat(44), other, bytes.toString('base64url'), `${token}A`])
    expect(readRefusal(secrets, forged)).toBeNull()
})
