// One real PostgreSQL for all tests of a run, with one template database; each world clones it.
import { resolve } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '../db/migrate.ts'
import { startLocalPostgres } from '../db/embedded/postgres.ts'
import { startPooler } from './pooler.ts'
import { readTemplate, type Template } from './reset-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    template: Template
    /** Of PgBouncer in transaction mode, where the tests are to go through it; 0: they are not. */
    poolerPort: number
  }
}

// What is tested here outlives a killed process, but need not outlive a power cut; each world is cloned in a third of the time.
const SETTINGS = { fsync: 'off', full_page_writes: 'off' }

export const TEMPLATE = 'hooley_template'
/** Where the workers leave databases for each other. */
export const USED = 'used_databases'

/** Has more rows than autovacuum leaves alone; done by it later, the template would no longer be what its mark says. */
async function analyzeMigrations(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum analyze drizzle.__drizzle_migrations').finally(() => client.end())
}

async function prepareTemplate(url: string): Promise<Template> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database where datname like 'test\\_%' or datname = $1`,
    [TEMPLATE],
  )
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
  await client.query(`create database ${TEMPLATE}`)
  await client.query(`drop table if exists ${USED}; create table ${USED} (name text primary key, uses int not null)`)
  await client.end()
  const template = new URL(url)
  template.pathname = `/${TEMPLATE}`
  await migrateDatabase(template.href)
  await analyzeMigrations(template.href)
  return readTemplate(template.href)
}

export default async function setup(project: TestProject) {
  const dataDir = resolve('data/test')
  const postgres = await startLocalPostgres({ dataDir, log: () => undefined, settings: SETTINGS })
  project.provide('template', await prepareTemplate(postgres.url))
  project.provide('postgresUrl', postgres.url)
  const pooler = process.env.POOLER ? await startPooler(postgres.url) : undefined
  project.provide('poolerPort', pooler?.port ?? 0)
  return async () => {
    await pooler?.stop()
    await postgres.stop()
  }
}
