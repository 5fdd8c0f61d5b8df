// A database of the last version before the baseline, with something in every table, is committed as SQL.
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '../test-support/database.ts'
import { earlierDatabase } from '../test-support/earlier-database.ts'
import { openWorld } from '../test-support/world.ts'
import { readCatalog } from './catalog.ts'
import { migrateDatabase } from './migrate.ts'

const EARLIER =
  /^This database or backup is from an earlier version of Hooley: start or restore it once with commit [0-9a-f]{40}, then with this version\.$/

async function catalogAt(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    return await readCatalog(client)
  } finally {
    await client.end()
  }
}

async function newDatabase() {
  const database = await cloneDatabase()
  onTestFinished(() => database.drop())
  return database
}

const columnNames = (catalog: string[]) => catalog.flatMap((line) => /^column (\w+\.\w+)/.exec(line)?.[1] ?? [])

const tableNames = (catalog: string[]) =>
  [...new Set(catalog.flatMap((line) => /^column (\w+)\./.exec(line)?.[1] ?? []))].toSorted()

/** Every row of these tables, without what the baseline no longer has and what was added since. */
async function rowsOf(client: pg.Client, tables: string[], added: string[] = []) {
  const content: Record<string, string[]> = {}
  for (const table of tables) {
    const since = added.flatMap((column) => (column.startsWith(`${table}.`) ? [column.slice(table.length + 1)] : []))
    const { rows } = await client.query<{ row: string }>(
      `select (to_jsonb(t) - 'is_draft' - $1::text[])::text as row from ${table} t order by 1`,
      [since],
    )
    content[table] = rows.map(({ row }) => row)
  }
  return content
}

test('a database with all earlier migrations goes on, with every row, and is like a new one', async () => {
  const fresh = await catalogAt((await newDatabase()).url)
  const { url, client } = await earlierDatabase()
  const earlier = await catalogAt(url)
  const tables = tableNames(earlier).filter((table) => tableNames(fresh).includes(table))
  const added = columnNames(fresh).filter((column) => !columnNames(earlier).includes(column))
  const before = await rowsOf(client, tables)
  for (const [table, rows] of Object.entries(before)) expect(rows, table).not.toEqual([])

  await migrateDatabase(url)
  expect(await catalogAt(url)).toEqual(fresh)
  expect(await rowsOf(client, tables, added)).toEqual(before)
  await migrateDatabase(url)
  expect(await rowsOf(client, tables, added)).toEqual(before)
})

test('and people go on with it', async () => {
  const { url, client } = await earlierDatabase()
  // The events of the file have ended since it was written.
  await client.query("update events set start_time = now() + interval '7 days', end_time = now() + interval '8 days'")
  const w = await openWorld({ database: { url, drop: () => Promise.resolve() } })
  try {
    const { items } = await w.visitor.events.list({ query: { limit: 10 } })
    expect(items.map(({ title }) => title)).toContain('Theirs')
    const nora = await w.person({ email: 'nora@example.org' })
    const eventId = items.find(({ title }) => title === 'Theirs')?.id ?? 0
    await nora.api.tickets.book({ body: { eventId, numberOfTickets: 2 } })
    expect(await nora.api.tickets.list()).toMatchObject([{ eventId, numberOfTickets: 2 }])
  } finally {
    await w.close()
  }
})

test('any other earlier database stops the start with a sentence, and is left as it was', async () => {
  const { url, client } = await earlierDatabase()
  await client.query('delete from drizzle.__drizzle_migrations where id = 59')
  await client.query('alter table data_exports drop column idempotency_key')
  const before = await catalogAt(url)
  await expect(migrateDatabase(url)).rejects.toThrow(EARLIER)
  expect(await catalogAt(url)).toEqual(before)
})

test('one that says it has them all but lacks something stops the start too, and names it', async () => {
  const { url, client } = await earlierDatabase()
  await client.query('alter table events drop column settle_at')
  const before = await catalogAt(url)
  await expect(migrateDatabase(url)).rejects.toThrow('column events.settle_at')
  expect(await catalogAt(url)).toEqual(before)
})
