// A database that is used a second time must not remember the first.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { TEMPLATE } from './global-setup.ts'
import { openWorld } from './world.ts'
import { reset } from './reset-database.ts'

async function ask<T extends pg.QueryResultRow>(url: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<T>(statement).finally(() => client.end())
  return rows
}

/** A clone that nobody else gets. */
async function ownClone() {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = inject('postgresUrl')
  await ask(admin, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  onTestFinished(async () => void (await ask(admin, `drop database if exists ${name} with (force)`)))
  const url = new URL(admin)
  url.pathname = `/${name}`
  return { url: url.href, reset: () => reset(url.href, inject('template')) }
}

const FILLED = `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
  and query_to_xml(format('select 1 from %I limit 1', relname), true, true, '')::text <> ''`

test('what was written is gone, and sequences restart', async () => {
  const { url, ...database } = await ownClone()
  const open = () => openWorld({ database: { url, drop: () => Promise.resolve() } })
  const first = await open()
  const creator = await first.person()
  const { id: eventId } = await first.event(creator)
  await creator.api.tickets.book({ body: { eventId, numberOfTickets: 2 }, headers: {} })
  await first.close()
  expect((await ask<{ name: string }>(url, FILLED)).length).toBeGreaterThan(5)
  expect(await database.reset()).toBe(true)
  expect(await ask(url, FILLED)).toEqual([])
  const second = await open()
  onTestFinished(() => second.close())
  expect((await second.person()).id).toBe(1)
})

test('open connections are closed', async () => {
  const { url, ...database } = await ownClone()
  const left = new pg.Client({ connectionString: url })
  const lost = new Promise((resolve) => left.on('error', resolve))
  await left.connect()
  await left.query(`begin; insert into installation (name, value) values ('left', 'behind')`)
  expect(await database.reset()).toBe(true)
  await lost
})

test.each([
  ['a function', 'alter function lock_event(int) cost 7'],
  ['a column', 'alter table events add column more text'],
  ['a trigger that is switched off', 'alter table tickets disable trigger user'],
  ['a table that is gone', 'drop table search_words cascade'],
  ['the notes of migrations', 'update drizzle.applied_functions set version = version + 1'],
  ['a migration that is forgotten', 'delete from drizzle.__drizzle_migrations where id = 1'],
  ['what the planner knows', `insert into installation values ('name', 'value'); analyze installation`],
  ['a setting', `do $$ begin execute format('alter database %I set work_mem = ''1MB''', current_database()); end $$`],
  ['very many rows', `insert into installation (name, value) select 'n' || n, 'x' from generate_series(1, 4000) n`],
])('%s is not mended, and so the database is not used again', async (_name, statement) => {
  const { url, ...database } = await ownClone()
  await ask(url, statement)
  expect(await database.reset()).toBe(false)
})

test('one that is gone is not used again', async () => {
  const { url, ...database } = await ownClone()
  await ask(inject('postgresUrl'), `drop database ${new URL(url).pathname.slice(1)}`)
  expect(await database.reset()).toBe(false)
})
