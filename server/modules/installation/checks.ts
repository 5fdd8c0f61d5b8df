// Each check looks at one thing that an installation needs and says what to do about it. They name settings and codes, never a
// value: addresses of databases and mail servers hold passwords.
import { randomUUID } from 'node:crypto'
import { mkdir, statfs } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { Redis } from 'ioredis'
import { createTransport } from 'nodemailer'
import type { Check } from '../../../contract/installation.ts'
import { adviceOn, isOnLoopback, type Config } from '../../config.ts'
import { BACKUP_AGE } from '../../db/backup-age.ts'
import { readMigrations } from '../../db/migration-files.ts'
import { withinPatience } from '../../db/writable.ts'
import { deletedPictures } from '../../storage/deleted-pictures.ts'
import { storageOf } from '../../storage/open.ts'
import { uploadAddresses } from '../../storage/upload-addresses.ts'

export interface Looked {
  config: Config
  /** Rows of the database, or of nothing when it cannot be asked. */
  ask: <T>(statement: string) => Promise<T[]>
  now?: () => number
  freeBytes?: (folder: string) => Promise<number>
}

type Finding = Omit<Check, 'name'>

const ok = (sentence: string): Finding => ({ state: 'ok', sentence })
const warning = (sentence: string): Finding => ({ state: 'warning', sentence })
const failed = (sentence: string): Finding => ({ state: 'failed', sentence })

const WITHIN_MS = 5_000
const OLDEST_POSTGRES = 150_000
const CLOCK_MS = 5_000
const GIGABYTE = 1e9
const OVERDUE_SECONDS = 900
/** Also the limit of the alert HooleyBackupOld. */
export const BACKUP_HOURS = 48

/** The innermost: what wraps it says less. */
function codeOf(error: unknown): string {
  let found = 'no answer'
  for (let e = error; e instanceof Error; e = e.cause) {
    const { code, responseCode } = e as { code?: unknown; responseCode?: number }
    if (typeof code === 'string' && /^[\w-]+$/.test(code)) found = responseCode ? `${code} ${responseCode}` : code
  }
  return found
}

function settings({ config }: Looked): Promise<Finding> {
  const advice = adviceOn(config)
  if (!config.secretKey && !config.isLocal)
    advice.push('SECRET_KEY is not set: the secrets of authenticator apps are stored plainly.')
  return Promise.resolve(advice.length > 0 ? warning(advice.join(' ')) : ok('The settings fit together.'))
}

