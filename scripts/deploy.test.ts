// Every file of deploy/ is read by the program that it is for, and names only figures that exist. A program that is not
// here is named as skipped; `npm run trust -- failover pitr two-instances` runs these files.
import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { expect, onTestFinished, test, type TestContext } from 'vitest'
import { world } from '../server/test-support/world.ts'
import { NODE_FLAGS, PROGRAM } from './start-line.ts'
import { fillIn, readEnv, type Values } from './trust/fill-in.ts'
import { instanceLines } from './trust/nginx.ts'
import { findProgram, packageOf, type Program } from './trust/programs.ts'

const MIME_TYPES = '/etc/nginx/mime.types'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'hooley-deploy-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Skips with the name of what is missing. */
function need({ skip }: TestContext, name: Program): string {
  const path = findProgram(name)
  if (!path) skip(`${name} is not installed (${packageOf(name)})`)
  return path ?? ''
}

function ask(program: string, ...args: string[]): Promise<{ code: number; said: string }> {
  return new Promise((done) => {
    execFile(program, args, (error, out, err) => done({ code: error ? 1 : 0, said: out + err }))
  })
}

/** What an operator would fill in, with addresses of this machine. */
const clusterValues = (more: Values = {}): Values => ({
  ...readEnv(readFileSync('deploy/cluster/cluster.env', 'utf8')),
  ADDRESS: '127.0.0.11',
  DB1: '127.0.0.11',
  DB2: '127.0.0.12',
  DB3: '127.0.0.13',
  NETWORK: '127.0.0.0/8',
  SUPERUSER_PASSWORD: 'a',
  REPLICATION_PASSWORD: 'b',
  REWIND_PASSWORD: 'c',
  REST_PASSWORD: 'd',
  ...more,
})

function written(file: string, values: Values, change: (text: string) => string = (text) => text): string {
  const path = join(folder(), basename(file))
  writeFileSync(path, change(fillIn(file, values)))
  return path
}

const nginxValues = (count: number) => {
  const run = folder()
  const ports = Array.from({ length: count }, (_, n) => 3001 + n)
  return { RUN: run, MIME_TYPES, INSTANCES: instanceLines(ports), LISTEN: '127.0.0.1:0' }
}

test.for([1, 2, 8])('nginx reads its file for %i instances', async (count, context) => {
  const nginx = need(context, 'nginx')
  if (!existsSync(MIME_TYPES)) context.skip(`${MIME_TYPES} is missing`)
  const values = { ...nginxValues(count), LISTEN: '127.0.0.1:18080' }
  const { code, said } = await ask(nginx, '-t', '-c', written('deploy/nginx.conf', values))
  expect(said).toContain('test is successful')
  expect(code).toBe(0)
})

test('nginx refuses a file that is broken', async (context) => {
  const nginx = need(context, 'nginx')
  const broken = written('deploy/nginx.conf', { ...nginxValues(2), INSTANCES: 'server 127.0.0.1:3001' })
  expect((await ask(nginx, '-t', '-c', broken)).code).toBe(1)
})

test('HAProxy reads its file without a warning', async (context) => {
  const haproxy = need(context, 'haproxy')
  const { code, said } = await ask(haproxy, '-c', '-f', written('deploy/cluster/haproxy.cfg', clusterValues()))
  expect(said.trim()).toBe('Configuration file is valid')
  expect(code).toBe(0)
})

