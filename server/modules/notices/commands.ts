import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import type { NoticeSettings } from '../../../contract/notices.ts'
import type { Tx } from '../../db/client.ts'
import { pushSubscriptions } from '../../db/schema/notices.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { switchNotice, type Switch } from '../../notices/settings.ts'
import { checkPushKeys, type PushKeys } from '../../push/web-push.ts'
import { lockSession } from '../auth/queries.ts'
import { getNotices } from './queries.ts'

export async function setNotices(deps: Deps, user: SessionUser, switches: Switch[]): Promise<NoticeSettings> {
  await deps.db.transaction(async (tx) => {
    for (const one of switches) await switchNotice(tx, user.id, one)
  })
  return getNotices(deps, user.id)
}

// More browsers than anybody has; the newest are kept.
const MAX_SUBSCRIPTIONS = 20

const endOldest = (tx: Tx, userId: number) => {
  const oldest = tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.id))
    .offset(MAX_SUBSCRIPTIONS)
  return tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, oldest))
}

async function requireUsable(keys: PushKeys) {
  try {
    await checkPushKeys(keys)
  } catch (cause) {
    throw new AppError('bad_request', { message: 'The keys of this subscription cannot be used.', cause })
  }
}

/** A browser gets the push of one account: the one that signed in there last. */
export async function subscribe({ db }: Deps, user: SessionUser, browser: { endpoint: string; keys: PushKeys }) {
  const { endpoint, keys } = browser
  await requireUsable(keys)
  return db.transaction(async (tx) => {
    await lockSession(tx, user)
    const [saved] = await tx
      .insert(pushSubscriptions)
      .values({ userId: user.id, endpoint, p256dh: keys.p256dh, auth: keys.auth })
      .onConflictDoUpdate({
        target: pushSubscriptions.endpoint,
        set: { userId: user.id, p256dh: sql`excluded.p256dh`, auth: sql`excluded.auth` },
      })
      .returning({ id: pushSubscriptions.id })
    await endOldest(tx, user.id)
    return { id: saved!.id }
  })
}

export async function unsubscribe({ db }: Deps, user: SessionUser, endpoint: string | undefined): Promise<null> {
  const which = endpoint === undefined ? undefined : eq(pushSubscriptions.endpoint, endpoint)
  await db.delete(pushSubscriptions).where(and(eq(pushSubscriptions.userId, user.id), which))
  return null
}
