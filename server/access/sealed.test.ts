import { expect, test } from 'vitest'
import { seal, unseal } from './sealed.ts'
import { secretsFrom } from './secrets.ts'

const secrets = secretsFrom('ours')
const mine = { purpose: 'two-factor', owner: 'user 1' }
const plain = Buffer.from('a secret of the app')
const opened = (...args: Parameters<typeof unseal>) => unseal(...args)?.plain.toString()

test('what was sealed is read again, and is not to be seen in what is stored', () => {
  const sealed = seal(secrets, mine, plain)
  expect(opened(secrets, mine, sealed)).toBe('a secret of the app')
  expect(sealed.toString('latin1')).not.toContain('secret')
  expect(sealed.equals(seal(secrets, mine, plain))).toBe(false)
})

test('it opens for its owner, its purpose and its installation alone, and not when it was changed', () => {
  const sealed = seal(secrets, mine, plain)
  expect(unseal(secrets, { ...mine, owner: 'user 2' }, sealed)).toBeNull()
  expect(unseal(secrets, { ...mine, purpose: 'another' }, sealed)).toBeNull()
  expect(unseal(secretsFrom('theirs'), mine, sealed)).toBeNull()
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(unseal(secrets, mine, changed)).toBeNull()
  }
  expect(unseal(secrets, mine, Buffer.alloc(0))).toBeNull()
  expect(unseal(secrets, mine, sealed.subarray(0, 20))).toBeNull()
})

test('after a rotation what was sealed before is still read, and known as old', () => {
  const sealed = seal(secrets, mine, plain)
  const rotated = secretsFrom('new', 'ours')
  expect(unseal(rotated, mine, sealed)).toMatchObject({ isOld: true })
  expect(unseal(rotated, mine, seal(rotated, mine, plain))).toMatchObject({ isOld: false })
  expect(unseal(secretsFrom('newest', 'new'), mine, sealed)).toBeNull()
})