test('systemd reads the unit, which starts the server with the flags of npm start', async (context) => {
  const unit = readFileSync('deploy/systemd/hooley@.service', 'utf8')
  const [, command = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? []
  expect(command.split(' ').slice(1)).toEqual([...NODE_FLAGS, PROGRAM])
  const analyze = need(context, 'systemd-analyze')
  const path = join(folder(), 'hooley@1.service')
  // Where the programs of this machine are.
  writeFileSync(path, unit.replaceAll('/opt/hooley', resolve('.')))
  const complaints = async () =>
    (await ask(analyze, 'verify', path)).said.split('\n').filter((line) => line.includes('hooley@'))
  expect(await complaints()).toEqual([])
  writeFileSync(path, readFileSync(path, 'utf8').replace('Restart=always', 'Restart=allways'))
  expect(await complaints()).not.toEqual([])
})

/** The whole file as Compose understands it, everything filled in. Its `config` needs no Docker. */
async function composed(program: string, change: (text: string) => string = (text) => text) {
  const where = folder()
  // Debian 12's Compose is older than the project's name in the file, which starts nothing.
  const text = change(readFileSync('deploy/compose.yaml', 'utf8')).replace(/^name: .*\n/m, '')
  writeFileSync(join(where, '.env'), 'POSTGRES_PASSWORD=a\n')
  writeFileSync(join(where, 'compose.yaml'), text)
  return ask(program, '--project-directory', where, '-f', join(where, 'compose.yaml'), 'config')
}

test('Compose reads its file', async (context) => {
  const compose = need(context, 'docker-compose')
  const { code, said } = await composed(compose)
  expect(code, said).toBe(0)
  expect(said.match(/^ {2}\w+:$/gm)?.map((line) => line.trim())).toEqual(
    expect.arrayContaining(['app:', 'caddy:', 'postgres:']),
  )
  expect(said.match(/postgres:\/\/hooley:a@postgres:5432\/hooley/g)).toHaveLength(1)
})

test('Compose refuses a word that it does not know, and a service that is not there', async (context) => {
  const compose = need(context, 'docker-compose')
  const misspelt = await composed(compose, (text) => text.replace('stop_grace_period', 'stop_grace'))
  expect(misspelt).toMatchObject({ code: 1, said: expect.stringContaining('stop_grace') as string })
  const missing = await composed(compose, (text) => text.replace('depends_on: [app]', 'depends_on: [app3]'))
  expect(missing).toMatchObject({ code: 1, said: expect.stringContaining('app3') as string })
})

test('the settings that files of deploy/ make are ours', () => {
  const found = (file: string, pattern: RegExp) =>
    [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name]) => name ?? '')
  const ours = new Set(found('.env.example', /^([A-Z][A-Z0-9_]+)=/gm))
  // Of the app alone.
  const composeMakes = found('deploy/compose.yaml', /^ {6}((?!POSTGRES_)[A-Z][A-Z0-9_]+):/gm)
  const systemdMakes = found('deploy/systemd/hooley@.service', /(?<=^Environment=.*)\b([A-Z][A-Z0-9_]+)=/gm)
  expect(composeMakes.length).toBeGreaterThan(8)
  expect(systemdMakes).toEqual(['NODE_ENV', 'DATA_DIR', 'PORT'])
  expect([...composeMakes, ...systemdMakes].filter((name) => !ours.has(name))).toEqual([])
})

