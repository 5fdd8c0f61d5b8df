import { inArray, lt } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { passwordResets, sessions, signInCodes } from '../../db/schema/auth.ts'
import { usedChallenges } from '../../db/schema/passkeys.ts'

const AT_ONCE = 1_000

/** Sessions, reset links, codes and challenges that no longer work; in portions, so that no transaction is long. Locked rows are in use. */
export async function removeExpiredSessions(db: Db, now: Date): Promise<number> {
  let removed = 0
  for (;;) {
    const expired = db
      .select({ tokenHash: sessions.tokenHash })
      .from(sessions)
      .where(lt(sessions.expiresAt, now))
      .limit(AT_ONCE)
      .for('update', { skipLocked: true })
    const { rowCount } = await db.delete(sessions).where(inArray(sessions.tokenHash, expired))
    removed += rowCount ?? 0
    if ((rowCount ?? 0) < AT_ONCE) break
  }
  await db.delete(usedChallenges).where(lt(usedChallenges.expiresAt, now))
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, now))
  await db.delete(signInCodes).where(lt(signInCodes.expiresAt, now))
  return removed
}
