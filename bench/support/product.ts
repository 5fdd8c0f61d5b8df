// The product as process.ts starts it, on the benchmark's database; the cache can be taken away.
import { fileURLToPath } from 'node:url'
import { buildApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { Gate } from '../../server/edge/gate.ts'
import { ReadyBytes } from '../../server/cache/ready-bytes.ts'
import { createLog } from '../../server/http/request-log.ts'
import { openDeps } from '../../server/open-deps.ts'
import { serveWithoutScripts } from './without-scripts.ts'
import { answerParent, argumentOf } from './messages.ts'

export interface ProductOptions {
  databaseUrl: string
  dataDir: string
  /** Emails are sent (into the folder) as well. */
  withMails?: boolean
  /** Without the cache: every answer is made each time. */
  withoutCache?: boolean
  /** For what one address or account would never be allowed to do; the row says so. */
  withoutLimits?: boolean
  env?: Record<string, string>
}

const { databaseUrl, dataDir, withoutCache, withoutLimits, withMails, env } = argumentOf<ProductOptions>()
const config = readConfig({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  RATE_LIMITS: withoutLimits ? 'off' : 'on',
  // Each person has an address, sent as x-forwarded-for as our proxy would.
  TRUST_PROXY: '1',
  LOG_LEVEL: 'silent',
  PORT: '3999',
  ...env,
})
const opened = await openDeps(config, databaseUrl, createLog(config.logLevel))
const ready = withoutCache ? new ReadyBytes({ maxAgeMs: 0 }) : opened.ready
const app = await buildApp(opened.deps, {
  ready,
  gate: new Gate(config),
  buildDir: fileURLToPath(new URL('../../build', import.meta.url)),
})
serveWithoutScripts(app)
await app.listen({ host: '127.0.0.1', port: 0 })
if (withMails) opened.deps.jobs.start()

process.on('SIGTERM', () => {
  void app
    .close()
    .then(() => opened.close())
    .then(() => process.exit(0))
})

answerParent(
  {
    cpu: () => process.cpuUsage(),
    memory: () => process.memoryUsage.rss(),
    forget: () => ready.clear(),
  },
  app.server.address(),
)
