// The process: settings, database, listen, graceful stop.
import { access, constants, mkdir } from 'node:fs/promises'
import type { Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import { adviceOn, readConfig, SettingError, type Config } from './config.ts'
import { isDatabaseAway } from './db/database-away.ts'
import { startLocalPostgres, type LocalPostgres } from './db/embedded/postgres.ts'
import { demoAccounts, demoModerator } from './db/seed/demo-people.ts'
import { DEMO_PASSWORD } from './db/seed/seed.ts'
import { waitForDatabase } from './db/wait-for-database.ts'
import { drain } from './edge/drain.ts'
import { Gate } from './edge/gate.ts'
import { listen } from './edge/port-sockets.ts'
import { createLog } from './http/request-log.ts'
import { loadCities } from './modules/geo/queries.ts'
import { administratorSentence } from './modules/installation/module.ts'
import { openDeps } from './open-deps.ts'
import { BUILD } from './runtime/build.ts'
import { outliveErrors } from './runtime/outlive-errors.ts'
import { readOwnSite } from './site/own-site.ts'
import { releaseStartMemory } from './runtime/release-memory.ts'

const say = (line: string) => console.log(line)

// Exit within 5 seconds: 1.5 for connections to go, 2 for requests under way, the database the rest.
const FINISH_MS = 2_000
const STUCK_MS = 300

const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code

/** The database's own code where there is one; drizzle and the driver wrap it, and say some things without. */
function reasonOf(error: unknown): string {
  for (let e = error; e instanceof Error; e = e.cause) if (codeOf(e)) return codeOf(e) ?? ''
  return 'no answer'
}

const unusable = (error: unknown, setting = 'DATABASE_URL') =>
  new SettingError(`${setting} names a database that cannot be used (${reasonOf(error)}).`, { cause: error })

// No such database, nobody who may log in, not enough rights: for a person to mend, unlike a mistake in our SQL.
const isForOperator = (error: unknown) => isDatabaseAway(error) || /^(28|3D|42501)/.test(reasonOf(error))

/** Pictures and emails that are not sent are kept there; the embedded database looks at it by itself. */
async function requireDataFolder({ dataDir, s3, smtpUrl }: Config) {
  if (s3 && smtpUrl) return
  try {
    await mkdir(dataDir, { recursive: true })
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new SettingError(
      `The data folder ${dataDir} cannot be used (${codeOf(error)}): please change its owner or set DATA_DIR.`,
    )
  }
}

async function openEverything(config: Config, local: LocalPostgres | undefined) {
  const log = createLog(config.logLevel)
  if (local) return openDeps(config, local.url, log)
  await requireDataFolder(config)
  const url = config.databaseUrl ?? ''
  const addresses = { DATABASE_URL: url, DATABASE_DIRECT_URL: config.databaseDirectUrl }
  for (const [setting, address] of Object.entries(addresses)) {
    if (!address) continue
    await waitForDatabase(address, config.databaseWaitMs, say).catch((error: unknown) => {
      throw unusable(error, setting)
    })
  }
  try {
    return await openDeps(config, url, log)
  } catch (error) {
    throw isForOperator(error) ? unusable(error) : error
  }
}

/** Whether what has our port is Hooley too. */
const isOurs = async ({ host, port }: Config) => {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  const answer = fetch(`http://${name}:${port}/api/health`, { signal: AbortSignal.timeout(1_000) })
  const health = await answer.then((response) => response.json() as Promise<{ name?: string }>).catch(() => ({}))
  return 'name' in health && health.name === 'hooley'
}

async function listenError(error: unknown, config: Config): Promise<unknown> {
  const { host, port } = config
  const code = codeOf(error)
  if (code === 'EADDRINUSE' && (await isOurs(config)))
    return new SettingError(`Hooley is already running on port ${port}; stop it first, or set PORT to another.`)
  if (code === 'EADDRINUSE') return new SettingError(`PORT ${port} is already in use on ${host}; set PORT to another.`)
  if (code === 'EACCES') return new SettingError(`PORT ${port} may not be opened by this user; set PORT to another.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new SettingError(`HOST ${host} is not an address of this machine.`)
  }
  return error
}

interface Serving {
  stop: () => Promise<void>
  /** How to get the first administrator; null: there is one. */
  administrator: string | null
}

async function serve(config: Config, local: LocalPostgres | undefined, isDev: boolean): Promise<Serving> {
  const opened = await openEverything(config, local)
  const gate = new Gate(config)
  const app = await buildApp(opened.deps, {
    ready: opened.ready,
    gate,
    ownSite: readOwnSite(config),
    buildDir: fileURLToPath(new URL('../build', import.meta.url)),
    createDevRenderer: isDev ? (await import('./http/dev-renderer.ts')).createDevRenderer : undefined,
  })
  let sockets: Server[] = []
  const stop = async () => {
    await drain(sockets, gate, FINISH_MS)
    await Promise.race([app.close(), wait(STUCK_MS)])
    await Promise.race([opened.close(), wait(1_000)])
  }
  try {
    sockets = await listen(app, config)
  } catch (error) {
    await stop()
    throw await listenError(error, config)
  }
  outliveErrors(opened.deps.log, () => opened.deps.metrics.uncaughtErrors.inc())
  opened.deps.log.info(BUILD, 'started')
  opened.deps.jobs.start()
  setImmediate(() => {
    loadCities()
    releaseStartMemory()
  })
  return { stop, administrator: await administratorSentence(opened.deps) }
}

/** Everything up, or everything down again. */
async function start(config: Config, isDev: boolean): Promise<Serving> {
  const local = config.databaseUrl ? undefined : await startLocalPostgres({ dataDir: config.dataDir, log: say })
  try {
    const { stop, administrator } = await serve(config, local, isDev)
    const stopAll = async () => {
      await stop()
      await local?.stop()
    }
    return { stop: stopAll, administrator }
  } catch (error) {
    await local?.stop()
    throw error
  }
}

async function main() {
  const config = readConfig()
  // Before anything is opened: a colour that nobody can read stops the start.
  readOwnSite(config)
  const { stop, administrator } = await start(config, process.argv.includes('--dev'))
  let stopping: Promise<void> | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stopping ??= stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
  const shown = [...Object.values(demoAccounts), ...(config.isLocal ? [demoModerator] : [])]
  const accounts = new Intl.ListFormat('en-GB').format(shown.map(({ email }) => email))
  const shows = config.demo && config.demoSignIn !== 'nowhere'
  const demo = shows ? ` — demo accounts ${accounts}, password ${DEMO_PASSWORD}` : ''
  const more = shows && config.features.size === 0 ? '; FEATURES=all npm start shows every feature' : ''
  for (const sentence of [...adviceOn(config), administrator]) if (sentence) say(sentence)
  say(`Hooley is ready at ${config.publicUrl}${demo}${more}`)
}

/** Of the error and of what it wraps: what PostgreSQL's programs say, and codes of the system and of the database. */
function isDiskFull(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause)
    if (/ENOSPC|53100/.test(codeOf(e) ?? '') || /No space left on device/i.test(e.message)) return true
  return false
}

main().catch((error: unknown) => {
  // What a person can mend is one sentence; anything else is a defect of ours and shows where.
  if (isDiskFull(error))
    console.error('The disk of the database or of DATA_DIR is full: please make room and start again.')
  else console.error(error instanceof SettingError ? error.message : error)
  process.exit(1)
})
