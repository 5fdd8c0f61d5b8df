import { and, eq, gt, inArray } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { sessions, users } from '../../db/schema.ts'
import type { SessionUser } from '../../http/session.ts'

export interface Session {
  user: SessionUser
  expiresAt: Date
}

/** Live sessions by the hex of their token's hash. */
export async function findSessions(db: Db, tokenHashes: Buffer[], now: Date): Promise<Map<string, Session>> {
  const rows = await db
    .select({
      tokenHash: sessions.tokenHash,
      expiresAt: sessions.expiresAt,
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(inArray(sessions.tokenHash, tokenHashes), gt(sessions.expiresAt, now)))
  return new Map(rows.map(({ expiresAt, ...user }) => [user.tokenHash.toString('hex'), { user, expiresAt }]))
}
