// Sessions: a random token on the device, its hash here. 30 days, which use extends.
import { desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Logger } from 'pino'
import { DAY } from '../../../contract/durations.ts'
import { SESSION_DAYS } from '../../../contract/limits.ts'
import type { StaffRole } from '../../../contract/moderation-words.ts'
import type { Db, Tx } from '../../db/client.ts'
import { sessions } from '../../db/schema/auth.ts'
import { hashToken, newToken, type SessionUser } from '../../http/session.ts'
import { deviceInWords } from './devices.ts'

// More devices than anybody has. Somebody who keeps signing in keeps the newest of them.
const MAX_SESSIONS = 100

const EXTEND_AFTER_MS = 50

const expiryFrom = (now: Date) => new Date(now.getTime() + SESSION_DAYS * DAY)

interface Use {
  expiresAt: Date
  lastUsedAt: Date | null
}

/** One from before this was written down was used when it got its thirty days. */
export const lastUseOf = ({ expiresAt, lastUsedAt }: Use) =>
  lastUsedAt ?? new Date(expiresAt.getTime() - SESSION_DAYS * DAY)

/** Live sessions by the hex of their token's hash. A session in use is handed to `extend`, at most once an hour. */
export async function findSessions(
  db: Db,
  tokenHashes: Buffer[],
  now: Date,
  extend: SessionExtender = () => undefined,
): Promise<Map<string, SessionUser>> {
  // Runs for every request of a member, so it is a named statement: neither we nor the database build it each time. One
  // lookup by key for each hash: given the choice, the database reads all sessions that have not expired, and all users.
  // Behind `(select …)` it does not know how many hashes there are, and so has no reason to plan it again for each number.
  // Rows are arrays, and PostgreSQL compares the times: to make an object and five dates of each costs every request.
  const { rows } = await db.$client.query<SessionRow>({
    name: 'find_sessions',
    text: `select s.token_hash, coalesce(s.last_used_at, s.expires_at - interval '${SESSION_DAYS} days') < $2::timestamptz - interval '1 hour',
             u.id, u.first_name, u.last_name, u.email, s.proved_at, s.strong_proof_at, u.event_history, u.deletion_at, u.role, u.suspended_until
           from unnest((select $1::bytea[])) as asked (hash)
           cross join lateral (select * from sessions where token_hash = asked.hash limit 1) s
           cross join lateral (select * from users where id = s.user_id limit 1) u
           where s.expires_at > $2::timestamptz`,
    rowMode: 'array',
    values: [tokenHashes, now],
  })
  const due = rows.filter(([, isDue]) => isDue).map(([tokenHash]) => tokenHash)
  if (due.length > 0) extend(due, now)
  return new Map(rows.map((row) => [row[0].toString('hex'), userOf(row, now)]))
}

type SessionRow = [
  tokenHash: Buffer,
  isDue: boolean,
  id: number,
  firstName: string,
  lastName: string,
  email: string,
  provedAt: Date | null,
  strongProofAt: Date | null,
  eventHistory: boolean,
  deletionAt: Date | null,
  role: StaffRole | null,
  suspendedUntil: Date | null,
]

function userOf(row: SessionRow, now: Date): SessionUser {
  const [tokenHash, , id, firstName, lastName, email, provedAt, strongProofAt, ...settings] = row
  const [eventHistory, deletionAt, role, suspendedUntil] = settings
  const proofs = { provedAt, strongProofAt }
  const user = { id, firstName, lastName, email, tokenHash, ...proofs, eventHistory, deletionAt, role, suspendedUntil }
  return withoutRole(user, now)
}

/** While suspended, a moderator has the rights of a member. */
const withoutRole = (user: SessionUser, now: Date): SessionUser =>
  user.role && user.suspendedUntil && user.suspendedUntil > now ? { ...user, role: null } : user

