import { execFileSync } from 'node:child_process'
import { get } from 'node:http'
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { startLocalPostgres } from '../db/embedded/postgres.ts'
import { findServer } from '../db/embedded/server.ts'
import { cloneDatabase, type TestDatabase } from '../test-support/database.ts'
import {
  dataFolder,
  end,
  launch,
  ready,
  run,
  start,
  untilReady,
  type Started,
} from '../test-support/product-process.ts'
import { connectionsOfAll } from './crewmate.ts'

function workersOf({ child }: Started): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n')
  const cells = rows.map((row) => row.trim().split(/\s+/))
  return cells
    .filter(([, parent, ...args]) => Number(parent) === child.pid && args.join(' ').includes('server/main.ts'))
    .map(([pid]) => Number(pid))
}

/** Until its last thread is gone and its sockets are closed. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

interface Answer {
  status: number
  body: string
}

/** Each on a connection of its own, so that the kernel chooses the worker anew. */
const ask = (url: string, headers: Record<string, string> = {}) =>
  new Promise<Answer>((resolve, reject) => {
    get(url, { agent: false, headers: { ...headers, connection: 'close' } }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text: string) => (body += text))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    }).on('error', reject)
  })

const metricsOf = async ({ url }: Started) => (await ask(`${url}/metrics`)).body

/** By worker. */
function samples(metrics: string, name: string, labels = ''): Map<string, number> {
  const lines = metrics.split('\n').filter((line) => line.startsWith(`${name}{`) && line.includes(labels))
  const sums = new Map<string, number>()
  for (const line of lines) {
    const [, worker = ''] = /worker="(\d+)"/.exec(line) ?? []
    sums.set(worker, (sums.get(worker) ?? 0) + Number(line.split(' ').at(-1)))
  }
  return sums
}

const sum = (counts: Map<string, number>) => [...counts.values()].reduce((all, count) => all + count, 0)

const register = (url: string, email: string) =>
  fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ email, password: 'a long enough password', firstName: 'Nora', lastName: 'Byrne' }),
  })

