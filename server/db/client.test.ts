import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { AppError } from '../../contract/errors.ts'
import { cloneDatabase } from '../test-support/database.ts'
import { openDatabase } from './client.ts'
import { giveToOwner } from './embedded/lock.ts'
import { startLocalPostgres } from './embedded/postgres.ts'
import { waitForDatabase } from './wait-for-database.ts'
import { writableProbe } from './writable.ts'

async function impatientDatabase() {
  const database = await cloneDatabase()
  const db = openDatabase(database.url, { poolSize: 1, silenceMs: 1_000 })
  onTestFinished(async () => {
    await db.$client.end()
    await database.drop()
  })
  return db
}

const impatientPool = async () => (await impatientDatabase()).$client

test('a database that says nothing is given up on, and the next question gets a new connection', async () => {
  const pool = await impatientPool()
  await expect(pool.query('select pg_sleep(60)')).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  expect((await pool.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a connection that nobody has asked anything may stay silent, and is asked later', async () => {
  const pool = await impatientPool()
  const silence = new Promise((resolve) =>
    pool.on('connect', ({ connection }) => (connection.stream as Socket).on('timeout', resolve)),
  )
  const me = async () => (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  const before = await me()
  await silence
  await nextTurn()
  expect(await me()).toBe(before)
  // Its clock runs again from the next question on.
  await expect(pool.query('select pg_sleep(60)')).rejects.toMatchObject({ code: 'ETIMEDOUT' })
})

test('a silence in the middle of a transaction ends that transaction and nothing else', async () => {
  const db = await impatientDatabase()
  const asleep = db.transaction((tx) => tx.execute('select pg_sleep(60)'))
  await expect(asleep).rejects.toMatchObject({ cause: { code: 'ETIMEDOUT' } })
  expect((await db.execute('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a connection on which a transaction could only read is not used again', async () => {
  const db = await impatientDatabase()
  const me = async () => (await db.execute<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  const before = await me()
  const refused = db.transaction((tx) => tx.execute('delete from sessions'), { accessMode: 'read only' })
  await expect(refused).rejects.toMatchObject({ cause: { code: '25006' } })
  expect(await me()).not.toBe(before)
})

test('a transaction that was refused for a reason of the product keeps its connection', async () => {
  const db = await impatientDatabase()
  const me = async () => (await db.execute<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  const before = await me()
  await expect(db.transaction(() => Promise.reject(new AppError('sold_out')))).rejects.toMatchObject({
    code: 'sold_out',
  })
  expect(await me()).toBe(before)
})

test.each([
  ['none', { prepared: 1, timeout: '10s', helpers: '0' }],
  ['transaction', { prepared: 0, timeout: '0', helpers: '2' }],
] as const)('behind a pooler (%s) nothing is left on a connection, and nothing asked of it', async (pooler, left) => {
  const database = await cloneDatabase()
  const db = openDatabase(database.url, { poolSize: 1, pooler })
  onTestFinished(async () => {
    await db.$client.end()
    await database.drop()
  })
  for (let n = 0; n < 2; n++) await db.$client.query({ name: 'one', text: 'select $1::int', values: [n] })
  const { rows } = await db.$client.query(`
    select (select count(*) from pg_prepared_statements) as prepared, current_setting('statement_timeout') as timeout,
      current_setting('max_parallel_workers_per_gather') as helpers`)
  expect(rows).toEqual([left])
})

test('a standby is refused until it is promoted', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hooley-standby-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const open = () => startLocalPostgres({ dataDir, log: () => undefined })
  await (await open()).stop()
  const signal = join(dataDir, 'postgres/cluster/standby.signal')
  await writeFile(signal, '')
  giveToOwner(join(dataDir, 'postgres'), signal)
  const postgres = await open()
  const db = openDatabase(postgres.url)
  onTestFinished(async () => {
    await db.$client.end()
    await postgres.stop()
  })
  const probe = writableProbe(db.$client, 10)
  await expect(db.execute('select 1')).rejects.toMatchObject({ cause: { code: '25006' } })
  expect(await probe()).toBe(false)
  await expect(waitForDatabase(postgres.url, 0, () => undefined)).rejects.toMatchObject({ code: '25006' })
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query('select pg_promote()')
  await admin.end()
  expect((await db.execute('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(await probe()).toBe(true)
})
