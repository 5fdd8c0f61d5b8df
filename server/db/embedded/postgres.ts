import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { access, constants, mkdir, realpath } from 'node:fs/promises'
import { Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { SettingError } from '../../config.ts'
import { CHILD_ENV, findBinaries, findPrefix } from './binaries.ts'
import { createCluster, DATABASE, readOrCreatePassword } from './cluster.ts'
import { giveToOwner, shareLock, tryExclusiveLock, waitForExclusiveLock, type Lock } from './lock.ts'
import { findOrLaunchServer, findServer, stopServer } from './server.ts'
import { supervise, type Supervisor } from './supervisor.ts'

export type LocalPostgres = { url: string; binDir: string; stop(): Promise<void> }

type Watchdog = { dismiss(): void }

// Longer than a first start beside us, recovery included; shorter than a person's patience.
const TURN_TIMEOUT_MS = 90_000
// A stop has five seconds in all, and PostgreSQL may need four of them.
const STOP_TURN_TIMEOUT_MS = 800
// A process whose server was killed starts it again within a second; crash recovery may take some more.
const OUT_OF_REACH_MS = 5_000

/**
 * A real PostgreSQL under `<dataDir>/postgres`. Processes with the same folder share one server; the last to stop ends
 * it. Every change of that state happens under `turn.lock`; every user holds a share of `users.lock`.
 */
export async function startLocalPostgres(options: {
  dataDir: string
  log: (line: string) => void
  settings?: Record<string, string>
}): Promise<LocalPostgres> {
  const binDir = findBinaries()
  const folder = await openFolder(options.dataDir)
  const turn = await takeTurn(folder)
  const watchdog = spawnWatchdog(folder)
  let users: Lock | null = null
  try {
    users = shareLock(usersLock(folder))
    giveToOwner(folder, turnLock(folder), usersLock(folder))
    const programs = { binDir, prefix: await findPrefix(binDir, folder), settings: options.settings }
    const password = await readOrCreatePassword(folder)
    const urlFor = (port: number) => `postgres://${DATABASE}:${password}@127.0.0.1:${port}/${DATABASE}`
    if (!existsSync(path.join(folder, 'cluster'))) {
      options.log('Creating the database …')
      await createCluster(folder, programs)
    }
    const server = await findOrLaunchServer(folder, programs, urlFor)
    options.log(server.launched ? 'PostgreSQL started.' : 'PostgreSQL was already running and is used.')
    turn.release()

    const supervisor = supervise({
      isAlive: async () => (await findServer(folder)) !== null,
      relaunch: async () => {
        // The same port: addresses that were given out stay right.
        if (await relaunch(folder, () => findOrLaunchServer(folder, programs, urlFor, server.port)))
          options.log('PostgreSQL was gone and is started again.')
      },
    })
    let stopped: Promise<void> | undefined
    return { url: urlFor(server.port), binDir, stop: () => (stopped ??= leave(folder, users, watchdog, supervisor)) }
  } catch (error) {
    turn.release()
    await leave(folder, users, watchdog)
    throw error
  }
}

async function leave(folder: string, users: Lock | null, watchdog: Watchdog, supervisor?: Supervisor): Promise<void> {
  await supervisor?.stop()
  users?.release()
  await stopIfUnused(folder, STOP_TURN_TIMEOUT_MS)
  watchdog.dismiss()
}

/**
 * Somebody uses this folder, yet no server of it is to be seen: it was killed, and they will start it again; or it
 * runs in another container, where a second server would not notice it and destroy the data.
 */
async function takeTurn(folder: string): Promise<Lock> {
  const deadline = Date.now() + OUT_OF_REACH_MS
  for (;;) {
    const turn = await waitForExclusiveLock(turnLock(folder), TURN_TIMEOUT_MS)
    if (!turn) throw new SettingError(`Another process has been starting the database in ${folder} for too long.`)
    const alone = tryExclusiveLock(usersLock(folder))
    alone?.release()
    if (alone || (await findServer(folder))) return turn
    turn.release()
    if (Date.now() > deadline) {
      throw new SettingError(
        `Another Hooley process uses ${folder} with a database that cannot be reached: please stop it first.`,
      )
    }
    await sleep(100)
  }
}

/** Says whether it was us; of several processes that use the folder the first to have the turn starts it again. */
async function relaunch(folder: string, launch: () => Promise<{ launched: boolean }>): Promise<boolean> {
  const turn = tryExclusiveLock(turnLock(folder))
  if (!turn) return false
  try {
    return (await launch()).launched
  } finally {
    turn.release()
  }
}

/** The process that holds the turn is starting or stopping the server, and so becomes the one that ends it. */
export async function stopIfUnused(folder: string, turnTimeoutMs: number): Promise<void> {
  const turn = await waitForExclusiveLock(turnLock(folder), turnTimeoutMs)
  if (!turn) return
  const onlyUs = tryExclusiveLock(usersLock(folder))
  try {
    if (onlyUs) await stopServer(folder)
  } finally {
    onlyUs?.release()
    turn.release()
  }
}

const turnLock = (folder: string) => path.join(folder, 'turn.lock')
const usersLock = (folder: string) => path.join(folder, 'users.lock')

async function openFolder(dataDir: string): Promise<string> {
  const folder = path.resolve(dataDir, 'postgres')
  try {
    await mkdir(dataDir, { recursive: true })
    if (await mkdir(folder, { recursive: true, mode: 0o700 })) giveToOwner(dataDir, folder)
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    // One name for one folder, whatever links lead to it: the server is recognised by its command line.
    return await realpath(folder)
  } catch (error) {
    throw new SettingError(
      `The data folder ${folder} cannot be used (${(error as Error).message}): please set DATA_DIR.`,
    )
  }
}

/**
 * Killed with -9 we cannot stop the server. A shell waits at a pipe for that: a line means that all is done, the pipe's
 * end that we are dead. A shell, because it waits with 1 MB where a second Node takes 45.
 */
function spawnWatchdog(folder: string): Watchdog {
  const script = fileURLToPath(new URL('./watchdog.ts', import.meta.url))
  const args = ['-c', 'read -r line || exec "$@"', 'sh', process.execPath, script, folder]
  const child = spawn('sh', args, { env: CHILD_ENV, cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  // A lost watchdog only means that the next start, not the shell, finds what a kill left behind.
  child.on('error', () => undefined).unref()
  child.stdin.on('error', () => undefined)
  if (child.stdin instanceof Socket) child.stdin.unref()
  return { dismiss: () => child.stdin.end('done\n') }
}
