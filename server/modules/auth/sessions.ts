// Sessions: a random token on the device, its hash here. 30 days, which use extends.
import { and, eq, gt, inArray, lt, ne } from 'drizzle-orm'
import { SESSION_DAYS } from '../../../contract/limits.ts'
import type { Db, Tx } from '../../db/client.ts'
import { sessions, users } from '../../db/schema.ts'
import { hashToken, newToken, type SessionUser } from '../../http/session.ts'

const DAY = 86_400_000

const expiryFrom = (now: Date) => new Date(now.getTime() + SESSION_DAYS * DAY)

/** Live sessions by the hex of their token's hash. A session in use is extended, with at most one write a day. */
export async function findSessions(db: Db, tokenHashes: Buffer[], now: Date): Promise<Map<string, SessionUser>> {
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
  const aDayOld = new Date(expiryFrom(now).getTime() - DAY)
  const due = rows.filter((row) => row.expiresAt < aDayOld).map((row) => row.tokenHash)
  if (due.length > 0) await extendSessions(db, due, now)
  return new Map(rows.map(({ expiresAt: _, ...user }) => [user.tokenHash.toString('hex'), user]))
}

const extendSessions = (db: Db, tokenHashes: Buffer[], now: Date) =>
  db
    .update(sessions)
    .set({ expiresAt: expiryFrom(now) })
    .where(inArray(sessions.tokenHash, tokenHashes))

/** Returns the token: it is never to be had again. */
export async function startSession(tx: Db | Tx, userId: number, now: Date): Promise<string> {
  const token = newToken()
  await tx.insert(sessions).values({ tokenHash: hashToken(token), userId, expiresAt: expiryFrom(now) })
  await forgetExpired(tx, now)
  return token
}

export const endSession = (db: Db, tokenHash: Buffer) => db.delete(sessions).where(eq(sessions.tokenHash, tokenHash))

export const endSessions = (tx: Db | Tx, userId: number, options: { except?: Buffer } = {}) =>
  tx.delete(sessions).where(and(eq(sessions.userId, userId), options.except && ne(sessions.tokenHash, options.except)))

/** A few at every sign-in keep the table small; locked rows are somebody else's to delete. */
const forgetExpired = (tx: Db | Tx, now: Date) =>
  tx
    .delete(sessions)
    .where(
      inArray(
        sessions.tokenHash,
        tx
          .select({ tokenHash: sessions.tokenHash })
          .from(sessions)
          .where(lt(sessions.expiresAt, now))
          .limit(50)
          .for('update', { skipLocked: true }),
      ),
    )
