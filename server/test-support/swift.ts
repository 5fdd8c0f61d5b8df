// A real S3 server for one test: OpenStack Swift with its S3 API, from Debian's packages, on loopback.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const PACKAGES = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached']
const isInstalled = () => existsSync('/usr/bin/swift-proxy-server') && existsSync('/usr/bin/memcached')

/** Root may install it (7 MB); everybody else is told what to install. */
export function swiftIsThere(): boolean {
  if (isInstalled()) return true
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = () => spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...PACKAGES], { env })
  if (install().status !== 0) {
    spawnSync('apt-get', ['update'], { env })
    install()
  }
  return isInstalled()
}

export interface Swift {
  endpoint: string
  accessKeyId: string
  secretAccessKey: string
  stop(): Promise<void>
}

const common = (folder: string, port: number) => `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
disable_fallocate = true
workers = 0
log_address = ${folder}/no-syslog
`

const storageServer = (folder: string, kind: string, port: number) => `${common(folder, port)}
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`

// The same user in both notations of tempauth: account test, user tester.
const proxyServer = (folder: string, port: number, memcachePort: number) => `${common(folder, port)}
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memcachePort}
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
auth_pipeline_check = false
${['catch_errors', 'gatekeeper', 'healthcheck', 'listing_formats', 'copy', 'slo', 'dlo']
  .map((name) => `[filter:${name}]\nuse = egg:swift#${name}`)
  .join('\n')}
`

// One process for the three rings: the ring builder's own command would be started nine times.
const RINGS = `
import sys
from swift.common.ring import RingBuilder
folder = sys.argv[1]
for kind, port in zip(('account', 'container', 'object'), sys.argv[2:]):
    ring = RingBuilder(2, 1, 0)
    ring.add_dev(dict(region=1, zone=1, ip='127.0.0.1', port=int(port), replication_ip='127.0.0.1',
                      replication_port=int(port), device='disk', weight=1, meta=''))
    ring.rebalance()
    ring.get_ring().save(f'{folder}/{kind}.ring.gz')
`

/** Any answer will do: the proxy is there before the servers behind it, and on a busy machine long before. */
async function answers(ports: number[], processes: ChildProcess[], said: () => string) {
  const isUp = (port: number) =>
    fetch(`http://127.0.0.1:${port}/healthcheck`).then(
      () => true,
      () => false,
    )
  const deadline = Date.now() + 100_000
  while (Date.now() < deadline && processes.every((child) => child.exitCode === null)) {
    if ((await Promise.all(ports.map(isUp))).every(Boolean)) return
    await wait(100)
  }
  throw new Error(`Swift does not answer: ${said().slice(-2000)}`)
}

export async function startSwift(): Promise<Swift> {
  const folder = await mkdtemp(join(tmpdir(), 'hooley-swift-'))
  await mkdir(join(folder, 'devices/disk'), { recursive: true })
  const kinds = ['account', 'container', 'object']
  const ports = [await freePort(), await freePort(), await freePort()]
  const [proxyPort, memcachePort] = [await freePort(), await freePort()]
  const made = spawnSync('/usr/bin/python3', ['-c', RINGS, folder, ...ports.map(String)], { encoding: 'utf8' })
  if (made.status !== 0) throw new Error(made.stderr)

  let said = ''
  const processes: ChildProcess[] = []
  const run = (command: string, args: string[]) => {
    const child = spawn(command, args)
    child.stdout.on('data', (text: Buffer) => (said += text.toString()))
    child.stderr.on('data', (text: Buffer) => (said += text.toString()))
    processes.push(child)
  }
  const start = async (kind: string, conf: string) => {
    const file = join(folder, `${kind}-server.conf`)
    await writeFile(file, conf)
    run('/usr/bin/python3', [`/usr/bin/swift-${kind}-server`, file, '-v'])
  }
  run('/usr/bin/memcached', ['-l', '127.0.0.1', '-p', String(memcachePort), '-U', '0', '-u', 'nobody'])
  for (const [index, kind] of kinds.entries()) await start(kind, storageServer(folder, kind, ports[index] ?? 0))
  await start('proxy', proxyServer(folder, proxyPort, memcachePort))

  const stop = async () => {
    const running = processes.filter((child) => child.exitCode === null)
    const gone = running.map((child) => new Promise((resolve) => child.once('exit', resolve)))
    for (const child of running) child.kill('SIGKILL')
    await Promise.all(gone)
    await rm(folder, { recursive: true, force: true })
  }
  const endpoint = `http://127.0.0.1:${proxyPort}`
  await answers([...ports, proxyPort], processes, () => said).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { endpoint, accessKeyId: 'test:tester', secretAccessKey: 'testing', stop }
}
