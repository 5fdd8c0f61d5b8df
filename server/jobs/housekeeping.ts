import { sql, type SQL } from 'drizzle-orm'
import { DAY } from '../../contract/durations.ts'
import { removed } from '../access/personal-data.ts'
import type { Db } from '../db/client.ts'
import { jobs, schedules } from '../db/schema/jobs.ts'
import { mails } from '../db/schema/mails.ts'
import { settings } from '../db/schema/settings.ts'
import type { Module } from '../module.ts'

const AT_ONCE = 1_000

// Long enough to look into a failure after a holiday. An email about a booking stays with it, as the privacy policy says;
// the limits on emails look back for an hour, or a day.
const OLD = sql`now() - interval '30 days'`

/** In portions, so that no transaction is long. */
async function removeInPortions(db: Db, table: string, condition: SQL): Promise<number> {
  const name = sql.identifier(table)
  for (let removed = 0; ;) {
    const { rowCount } = await db.execute(
      sql`delete from ${name} where id = any (array(select id from ${name} where ${condition} limit ${AT_ONCE}))`,
    )
    removed += rowCount ?? 0
    if ((rowCount ?? 0) < AT_ONCE) return removed
  }
}

export const removeOldWork = async (db: Db): Promise<number> =>
  (await removeInPortions(db, 'jobs', sql`status = 'failed' and created_at < ${OLD}`)) +
  (await removeInPortions(db, 'mails', sql`status <> 'waiting' and ticket_id is null and created_at < ${OLD}`))

export const housekeeping: Module = {
  jobs: { 'remove-old-work': { run: ({ db }) => removeOldWork(db) } },
  schedule: { 'remove-old-work': DAY },
  tables: [
    // Those that wait may hold the token of a link.
    removed(mails, mails.userId, mails.id, {
      plain: ['kind', 'status', 'lastError', 'dedupeKey'],
      secret: ['payload', 'requestHash'],
    }),
    // Emptied by erasure.ts where it names the account; otherwise over within hours.
    { table: jobs, plain: ['kind', 'payload', 'dedupeKey', 'lastError', 'status'] },
    { table: schedules, plain: ['kind'] },
    { table: settings, plain: ['name', 'value'] },
  ],
}
