import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { BACKUP_AGE } from '../server/db/backup-age.ts'
import { migrateDatabase } from '../server/db/migrate.ts'
import { cloneDatabase } from '../server/test-support/database.ts'
import { earlierDatabase } from '../server/test-support/earlier-database.ts'
import { world } from '../server/test-support/world.ts'
import { readConfig } from '../server/config.ts'
import { backUp, reportOf } from './backup.ts'
import { hashFile, listFiles, tableFile, tableNames, type Manifest } from './backup-format.ts'
import { checkBackup, restore } from './restore.ts'

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'hooley-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function emptyDatabase(): Promise<string> {
  const database = await cloneDatabase()
  onTestFinished(() => database.drop())
  const { url } = database
  const name = new URL(url).pathname.slice(1)
  await withClient(inject('postgresUrl'), async (client) => {
    await client.query(`drop database ${name}`)
    await client.query(`create database ${name}`)
  })
  return url
}

/** That a backup was made is noted after it was made, and so is not in it. */
const noted = (table: string) => (table === 'installation' ? `where name <> 'last-backup'` : '')

/** Every row of every table as text, in a fixed order. */
const contentOf = (url: string) =>
  withClient(url, async (client) => {
    const content: Record<string, string[]> = {}
    for (const name of await tableNames(client)) {
      const { rows } = await client.query<{ line: string }>(
        `select t::text as line from public."${name}" t ${noted(name)} order by 1`,
      )
      content[name] = rows.map(({ line }) => line)
    }
    return content
  })

/** Text that has broken other formats; a table of each kind has rows. */
async function livingWorld() {
  const living = await world()
  const creator = await living.person({ firstName: 'Zoë\u2028"\\', lastName: "O'Néill\n=1+1" })
  const guest = await living.person()
  const event = await living.event(creator, {
    title: 'Ünï "quoted" \\ back',
    description: 'line\r\nline\u2028\ttab 🎻',
  })
  await guest.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 3 } })
  await living.deps.storage.put('events/a.webp', Buffer.from([0, 255, 10, 13]), 'image/webp')
  return { ...living, creator, guest, event }
}

test('a backup of a running server, restored into an empty folder, is the same row by row and file by file', async () => {
  const { databaseUrl, deps } = await livingWorld()
  const folder = await newFolder()
  await backUp({ databaseUrl, dataDir: deps.config.dataDir, folder })
  const target = { databaseUrl: await emptyDatabase(), dataDir: await newFolder() }
  await restore({ folder, ...target })

  const content = await contentOf(databaseUrl)
  expect(content.tickets).toHaveLength(1)
  expect(await contentOf(target.databaseUrl)).toEqual(content)
  const uploads = join(deps.config.dataDir, 'uploads')
  const files = await listFiles(uploads)
  expect(files).toEqual(['events/a.webp'])
  expect(await listFiles(join(target.dataDir, 'uploads'))).toEqual(files)
  for (const path of files) {
    expect(await hashFile(join(target.dataDir, 'uploads', path))).toBe(await hashFile(join(uploads, path)))
  }
  // New rows get new ids.
  await withClient(target.databaseUrl, (client) =>
    client.query(`insert into users (email, first_name, last_name) values ('new@example.org', 'N', 'N')`),
  )
})

// The same value wherever a type is the same, so that every reference leads to the one row of its table.
const SAMPLES: Record<string, string> = {
  smallint: '1',
  integer: '1',
  bigint: '1',
  numeric: '1.10',
  real: '0.1',
  'double precision': '0.1',
  boolean: 'true',
  xid8: `'5'`,
  tsvector: `'''a b'':1A fiddle:2,3'`,
  text: `E'Zoë\\u2028"\\\\ 🎻\\r\\n=1+1'`,
  'character varying': `'Zoë'`,
  uuid: `'00000000-0000-4000-8000-0000000000ff'`,
  bytea: `'\\x00ff0a0d'`,
  jsonb: `'{"a": [1, 0.1, null, "🎻\\u2028"]}'`,
  date: `'2026-02-28'`,
  interval: `'1 day 02:03:04.000005'`,
  'timestamp with time zone': `'2026-03-29 01:30:00.123456+00'`,
  'text[]': `array['a', '', null, E'"\\\\,']`,
  'integer[]': 'array[1, null, -2]',
  'smallint[]': 'array[1, null, -2]',
  'bigint[]': 'array[1, null, -2]',
  'uuid[]': `array['00000000-0000-4000-8000-0000000000ff'::uuid]`,
}

