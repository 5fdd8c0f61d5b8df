import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../db/client.ts'
import { uploads } from '../../db/schema/storage.ts'

export type Upload = typeof uploads.$inferSelect

export async function findUpload(db: Db, key: string): Promise<Upload | null> {
  const [upload] = await db.select().from(uploads).where(eq(uploads.key, key))
  return upload ?? null
}

/** Held until the transaction ends: a file that is being put to use is not swept away at the same moment. */
export async function findUploadForUse(tx: Tx, key: string): Promise<Upload | null> {
  const [upload] = await tx.select().from(uploads).where(eq(uploads.key, key)).for('share')
  return upload ?? null
}
