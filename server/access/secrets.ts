// Keys that sign what leaves the installation: links of mails, ticket codes for the door. Each purpose has its own,
// derived from one secret in the database, so that every instance signs alike and none of them opens another's lock.
import { hkdfSync, randomBytes } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { installation } from '../db/schema/settings.ts'

export interface Secrets {
  /** 32 bytes for one purpose ('mail-links', 'door 42'), the same on every instance. */
  keyFor(purpose: string): Buffer
  /** That key and, after a rotation, the one before it: what was signed with it still holds. */
  keysFor(purpose: string): Buffer[]
}

const derive = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

export const secretsFrom = (secret: string, ...before: string[]): Secrets => ({
  keyFor: (purpose) => derive(secret, purpose),
  keysFor: (purpose) => [secret, ...before].map((one) => derive(one, purpose)),
})

export async function openSecrets(db: Db): Promise<Secrets> {
  await db
    .insert(installation)
    .values({ name: 'secret', value: randomBytes(32).toString('hex') })
    .onConflictDoNothing()
  const rows = await db
    .select()
    .from(installation)
    .where(inArray(installation.name, ['secret', 'secret-before']))
  const valueOf = (name: string) => rows.find((row) => row.name === name)?.value
  const secret = valueOf('secret')
  if (!secret) throw new Error('The installation has no secret.')
  const before = valueOf('secret-before')
  return before ? secretsFrom(secret, before) : secretsFrom(secret)
}