describe('two workers', () => {
  let database: TestDatabase
  let client: pg.Client
  let folder: string
  let crew: Started
  beforeAll(async () => {
    database = await cloneDatabase()
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
    // Due already, for whoever looks first.
    await client.query(`insert into schedules (kind, next_run_at) values ('remove-old-work', now())`)
    folder = await mkdtemp(join(tmpdir(), 'hooley-crew-'))
    crew = await launch({
      ...{ DATABASE_URL: database.url, DATA_DIR: folder, LOG_LEVEL: 'silent' },
      ...{ WORKERS: '2', TRUST_PROXY: '1' },
    })
    await untilReady(crew)
  })
  afterAll(async () => {
    await end(crew)
    await client.end()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })

  test('say once that they are ready, and both answer', async () => {
    expect(crew.lines.filter((line) => line.includes('Hooley is ready at'))).toHaveLength(1)
    expect(workersOf(crew)).toHaveLength(2)
    await expect
      .poll(async () => {
        await ask(`${crew.url}/api/geo/towns?q=dub`)
        return samples(await metricsOf(crew), 'hooley_http_request_seconds_count', '/api/geo/towns').size
      })
      .toBe(2)
    const metrics = await metricsOf(crew)
    expect(metrics).toContain('hooley_workers 2\n')
    expect(metrics.match(/^hooley_mails_waiting.*$/gm)).toEqual(['hooley_mails_waiting 0'])
  })

  test('share the pool of connections to the database', async () => {
    // Different ones: what many ask at once is asked of the database once.
    await Promise.all(Array.from({ length: 60 }, (_, n) => ask(`${crew.url}/api/all-events?limit=3&q=fiddle${n}`)))
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity where application_name = 'hooley' and datname = current_database()`,
    )
    expect(rows[0]?.count).toBeLessThanOrEqual(10)
  })

  test('count limits together', async () => {
    // From an address that the other tests do not use.
    const call = () => ask(`${crew.url}/api/geo/city?lat=53&lng=-6`, { 'x-forwarded-for': '203.0.113.9' })
    const statuses: number[] = []
    for (let n = 0; n < 31; n++) {
      const some = await Promise.all(Array.from({ length: 20 }, call))
      statuses.push(...some.map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(600)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
    const served = samples(await metricsOf(crew), 'hooley_http_request_seconds_count', '/api/geo/city')
    expect(Math.min(...served.values())).toBeGreaterThan(100)
  })

  test('run background work in one of them, and what recurs once', async () => {
    const done = async () => samples(await metricsOf(crew), 'hooley_jobs_total', 'kind="remove-old-work",result="done"')
    await expect.poll(async () => sum(await done())).toBe(1)
    await client.query(`insert into jobs (kind, priority) select 'remove-old-work', 5 from generate_series(1, 12)`)
    await expect.poll(async () => sum(await done())).toBe(13)
    expect((await done()).size).toBe(1)
  })

  test('a change that one of them makes is seen at the other', async () => {
    const { rows } = await client.query<{ id: number }>(
      `with creator as (insert into users (email, first_name, last_name) values ('nora@example.org', 'Nora', 'Byrne') returning id)
       insert into events (creator_id, title, description, venue, start_time, end_time, time_zone, is_draft, capacity)
       select id, 'Before', 'Text.', 'Dublin', now() + interval '1 day', now() + interval '2 days', 'Europe/Dublin', false, 9
       from creator returning id`,
    )
    const address = `${crew.url}/api/all-events/${rows[0]?.id}`
    const titles = async () => {
      const answers = await Promise.all(Array.from({ length: 16 }, () => ask(address)))
      return [...new Set(answers.map(({ body }) => (JSON.parse(body) as { title: string }).title))]
    }
    expect(await titles()).toEqual(['Before'])
    await client.query(`update events set title = 'After' where id = $1`, [rows[0]?.id])
    // Nobody was told, so both show what they have.
    expect(await titles()).toEqual(['Before'])
    await client.query('select pg_notify($1, $2)', [
      'event_changes',
      JSON.stringify({ v: 1, from: 'a third', tags: [`event:${rows[0]?.id}`] }),
    ])
    // Sooner than by their age of half a minute, at which they would be made again.
    await expect.poll(titles, { timeout: 20_000 }).toEqual(['After'])
  })

  test('one that is killed is replaced while the other answers, and mails go on whichever it was', async () => {
    const outbox = join(folder, 'outbox')
    const mails = async () => (await readdir(outbox).catch(() => [])).length
    for (const [n, pid] of workersOf(crew).entries()) {
      const before = await mails()
      process.kill(pid, 'SIGKILL')
      await expect.poll(() => isAlive(pid)).toBe(false)
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask(`${crew.url}/api/all-events?limit=5`)))
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      expect((await register(crew.url, `person${n}@example.org`)).status).toBe(201)
      await expect.poll(mails).toBeGreaterThan(before)
      await expect.poll(() => metricsOf(crew)).toContain('hooley_workers 2\n')
      expect(workersOf(crew)).toHaveLength(2)
    }
    expect(await metricsOf(crew)).toContain('hooley_workers_replaced_total 2\n')
  })

  test('stop together, having finished', async () => {
    const pids = workersOf(crew)
    crew.child.kill('SIGTERM')
    expect(await crew.exit).toBe(0)
    expect(pids.filter(isAlive)).toEqual([])
    await expect(ask(`${crew.url}/api/health`)).rejects.toThrow('ECONNREFUSED')
  })
})

describe('with the embedded database', () => {
  /** Those that were there before `begin`, once they are all gone. */
  async function nothingLeft(crew: Started, dataDir: string, begin: () => void) {
    const pids = workersOf(crew)
    expect(pids.length).toBeGreaterThan(1)
    begin()
    const code = await crew.exit
    await expect.poll(() => pids.filter(isAlive)).toEqual([])
    await expect.poll(async () => findServer(join(await realpath(dataDir), 'postgres'))).toBeNull()
    return code
  }

  test('there is one for all of them, and the demo accounts are in the line; all end with their primary', async () => {
    const DATA_DIR = await dataFolder()
    const env = { DATA_DIR, WORKERS: '2', DATABASE_POOL: '100', LOG_LEVEL: 'silent' }
    const crew = await start(env)
    expect(crew.lines).toEqual([
      'Creating the database …',
      'PostgreSQL started.',
      `Hooley is ready at http://localhost:${crew.port} — demo accounts creator@hooley.example, guest@hooley.example and moderator@hooley.example, password hooley-demo`,
    ])
    const list = async () => {
      const answers = await Promise.all(Array.from({ length: 16 }, () => ask(`${crew.url}/api/all-events?limit=2`)))
      expect(answers.map(({ body }) => (JSON.parse(body) as unknown[]).length)).toEqual(answers.map(() => 2))
    }
    await list()

    // It has a place for everybody.
    const beside = await startLocalPostgres({ dataDir: DATA_DIR, log: () => undefined })
    const client = new pg.Client({ connectionString: beside.url })
    await client.connect()
    expect((await client.query('show max_connections')).rows).toEqual([{ max_connections: '204' }])
    await client.end()
    await beside.stop()

    // It is not the worker's that started first, nor any other's.
    for (const pid of workersOf(crew)) {
      process.kill(pid, 'SIGKILL')
      await expect.poll(() => isAlive(pid)).toBe(false)
      await list()
      await expect.poll(() => metricsOf(crew)).toContain('hooley_workers 2\n')
    }
    expect(crew.lines.filter((line) => line.includes('PostgreSQL'))).toEqual(['PostgreSQL started.'])

    expect(await nothingLeft(crew, DATA_DIR, () => crew.child.kill('SIGKILL'))).toBeNull()
    const again = await start(env)
    expect(again.lines[0]).toBe('PostgreSQL started.')
    expect(await nothingLeft(again, DATA_DIR, () => again.child.kill('SIGTERM'))).toBe(0)
    // Six starts, one after the other, on a starved machine.
  })
})

test('a place for every worker and its listener, twice over, is what the embedded database has', () => {
  const of = (workers: number, databasePool: number) => connectionsOfAll({ ...readConfig({}), workers, databasePool })
  expect([of(2, 10), of(64, 10), of(2, 100)]).toEqual([24, 384, 204])
})

test('what stops the start of one process stops theirs with the same one sentence', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as AddressInfo
  const [inUse, wrong, noDatabase] = await Promise.all([
    run({ ...(await ready()), PORT: String(port), WORKERS: '2', LOG_LEVEL: 'silent' }),
    run({ WORKERS: '2', FEATURES: 'flying' }),
    run({ WORKERS: '2', DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/x`, DATABASE_WAIT: '0' }),
  ])
  expect(await Promise.all([inUse.exit, wrong.exit, noDatabase.exit])).toEqual([1, 1, 1])
  expect(inUse.lines).toEqual([`PORT ${port} is already in use on 127.0.0.1; set PORT to another.`])
  expect(wrong.lines).toEqual([expect.stringContaining('FEATURES names "flying"')])
  expect(noDatabase.lines).toEqual([expect.stringContaining('DATABASE_URL names a database that cannot be used')])
})

test('PORT=0, which each of them would read anew, is refused', async () => {
  const { exit, lines } = await run({ PORT: '0', WORKERS: '2' })
  expect(await exit).toBe(1)
  expect(lines).toEqual(['PORT must not be 0 with several WORKERS, which share it.'])
})
