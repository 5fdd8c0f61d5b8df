// Requesting and downloading one's own data.
import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { DAY } from '../../../contract/durations.ts'
import type { DataExport } from '../../../contract/account.ts'
import { requireProof } from '../../access/proof.ts'
import { readDownload, signDownload } from '../../access/download-tokens.ts'
import type { Db, Tx } from '../../db/client.ts'
import { retryKeyedWhileAway } from '../../db/retry-while-away.ts'
import { dataExports } from '../../db/schema/account.ts'
import { sessions } from '../../db/schema/auth.ts'
import type { Deps } from '../../deps.ts'
import type { SessionUser } from '../../http/session.ts'
import { lockSession } from '../auth/queries.ts'
import type { StoredFile } from '../../storage/storage.ts'

type Row = typeof dataExports.$inferSelect

/** The newest that can still be fetched, or is being made. */
async function findExport(db: Db | Tx, userId: number, now: Date): Promise<Row | null> {
  const [row] = await db
    .select()
    .from(dataExports)
    .where(and(eq(dataExports.userId, userId), gt(dataExports.createdAt, new Date(now.getTime() - 30 * DAY))))
    .orderBy(desc(dataExports.id))
    .limit(1)
  return row && !(row.expiresAt && row.expiresAt <= now) ? row : null
}

// A job that failed for good leaves its row behind; after this long nobody is waiting for it.
const stateOf = ({ state, createdAt }: Row, now: Date) =>
  state === 'preparing' && now.getTime() - createdAt.getTime() > DAY ? 'failed' : state

/** The one that this key asked for, or one that is being made: asking again changes nothing. */
async function findAskedFor(db: Db | Tx, userId: number, idempotencyKey: string | null, now: Date) {
  if (idempotencyKey !== null) {
    const isIt = and(eq(dataExports.userId, userId), eq(dataExports.idempotencyKey, idempotencyKey))
    const [row] = await db.select().from(dataExports).where(isIt)
    if (row) return { state: stateOf(row, now) }
  }
  const present = await findExport(db, userId, now)
  return present && stateOf(present, now) === 'preparing' ? { state: 'preparing' as const } : null
}

export const startExport = (deps: Deps, user: SessionUser, idempotencyKey: string | null): Promise<DataExport> =>
  retryKeyedWhileAway(idempotencyKey, async () => {
    const now = deps.clock()
    requireProof(user, now)
    const present = await findAskedFor(deps.db, user.id, idempotencyKey, now)
    if (present) return present
    await deps.limits.take('export', user.id)
    const isNew = await deps.db.transaction(async (tx) => {
      // Of two that ask at once, the second finds what the first has asked for.
      await lockSession(tx, user)
      if (await findAskedFor(tx, user.id, idempotencyKey, now)) return false
      const [row] = await tx
        .insert(dataExports)
        .values({ userId: user.id, idempotencyKey, createdAt: now })
        .returning({ id: dataExports.id })
      await deps.jobs.add(tx, { kind: 'export-data', payload: { exportId: row?.id, userId: user.id } })
      return true
    })
    if (!isNew) await deps.limits.giveBack('export', user.id)
    deps.jobs.nudge()
    return { state: 'preparing' }
  })

/** Its address is returned only to somebody who has just shown who they are. */
export async function getExport({ db, clock, secrets }: Deps, user: SessionUser): Promise<DataExport> {
  const now = clock()
  const row = await findExport(db, user.id, now)
  if (!row) return { state: 'none' }
  const state = stateOf(row, now)
  if (state !== 'ready' || !row.expiresAt) return { state }
  requireProof(user, now)
  return {
    state,
    url: `/downloads/${signDownload(secrets, row.id, user.tokenHash, now)}`,
    bytes: row.bytes ?? 0,
    expiresAt: row.expiresAt.toISOString(),
  }
}

const isSignedIn = async (db: Db, userId: number, session: Buffer, now: Date): Promise<boolean> => {
  const begins = sql`substring(${sessions.tokenHash} from 1 for ${sql.raw(String(session.length))}) = ${session}`
  return (await db.$count(sessions, and(eq(sessions.userId, userId), gt(sessions.expiresAt, now), begins))) > 0
}

export async function openExport(
  { db, clock, secrets, storage }: Deps,
  token: string,
): Promise<(StoredFile & { name: string }) | null> {
  const now = clock()
  const download = readDownload(secrets, token, now)
  if (!download) return null
  const [row] = await db
    .select()
    .from(dataExports)
    .where(and(eq(dataExports.id, download.exportId), gt(dataExports.expiresAt, now)))
  if (!row || !(await isSignedIn(db, row.userId, download.session, now))) return null
  const file = row.key ? await storage.read(row.key) : null
  return file && { ...file, name: `hooley-${row.createdAt.toISOString().slice(0, 10)}.zip` }
}
