// Keys that sign what leaves the installation: links of emails, ticket codes for the door. Each purpose has its own,
// derived from one secret in the database, so that every instance signs alike and no key can stand in for another.
import { hkdfSync, randomBytes } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { SettingError } from '../config.ts'
import type { Db } from '../db/client.ts'
import { settings } from '../db/schema/settings.ts'

export interface Secrets {
  /** 32 bytes for one purpose ('mail-links', 'door 42'), the same on every instance. */
  keyFor(purpose: string): Buffer
  /** Derived from SECRET_KEY, which is not in the database; null: it is not set. Seals two-factor secrets (sealed.ts). */
  sealKey: Buffer | null
}

const derive = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

export const secretsFrom = (secret: string, secretKey?: string): Secrets => ({
  keyFor: (purpose) => derive(secret, purpose),
  sealKey: secretKey ? derive(secretKey, 'two-factor') : null,
})

/** Tells a wrong key from the right one, and nothing about the key. */
const fingerprintOf = (secretKey: string) => derive(secretKey, 'fingerprint').toString('hex').slice(0, 16)

/** Letters that repeat, or one word again and again: nobody's choice but a placeholder's. */
function isWeak(secretKey: string): boolean {
  const letters = [...secretKey]
  const isRepeated = (length: number) => letters.every((letter, at) => letter === letters[at % length])
  return new Set(letters).size < 8 || Array.from({ length: 16 }, (_, n) => n + 1).some(isRepeated)
}

export async function openSecrets(db: Db, secretKey?: string): Promise<Secrets> {
  // A weak key that is in use already stays: without it nobody could open what it has sealed.
  if (secretKey && isWeak(secretKey) && !(await db.$count(settings, eq(settings.name, 'secret-key'))))
    throw new SettingError('SECRET_KEY is easy to guess: please take one from openssl rand -hex 32.')
  await db
    .insert(settings)
    .values([
      { name: 'secret', value: randomBytes(32).toString('hex') },
      ...(secretKey ? [{ name: 'secret-key', value: fingerprintOf(secretKey) }] : []),
    ])
    .onConflictDoNothing()
  const rows = await db
    .select()
    .from(settings)
    .where(inArray(settings.name, ['secret', 'secret-key']))
  const valueOf = (name: string) => rows.find((row) => row.name === name)?.value
  const [secret, sealedWith] = [valueOf('secret'), valueOf('secret-key')]
  if (!secret) throw new Error('The installation has no secret.')
  if (sealedWith && !secretKey)
    throw new SettingError('SECRET_KEY must be set: two-factor secrets in this database are sealed with it.')
  if (secretKey && sealedWith !== fingerprintOf(secretKey))
    throw new SettingError('SECRET_KEY is not the key that two-factor secrets in this database are sealed with.')
  return secretsFrom(secret, secretKey)
}
