import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as drizzleMigrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '../test-support/database.ts'
import { migrateDatabase, migrateUpTo } from './migrate.ts'
import { MIGRATIONS } from './migration-files.ts'
import { MIGRATION_LOCK } from './migration-lock.ts'

async function emptyDatabase() {
  const database = await cloneDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await database.drop()
  })
  await client.query('drop schema public cascade; create schema public; drop schema drizzle cascade')
  return { url: database.url, client }
}

async function folderOf(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'hooley-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

const NO_FUNCTIONS = { 'none.txt': '' }

async function migrationsOf(...texts: string[]) {
  const entries = texts.map((_, at) => ({ tag: `m${at}`, when: 1_000 + at }))
  const files = Object.fromEntries(texts.map((text, at) => [`m${at}.sql`, text]))
  const migrations = await folderOf({ 'meta/_journal.json': JSON.stringify({ entries }), ...files })
  return { migrations, functions: await folderOf(NO_FUNCTIONS) }
}

const IMPATIENT = { lockTimeoutMs: 50, tries: 2, pauseMs: 10 }
const SLEEPY = { lockTimeoutMs: 50, tries: 1_000, pauseMs: 10 }

async function appliedTo(client: pg.Client) {
  const { rows } = await client.query<{ at: number; hash: string }>(
    'select created_at as at, hash from drizzle.__drizzle_migrations order by id',
  )
  return rows
}

test('what we have migrated drizzle finds complete', async () => {
  const { url, client } = await emptyDatabase()
  await migrateUpTo(url, 1)
  expect(await appliedTo(client)).toHaveLength(1)
  await migrateDatabase(url)
  const applied = await appliedTo(client)
  await drizzleMigrate(drizzle(client), { migrationsFolder: MIGRATIONS })
  expect(await appliedTo(client)).toEqual(applied)
})

test('a migration that fails leaves nothing of itself, and those before it stay', async () => {
  const { url, client } = await emptyDatabase()
  const folders = await migrationsOf(
    'create table a (id int)',
    'create table b (id int);\n--> statement-breakpoint\ncreate table a (id int)',
  )
  await expect(migrateDatabase(url, folders)).rejects.toMatchObject({ code: '42P07' })
  const { rows } = await client.query(`select to_regclass('a')::text as a, to_regclass('b')::text as b`)
  expect(rows).toEqual([{ a: 'a', b: null }])
  expect(await appliedTo(client)).toHaveLength(1)
})

test('a second instance waits for the first, and not for ever', async () => {
  const { url, client } = await emptyDatabase()
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  const folders = await migrationsOf('create table a (id int)')
  await expect(migrateDatabase(url, { ...folders, patienceMs: 150 })).rejects.toThrow(
    'Another instance has been migrating the database for too long; start again when it is done.',
  )
  const waiting = migrateDatabase(url, folders)
  const connected = `select count(*)::int as n from pg_stat_activity
    where datname = current_database() and application_name = 'hooley-migrate'`
  await expect.poll(async () => (await client.query<{ n: number }>(connected)).rows).toEqual([{ n: 1 }])
  // Waiting inside a statement would hold up an index that is built concurrently.
  await client.query('create table c (id int)')
  await client.query('create index concurrently c_id on c (id)')
  await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
  await waiting
  expect(await appliedTo(client)).toHaveLength(1)
})

test('a change that waits for a lock gives way to others, comes again, and gives up with a sentence', async () => {
  const { url, client } = await emptyDatabase()
  await migrateDatabase(url, await migrationsOf('create table a (id int)'))
  const folders = await migrationsOf('create table a (id int)', 'alter table a add column b int')
  await client.query('begin')
  await client.query('select * from a')
  await expect(migrateDatabase(url, { ...folders, locks: IMPATIENT })).rejects.toThrow(
    'The database could not be migrated (m1): somebody else keeps a table of it locked; start again when they are done.',
  )
  const patient = migrateDatabase(url, { ...folders, locks: SLEEPY })
  await client.query('commit')
  await patient
  expect(await appliedTo(client)).toHaveLength(2)
})

test('an index that is built concurrently needs no transaction; left half built, it is dropped and built again', async () => {
  const { url, client } = await emptyDatabase()
  const table = 'create table a (id int);\n--> statement-breakpoint\ninsert into a values (1), (1)'
  const folders = await migrationsOf(
    table,
    '-- no transaction\ncreate index concurrently a_plain on a (id);\n--> statement-breakpoint\n' +
      'create unique index concurrently "a_Unique" on a (id)',
  )
  await expect(migrateDatabase(url, folders)).rejects.toMatchObject({ code: '23505' })
  const indexes = async () =>
    (
      await client.query<{
        name: string
        valid: boolean
      }>(`select indexrelid::regclass::text as name, indisvalid as valid from pg_index
       where indrelid = 'a'::regclass order by 1`)
    ).rows
  expect(await indexes()).toEqual([
    { name: '"a_Unique"', valid: false },
    { name: 'a_plain', valid: true },
  ])
  expect(await appliedTo(client)).toHaveLength(1)
  await client.query('delete from a where ctid = (select min(ctid) from a)')
  await migrateDatabase(url, folders)
  expect(await indexes()).toEqual([
    { name: '"a_Unique"', valid: true },
    { name: 'a_plain', valid: true },
  ])
  expect(await appliedTo(client)).toHaveLength(2)
})

test('a function is applied when its file has changed, and an older version never replaces a newer one', async () => {
  const { url, client } = await emptyDatabase()
  const { migrations } = await migrationsOf('create table a (id int)')
  const apply = async (version: number, answer: number) => {
    const text = `-- version ${version}\ncreate or replace function answer() returns int return ${answer};`
    await migrateDatabase(url, { migrations, functions: await folderOf({ 'answer.sql': text }) })
    const { rows } = await client.query<{ answer: number }>(
      'select answer(), (select xmin::text from pg_proc where proname = $1)',
      ['answer'],
    )
    return rows[0]
  }
  const first = await apply(1, 1)
  expect(first).toMatchObject({ answer: 1 })
  expect(await apply(1, 1)).toEqual(first)
  expect(await apply(1, 2)).toMatchObject({ answer: 2 })
  expect(await apply(2, 3)).toMatchObject({ answer: 3 })
  expect(await apply(1, 2)).toMatchObject({ answer: 3 })
})
