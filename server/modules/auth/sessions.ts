// Sessions: a random token on the device, its hash here. 30 days, which use extends.
import { and, eq, inArray, ne } from 'drizzle-orm'
import { SESSION_DAYS } from '../../../contract/limits.ts'
import type { Db, Tx } from '../../db/client.ts'
import { sessions } from '../../db/schema/auth.ts'
import { hashToken, newToken, type SessionUser } from '../../http/session.ts'

const DAY = 86_400_000

const expiryFrom = (now: Date) => new Date(now.getTime() + SESSION_DAYS * DAY)

/** Live sessions by the hex of their token's hash. A session in use is extended, with at most one write a day. */
export async function findSessions(db: Db, tokenHashes: Buffer[], now: Date): Promise<Map<string, SessionUser>> {
  // Every request of a member asks this: named, so that neither we nor the database put it together anew each time. One
  // look by key for each hash: left to choose, the database reads all sessions that have not expired, and all users.
  const { rows } = await db.$client.query<SessionUser & { expiresAt: Date }>({
    name: 'find_sessions',
    text: `select s.token_hash as "tokenHash", s.expires_at as "expiresAt", u.id, u.first_name as "firstName",
             u.last_name as "lastName", u.email
           from unnest($1::bytea[]) as asked (hash)
           cross join lateral (select * from sessions where token_hash = asked.hash limit 1) s
           cross join lateral (select * from users where id = s.user_id limit 1) u`,
    values: [tokenHashes],
  })
  const live = rows.filter(({ expiresAt }) => expiresAt > now)
  const aDayOld = new Date(expiryFrom(now).getTime() - DAY)
  const due = live.filter((row) => row.expiresAt < aDayOld).map((row) => row.tokenHash)
  if (due.length > 0) await extendSessions(db, due, now)
  return new Map(live.map(({ expiresAt: _, ...user }) => [user.tokenHash.toString('hex'), user]))
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
  return token
}

export const endSession = (db: Db, tokenHash: Buffer) => db.delete(sessions).where(eq(sessions.tokenHash, tokenHash))

export const endSessions = (tx: Db | Tx, userId: number, options: { except?: Buffer } = {}) =>
  tx.delete(sessions).where(and(eq(sessions.userId, userId), options.except && ne(sessions.tokenHash, options.except)))
