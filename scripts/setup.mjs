// Runs before anything is installed, so: plain JavaScript, Node 20, built-ins only.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const MODES = ['start', 'dev', 'test', 'bench', 'trust']
const NEWEST_TOO_OLD = [22, 21]
// No install and no build takes this long: the pid in the lock belongs to a stranger by now.
const LOCK_LIFETIME_MS = 15 * 60_000
const INSTALL_STAMP = 'node_modules/.hooley-install'
const BUILD_STAMP = 'build/.hooley-build'
const INSTALL_SOURCES = ['package.json', 'package-lock.json']
const PROGRAM_STAMP = 'build/.hooley-program'
const PROGRAM_SOURCES = ['server', 'contract', 'package-lock.json', 'scripts/build-program.ts']
const BUILD_SOURCES = [
  ...['app', 'contract', 'public', 'package-lock.json'],
  ...['vite.config.ts', 'react-router.config.ts', 'tsconfig.json', 'scripts/build-door.ts'],
]
const BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const REDIS = { file: '/usr/bin/redis-server', debian: 'redis-server' }
const PROGRAMS = {
  test: [REDIS],
  trust: [REDIS, { file: '/usr/sbin/nginx', debian: 'nginx-light' }, { file: '/usr/sbin/varnishd', debian: 'varnish' }],
  bench: [
    { file: '/usr/bin/h2load', debian: 'nghttp2-client' },
    { file: '/usr/bin/pgbench', debian: 'postgresql' },
  ],
}

// The cluster of `trust -- failover` and the backups of `trust -- pitr`; where one cannot be had, they are skipped by name.
const CLUSTER = [
  { file: '/usr/bin/patroni', debian: 'patroni' },
  { file: '/usr/bin/etcd', debian: 'etcd-server' },
  { file: '/usr/lib/python3/dist-packages/etcd/__init__.py', debian: 'python3-etcd' },
  { file: '/usr/sbin/haproxy', debian: 'haproxy' },
  { file: '/usr/lib/postgresql', debian: 'postgresql' },
  { file: '/usr/bin/pgbackrest', debian: 'pgbackrest' },
]
const OPTIONAL = { trust: CLUSTER }

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const lockName = createHash('sha256').update(root).digest('hex').slice(0, 16)
// Outside of the project: npm ci deletes node_modules, and git should see nothing of it.
const lockFile = path.join(os.tmpdir(), `hooley-setup-${os.userInfo().uid}-${lockName}`)
let working = null
let interrupted = 0

class SetupError extends Error {}

