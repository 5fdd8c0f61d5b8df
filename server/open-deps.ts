// Opens everything from outside (database, email, storage, Redis) and closes it again.
import { eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import { Redis } from 'ioredis'
import { openCalendarDomain } from './access/calendar-domain.ts'
import { sealStored } from './access/sealed.ts'
import { openSecrets } from './access/secrets.ts'
import { outboxFolder, type Config } from './config.ts'
import { openDatabase } from './db/client.ts'
import { migrateDatabase } from './db/migrate.ts'
import { openReplica } from './db/replica.ts'
import { mails } from './db/schema/mails.ts'
import { withinPatience, writableProbe } from './db/writable.ts'
import { seedModerator } from './db/seed/demo-moderation.ts'
import { seedSeries } from './db/seed/demo-series.ts'
import { seedDemo } from './db/seed/seed.ts'
import type { Deps } from './deps.ts'
import { createEventChanges } from './cache/event-changes.ts'
import { NewsPosition } from './cache/news-position.ts'
import { createMetrics } from './http/metrics.ts'
import { createRateLimits, noRateLimits } from './http/rate-limits.ts'
import { securityHeaders } from './http/security.ts'
import { ReadyBytes } from './cache/ready-bytes.ts'
import { createJobs } from './jobs/jobs.ts'
import type { LaneSurroundings } from './jobs/lane.ts'
import { countResults, measureJobs } from './jobs/job-metrics.ts'
import { folderTransport } from './mail/folder-outbox.ts'
import { createMails, mailLane } from './mail/mails.ts'
import { smtpTransport } from './mail/smtp.ts'
import { backupAge } from './db/backup-age.ts'
import { jobKinds, lanes, mailKinds, personalTables, rates, schedule } from './modules.ts'
import { openOutside } from './net/outside.ts'
import { openPaymentProvider } from './payments/payments.ts'
import { measureMoney } from './payments/money-metrics.ts'
import { pushService } from './push/push-service.ts'
import { openStorage } from './storage/open.ts'
import { throttled } from './runtime/throttled.ts'
import { lowerWorkerPriority } from './runtime/worker-priority.ts'

export interface OpenDeps {
  deps: Deps
  ready: ReadyBytes
  close(): Promise<void>
}

// Reading metrics must not wait for a database that does not answer.
const COUNT_WITHIN_MS = 1_000
const LOG_EVERY_MS = 60_000

/** Every lost connection is counted, and one a minute is in the log: they come by the hundred. */
function connectionReport(to: string, log: Logger, count: () => void) {
  const write = throttled<Error>(LOG_EVERY_MS, (err, leftOut) =>
    // Not `to`, which the log keeps secret: in an email it is somebody's address.
    log.warn({ err, connection: to, leftOut }, 'a connection was lost'),
  )
  return (error: Error) => {
    count()
    write(error)
  }
}

export async function openDeps(
  config: Config,
  databaseUrl: string,
  log: Logger,
  overrides: Partial<Deps> = {},
  // Hundreds of tests open a database that is up to date, and none of them sees a change because of an answer's age.
  { migrate = migrateDatabase, maxAgeMs }: { migrate?: (url: string) => Promise<void>; maxAgeMs?: number } = {},
): Promise<OpenDeps> {
  await lowerWorkerPriority()
  const directUrl = config.databaseDirectUrl ?? databaseUrl
  await migrate(directUrl)
  const onLost = connectionReport('database', log, () => metrics.connectionErrors.inc({ to: 'database' }))
  const { databasePool: poolSize, databasePooler: pooler, databasePatience: patience, databaseReplicaUrl } = config
  const db = openDatabase(databaseUrl, { poolSize, patience, pooler, onLost })
  const ready = new ReadyBytes({
    headers: securityHeaders({ isHttps: config.publicUrl.startsWith('https:') }),
    isBehindCache: config.edgeCache,
    patience,
    ...(maxAgeMs && { maxAgeMs }),
    onLastGood: () => metrics.staleAnswers.inc(),
  })
  const position = databaseReplicaUrl ? new NewsPosition() : undefined
  const onConnected = (isConnected: boolean) => ready.setConnected(isConnected)
  const changes = createEventChanges(db.$client, directUrl, log, onConnected, { position, patience })
  const replica =
    position &&
    openReplica(databaseReplicaUrl ?? '', {
      poolSize,
      patience,
      freshness: position,
      onRead: (from) => metrics.publicReads.inc({ from }),
      onLost: connectionReport('replica', log, () => metrics.connectionErrors.inc({ to: 'replica' })),
    })
  const redis = config.redisUrl
    ? new Redis(config.redisUrl, { maxRetriesPerRequest: 1, enableOfflineQueue: false })
    : undefined
  // Rate limits fall back to this process's own count while Redis is away; the connection mends itself.
  redis?.on(
    'error',
    connectionReport('redis', log, () => metrics.connectionErrors.inc({ to: 'redis' })),
  )
  const transport = config.smtpUrl
    ? smtpTransport(config.smtpUrl, config.mailFrom)
    : folderTransport(outboxFolder(config), config.mailFrom)
  const { $client: pool } = db
  const isWritable = writableProbe(pool, patience)
  const metrics = createMetrics({
    mailsWaiting: () => withinPatience(db.$count(mails, eq(mails.status, 'waiting')), COUNT_WITHIN_MS * patience, NaN),
    backupAge: () => withinPatience(backupAge(pool), COUNT_WITHIN_MS * patience, NaN),
    isWritable,
    isListening: () => changes.isListening,
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  })
  // Nothing is awaited before this, so that a lost connection is counted by the metrics.
  const secrets = await openSecrets(db, config.secretKey)
  await sealStored(db, secrets)
  config = { ...config, calendarDomain: await openCalendarDomain(db, config.calendarDomain) }
  const kinds = mailKinds(config, secrets)
  measureJobs(metrics.registry, db)
  measureMoney(metrics.registry, db, config.features.has('paid-events'))
  const jobs = createJobs({
    db,
    log,
    deps: () => deps,
    kinds: jobKinds,
    schedule,
    lanes: [
      mailLane({ kinds, transport, publicUrl: config.publicUrl, clock: () => deps.clock() }),
      ...lanes.map((open) => (surroundings: LaneSurroundings) => open(() => deps, surroundings)),
    ],
    onResult: countResults(metrics.registry),
  })
  const outside = openOutside(config.outgoingNetworks)
  const deps: Deps = {
    config,
    db,
    replica,
    log,
    secrets,
    jobs,
    mails: createMails(kinds),
    outside,
    push: pushService(outside),
    payments: await openPaymentProvider({
      mode: config.features.has('paid-events') ? config.payments : 'off',
      stripe: config.stripe,
      db,
      clock: () => deps.clock(),
      publicUrl: config.publicUrl,
    }),
    changes,
    metrics,
    personalTables,
    isWritable,
    clock: () => new Date(),
    storage: await openStorage(config, db),
    limits: config.rateLimits ? createRateLimits(redis, rates) : noRateLimits(rates),
    ...overrides,
  }
  const isNewDemo = config.demo && (await seedDemo(db, deps.storage, deps.clock()))
  if (isNewDemo) await seedSeries(db)
  if (config.demo && config.isLocal) await seedModerator(db, deps.clock())
  return {
    deps,
    ready,
    async close() {
      await deps.jobs.stop()
      transport.close()
      await changes.stop()
      metrics.stop()
      redis?.disconnect()
      await replica?.close()
      await pool.end()
    },
  }
}