/** Patroni wants to reach etcd while it reads. */
async function listening(address: string): Promise<number> {
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((done) => server.listen(0, address, done))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

async function validated(patroni: string, change?: (text: string) => string) {
  const port = await listening('127.0.0.11')
  const postgres = findProgram('postgres')
  const values = clusterValues({
    ETCD_PORT: port,
    DB2: '127.0.0.11',
    DB3: '127.0.0.11',
    DATA: join(folder(), 'data'),
    POSTGRES_PORT: 15432,
    REST_PORT: 18008,
    BIN: postgres ? dirname(postgres) : '',
  })
  return ask(patroni, '--validate-config', written('deploy/cluster/patroni.yml', values, change))
}

test('Patroni finds nothing wrong with its file', async (context) => {
  const patroni = need(context, 'patroni')
  need(context, 'postgres')
  expect(await validated(patroni)).toEqual({ code: 0, said: '' })
})

test('Patroni complains of a file without etcd', async (context) => {
  const patroni = need(context, 'patroni')
  need(context, 'postgres')
  const { said } = await validated(patroni, (text) => text.replace(/^etcd:/m, 'nothing:'))
  expect(said).not.toBe('')
})

test('Patroni keeps to the interface of etcd that loses nothing, as long as it is 3.0.2', async (context) => {
  const { said } = await ask(need(context, 'patroni'), '--version')
  const text = readFileSync('deploy/cluster/patroni.yml', 'utf8')
  if (said.includes('3.0.2')) expect(text).toMatch(/^etcd:/m)
  expect(text).toContain('synchronous_mode: true')
  expect(text).toContain('failsafe_mode: true')
})

test('pgBackRest reads its file', async (context) => {
  const pgbackrest = need(context, 'pgbackrest')
  const where = folder()
  const places = { BACKUPS: where, BACKUP_LOG: where, BACKUP_LOCK: where, DATA: join(where, 'data'), SOCKETS: where }
  const file = written('deploy/cluster/pgbackrest.conf', clusterValues(places))
  const { said } = await ask(pgbackrest, `--config=${file}`, '--stanza=hooley', 'info', '--output=json')
  expect(JSON.parse(said)).toMatchObject([{ name: 'hooley', status: { message: 'missing stanza path' } }])
})

test('Prometheus reads its files, and its rules do what they say', async (context) => {
  const promtool = need(context, 'promtool')
  const config = await ask(promtool, 'check', 'config', 'deploy/watch/prometheus.yml')
  expect(config.said).toContain('SUCCESS')
  expect(config.code).toBe(0)
  const rules = await ask(promtool, 'test', 'rules', 'deploy/watch/alerts-test.yml')
  expect(rules.said).toContain('SUCCESS')
  expect(rules.code).toBe(0)
})

test('a rule that never fires is found out', async (context) => {
  const promtool = need(context, 'promtool')
  const where = folder()
  mkdirSync(where, { recursive: true })
  copyFileSync('deploy/watch/alerts-test.yml', join(where, 'alerts-test.yml'))
  const rules = readFileSync('deploy/watch/alerts.yml', 'utf8').replace('max(hooley_database_writable) == 0', '1 == 2')
  writeFileSync(join(where, 'alerts.yml'), rules)
  expect((await ask(promtool, 'test', 'rules', join(where, 'alerts-test.yml'))).code).toBe(1)
})

test('every figure in the rules and on the board is one that /metrics tells', async () => {
  const { app } = await world()
  const { body } = await app.inject({ method: 'GET', url: '/metrics' })
  const told = new Set([...body.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name))
  const files = ['deploy/watch/alerts.yml', 'deploy/watch/grafana.json'].map((file) => readFileSync(file, 'utf8'))
  const named = new Set(files.join('\n').match(/\b(hooley|nodejs|process)_[a-z0-9_]+/g))
  expect(named.size).toBeGreaterThan(12)
  expect([...named].filter((name) => !told.has(name.replace(/_(bucket|count|sum)$/, '')))).toEqual([])
})

test('every figure of Patroni that is asked for is one that it tells', (context) => {
  need(context, 'patroni')
  const source = '/usr/lib/python3/dist-packages/patroni/api.py'
  if (!existsSync(source)) context.skip(`${source} is missing`)
  const files = ['deploy/watch/alerts.yml', 'deploy/watch/grafana.json'].map((file) => readFileSync(file, 'utf8'))
  const named = new Set(files.join('\n').match(/\bpatroni_[a-z_]+/g))
  expect(named.size).toBeGreaterThan(4)
  const told = readFileSync(source, 'utf8')
  expect([...named].filter((name) => !told.includes(`# TYPE ${name} `))).toEqual([])
})

test('every rule is seen to fire', () => {
  const rules = readFileSync('deploy/watch/alerts.yml', 'utf8').matchAll(/- alert: (\w+)/g)
  const tried = readFileSync('deploy/watch/alerts-test.yml', 'utf8')
  const fired = new Set([...tried.matchAll(/alertname: (\w+)\n +exp_alerts:\n/g)].map(([, name]) => name))
  expect([...rules].map(([, name]) => name).filter((name) => !fired.has(name))).toEqual([])
})

test('the board has a panel for every alert that pages somebody', () => {
  const { panels } = JSON.parse(readFileSync('deploy/watch/grafana.json', 'utf8')) as {
    panels: { title: string; gridPos: object; targets: { expr: string }[] }[]
  }
  const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n')
  const rules = readFileSync('deploy/watch/alerts.yml', 'utf8').split('- alert: ').slice(1)
  const paging = rules.filter((rule) => rule.includes('severity: page'))
  const figures = new Set(paging.join('\n').match(/\b(hooley|patroni)_[a-z_]+/g))
  // The person on call looks at the board: the reason has to be there.
  expect([...figures].filter((figure) => !shown.includes(figure))).toEqual([])
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length)
})

test('everything that the files of the cluster leave open is in cluster.env', () => {
  for (const file of ['patroni.yml', 'etcd.env', 'haproxy.cfg', 'pgbackrest.conf']) {
    expect(() => fillIn(`deploy/cluster/${file}`, clusterValues())).not.toThrow()
  }
})

test('the operators’ manual says what to do about each alert', () => {
  const manual = readFileSync('docs/operators.md', 'utf8')
  const alerts = [...readFileSync('deploy/watch/alerts.yml', 'utf8').matchAll(/- alert: (\w+)/g)].map(
    ([, name]) => name,
  )
  expect(alerts.length).toBeGreaterThan(10)
  expect(alerts.filter((name) => !manual.includes(`\`${name}\``))).toEqual([])
})

test('the image starts the server with the flags of npm start', () => {
  const [, command = ''] = /^CMD (.*)$/m.exec(readFileSync('deploy/Dockerfile', 'utf8')) ?? []
  expect(NODE_FLAGS.length).toBeGreaterThan(0)
  expect(JSON.parse(command)).toEqual(['node', ...NODE_FLAGS, PROGRAM])
})