function hashOf(sources) {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`)
  const add = (name) => {
    const file = path.join(root, name)
    if (!existsSync(file)) return
    try {
      hash.update(`\0${name}\0`).update(readFileSync(file))
    } catch (error) {
      if (error.code !== 'EISDIR') throw error
      for (const entry of readdirSync(file).sort()) add(`${name}/${entry}`)
    }
  }
  sources.forEach(add)
  return hash.digest('hex')
}

const isStamped = (stamp, hash) =>
  existsSync(path.join(root, stamp)) && readFileSync(path.join(root, stamp), 'utf8') === hash

/** The stamp goes first and comes back last, so a work that failed or was killed is done again. */
async function unlessStamped(stamp, hash, work) {
  if (isStamped(stamp, hash)) return
  rmSync(path.join(root, stamp), { force: true })
  await work()
  mkdirSync(path.dirname(path.join(root, stamp)), { recursive: true })
  writeFileSync(path.join(root, stamp), hash)
}

const readJson = (name) => {
  try {
    return JSON.parse(readFileSync(path.join(root, name), 'utf8'))
  } catch {
    return null
  }
}

/** Whether `npm ci` has been run by hand: npm notes what it installed, and what is only for other systems is left out. */
function isInstalled() {
  const wanted = readJson('package-lock.json')?.packages ?? {}
  const found = readJson('node_modules/.package-lock.json')?.packages ?? {}
  const ours = Object.keys(wanted['']?.optionalDependencies ?? {}).map((name) => `node_modules/${name}`)
  const isForHere = ({ os: systems, cpu }) =>
    (systems?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true)
  const isNeeded = (name, entry) =>
    name !== '' && (ours.includes(name) ? isForHere(entry) : !entry.optional && !entry.devOptional)
  return Object.entries(wanted).every(
    ([name, entry]) =>
      !isNeeded(name, entry) || (found[name]?.version === entry.version && existsSync(path.join(root, name))),
  )
}

async function install() {
  if (isInstalled()) return
  console.log('Installing packages (about a minute the first time) …')
  // NODE_ENV=production must not leave out what the build needs.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  await runNpm(args, 'The packages could not be installed: the lines above say why.')
}

async function build() {
  console.log('Building the pages …')
  await runNpm(['run', 'build:pages'], 'The pages could not be built: the lines above say why.', {
    NODE_ENV: 'production',
  })
}

async function buildProgram() {
  console.log('Building the server …')
  await runNpm(['run', 'build:program'], 'The server could not be built: the lines above say why.')
}

async function runNpm(args, failure, env = {}) {
  // The Node that runs npm itself: the one in node_modules would be deleted by npm ci while it works.
  const { npm_execpath: npm = '', npm_node_execpath: node = process.execPath } = process.env
  const isNpm = npm.endsWith('npm-cli.js')
  await run(isNpm ? node : 'npm', isNpm ? [npm, ...args] : args, failure, env)
}

async function run(command, args, failure, env = {}) {
  // A separate process group, so that the lock can tell whether anything of a killed set-up is still at work.
  const options = { cwd: root, env: { ...process.env, ...env }, detached: true, stdio: ['ignore', 'pipe', 'pipe'] }
  const child = spawn(command, args, options)
  working = child.pid ?? null
  if (working && existsSync(lockFile)) writeFileSync(lockFile, JSON.stringify({ pid: process.pid, group: working }))
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const code = await new Promise((resolve) => child.on('error', () => resolve(127)).on('close', resolve))
  working = null
  if (code === 0 && !interrupted) return
  if (!interrupted) process.stderr.write(output)
  throw new SetupError(failure)
}

function isAlive(pid) {
  try {
    return pid ? process.kill(pid, 0) : false
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Two starts on a fresh clone: one installs, the other waits. */
async function withLock(work) {
  for (let told = false; !tryLock(); await sleep(200)) {
    if (!told) console.log('Waiting for another set-up of this folder …')
    told = true
  }
  try {
    await work()
  } finally {
    rmSync(lockFile, { force: true })
  }
}

function tryLock() {
  const draft = `${lockFile}-${process.pid}`
  writeFileSync(draft, JSON.stringify({ pid: process.pid, group: 0 }))
  try {
    // A link appears with its content or not at all, so nobody reads a lock that names no owner yet.
    linkSync(draft, lockFile)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    removeDeadLock()
    return false
  } finally {
    rmSync(draft, { force: true })
  }
}

function removeDeadLock() {
  const before = readLock(lockFile)
  const isFresh = () => Date.now() - statSync(lockFile).mtimeMs < LOCK_LIFETIME_MS
  if (!before || ((isAlive(before.pid) || isAlive(-before.group)) && isFresh())) return
  const aside = `${lockFile}-${process.pid}-dead`
  try {
    renameSync(lockFile, aside)
    // Somebody else was faster and this is already a living one's: give it back.
    if (readLock(aside)?.pid !== before.pid) linkSync(aside, lockFile)
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

function requireNode() {
  const packaged = path.join(root, 'node_modules/.bin/node')
  const found = existsSync(packaged)
    ? spawnSync(packaged, ['--version'], { encoding: 'utf8' }).stdout?.trim()
    : process.version
  const [major = 0, minor = 0] = (found ?? '').replace('v', '').split('.').map(Number)
  const [tooOldMajor, tooOldMinor] = NEWEST_TOO_OLD
  if (major > tooOldMajor || (major === tooOldMajor && minor > tooOldMinor)) return
  throw new SetupError(
    `Hooley needs Node 22.22 or newer and this is ${found || 'a system on which the packaged Node does not run'}: please install it from https://nodejs.org.`,
  )
}

