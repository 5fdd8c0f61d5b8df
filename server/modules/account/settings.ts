// The switches of an account, and what they mean to the rest of the server.
import { eq } from 'drizzle-orm'
import type { Settings } from '../../../contract/account.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { hasPage } from '../users/queries.ts'

const switches = { eventHistory: users.eventHistory, emailVisibility: users.emailVisibility }

export async function getSettings(db: Db, userId: number): Promise<Settings> {
  const [row] = await db.select(switches).from(users).where(eq(users.id, userId))
  if (!row) throw new AppError('unauthorized')
  return row
}

/** What strangers read on the creator's page changes with the one about the address. */
export async function setSettings(deps: Deps, user: SessionUser, change: Partial<Settings>): Promise<Settings> {
  const { eventHistory, emailVisibility } = change
  if (eventHistory === undefined && emailVisibility === undefined) return getSettings(deps.db, user.id)
  const { row, invalidateLocally } = await deps.db.transaction(async (tx) => {
    const [row] = await tx
      .update(users)
      .set({ eventHistory, emailVisibility })
      .where(eq(users.id, user.id))
      .returning(switches)
    if (!row) throw new AppError('unauthorized')
    const isSeen = emailVisibility !== undefined && (await hasPage(tx, user.id))
    return { row, invalidateLocally: isSeen ? await deps.changes.announceCreator(tx, user.id) : undefined }
  })
  invalidateLocally?.()
  return row
}