async function database({ ask }: Looked): Promise<Finding> {
  const [found] = await ask<{
    version: number
    name: string
    reads: boolean
    creates: boolean
    missing: string | null
  }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
       pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as reads,
       has_database_privilege(current_database(), 'CREATE') and has_schema_privilege('public', 'CREATE') as creates,
       (select string_agg(wanted, ' and ') from unnest(array['pg_trgm', 'unaccent']) wanted
        where wanted not in (select extname from pg_extension)
          and wanted not in (select name from pg_available_extensions)) as missing`,
  )
  if (!found) return failed('The database says nothing about itself.')
  if (found.version < OLDEST_POSTGRES)
    return failed(`PostgreSQL is ${found.name}, and Hooley needs 15 or newer: upgrade it.`)
  if (found.missing)
    return failed(`PostgreSQL has no ${found.missing}: install its contrib package (Debian: postgresql-contrib).`)
  if (found.reads) return failed('The database is read-only: DATABASE_URL must lead to the node that takes writes.')
  if (!found.creates)
    return failed(
      'The database’s user may not create tables: make it the owner (alter database … owner to …) and grant create on schema public.',
    )
  return ok(`PostgreSQL ${found.name} can be read and written.`)
}

async function migrations({ ask }: Looked): Promise<Finding> {
  const known = await readMigrations()
  const [table] = await ask<{ there: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  )
  if (!table?.there) return failed('The database is empty: start Hooley once, and it makes its tables.')
  const rows = await ask<{ at: string }>('select created_at as at from drizzle.__drizzle_migrations')
  const applied = new Set(rows.map(({ at }) => Number(at)))
  const missing = known.filter(({ when }) => !applied.has(when)).length
  const newest = known.at(-1)?.when ?? 0
  const newer = [...applied].filter((when) => when > newest).length
  if (newer > 0)
    return warning(
      `A newer version of Hooley has run on this database (${newer} migrations more): upgrade this one too.`,
    )
  return missing > 0
    ? failed(`${missing} migrations are not applied: restart an instance with this version.`)
    : ok(`All ${known.length} migrations are applied.`)
}

async function clock({ ask, now = Date.now }: Looked): Promise<Finding> {
  const before = now()
  const [row] = await ask<{ ms: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as ms')
  const ours = (before + now()) / 2
  const seconds = Math.round(Math.abs((row?.ms ?? 0) - ours) / 100) / 10
  return seconds * 1_000 > CLOCK_MS
    ? failed(`The clocks of this machine and of the database differ by ${seconds} s: set both by NTP.`)
    : ok(`The clocks of this machine and of the database agree (${seconds} s).`)
}

async function email({ config }: Looked): Promise<Finding> {
  if (!config.smtpUrl) {
    const sentence = 'SMTP_URL is not set: emails are written to DATA_DIR/outbox and reach nobody.'
    return config.isLocal ? ok(sentence) : warning(sentence)
  }
  const timeouts = { connectionTimeout: WITHIN_MS, greetingTimeout: WITHIN_MS, socketTimeout: WITHIN_MS }
  const transport = createTransport({ url: config.smtpUrl, ...timeouts })
  try {
    await transport.verify()
    return ok('The mail server takes our login.')
  } catch (error) {
    return failed(`The mail server of SMTP_URL refuses (${codeOf(error)}): check its host, port, user and password.`)
  } finally {
    transport.close()
  }
}

async function storage({ config }: Looked): Promise<Finding> {
  const shared = {
    addresses: uploadAddresses('check'),
    deleted: deletedPictures(() => Promise.resolve([])),
  }
  const place = storageOf(config, shared)
  // Never served.
  const key = `pending/check-${randomUUID()}.webp`
  const name = config.s3 ? 'The bucket of S3_BUCKET' : 'The folder DATA_DIR/uploads'
  try {
    await place.put(key, Buffer.from('check'), 'image/webp')
    const found = await place.read(key)
    // To its end: a file that is removed while it is being opened makes an error that nobody handles.
    const content = found && (await text(found.stream))
    await place.remove(key)
    return content === 'check'
      ? ok(`${name} can be written, read and emptied.`)
      : failed(`${name} loses what is written to it.`)
  } catch (error) {
    return failed(`${name} cannot be used (${codeOf(error)}): check its rights and, with S3, the keys and the region.`)
  }
}

async function redis({ config }: Looked): Promise<Finding> {
  if (!config.redisUrl) return ok('Redis is not used: each instance counts its rate limits by itself.')
  const client = new Redis(config.redisUrl, {
    lazyConnect: true,
    connectTimeout: WITHIN_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  let reason: unknown
  client.on('error', (error) => (reason = error))
  try {
    await client.connect()
    await client.ping()
    return ok('Redis answers.')
  } catch (error) {
    return failed(`Redis at REDIS_URL does not answer (${codeOf(reason ?? error)}): each instance counts by itself.`)
  } finally {
    client.disconnect()
  }
}

async function address({ config }: Looked): Promise<Finding> {
  if (isOnLoopback(config)) return ok('PUBLIC_URL is on this machine: nobody else is meant to reach it.')
  const wrong = (what: string) =>
    failed(`PUBLIC_URL ${what}: check DNS, the certificate and that the proxy passes requests on to Hooley.`)
  try {
    const url = `${config.publicUrl}/api/health`
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(WITHIN_MS) })
    if (response.status >= 300 && response.status < 400) return wrong(`redirects (${response.status})`)
    const health = (await response.json().catch(() => ({}))) as { name?: string }
    if (!response.ok || health.name !== 'hooley') return wrong(`answers ${response.status}, and not as Hooley does`)
    return ok('PUBLIC_URL leads to Hooley.')
  } catch (error) {
    return wrong(`cannot be reached from here (${codeOf(error)})`)
  }
}

async function freeOf(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true })
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

async function disk({ config, freeBytes = freeOf }: Looked): Promise<Finding> {
  const free = await freeBytes(config.dataDir)
  const said = `${(free / GIGABYTE).toFixed(1)} GB are free where DATA_DIR is`
  if (free < GIGABYTE / 4) return failed(`${said}: make room now, or writes will fail.`)
  return free < 2 * GIGABYTE ? warning(`${said}: make room soon.`) : ok(`${said}.`)
}

async function backup({ ask, config }: Looked): Promise<Finding> {
  const [row] = await ask<{ age: number | null }>(BACKUP_AGE)
  const age = row?.age ?? null
  const how = 'run npm run backup every night, or archive with pgBackRest'
  if (age === null) return (config.isLocal ? warning : failed)(`No backup was ever made: ${how}.`)
  const hours = Math.round(age / 360) / 10
  return hours > BACKUP_HOURS
    ? failed(`The last backup is ${hours} hours old: ${how}.`)
    : ok(`The last backup is ${hours} hours old.`)
}

async function jobs({ ask }: Looked): Promise<Finding> {
  const [row] = await ask<{ failed: number; overdue: number }>(
    `select count(*) filter (where status = 'failed')::int as failed,
       coalesce(extract(epoch from now() - min(next_attempt_at) filter (where status = 'waiting')), 0)::float8 as overdue
     from (select status, next_attempt_at from jobs union all
       select status, next_attempt_at from mails where status in ('waiting', 'failed')) work`,
  )
  const { failed: given = 0, overdue = 0 } = row ?? {}
  if (overdue > OVERDUE_SECONDS)
    return failed(
      `Work has been due for ${Math.round(overdue / 60)} minutes: is an instance running, and what does its log say?`,
    )
  return given > 0
    ? warning(`${given} jobs and emails were given up: mend the reason, then retry them at /moderation/installation.`)
    : ok('No work is late or given up.')
}

const CHECKS = { settings, database, migrations, clock, email, storage, redis, address, disk, backup, jobs }

export async function checkAll(looked: Looked): Promise<Check[]> {
  const names = Object.keys(CHECKS) as (keyof typeof CHECKS)[]
  const slow = failed('This took too long to find out: the machine or what it asks is overloaded or silent.')
  const patience = 2 * WITHIN_MS * looked.config.databasePatience
  return Promise.all(
    names.map(async (name) => {
      const finding = CHECKS[name](looked).catch((error: unknown) =>
        failed(`This could not be found out (${codeOf(error)}): mend what else has failed first.`),
      )
      return { name, ...(await withinPatience(finding, patience, slow)) }
    }),
  )
}
