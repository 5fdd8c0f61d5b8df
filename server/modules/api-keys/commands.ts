import { and, eq, lt, or } from 'drizzle-orm'
import { KEY_DAYS, MOST_KEYS, type ApiKey } from '../../../contract/api-keys.ts'
import { DAY } from '../../../contract/durations.ts'
import { AppError } from '../../../contract/errors.ts'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import type { api } from '../../../contract/api.ts'
import { findEventSubject, findSeriesSubject, requireMayEditSeries } from '../../access/call-permission.ts'
import { requireMay } from '../../access/can.ts'
import { requireProof } from '../../access/proof.ts'
import type { Tx } from '../../db/client.ts'
import { apiKeys } from '../../db/schema/api-keys.ts'
import type { Deps } from '../../deps.ts'
import { hashToken, type SessionUser } from '../../http/session.ts'
import { lockSession } from '../auth/queries.ts'
import { newKey } from './key-format.ts'
import { isLive, toApiKey } from './queries.ts'

type NewKey = HandlerInput<typeof api.apiKeys.make>['body']

// So long a program that still uses an ended key is told that it has ended.
const KEPT_DAYS = 30

async function checkSubject(tx: Tx, user: SessionUser, { eventId, seriesId }: NewKey): Promise<void> {
  if (eventId !== undefined) requireMay(user, 'event.manage', await findEventSubject(tx, eventId))
  if (seriesId !== undefined) requireMayEditSeries(user, await findSeriesSubject(tx, seriesId))
}

/** The session's row is locked, so that a key is either found by a cure or refused because the session has ended. */
export async function makeKey(deps: Deps, user: SessionUser, body: NewKey): Promise<ApiKey & { key: string }> {
  const now = deps.clock()
  requireProof(user, now)
  const key = newKey()
  const made = await deps.db.transaction(async (tx) => {
    await lockSession(tx, user)
    await checkSubject(tx, user, body)
    if ((await tx.$count(apiKeys, isLive(user.id, now))) >= MOST_KEYS) throw new AppError('too_many_keys')
    const { name, scopes, eventId, seriesId, days = KEY_DAYS } = body
    const [row] = await tx
      .insert(apiKeys)
      .values({
        userId: user.id,
        name,
        keyHash: hashToken(key),
        ending: key.slice(-4),
        scopes: [...new Set(scopes)],
        eventId,
        seriesId,
        createdAt: now,
        expiresAt: new Date(now.getTime() + days * DAY),
      })
      .returning()
    await deps.mails.add(tx, {
      kind: 'security-notice',
      userId: user.id,
      payload: { change: 'key-made', name },
      dedupeKey: `key ${row!.id}`,
    })
    return row!
  })
  deps.jobs.nudge()
  return { ...toApiKey(made), key }
}

export async function endKey({ db, clock }: Deps, user: SessionUser, keyId: number): Promise<undefined> {
  const [ended] = await db
    .update(apiKeys)
    .set({ endedAt: clock() })
    .where(and(eq(apiKeys.id, keyId), isLive(user.id, clock())))
    .returning({ id: apiKeys.id })
  if (!ended) throw new AppError('key_not_found')
}

export async function forgetOldKeys({ db, clock }: Deps): Promise<void> {
  const before = new Date(clock().getTime() - KEPT_DAYS * DAY)
  await db.delete(apiKeys).where(or(lt(apiKeys.endedAt, before), lt(apiKeys.expiresAt, before)))
}
