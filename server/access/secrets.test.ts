import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { world } from '../test-support/world.ts'
import { openSecrets, secretsFrom } from './secrets.ts'

const hex = (key: Buffer) => key.toString('hex')

test('each purpose has a key of its own, which neither another purpose nor another installation has', () => {
  const ours = secretsFrom('ours')
  const keys = [
    ours.keyFor('mail-links'),
    ours.keyFor('door 1'),
    ours.keyFor('door 2'),
    secretsFrom('b').keyFor('door 1'),
  ]
  expect(new Set(keys.map(hex)).size).toBe(4)
  expect(keys.map(({ length }) => length)).toEqual([32, 32, 32, 32])
})

test('keys stay the same from version to version: links in mails that were sent still open', () => {
  expect(hex(secretsFrom('ours').keyFor('mail-links'))).toBe(
    'c6b3574fda5314c2baa9085bb04f8b71aba10e03d4c86ff1604e4bc872667d94',
  )
})

test('instances that start at the same moment sign alike, and with a secret that is random', async () => {
  const { deps } = await world()
  await deps.db.execute('delete from installation')
  const opened = await Promise.all([1, 2, 3].map(() => openSecrets(deps.db)))
  expect(new Set(opened.map((secrets) => hex(secrets.keyFor('x')))).size).toBe(1)
  const { rows } = await deps.db.execute<{ name: string; value: string }>('select name, value from installation')
  expect(rows).toEqual([{ name: 'secret', value: expect.stringMatching(/^[0-9a-f]{64}$/) as string }])
})

test('a key that is not the one of this database stops the start with a sentence', async () => {
  const { deps } = await world()
  const [key, other] = ['one key of thirty-two characters', 'another, with more than that many']
  expect((await openSecrets(deps.db)).sealKey).toBeNull()
  const opened = await Promise.all([1, 2].map(() => openSecrets(deps.db, key)))
  expect(new Set(opened.map(({ sealKey }) => sealKey && hex(sealKey))).size).toBe(1)
  await expect(openSecrets(deps.db)).rejects.toThrow('SECRET_KEY must be set')
  await expect(openSecrets(deps.db, other)).rejects.toThrow('SECRET_KEY is not the key')
  const { rows } = await deps.db.execute<{ value: string }>('select value from installation')
  expect(JSON.stringify(rows)).not.toContain(key)
  expect(() => readConfig({ SECRET_KEY: 'short' })).toThrow('SECRET_KEY must have at least 32 characters.')
})

test('a key that is easy to guess is refused, unless something is sealed with it already', async () => {
  const { deps } = await world()
  for (const weak of [
    'k'.repeat(40),
    'hooley-demo-'.repeat(3),
    'changeme'.repeat(4),
    '12345671234567123456712345671234',
  ])
    await expect(openSecrets(deps.db, weak)).rejects.toThrow('SECRET_KEY is easy to guess')
  expect(await deps.db.execute("select 1 from installation where name = 'secret-key'")).toMatchObject({ rowCount: 0 })
  const secrets = await openSecrets(deps.db, 'c0ffee00a1b2c3d4e5f60718293a4b5c')
  expect(secrets.sealKey).not.toBeNull()
})
