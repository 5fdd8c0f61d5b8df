import { createCipheriv, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { twoFactor } from '../db/schema/two-factor.ts'
import { world } from '../test-support/world.ts'
import { PLAIN_BYTES, seal, sealStored, unseal } from './sealed.ts'
import { openSecrets, secretsFrom } from './secrets.ts'

const KEY = 'a key that only the operator has'
const secrets = secretsFrom('of the database', KEY)
const plain = Buffer.from('twenty letters of it')

test('with SECRET_KEY what is stored does not show the secret', () => {
  const stored = seal(secrets, 1, plain)
  expect(unseal(secrets, 1, stored)).toEqual(plain)
  expect(stored.toString('latin1')).not.toContain('letters')
  expect(stored.equals(seal(secrets, 1, plain))).toBe(false)
})

test('it opens for its account and its key alone, and not when it was changed', () => {
  const stored = seal(secrets, 1, plain)
  expect(unseal(secrets, 2, stored)).toBeNull()
  expect(unseal(secretsFrom('of the database', 'another key'), 1, stored)).toBeNull()
  expect(unseal(secretsFrom('of the database'), 1, stored)).toBeNull()
  for (let at = 0; at < stored.length; at++) {
    const changed = Buffer.from(stored)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(unseal(secrets, 1, changed)).toBeNull()
  }
  for (const length of [0, 1, 19, 21, 30]) expect(unseal(secrets, 1, stored.subarray(0, length))).toBeNull()
})

test('without SECRET_KEY it is stored as it is', () => {
  expect(seal(secretsFrom('of the database'), 1, plain)).toEqual(plain)
})

/** As versions before SECRET_KEY sealed them. */
function sealedBefore(key: Buffer, userId: number): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(`user ${userId}`))
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
}

test('a start stores secrets of before plainly; setting SECRET_KEY later seals them all', async () => {
  const { deps, person } = await world()
  const [{ id: before }, { id: now }, { id: broken }] = [await person(), await person(), await person()]
  const unset = await openSecrets(deps.db)
  await deps.db.insert(twoFactor).values([
    { userId: before, secret: sealedBefore(unset.keyFor('two-factor'), before) },
    { userId: now, secret: seal(unset, now, plain) },
    { userId: broken, secret: Buffer.from('not a secret') },
  ])
  const stored = async (userId: number) =>
    (await deps.db.select().from(twoFactor).where(eq(twoFactor.userId, userId)))[0]?.secret ?? Buffer.alloc(0)

  await sealStored(deps.db, unset)
  expect(await stored(before)).toEqual(plain)
  expect(await stored(now)).toEqual(plain)

  const set = await openSecrets(deps.db, KEY)
  await sealStored(deps.db, set)
  for (const userId of [before, now]) {
    expect((await stored(userId)).length).toBeGreaterThan(PLAIN_BYTES)
    expect(unseal(set, userId, await stored(userId))).toEqual(plain)
  }
  expect((await stored(broken)).toString()).toBe('not a secret')
})
