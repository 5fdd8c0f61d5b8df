// How often an account may make and save events in a day: every save empties caches of lists on every instance, and
// one that is refused has cost as much to look at.
import { eq } from 'drizzle-orm'
import { AppError } from '../../contract/errors.ts'
import type { Db } from '../db/client.ts'
import { users } from '../db/schema/users.ts'
import type { Deps } from '../deps.ts'

const NEW_FOR_MS = 7 * 86_400_000

/** Younger than 7 days, or with an address that nobody has confirmed. */
async function isNewAccount(db: Db, userId: number, now: Date): Promise<boolean> {
  const [account] = await db
    .select({ createdAt: users.createdAt, emailConfirmedAt: users.emailConfirmedAt })
    .from(users)
    .where(eq(users.id, userId))
  return !account?.emailConfirmedAt || now.getTime() - account.createdAt.getTime() < NEW_FOR_MS
}

/** Counted before, so that many at once are not free. Only what failed on our side is given back. */
export async function countedSave<T>(
  { db, clock, limits, config }: Deps,
  user: { id: number },
  kind: 'createEvent' | 'createSeries' | 'saveEvent',
  save: () => Promise<T>,
): Promise<T> {
  if (!config.rateLimits) return save()
  const rate = (await isNewAccount(db, user.id, clock())) ? (`${kind}WhenNew` as const) : kind
  await limits.take(rate, user.id)
  try {
    return await save()
  } catch (error) {
    if (!(error instanceof AppError) || error.statusCode >= 500) await limits.giveBack(rate, user.id)
    throw error
  }
}
