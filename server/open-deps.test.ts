import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from './config.ts'
import { readWithin } from './db/read-within.ts'
import { LOG_OPTIONS } from './http/request-log.ts'
import { openDeps } from './open-deps.ts'
import { cloneDatabase } from './test-support/database.ts'
import { freePort } from './test-support/free-port.ts'
import { PATIENT } from './test-support/patient.ts'
import { soon } from './test-support/soon.ts'

interface Line {
  connection?: string
  msg: string
  err?: { code?: string }
}

/** What a person who watches sees: the log's lines about lost connections, and the numbers. */
async function opened(env: Record<string, string> = {}) {
  const database = await cloneDatabase()
  const lines: Line[] = []
  const log = pino({ ...LOG_OPTIONS, level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line) as Line) })
  const config = readConfig({ ...PATIENT, DATABASE_URL: database.url, DATA_DIR: 'data/unused', ...env })
  const all = await openDeps(config, database.url, log)
  const { deps } = all
  onTestFinished(async () => {
    await all.close()
    await database.drop()
  })
  return { deps, lines, numbers: () => deps.metrics.registry.metrics() }
}

test('a start without its Redis serves, says so in the log, and counts each failed connection', async () => {
  const { lines, numbers } = await opened({ REDIS_URL: `redis://127.0.0.1:${await freePort()}` })
  await soon(async () => expect(await numbers()).toMatch(/hooley_connection_errors_total\{to="redis"\} [2-9]/))
  // One line for all of them.
  expect(lines).toEqual([
    expect.objectContaining({
      connection: 'redis',
      msg: 'a connection was lost',
      err: expect.objectContaining({ code: 'ECONNREFUSED' }) as Line['err'],
    }),
  ])
})

test('connections to the database that are lost are in the log and in the numbers', async () => {
  const { deps, lines, numbers } = await opened()
  await deps.db.execute('select 1')
  const killed = `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'hooley' and datname = current_database() and pid <> pg_backend_pid()`
  await Promise.all(Array.from({ length: 3 }, () => deps.db.execute('select pg_sleep(0.01)')))
  await deps.db.execute(killed)
  await soon(() =>
    expect(lines).toContainEqual(expect.objectContaining({ connection: 'database', msg: 'a connection was lost' })),
  )
  expect(await numbers()).toMatch(/hooley_connection_errors_total\{to="database"\} [1-9]/)
})

test('a slow machine is told to have more patience with its database', async () => {
  const { deps } = await opened({ DATABASE_PATIENCE: '3' })
  const limit = async (on: Pick<typeof deps.db, 'execute'>) => {
    const { rows } = await on.execute<{ ms: number }>(
      `select setting::int as ms from pg_settings where name = 'statement_timeout'`,
    )
    return rows[0]?.ms
  }
  expect(await limit(deps.db)).toBe(30_000)
  expect(await readWithin(deps.db, 1_000, limit)).toBe(3_000)
})
