// When the installation was last backed up: by `npm run backup`, which notes it, or by the archive that point-in-time
// recovery needs, whichever is newer.
import type pg from 'pg'

export const BACKUP_AGE = `
  select extract(epoch from now() - max(at))::float8 as age from (
    select value::timestamptz as at from installation where name = 'last-backup'
    union all select last_archived_time from pg_stat_archiver) backups`

/** In seconds; NaN: there is none, or nobody knows. */
export const backupAge = (pool: pg.Pool): Promise<number> =>
  pool.query<{ age: number | null }>(BACKUP_AGE).then(
    ({ rows }) => rows[0]?.age ?? NaN,
    () => NaN,
  )