/** This version's tables without what says which rows make sense: a backup keeps what is there. */
async function tablesWithoutChecks() {
  const url = await emptyDatabase()
  await migrateDatabase(url)
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ drop: string }>(
      `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop from pg_constraint
       where contype = 'c' and connamespace = 'public'::regnamespace and conrelid <> 0`,
    )
    for (const { drop } of rows) await client.query(drop)
    await client.query('set session_replication_role = replica')
    for (const name of await tableNames(client)) await client.query(`truncate public."${name}" cascade`)
  })
  return url
}

test('a row with something in every column of every table that exists comes back equal', async () => {
  const databaseUrl = await tablesWithoutChecks()
  await withClient(databaseUrl, async (client) => {
    await client.query('set session_replication_role = replica')
    for (const name of await tableNames(client)) {
      const { rows: columns } = await client.query<{ name: string; type: string }>(
        `select attname as name, format_type(atttypid, null) as type from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
        [`public.${name}`],
      )
      const unknown = columns.filter(({ type }) => !(type in SAMPLES))
      expect([name, unknown]).toEqual([name, []])
      const into = columns.map((column) => `"${column.name}"`).join(', ')
      const values = columns.map(({ type }) => SAMPLES[type]).join(', ')
      await client.query(`insert into public."${name}" (${into}) overriding system value values (${values})`)
    }
  })
  const folder = await newFolder()
  await backUp({ databaseUrl, dataDir: await newFolder(), folder })
  const content = await contentOf(databaseUrl)
  expect(Object.keys(content).length).toBeGreaterThan(60)
  expect(Object.entries(content).filter(([, rows]) => rows.length !== 1)).toEqual([])
  const target = await tablesWithoutChecks()
  await restore({ folder, databaseUrl: target, dataDir: await newFolder() })
  expect(await contentOf(target)).toEqual(content)
})

test('a backup is checked row by row in a scratch database; one that would come back otherwise is found out', async () => {
  const { databaseUrl, deps } = await livingWorld()
  const folder = await newFolder()
  await backUp({ databaseUrl, dataDir: deps.config.dataDir, folder })
  const age = await withClient(databaseUrl, (client) => client.query<{ age: number }>(BACKUP_AGE))
  expect(age.rows[0]?.age).toBeLessThan(60)
  expect((await checkBackup({ folder, databaseUrl: await emptyDatabase() })).tables.length).toBeGreaterThan(60)

  // A value that no table can hold as it is written: as a change of format would be.
  const file = join(folder, tableFile('users'))
  await writeFile(file, (await readFile(file, 'utf8')).replace('"last_name":"Byrne"', '"last_name":"Byrne","gone":1'))
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
  const tables = await Promise.all(
    manifest.tables.map(async (table) => ({ ...table, sha256: await hashFile(join(folder, tableFile(table.name))) })),
  )
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, tables }))
  await expect(checkBackup({ folder, databaseUrl: await emptyDatabase() })).rejects.toThrow(
    'The table users does not come back as it was: 2 of 2 rows.',
  )
})

test('what is booked while the backup runs is in it wholly or not at all', async () => {
  const { databaseUrl, deps, guest, creator, event } = await livingWorld()
  await withClient(databaseUrl, (client) => client.query('update events set capacity = 100000'))
  const folder = await newFolder()
  let isDone = false
  const booking = (async () => {
    let booked = 0
    while (!isDone) {
      await Promise.all(
        [guest, creator].map(({ api }) => api.tickets.book({ body: { eventId: event.id, numberOfTickets: 2 } })),
      )
      booked += 2
    }
    return booked
  })()
  await backUp({ databaseUrl, dataDir: deps.config.dataDir, folder }).finally(() => (isDone = true))
  expect(await booking).toBeGreaterThan(0)
  const target = { databaseUrl: await emptyDatabase(), dataDir: await newFolder() }
  await restore({ folder, ...target })
  const audit = await withClient(target.databaseUrl, (client) =>
    client.query(`select e.tickets_sold as sold, sum(t.number_of_tickets)::int as tickets, count(t.id)::int as bookings,
      (select count(*)::int from mails) as mails from events e join tickets t on t.event_id = e.id group by e.id`),
  )
  const { sold, tickets, bookings, mails } = audit.rows[0] as Record<string, number>
  expect([tickets, mails]).toEqual([sold, bookings])
})

test('nothing that has rows is overwritten, and no backup is written over another', async () => {
  const { databaseUrl, deps } = await livingWorld()
  const folder = await newFolder()
  const source = { databaseUrl, dataDir: deps.config.dataDir, folder }
  await backUp(source)
  await expect(backUp(source)).rejects.toThrow('is not empty')
  await expect(restore({ folder, databaseUrl, dataDir: await newFolder() })).rejects.toThrow(
    'The database is not empty',
  )
})

test('a damaged backup is refused before anything is written', async () => {
  const { databaseUrl, deps } = await livingWorld()
  const folder = await newFolder()
  await backUp({ databaseUrl, dataDir: deps.config.dataDir, folder })
  await appendFile(join(folder, tableFile('users')), '{}\n')
  const target = { databaseUrl: await emptyDatabase(), dataDir: await newFolder() }
  await expect(restore({ folder, ...target })).rejects.toThrow('table-users.jsonl of the backup is missing or damaged.')
  await rm(join(folder, 'manifest.json'))
  await expect(restore({ folder, ...target })).rejects.toThrow('holds no whole backup')
  expect(await readFile(join(folder, tableFile('users')), 'utf8')).toContain("O'Néill")
})

/** What the last version before the baseline would have written. */
async function earlierBackup() {
  const { url, client } = await earlierDatabase()
  const folder = await newFolder()
  await backUp({ databaseUrl: url, dataDir: await newFolder(), folder })
  const { rows } = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations order by id')
  const write = async (migrations: string[]) => {
    const file = join(folder, 'manifest.json')
    const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest
    await writeFile(file, JSON.stringify({ ...manifest, format: 1, migrations }))
  }
  return { url, folder, hashes: rows.map(({ hash }) => hash), write }
}

test('a backup of the last version before the baseline is restored, row by row', async () => {
  const { url, folder, hashes, write } = await earlierBackup()
  await write(hashes)
  const target = { databaseUrl: await emptyDatabase(), dataDir: await newFolder() }
  await restore({ folder, ...target })
  await migrateDatabase(url)
  // The order of columns differs: compared by their names.
  const rowsAt = (address: string) =>
    withClient(address, async (client) => {
      const content: Record<string, unknown[]> = {}
      for (const name of await tableNames(client))
        content[name] = (
          await client.query(`select to_jsonb(t) as row from public."${name}" t ${noted(name)} order by row`)
        ).rows
      return content
    })
  const upgraded = await rowsAt(url)
  expect(upgraded.tickets).toHaveLength(5)
  expect(await rowsAt(target.databaseUrl)).toEqual(upgraded)
})

test('an older one stops with the sentence of an older database, and nothing is written', async () => {
  const { folder, hashes, write } = await earlierBackup()
  await write(hashes.slice(0, -1))
  const databaseUrl = await emptyDatabase()
  await expect(restore({ folder, databaseUrl, dataDir: await newFolder() })).rejects.toThrow(
    'This database or backup is from an earlier version of Hooley',
  )
  expect(await withClient(databaseUrl, tableNames)).toEqual([])
})

test('where pictures are in a bucket, the report says that they are not in the backup', () => {
  const tables = [{ name: 'events', rows: 3, sha256: '' }]
  const made: Manifest = { format: 2, madeAt: '', migrations: [], tables, files: [] }
  const bucket = { S3_BUCKET: 'hooley-pictures', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }
  const report = (env: Record<string, string>) => reportOf(made, '/backups/1', readConfig(env))
  expect(report({})).toEqual(['3 rows of 1 tables and 0 files are in /backups/1.'])
  expect(report(bucket)).toEqual([
    '3 rows of 1 tables and 0 files are in /backups/1.',
    'Pictures are in the bucket hooley-pictures and not in this backup: copy it, or switch on its versioning.',
  ])
})
