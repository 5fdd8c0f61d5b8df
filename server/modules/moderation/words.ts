// What people wrote, in a separate table: the log and the record of decisions only hold the hash of it.
import { createHash, randomBytes } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import type { Db, Tx } from '../../db/client.ts'
import { moderationWords } from '../../db/schema/moderation.ts'

export interface Written {
  kind: (typeof moderationWords.$inferInsert)['kind']
  text: string
  /** Null: no account. */
  byId: number | null
  aboutId: number | null
}

export interface StoredWords {
  id: number
  hash: Buffer
}

const SALT_BYTES = 32

export const hashOfWords = (salt: Buffer, text: string): Buffer =>
  createHash('sha256').update(salt).update(text, 'utf8').digest()

/** Null: nothing was written. */
export async function writeWords(tx: Db | Tx, { text, ...written }: Written): Promise<StoredWords | null> {
  if (text === '') return null
  const salt = randomBytes(SALT_BYTES)
  const hash = hashOfWords(salt, text)
  const [row] = await tx
    .insert(moderationWords)
    .values({ ...written, text, salt, hash })
    .returning({ id: moderationWords.id })
  if (!row) throw new Error('words were not stored')
  return { id: row.id, hash }
}

/** By the id that was given; emptied words are missing. */
export async function readWords(db: Db | Tx, ids: (number | null)[]): Promise<Map<number, string>> {
  const wanted = ids.filter((id) => id !== null)
  if (wanted.length === 0) return new Map()
  const rows = await db
    .select({ id: moderationWords.id, text: moderationWords.text })
    .from(moderationWords)
    .where(inArray(moderationWords.id, wanted))
  return new Map(rows.flatMap(({ id, text }) => (text === null ? [] : [[id, text] as const])))
}
