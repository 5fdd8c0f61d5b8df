import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../../contract/errors.ts'
import { MOST_FOLLOWED } from '../../../contract/limits.ts'
import { follows } from '../../db/schema/follows.ts'
import type { Deps } from '../../deps.ts'
import { hasPage } from '../users/queries.ts'
import { isFollowing } from './queries.ts'

interface Person {
  id: number
}

/** Following again changes nothing: what was new since the first time stays new. */
export async function followCreator({ db, clock }: Deps, user: Person, creatorId: number): Promise<null> {
  if (creatorId === user.id) throw new AppError('follow_self')
  if (!(await hasPage(db, creatorId))) throw new AppError('creator_not_found')
  const { rowCount } = await db.execute(sql`
    insert into follows (user_id, creator_id, since)
    select ${user.id}::int, ${creatorId}::int, ${clock().toISOString()}::timestamptz
    where (select count(*) from follows where user_id = ${user.id}::int) < ${MOST_FOLLOWED}
    on conflict do nothing`)
  if (!rowCount && !(await isFollowing(db, user.id, creatorId)))
    throw new AppError('follow_limit', { values: { n: MOST_FOLLOWED } })
  return null
}

export async function unfollowCreator({ db }: Deps, user: Person, creatorId: number): Promise<null> {
  await db.delete(follows).where(and(eq(follows.userId, user.id), eq(follows.creatorId, creatorId)))
  return null
}
