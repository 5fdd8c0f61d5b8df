// What was expected when an event began is written down then: afterwards it shows how far off it was, and cannot be changed.
import { sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { openOnly } from '../../db/schema/event-status.ts'
import { turnoutForecasts } from '../../db/schema/insights.ts'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { expectTurnout } from '../../ledger/turnout.ts'
import { countGroups, countPast } from '../../ledger/turnout-counts.ts'

/** After an outage longer than this it would no longer be what was expected at the start. */
const LATEST_HOURS = 6
const AT_ONCE = 500

interface Begun {
  id: number
  creatorId: number
  startTime: Date
}

async function findBegun(db: Db, now: Date): Promise<Begun[]> {
  const { rows } = await db.execute<{ id: number; creatorId: number; startTime: string }>(sql`
    select e.id, e.creator_id as "creatorId", e.start_time as "startTime" from events e
    where ${openOnly('e')} and e.start_time <= ${now} and e.tickets_sold > 0
      and e.start_time > ${new Date(now.getTime() - LATEST_HOURS * 3_600_000)}
      and not exists (select 1 from turnout_forecasts f where f.event_id = e.id and f.start_time = e.start_time)
    order by e.start_time, e.id limit ${AT_ONCE}`)
  return rows.map((row) => ({ ...row, startTime: new Date(row.startTime) }))
}

/** May run twice: what is written down stays, unless the event was moved to another start. */
export async function writeForecasts({ db, clock }: Deps, { lease }: Pick<Job, 'lease'>): Promise<number> {
  const now = clock()
  let written = 0
  for (const { id: eventId, creatorId, startTime } of await findBegun(db, now)) {
    lease.check()
    const groups = await countGroups(db, { id: eventId, startTime }, startTime)
    const expected = expectTurnout(groups, await countPast(db, creatorId, startTime), true)
    if (!expected) continue
    const { low, high, seats } = expected
    const row = { startTime, saidAt: now, low, high, seats }
    await db
      .insert(turnoutForecasts)
      .values({ eventId, ...row })
      .onConflictDoUpdate({ target: turnoutForecasts.eventId, set: row })
    written++
  }
  return written
}
