import { expect, test } from 'vitest'
import { LINK_PURPOSES } from '../../contract/link-purposes.ts'
import { isLinkToken, isSignedFor, readLink, signLink } from './mail-links.ts'
import { secretsFrom } from './secrets.ts'
import { newToken } from '../http/session.ts'

const secrets = secretsFrom('a secret of this installation')
const claim = { purpose: 'answer', userId: 7, subjectId: 4_294_967_295, email: 'Nora@example.org' } as const
const token = signLink(secrets, claim)

test('a token is short, fits into an address and says whose it is and what it is for', () => {
  expect(token).toMatch(/^[A-Za-z0-9_-]{34}$/)
  expect(readLink(token)).toEqual({ purpose: 'answer', userId: 7, subjectId: 4_294_967_295 })
  expect(isSignedFor(secrets, token, 'nora@example.org')).toBe(true)
})

test('it is signed for one address, one installation, one person, one purpose and one thing', () => {
  expect(isSignedFor(secrets, token, 'nora@example.com')).toBe(false)
  expect(isSignedFor(secretsFrom('another'), token, claim.email)).toBe(false)
  const others = [
    ...LINK_PURPOSES.filter((purpose) => purpose !== 'answer').map((purpose) => ({ ...claim, purpose })),
    { ...claim, userId: 8 },
    { ...claim, subjectId: 1 },
  ]
  const signature = Buffer.from(token, 'base64url').subarray(9)
  for (const other of others) {
    const bytes = Buffer.from(signLink(secrets, other), 'base64url')
    const forged = Buffer.concat([bytes.subarray(0, 9), signature]).toString('base64url')
    expect(isSignedFor(secrets, forged, claim.email)).toBe(false)
  }
})

test('every changed character breaks it', () => {
  const other = (letter: string) => (letter === 'A' ? 'B' : 'A')
  for (let at = 0; at < token.length; at++) {
    const changed = token.slice(0, at) + other(token[at] ?? '') + token.slice(at + 1)
    expect(readLink(changed) !== null && isSignedFor(secrets, changed, claim.email)).toBe(false)
  }
})

test('what is no token at all is read as nothing, and a session’s token is never a link’s', () => {
  for (const text of ['', 'x', newToken(), `${token}=`, `${token}A`, '/'.repeat(34), '_'.repeat(34)])
    expect(readLink(text)).toBeNull()
  expect(isLinkToken(newToken())).toBe(false)
  expect(isSignedFor(secrets, 'x', claim.email)).toBe(false)
})
