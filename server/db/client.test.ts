import { expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '../test-support/database.ts'
import { openDatabase } from './client.ts'

async function impatientPool() {
  const database = await cloneDatabase()
  const { $client: pool } = openDatabase(database.url, { poolSize: 1, silenceMs: 300 })
  onTestFinished(async () => {
    await pool.end()
    await database.drop()
  })
  return pool
}

test('a database that says nothing is given up on, and the next question gets a new connection', async () => {
  const pool = await impatientPool()
  await expect(pool.query('select pg_sleep(5)')).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  expect((await pool.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a connection that nobody has asked anything may stay silent, and is asked later', async () => {
  const pool = await impatientPool()
  const me = async () => (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  const before = await me()
  await new Promise((resolve) => setTimeout(resolve, 900))
  expect(await me()).toBe(before)
  // Its clock runs again from the next question on.
  await expect(pool.query('select pg_sleep(5)')).rejects.toMatchObject({ code: 'ETIMEDOUT' })
})
