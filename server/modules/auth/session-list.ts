// The devices that are signed in, as their owner sees them.
import { and, eq, gt, sql } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { cure, type Kept } from '../../access/cures.ts'
import type { Session } from '../../../contract/security.ts'
import type { Tx } from '../../db/client.ts'
import { sessions } from '../../db/schema/auth.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { UNKNOWN_DEVICE } from './devices.ts'
import { lockAccount } from './queries.ts'
import { lastUseOf } from './sessions.ts'

// Half of the hash of a random token: nobody gets from there to the token, and no column is needed for it.
const ID_BYTES = 16

const idOf = (tokenHash: Buffer) => tokenHash.subarray(0, ID_BYTES).toString('base64url')

export async function listSessions({ db, clock }: Deps, user: SessionUser): Promise<Session[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, user.id), gt(sessions.expiresAt, clock())))
  return rows
    .map((row) => ({ row, isCurrent: row.tokenHash.equals(user.tokenHash), lastUse: lastUseOf(row) }))
    .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastUse.getTime() - a.lastUse.getTime())
    .map(({ row, isCurrent, lastUse }) => ({
      id: idOf(row.tokenHash),
      device: row.device ?? UNKNOWN_DEVICE,
      firstUsedAt: row.createdAt.toISOString(),
      lastUsedAt: (isCurrent ? clock() : lastUse).toISOString(),
      town: row.town,
      isCurrent,
    }))
}

/** It names what still opens the account; and it may have been the intruder who signed the owner out. */
const notifyOwner = ({ mails }: Deps, tx: Tx, { id: userId }: SessionUser) =>
  mails.add(tx, {
    kind: 'security-notice',
    userId,
    payload: { change: 'sessions-ended' },
    dedupeKey: `sessions ${userId}`,
  })

/**
 * Sessions are looked up for every request, so an ended one is refused at once by every instance. Somebody who ends
 * a session may not know whose it was: what could have been set up in it ends with it.
 */
export async function endOneSession(deps: Deps, user: SessionUser, sessionId: string, kept: Kept): Promise<undefined> {
  await deps.db.transaction(async (tx) => {
    await lockAccount(tx, user.id)
    const [ended] = await tx
      .delete(sessions)
      .where(
        and(
          eq(sessions.userId, user.id),
          sql`substring(${sessions.tokenHash} from 1 for ${sql.raw(String(ID_BYTES))}) = ${Buffer.from(sessionId, 'base64url')}`,
        ),
      )
      .returning({ tokenHash: sessions.tokenHash })
    if (!ended) throw new AppError('session_not_found')
    if (ended.tokenHash.equals(user.tokenHash)) return
    await cure(tx, 'sessions-ended', { userId: user.id, now: deps.clock(), ...kept }, { keeps: ['other sessions'] })
    await notifyOwner(deps, tx, user)
  })
  deps.jobs.nudge()
}

export async function endOtherSessions(deps: Deps, user: SessionUser, kept: Kept): Promise<undefined> {
  await deps.db.transaction(async (tx) => {
    await lockAccount(tx, user.id)
    await cure(tx, 'sessions-ended', { userId: user.id, keptSession: user.tokenHash, now: deps.clock(), ...kept })
    await notifyOwner(deps, tx, user)
  })
  deps.jobs.nudge()
}
