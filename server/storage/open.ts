import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { eq, isNotNull } from 'drizzle-orm'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { settings } from '../db/schema/settings.ts'
import { uploads } from '../db/schema/storage.ts'
import { deletedPictures } from './deleted-pictures.ts'
import { diskStorage } from './disk.ts'
import { s3Storage } from './s3.ts'
import type { Storage } from './storage.ts'
import { uploadAddresses } from './upload-addresses.ts'

/** The secret that signs upload addresses; in the database, so that every instance signs alike. */
async function signingSecret(db: Db): Promise<string> {
  await db
    .insert(settings)
    .values({ name: 'upload-secret', value: randomBytes(32).toString('hex') })
    .onConflictDoNothing()
  const [row] = await db.select().from(settings).where(eq(settings.name, 'upload-secret'))
  return row?.value ?? ''
}

export const storageOf = (config: Config, shared: Pick<Storage, 'addresses' | 'deleted'>): Storage =>
  config.s3 ? s3Storage(config.s3, shared) : diskStorage(join(config.dataDir, 'uploads'), shared)

export async function openStorage(config: Config, db: Db): Promise<Storage> {
  const shared = {
    addresses: uploadAddresses(await signingSecret(db)),
    deleted: deletedPictures(async () => {
      const rows = await db.select({ key: uploads.key }).from(uploads).where(isNotNull(uploads.deletedAt))
      return rows.map(({ key }) => key)
    }),
  }
  return storageOf(config, shared)
}
