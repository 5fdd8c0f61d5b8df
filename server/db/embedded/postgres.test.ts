import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdtemp, readFile, readdir, readlink, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, expect, test } from 'vitest'
import { findBinaries, restoreLibraryLinks } from './binaries.ts'
import { shareLock } from './lock.ts'
import { startLocalPostgres } from './postgres.ts'

// A first start takes a second here; a busy machine may need many. Three programs that create and start a PostgreSQL each: half a minute is not enough on a busy machine.

const STARTER = `
  const { startLocalPostgres } = await import(process.argv[1])
  const postgres = await startLocalPostgres({ dataDir: process.argv[2], log: () => {} })
  process.on('SIGTERM', () => postgres.stop().then(() => process.exit(0)))
  console.log(postgres.url)
  setInterval(() => {}, 1000)
`
const NOBODY = 65534
const isRoot = process.getuid?.() === 0
const canBeNobody = isRoot && spawnSync('test', ['-x', findBinaries()], { uid: NOBODY }).status === 0

const folders: string[] = []
const children: ChildProcess[] = []

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) {
    await until(async () => (await serversOf(folder)).length === 0)
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
})

async function newFolder(prefix = 'hooley-pg-') {
  const folder = await mkdtemp(path.join(tmpdir(), prefix))
  folders.push(folder)
  return folder
}

const madeOnce = mkdtemp(path.join(tmpdir(), 'hooley-pg-made-'))
let made: Promise<string> | undefined
afterAll(async () => rm(await madeOnce, { recursive: true, force: true }))

/** A copy of a database that was started and stopped once, for what happens later: making one takes a second of a core. */
async function folderInUse() {
  made ??= madeOnce.then(async (folder) => {
    await (await start(folder)).stop()
    return folder
  })
  const folder = await newFolder()
  // Owners are kept: PostgreSQL runs as the owner of its folder.
  const { status } = spawnSync('cp', ['-a', `${await made}/.`, folder])
  expect(status).toBe(0)
  return folder
}

const start = (dataDir: string) => startLocalPostgres({ dataDir, log: () => undefined })