/** The expiry is indexed and the time of use is not: written once a day, it costs the other hours no work on an index. */
function extended(now: Date) {
  const expiry = expiryFrom(now)
  const aDayOld = new Date(expiry.getTime() - DAY)
  return sql`case when ${sessions.expiresAt} < ${aDayOld}::timestamptz then ${expiry}::timestamptz else ${sessions.expiresAt} end`
}

export type SessionExtender = (tokenHashes: Buffer[], now: Date) => void

/**
 * Nobody waits for it: a member's read must not hang because a write does. At most one write is in flight; a session that
 * comes in the meantime, or whose write fails, is extended at its next request.
 */
export function createSessionExtender(db: Db, log: Logger): SessionExtender {
  let isWriting = false
  return (tokenHashes, now) => {
    if (isWriting) return
    isWriting = true
    // After the current requests are served, so that this write does not queue before them for a connection.
    setTimeout(() => {
      db.update(sessions)
        .set({ lastUsedAt: now, expiresAt: extended(now) })
        .where(inArray(sessions.tokenHash, tokenHashes))
        .catch((error: unknown) => log.debug({ err: error }, 'sessions are extended another time'))
        .finally(() => (isWriting = false))
    }, EXTEND_AFTER_MS).unref()
  }
}

/** What was verified: the account's password hash, its Google subject, one of its passkeys, or an emailed code. */
export type Verified =
  | { id: number; passwordHash: string }
  | { id: number; googleSubject: string }
  | { id: number; passkeyId: number }
  /** The address that it was emailed to. */
  | { id: number; email: string }

/** Whether the row of users is still entered by what was verified. */
export function stillHolds(verified: Verified): SQL {
  const isAccount = sql`users.id = ${verified.id}`
  if ('passwordHash' in verified) return sql`${isAccount} and users.password_hash = ${verified.passwordHash}`
  if ('googleSubject' in verified) return sql`${isAccount} and users.google_subject = ${verified.googleSubject}`
  if ('email' in verified) return sql`${isAccount} and lower(users.email) = lower(${verified.email})`
  return sql`${isAccount} and exists (select from passkeys where id = ${verified.passkeyId} and user_id = users.id)`
}

/** An emailed code is proof for accounts without a password; where there is one, sensitive actions ask for it. */
const isProof = (verified: Verified, hasSecondStep = false) =>
  'email' in verified ? sql`(${hasSecondStep} or users.password_hash is null)` : sql`true`

const asksForSecondStep = sql`exists (select from two_factor where user_id = users.id and confirmed_at is not null)`

export interface Beginning {
  now: Date
  /** What the browser says of itself. */
  userAgent?: string
  /** Shown with what was verified; an account that asks for it opens no session without. */
  hasSecondStep?: true
}

/**
 * Returns the token. Only its hash is stored. Null when the account is no longer entered by what was verified. The
 * row is locked for the look at it, so that a change of password under way is waited for, and one that comes later finds
 * this session and ends it.
 */
export async function startSession(tx: Db | Tx, verified: Verified, beginning: Beginning) {
  const { now, userAgent, hasSecondStep } = beginning
  const token = newToken()
  const started = await tx.execute(sql`
    insert into sessions (token_hash, user_id, expires_at, proved_at, strong_proof_at, last_used_at, device)
    select ${hashToken(token)}, id, ${expiryFrom(now)}, case when ${isProof(verified, hasSecondStep)} then ${now}::timestamptz end, ${hasSecondStep ? now : null}::timestamptz, ${now}, ${deviceInWords(userAgent)}
    from users where ${stillHolds(verified)} and (${hasSecondStep ?? false} or not ${asksForSecondStep}) for share`)
  if (started.rowCount === 0) return null
  await endOldest(tx, verified.id)
  return token
}

const endOldest = (tx: Db | Tx, userId: number) => {
  const oldest = tx
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.createdAt))
    .offset(MAX_SESSIONS)
    .for('update', { skipLocked: true })
  return tx.delete(sessions).where(inArray(sessions.tokenHash, oldest))
}

export const endSession = (db: Db, tokenHash: Buffer) => db.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
