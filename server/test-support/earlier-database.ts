// A database as the last version before the baseline left it, with something in every table.
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { cloneDatabase } from './database.ts'

export async function earlierDatabase() {
  const database = await cloneDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await database.drop()
  })
  await client.query('drop schema public cascade; create schema public; drop schema drizzle cascade')
  await client.query(await readFile('server/test-support/before-baseline.sql', 'utf8'))
  return { url: database.url, client }
}
