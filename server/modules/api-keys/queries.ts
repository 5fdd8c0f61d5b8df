import { and, desc, eq, gt, isNull, type SQL } from 'drizzle-orm'
import type { ApiKey } from '../../../contract/api-keys.ts'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Scope } from '../../../contract/scopes.ts'
import type { Db } from '../../db/client.ts'
import { apiKeys } from '../../db/schema/api-keys.ts'
import { events } from '../../db/schema/events.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import { hashToken, type SessionUser } from '../../http/session.ts'
import { isWellFormed } from './key-format.ts'

type KeyRow = typeof apiKeys.$inferSelect

export const toApiKey = ({ id, name, ending, eventId, seriesId, lastUsedOn, ...key }: KeyRow): ApiKey => ({
  id,
  name,
  ending,
  scopes: key.scopes as Scope[],
  eventId,
  seriesId,
  createdAt: key.createdAt.toISOString(),
  expiresAt: key.expiresAt.toISOString(),
  lastUsedOn,
})

/** Keys that work. */
export const isLive = (userId: number, now: Date): SQL | undefined =>
  and(eq(apiKeys.userId, userId), isNull(apiKeys.endedAt), gt(apiKeys.expiresAt, now))

export async function listKeys(db: Db, userId: number, now: Date): Promise<ApiKey[]> {
  const rows = await db.select().from(apiKeys).where(isLive(userId, now)).orderBy(desc(apiKeys.id))
  return rows.map(toApiKey)
}

/** A key for one event or series works where the call's address names it, and nowhere else. */
async function covers(db: Db, { eventId, seriesId }: KeyRow, params: unknown): Promise<boolean> {
  if (eventId === null && seriesId === null) return true
  const named = params as { eventId?: string; seriesId?: string }
  if (eventId !== null) return Number(named.eventId) === eventId
  if (named.seriesId !== undefined) return Number(named.seriesId) === seriesId
  const asked = Number(named.eventId)
  if (!Number.isSafeInteger(asked) || asked < 1 || asked > 2 ** 31 - 1) return false
  return (await db.$count(events, and(eq(events.id, asked), eq(events.seriesId, seriesId!)))) > 0
}

/** Once a day and key; nobody waits for it. */
function noteUse({ db, log }: Deps, key: KeyRow, now: Date): void {
  const today = now.toISOString().slice(0, 10)
  if (key.lastUsedOn === today) return
  db.update(apiKeys)
    .set({ lastUsedOn: today })
    .where(eq(apiKeys.id, key.id))
    .catch((error: unknown) => log.debug({ err: error }, 'the use of a key is noted another time'))
}

/** The owner of the key, without role and proof; null: there is no such key. */
export async function findKeyUser(
  deps: Deps,
  token: string,
  endpoint: AnyEndpoint,
  params: unknown,
): Promise<SessionUser | null> {
  if (!isWellFormed(token)) return null
  const { db, clock, limits } = deps
  const now = clock()
  const keyHash = hashToken(token)
  const [found] = await db
    .select({ key: apiKeys, owner: users })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(eq(apiKeys.keyHash, keyHash))
  if (!found) return null
  const { key, owner } = found
  if (key.endedAt || key.expiresAt <= now) throw new AppError('key_ended')
  // Ten keys are not ten times as much.
  await limits.take('apiKeyCalls', owner.id)
  const { scope } = endpoint
  if (!scope || !key.scopes.includes(scope) || !(await covers(db, key, params))) throw new AppError('scope_missing')
  noteUse(deps, key, now)
  const { id, firstName, lastName, email, eventHistory, deletionAt, suspendedUntil } = owner
  const person = { id, firstName, lastName, email, eventHistory, deletionAt, suspendedUntil }
  return { ...person, tokenHash: keyHash, role: null, provedAt: null, strongProofAt: null, key: { id: key.id } }
}
