// `WORKERS=2` and more: this process starts so many of process.ts, and keeps what there must be one of: the embedded
// database, and the counts of limits. It serves nothing itself, so that nothing from outside reaches it.
import cluster from 'node:cluster'
import { readConfig, SettingError, type Config } from '../config.ts'
import { startLocalPostgres } from '../db/embedded/postgres.ts'
import { createRateLimits } from '../http/rate-limits.ts'
import { createLog } from '../http/request-log.ts'
import { outliveErrors } from '../runtime/outlive-errors.ts'
import { Crew, StartFailed } from './crew.ts'
import { connectionsOfAll } from './crewmate.ts'
import { WORKER_FLAG } from './messages.ts'

const say = (line: string) => console.log(line)

// Enough for a backup and a look inside beside them, as PostgreSQL's own default.
const LEAST_CONNECTIONS = 100

const startEmbedded = (config: Config) =>
  startLocalPostgres({
    dataDir: config.dataDir,
    log: say,
    settings: { max_connections: String(Math.max(LEAST_CONNECTIONS, connectionsOfAll(config))) },
  })

async function main() {
  const config = readConfig()
  const log = createLog(config.logLevel)
  const local = config.databaseUrl ? undefined : await startEmbedded(config)
  cluster.setupPrimary({ args: [WORKER_FLAG] })
  const crew = new Crew({
    size: config.workers,
    fork: () => cluster.fork(),
    databaseUrl: local?.url,
    limits: createRateLimits(undefined),
    log,
  })
  const stop = async () => {
    await crew.stop()
    await local?.stop()
  }
  let stopping: Promise<void> | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stopping ??= stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
  try {
    say(await crew.start())
  } catch (error) {
    if (stopping) return
    await stop()
    throw error
  }
  outliveErrors(log)
}

main().catch((error: unknown) => {
  // A worker that could not start has said why.
  if (!(error instanceof StartFailed)) console.error(error instanceof SettingError ? error.message : error)
  process.exit(1)
})
