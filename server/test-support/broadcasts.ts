import { sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { NOTIFY_WAITING_JOB, notifyWaiting } from '../ledger/notify-waiting.ts'

/** Runs the jobs that notify everybody who waits, by the clock of `deps`: jobs themselves use the database's. */
export async function runBroadcasts(deps: Deps, eventId: number): Promise<void> {
  const { rows } = await deps.db.execute<{ payload: Record<string, unknown> }>(sql`
    delete from jobs where kind = ${NOTIFY_WAITING_JOB} and (payload->>'eventId')::int = ${eventId} returning payload`)
  const lease = { signal: new AbortController().signal, check: () => undefined }
  for (const { payload } of rows) await notifyWaiting(deps, { payload, lease })
}
