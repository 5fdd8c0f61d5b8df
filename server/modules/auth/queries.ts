import { and, eq, gt, sql } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import type { Db, Tx } from '../../db/client.ts'
import { passwordResets, sessions } from '../../db/schema/auth.ts'
import { events } from '../../db/schema/events.ts'
import { users } from '../../db/schema/users.ts'

export type Account = Pick<
  typeof users.$inferSelect,
  'id' | 'email' | 'firstName' | 'passwordHash' | 'googleSubject' | 'emailConfirmedAt'
>

const account = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  passwordHash: users.passwordHash,
  googleSubject: users.googleSubject,
  emailConfirmedAt: users.emailConfirmedAt,
}

const hasEmail = (email: string) => sql`lower(${users.email}) = lower(${email})`

/** Upper and lower case are the same address. */
export async function findAccountByEmail(db: Db | Tx, email: string): Promise<Account | null> {
  const [row] = await db.select(account).from(users).where(hasEmail(email))
  return row ?? null
}

// Not "for update": a ticket or a session of this account, which refers to the row, need not wait.
const LOCK = 'no key update'

export async function lockAccountByEmail(tx: Tx, email: string): Promise<Account | null> {
  const [row] = await tx.select(account).from(users).where(hasEmail(email)).for(LOCK)
  return row ?? null
}

export const lockAccount = (tx: Tx, id: number) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for(LOCK)

/**
 * For whatever a session sets up that a cure would end (server/access/cures.ts). The session was looked up before the
 * request came here: a cure that ended it since must not be followed by what it made.
 */
export async function lockSession(tx: Tx, { id, tokenHash }: { id: number; tokenHash: Buffer }): Promise<void> {
  await lockAccount(tx, id)
  if ((await tx.$count(sessions, eq(sessions.tokenHash, tokenHash))) === 0) throw new AppError('unauthorized')
}

/** Stays as it is until the caller commits; others may do the same beside it. Taken before any event's row. */
export async function shareAccount(tx: Tx, id: number) {
  const columns = { ...account, deletionAt: users.deletionAt, suspendedUntil: users.suspendedUntil }
  const [row] = await tx.select(columns).from(users).where(eq(users.id, id)).for('share')
  return row ?? null
}

/**
 * What brings an event to life asks this before it locks the event: it would be left without anybody to run it. A request
 * for the deletion waits until that is written, and then has to cancel it first.
 */
export async function isCreatorLeaving(tx: Tx, eventId: number): Promise<boolean> {
  const [creator] = await tx
    .select({ deletionAt: users.deletionAt })
    .from(users)
    .innerJoin(events, eq(events.creatorId, users.id))
    .where(eq(events.id, eventId))
    .for('share', { of: users })
  return Boolean(creator?.deletionAt)
}

export async function findAccountByGoogle(db: Db | Tx, subject: string): Promise<Account | null> {
  const [row] = await db.select(account).from(users).where(eq(users.googleSubject, subject))
  return row ?? null
}

export async function findAccount(db: Db | Tx, id: number): Promise<Account | null> {
  const [row] = await db.select(account).from(users).where(eq(users.id, id))
  return row ?? null
}

const isLive = (tokenHash: Buffer, now: Date) =>
  and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, now))

export async function findPasswordReset(db: Db, tokenHash: Buffer, now: Date): Promise<{ userId: number } | null> {
  const [row] = await db.select({ userId: passwordResets.userId }).from(passwordResets).where(isLive(tokenHash, now))
  return row ?? null
}

/** Of two that use a link at once, one gets it. */
export async function takePasswordReset(tx: Tx, tokenHash: Buffer, now: Date): Promise<{ userId: number } | null> {
  const [row] = await tx
    .delete(passwordResets)
    .where(isLive(tokenHash, now))
    .returning({ userId: passwordResets.userId })
  return row ?? null
}
