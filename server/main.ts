// The process: settings, database, listen, graceful stop.
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import { readConfig, SettingError, type Config } from './config.ts'
import { startLocalPostgres } from './db/local-postgres.ts'
import { DEMO_PASSWORD } from './db/seed/seed.ts'
import { demoAccounts } from './db/seed/demo-people.ts'
import { createLog } from './http/request-log.ts'
import { loadCities } from './modules/geo/queries.ts'
import { openDeps } from './open-deps.ts'

const say = (line: string) => console.log(line)

// Exit within 5 seconds: requests get 3, the database the rest.
const DRAIN_MS = 3_000

async function start(config: Config, isDev: boolean) {
  const log = createLog(config.logLevel)
  const local = config.databaseUrl ? undefined : await startLocalPostgres({ dataDir: config.dataDir, log: say })
  const opened = await openDeps(config, config.databaseUrl ?? local?.url ?? '', log)
  const buildDir = fileURLToPath(new URL('../build', import.meta.url))
  const createDevRenderer = isDev ? (await import('./http/dev-renderer.ts')).createDevRenderer : undefined
  const app = await buildApp(opened.deps, { ready: opened.ready, buildDir, createDevRenderer })
  let stopping: Promise<void> | undefined

  const stop = () =>
    (stopping ??= (async () => {
      await Promise.race([app.close(), wait(DRAIN_MS)])
      await Promise.race([opened.close(), wait(1_000)])
      await local?.stop()
    })())

  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    await stop()
    if ((error as { code?: string }).code === 'EADDRINUSE')
      throw new SettingError(`PORT ${config.port} is already in use on ${config.host}; set PORT to another one.`)
    if ((error as { code?: string }).code === 'EADDRNOTAVAIL' || (error as { code?: string }).code === 'ENOTFOUND')
      throw new SettingError(`HOST ${config.host} is not an address of this machine.`)
    throw error
  }
  opened.deps.outbox.start()
  setImmediate(loadCities)
  return { stop, address: app.addresses()[0] }
}

async function main() {
  const config = readConfig()
  const { stop } = await start(config, process.argv.includes('--dev'))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
  const accounts = Object.values(demoAccounts).map((account) => account.email)
  say(
    `Hooley is ready at ${config.publicUrl}${config.demo ? ` — demo accounts ${accounts.join(' and ')}, password ${DEMO_PASSWORD}` : ''}`,
  )
}

main().catch((error: unknown) => {
  // A wrong setting or a missing database is a sentence; anything else is a defect and shows where.
  const isSentence =
    error instanceof SettingError || (error instanceof Error && !('code' in error) && !(error instanceof TypeError))
  console.error(isSentence ? error.message : error)
  process.exit(1)
})
