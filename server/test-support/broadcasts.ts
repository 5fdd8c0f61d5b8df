import { sql } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import { NOTIFY_WAITING_JOB, notifyWaiting } from '../ledger/notify-waiting.ts'

/** Runs what tells everybody who waits for an event, by the clock of `deps`: that of the jobs is the database's. */
export async function runBroadcasts(deps: Deps, eventId: number): Promise<void> {
  const { rows } = await deps.db.execute<{ payload: Record<string, unknown> }>(sql`
    delete from jobs where kind = ${NOTIFY_WAITING_JOB} and (payload->>'eventId')::int = ${eventId} returning payload`)
  const lease = { signal: new AbortController().signal, check: () => undefined }
  for (const { payload } of rows) await notifyWaiting(deps, { payload, lease })
}
