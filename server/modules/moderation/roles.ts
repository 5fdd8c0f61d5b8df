// Who moderates. The first administrator is made by the operator (scripts/role.ts); administrators give
// and take roles, with a proof and a line in the log.
import { and, asc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import type { Staff } from '../../../contract/moderation.ts'
import type { StaffRole } from '../../../contract/moderation-words.ts'
import { requireProof } from '../../access/proof.ts'
import type { Db, Tx } from '../../db/client.ts'
import { mails } from '../../db/schema/mails.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import { lockAccountByEmail } from '../auth/queries.ts'
import { writeAudit } from './audit.ts'

export async function listStaff(db: Db | Tx): Promise<Staff[]> {
  const { id: userId, firstName, lastName, email, role } = users
  const rows = await db
    .select({ userId, firstName, lastName, email, role })
    .from(users)
    .where(and(isNotNull(users.role), isNull(users.deletedAt)))
    .orderBy(asc(users.role), asc(users.id))
  return rows.flatMap(({ firstName: first, lastName: last, role: own, ...row }) =>
    own ? [{ ...row, name: `${first} ${last}`.trim(), role: own }] : [],
  )
}

/** Somebody besides this person who could decide now. */
export async function hasOtherModerator(db: Db | Tx, userId: number, now: Date): Promise<boolean> {
  const isFree = sql`(${users.suspendedUntil} is null or ${users.suspendedUntil} <= ${now}::timestamptz)`
  const others = and(
    isNotNull(users.role),
    ne(users.id, userId),
    isNull(users.deletedAt),
    isNull(users.deletionAt),
    isFree,
  )
  return (await db.$count(users, others)) > 0
}

/** Nobody decides about themselves, as long as there is anybody else. */
export async function requireOtherPerson(db: Db | Tx, user: { id: number }, concernedId: number | null, now: Date) {
  if (concernedId === user.id && (await hasOtherModerator(db, user.id, now))) throw new AppError('own_subject')
}

export interface RoleChange {
  email: string
  role: StaffRole | null
  /** Null: the operator. */
  actorId: number | null
  at: Date
}

/** Changes of roles take this lock first, and only then an account's row (docs/locking.md). */
export const lockRoles = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('roles'))`)

/**
 * Given again, nothing changes and nothing is written down. Anybody can sign up with a colleague's address, so a role takes a
 * confirmed one, and its owner is notified.
 */
export async function changeRole(tx: Tx, { email, role, actorId, at }: RoleChange): Promise<void> {
  await lockRoles(tx)
  const account = await lockAccountByEmail(tx, email)
  if (!account) throw new AppError('account_not_found')
  if (role && !account.emailConfirmedAt) throw new AppError('role_unconfirmed')
  const isOther = sql`${users.role} is distinct from ${role}`
  const changed = await tx
    .update(users)
    .set({ role })
    .where(and(eq(users.id, account.id), isOther))
    .returning({ id: users.id })
  if (changed.length === 0) return
  const mail = { kind: 'role-given', userId: account.id, priority: PRIORITY.soon }
  if (role) await tx.insert(mails).values({ ...mail, payload: { role } })
  await writeAudit(tx, { at, actorId, code: `role-${role ?? 'none'}`, subject: `account:${account.id}` })
}

/** Those who are leaving are not counted: in two weeks they are gone. */
export const hasAdministrator = async (tx: Tx, besides?: number) => {
  const isOther = besides === undefined ? undefined : ne(users.id, besides)
  const stays = and(eq(users.role, 'administrator'), isNull(users.deletedAt), isNull(users.deletionAt))
  return (await tx.$count(users, and(stays, isOther))) > 0
}

export const readRoles = ({ db }: Deps): Promise<Staff[]> => listStaff(db)

export async function setRole(deps: Deps, user: SessionUser, change: Pick<RoleChange, 'email' | 'role'>) {
  const at = deps.clock()
  requireProof(user, at)
  const staff = await deps.db.transaction(async (tx) => {
    await changeRole(tx, { ...change, actorId: user.id, at })
    // Two administrators who take each other's role at once: one of both is refused.
    if (!(await hasAdministrator(tx))) throw new AppError('last_administrator')
    return listStaff(tx)
  })
  deps.jobs.nudge()
  return staff
}
