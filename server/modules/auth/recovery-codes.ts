// Ten recovery codes for a lost phone. Shown once; only their hashes are stored.
import { hash, randomInt } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Db, Tx } from '../../db/client.ts'
import { recoveryCodes } from '../../db/schema/two-factor.ts'

const HOW_MANY = 10
// Without letters and digits that look alike. 16 of 31 are 79 bits: a plain hash of them cannot be searched.
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const LENGTH = 16

const newCode = () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** In groups of four, as people copy them. */
const written = (code: string) => code.replace(/.{4}(?=.)/g, '$&-')

/** Whatever somebody has typed between the letters. */
const plain = (typed: string) => typed.replace(/[^A-Za-z0-9]/g, '').toUpperCase()

const hashOf = (userId: number, code: string) => hash('sha256', `${userId} ${plain(code)}`, 'buffer')

/** In place of those before. */
export async function writeRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: HOW_MANY }, newCode)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: hashOf(userId, code) })))
  return codes.map(written)
}

/** Of two that use a code at once, one gets it. */
export async function takeRecoveryCode(tx: Tx, userId: number, typed: string, now: Date): Promise<boolean> {
  if (plain(typed).length !== LENGTH) return false
  const taken = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.codeHash, hashOf(userId, typed)),
        isNull(recoveryCodes.usedAt),
      ),
    )
  return taken.rowCount === 1
}

export const countRecoveryCodes = (db: Db | Tx, userId: number): Promise<number> =>
  db.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
