import { spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile, rename, rm, stat } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { SettingError } from '../../config.ts'
import { CHILD_ENV } from './binaries.ts'
import type { Programs } from './cluster.ts'
import { giveToOwner } from './lock.ts'
import { commandLineOf, sendSignal } from './process.ts'

export type Server = { pid: number; port: number }

const LOG_LIMIT_BYTES = 10_000_000
// Crash recovery after a kill takes seconds, on a very busy machine a minute; three mean that something is wrong.
const READY_TIMEOUT_MS = 180_000
const WRONG_PASSWORD = '28P01'
// A port snatched by another program; the last sessions of a killed postmaster; an orphan that was just starting.
const PASSING_TROUBLE = /Address already in use|still in use|already exists/
const RETRY_TIMEOUT_MS = 60_000

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  // A socket's path may have 107 bytes at most, and the data folder's path may be longer.
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  wal_compression: 'on',
  // Our queries are short: compiling them costs more than it saves.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
}

/** The postmaster that serves this folder, no matter who started it; null when there is none. */
export async function findServer(folder: string): Promise<Server | null> {
  const pidFile = await readFile(path.join(folder, 'cluster', 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port] = pidFile.split('\n').map(Number)
  return pid && port && (await isServerOf(folder, pid)) ? { pid, port } : null
}

/** The command line tells our postmaster from a stranger that was given the pid of a dead one. */
async function isServerOf(folder: string, pid: number): Promise<boolean> {
  return (await commandLineOf(pid)).includes(` -D ${path.join(folder, 'cluster')} `)
}

/** True once it takes queries, false when it ended before that. */
async function waitUntilReady(
  folder: string,
  url: string,
  isAlive: () => Promise<boolean> | boolean,
): Promise<boolean> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (await isAlive()) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
    // Without a listener, a server that dies between connect and end would end our process too.
    client.on('error', () => undefined)
    const error = await client.connect().then(
      () => client.end(),
      (reason: Error & { code?: string }) => reason,
    )
    if (!error) return true
    if (error.code === WRONG_PASSWORD || Date.now() > deadline) {
      throw new SettingError(`PostgreSQL in ${folder} does not let us in: ${error.message}.`)
    }
    await sleep(25)
  }
  return false
}

/** Uses the folder's running server, be it shared or an orphan, or starts one. */
export async function findOrLaunchServer(
  folder: string,
  programs: Programs,
  urlFor: (port: number) => string,
  port?: number,
) {
  const deadline = Date.now() + RETRY_TIMEOUT_MS
  const logFile = path.join(folder, 'log')
  for (;;) {
    const running = await findServer(folder)
    if (running && (await waitUntilReady(folder, urlFor(running.port), () => isServerOf(folder, running.pid))))
      return { ...running, launched: false }

    await removeStrangersPidFile(folder)
    if ((await sizeOf(logFile)) > LOG_LIMIT_BYTES) await rename(logFile, `${logFile}.1`)
    const logStart = await sizeOf(logFile)
    const { hasEnded, ...server } = await spawnServer(folder, programs, port ?? (await findFreePort()))
    if (await waitUntilReady(folder, urlFor(server.port), () => !hasEnded())) return { ...server, launched: true }

    const complaint = (await readFile(logFile)).subarray(logStart).toString().trim()
    if (Date.now() > deadline || !PASSING_TROUBLE.test(complaint)) {
      const reason = /FATAL:\s+(.*)/.exec(complaint)?.[1] ?? complaint
      throw new SettingError(`PostgreSQL does not start: ${reason} (more in ${logFile}).`)
    }
    await sleep(100)
  }
}

/**
 * PostgreSQL refuses to start while the pid in its file belongs to any live process, and after a restart of a
 * container that is often a stranger. Sessions left over from a killed postmaster still stop a second start: they
 * hold its shared memory, which PostgreSQL checks apart from this file.
 */
async function removeStrangersPidFile(folder: string): Promise<void> {
  if (!(await findServer(folder))) await rm(path.join(folder, 'cluster', 'postmaster.pid'), { force: true })
}

async function spawnServer(folder: string, programs: Programs, port: number) {
  const cluster = path.join(folder, 'cluster')
  const settings = Object.entries({ ...SETTINGS, ...programs.settings, port }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const [command = '', ...args] = [...programs.prefix, path.join(programs.binDir, 'postgres'), '-D', cluster]
  const log = openSync(path.join(folder, 'log'), 'a', 0o600)
  giveToOwner(folder, path.join(folder, 'log'))
  try {
    // Detached: Ctrl-C goes to our whole process group, and the requests under way still need the database.
    const stdio: StdioOptions = ['ignore', log, log]
    const child = spawn(command, [...args, ...settings], { env: CHILD_ENV, cwd: '/', detached: true, stdio })
    await once(child, 'spawn')
    child.unref()
    // Asked of the child itself: while one program gives way to the next (unshare to postgres) its command line is empty.
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null
    return { pid: child.pid as number, port, hasEnded }
  } finally {
    closeSync(log)
  }
}

/** SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one, from which it recovers at the next start. */
export async function stopServer(folder: string): Promise<void> {
  const steps = [
    ['SIGINT', 3500],
    ['SIGQUIT', 500],
    ['SIGKILL', 500],
  ] as const
  const server = await findServer(folder)
  if (!server) return
  for (const [signal, patienceMs] of steps) {
    const deadline = Date.now() + patienceMs
    sendSignal(server.pid, signal)
    while (Date.now() < deadline) {
      if (!(await isServerOf(folder, server.pid))) return
      await sleep(10)
    }
  }
}

const sizeOf = (file: string) =>
  stat(file).then(
    (found) => found.size,
    () => 0,
  )

async function findFreePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