function spawnStarter(dataDir: string, options: { uid?: number; gid?: number } = {}) {
  const module = new URL('./postgres.ts', import.meta.url).href
  const child = spawn(process.execPath, ['--input-type=module', '-e', STARTER, module, dataDir], {
    ...options,
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  const url = new Promise<string>((resolve, reject) => {
    let errors = ''
    child.stderr.on('data', (chunk) => (errors += String(chunk)))
    child.stdout.once('data', (chunk) => resolve(String(chunk).trim()))
    child.once('exit', () => reject(new Error(errors)))
  })
  url.catch(() => undefined)
  return { child, url, gone: new Promise((resolve) => child.once('exit', resolve)) }
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

async function until(condition: () => Promise<boolean>) {
  while (!(await condition())) await sleep(20)
}

/** Every process, postmaster or session, that works in the folder. */
async function serversOf(folder: string) {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const places = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')))
  return pids.filter((_, index) => places[index]?.startsWith(folder)).map(Number)
}

async function postmasterPid(dataDir: string) {
  return parseInt(await readFile(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'))
}

test('the first start creates a safe UTF-8 database and stop leaves no process', async () => {
  const dataDir = await newFolder('hooley pg ')
  const postgres = await start(dataDir)
  const settings = `SELECT current_setting(name) FROM unnest(ARRAY['fsync', 'TimeZone', 'server_encoding']) AS name`
  expect(await query(postgres.url, settings)).toEqual(['on', 'UTC', 'UTF8'])
  expect(await query(postgres.url, `SELECT lower('DÚN LAOGHAIRE'), current_database()`)).toEqual([
    'dún laoghaire',
    'hooley',
  ])
  await expect(query(postgres.url.replace(/:\w+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow('password')
  await postgres.stop()
  await postgres.stop()
  expect(await serversOf(dataDir)).toEqual([])
})

test('two processes share one server, and the last to stop ends it', async () => {
  const dataDir = await newFolder()
  const first = spawnStarter(dataDir)
  const second = spawnStarter(dataDir)
  const here = await start(dataDir)
  expect([await first.url, await second.url]).toEqual([here.url, here.url])

  first.child.kill('SIGTERM')
  expect(await first.gone).toBe(0)
  await here.stop()
  expect(await query(await second.url, 'SELECT 1')).toEqual([1])
  second.child.kill('SIGTERM')
  expect(await second.gone).toBe(0)
  expect(await serversOf(dataDir)).toEqual([])
})

test('after kill -9 the server ends by itself and committed rows are there at the next start', async () => {
  const dataDir = await folderInUse()
  const killed = spawnStarter(dataDir)
  await query(await killed.url, 'CREATE TABLE kept AS SELECT 7 AS value')
  killed.child.kill('SIGKILL')
  await until(async () => (await serversOf(dataDir)).length === 0)

  const postgres = await start(dataDir)
  expect(await query(postgres.url, 'SELECT value FROM kept')).toEqual([7])
  await postgres.stop()
})

test('a start right after kill -9 gets a working server and stops it', async () => {
  const dataDir = await folderInUse()
  const killed = spawnStarter(dataDir)
  await killed.url
  killed.child.kill('SIGKILL')
  const postgres = await start(dataDir)
  expect(await query(postgres.url, 'SELECT 1')).toEqual([1])
  await postgres.stop()
  expect(await serversOf(dataDir)).toEqual([])
})

test('kill -9 at any moment of the first start is repaired by the next', async () => {
  const dataDir = await newFolder()
  for (const moment of [/password/, /draft/, /cluster/]) {
    const killed = spawnStarter(dataDir)
    const folder = path.join(dataDir, 'postgres')
    await until(async () => existsSync(folder) && (await readdir(folder)).some((name) => moment.test(name)))
    killed.child.kill('SIGKILL')
    await killed.gone
  }
  const postgres = await start(dataDir)
  expect(await query(postgres.url, 'SELECT 1')).toEqual([1])
  await postgres.stop()
  expect(await readdir(path.join(dataDir, 'postgres'))).not.toContainEqual(expect.stringContaining('draft'))
})

test('after kill -9 of PostgreSQL itself, with a session at work, committed rows are recovered', async () => {
  const dataDir = await folderInUse()
  const before = await start(dataDir)
  await query(before.url, 'CREATE TABLE kept AS SELECT 7 AS value')
  const session = query(before.url, 'SELECT pg_sleep(60)').catch(() => undefined)
  process.kill(await postmasterPid(dataDir), 'SIGKILL')
  await before.stop()
  const after = await start(dataDir)
  expect(await query(after.url, 'SELECT value FROM kept')).toEqual([7])
  await after.stop()
  await session
})

test('the pid of a dead server may belong to a stranger', async () => {
  const dataDir = await folderInUse()
  const pidFile = path.join(dataDir, 'postgres/cluster/postmaster.pid')
  await writeFile(pidFile, `${process.pid}\n${dataDir}/postgres/cluster\n1\n1\n\n127.0.0.1\n1 1\nready\n`, {
    mode: 0o600,
  })
  const postgres = await start(dataDir)
  expect(await query(postgres.url, 'SELECT 1')).toEqual([1])
  await postgres.stop()
})

test('a server that is killed under its users comes back at the same address, with all that was committed', async () => {
  const dataDir = await folderInUse()
  const here = await start(dataDir)
  const beside = await start(dataDir)
  await query(here.url, 'CREATE TABLE kept AS SELECT 7 AS value')
  const killed = await postmasterPid(dataDir)
  const before = await serversOf(dataDir)
  process.kill(killed, 'SIGKILL')
  // The next one may be there before anybody has seen none.
  await until(async () => !(await serversOf(dataDir)).some((pid) => before.includes(pid)))
  await until(() =>
    query(here.url, 'SELECT 1').then(
      () => true,
      () => false,
    ),
  )
  expect(await query(beside.url, 'SELECT value FROM kept')).toEqual([7])
  expect(await postmasterPid(dataDir)).not.toBe(killed)
  const late = await start(dataDir)
  expect(late.url).toBe(here.url)
  await Promise.all([here.stop(), beside.stop(), late.stop()])
  expect(await serversOf(dataDir)).toEqual([])
})

test('a start beside users whose server is out of reach is refused', async () => {
  const dataDir = await folderInUse()
  // As another container would hold it, whose processes cannot be seen from here.
  const elsewhere = shareLock(path.join(dataDir, 'postgres/users.lock'))
  await expect(start(dataDir)).rejects.toThrow('please stop it first')
  elsewhere?.release()
})

test('a folder that cannot be used is named in one sentence', async () => {
  const dataDir = await newFolder()
  await writeFile(path.join(dataDir, 'postgres'), '')
  await expect(start(dataDir)).rejects.toThrow(/^The data folder .*postgres cannot be used .* set DATA_DIR\.$/)
})

test('library links that a blocked install script left out are made', async () => {
  const copy = await newFolder()
  await cp(path.join(findBinaries(), '../pg-symlinks.json'), path.join(copy, 'native/pg-symlinks.json'))
  await cp(path.join(findBinaries(), '../lib'), path.join(copy, 'native/lib'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  const link = path.join(copy, 'native/lib/libpq.so.5')
  await unlink(link)
  restoreLibraryLinks(copy)
  expect(await readlink(link)).toMatch(/^libpq\.so\.5\.\d+$/)
})

// Only root can become somebody else, and nobody must be able to read the project's folder.
test.runIf(canBeNobody)(
  'a normal user starts it, and root may go on with the same folder and give it back',
  async () => {
    const dataDir = path.join(await newFolder(), 'data')
    await chmod(path.dirname(dataDir), 0o777)
    const asNobody = { uid: NOBODY, gid: NOBODY }
    const first = spawnStarter(dataDir, asNobody)
    await query(await first.url, 'CREATE TABLE kept AS SELECT 7 AS value')
    const root = await start(dataDir)
    expect(root.url).toBe(await first.url)
    first.child.kill('SIGTERM')
    expect(await first.gone).toBe(0)
    await root.stop()

    await (await start(dataDir)).stop()
    const again = spawnStarter(dataDir, asNobody)
    expect(await query(await again.url, 'SELECT value FROM kept')).toEqual([7])
    again.child.kill('SIGTERM')
    expect(await again.gone).toBe(0)
    expect(await serversOf(dataDir)).toEqual([])
  },
)
