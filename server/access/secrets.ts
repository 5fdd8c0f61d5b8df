// Keys that sign what leaves the installation: links of mails, ticket codes for the door. Each purpose has its own,
// derived from one secret in the database, so that every instance signs alike and none of them opens another's lock.
import { hkdfSync, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { settings } from '../db/schema/settings.ts'

export interface Secrets {
  /** 32 bytes for one purpose ('mail-links', 'door 42'), the same on every instance. */
  keyFor(purpose: string): Buffer
}

export const secretsFrom = (secret: string): Secrets => ({
  keyFor: (purpose) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)),
})

export async function openSecrets(db: Db): Promise<Secrets> {
  await db
    .insert(settings)
    .values({ name: 'secret', value: randomBytes(32).toString('hex') })
    .onConflictDoNothing()
  const [row] = await db.select().from(settings).where(eq(settings.name, 'secret'))
  if (!row) throw new Error('The installation has no secret.')
  return secretsFrom(row.value)
}