async function requireBrowser() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen && !existsSync(chosen)) throw new SetupError(`CHROMIUM_PATH names ${chosen}, which does not exist.`)
  if (chosen || BROWSERS.some((file) => existsSync(file))) return
  const advice =
    'The tests need Chromium: please install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH.'
  if (!canInstall()) throw new SetupError(advice)
  console.log('Installing Chromium for the tests …')
  // Without windows, toolbars and sound: a third less of the processor, and of the download.
  await installPackages(['chromium-headless-shell'], advice).catch((error) => {
    if (interrupted) throw error
    // Not every system has it.
    return installPackages(['chromium'], advice)
  })
  if (!BROWSERS.some((file) => existsSync(file))) throw new SetupError(advice)
}

/** What needs one of them says so by itself when it is not there. */
async function tryPrograms(programs) {
  const missing = programs.filter(({ file }) => !existsSync(file)).map(({ debian }) => debian)
  if (missing.length === 0 || !canInstall()) return
  console.log(`Installing ${missing.join(', ')} …`)
  await installPackages(missing, `${missing.join(', ')} could not be installed: the lines above say why.`)
}

/** One after the other: a system that lacks one of them may have the rest. */
async function tryOptional(programs) {
  for (const program of programs) {
    await tryPrograms([program]).catch((error) => {
      if (interrupted || !(error instanceof SetupError)) throw error
      console.log(`${program.debian} cannot be had here: what needs it is skipped.`)
    })
  }
}

const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']

function canInstall() {
  const [command, ...args] = [...sudo, 'apt-get', '--version']
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

async function installPackages(names, failure) {
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...names]]) {
    const [command, ...rest] = [...sudo, 'apt-get', '-o', 'DPkg::Lock::Timeout=300', '-q', ...args]
    await run(command, rest, failure, { DEBIAN_FRONTEND: 'noninteractive' })
  }
}

async function setUp(mode) {
  if (!MODES.includes(mode)) throw new SetupError(`Usage: node scripts/setup.mjs ${MODES.join('|')}`)
  const steps = [[INSTALL_STAMP, INSTALL_SOURCES, install]]
  if (mode !== 'dev') steps.push([BUILD_STAMP, BUILD_SOURCES, build], [PROGRAM_STAMP, PROGRAM_SOURCES, buildProgram])
  if (!steps.every(([stamp, sources]) => isStamped(stamp, hashOf(sources)))) {
    await withLock(async () => {
      for (const [stamp, sources, work] of steps) {
        await unlessStamped(stamp, hashOf(sources), work)
        requireNode()
      }
    })
  }
  requireNode()
  if (mode === 'test' || mode === 'bench') await requireBrowser()
  await tryPrograms(PROGRAMS[mode] ?? [])
  await tryOptional(OPTIONAL[mode] ?? [])
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
]) {
  process.on(signal, () => {
    interrupted = code
    if (!working || !isAlive(-working)) process.exit(code)
    // Its end ends us, lock removed: a start right after this one must not meet a half-dead npm.
    process.kill(-working, signal)
  })
}

/** What a person can mend is one sentence. Anything else is a fault of this script, and its stack is what helps then. */
function explain(error) {
  if (error instanceof SetupError) return error.message
  if (error.code === 'ENOSPC') return 'The disk is full: please make room and start again.'
  if (['EACCES', 'EPERM', 'EROFS'].includes(error.code))
    return `${error.path ?? root} cannot be written to by this user: please change its owner, or run npm as the owner.`
  return error
}

try {
  await setUp(process.argv[2])
} catch (error) {
  if (!interrupted) console.error(explain(error))
  process.exitCode = interrupted || 1
}
