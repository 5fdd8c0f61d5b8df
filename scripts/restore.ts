// `npm run restore -- <backup> [<data folder>]`: into an empty data folder (or the empty database of DATABASE_URL).
// `npm run restore -- --check <backup>`: into a database that is made for it and dropped again, compared row by row.
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { readConfig } from '../server/config.ts'
import { connectToLeader } from '../server/db/leader-client.ts'
import { baselineOfBackup } from '../server/db/baseline.ts'
import { migrateDatabase, migrateUpTo } from '../server/db/migrate.ts'
import { startLocalPostgres } from '../server/db/embedded/postgres.ts'
import * as format from './backup-format.ts'

const PAGE = 500

/** A damaged backup is refused before anything is written. */
async function verify(folder: string): Promise<format.Manifest> {
  const manifest = await format.readManifest(folder).catch(() => {
    throw new Error(`${folder} holds no whole backup.`)
  })
  const expected = [
    ...manifest.tables.map(({ name, sha256 }) => ({ path: format.tableFile(name), sha256 })),
    ...manifest.files.map(({ path, sha256 }) => ({ path: join(format.FILES, path), sha256 })),
  ]
  for (const { path, sha256 } of expected) {
    const found = await format.hashFile(join(folder, path)).catch(() => null)
    if (found !== sha256) throw new Error(`${path} of the backup is missing or damaged.`)
  }
  return manifest
}

/** Columns that can be written; generated ones PostgreSQL makes again. */
async function columnsOf(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [`public.${table}`],
  )
  return rows[0]?.columns ?? ''
}

async function fillTable(client: pg.Client, name: string, file: string) {
  const columns = await columnsOf(client, name)
  const insert = `insert into public."${name}" (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::public."${name}", $1::json)`
  let page: string[] = []
  const flush = async () => {
    if (page.length > 0) await client.query(insert, [`[${page.join(',')}]`])
    page = []
  }
  for await (const line of format.linesOf(file)) {
    page.push(line)
    if (page.length >= PAGE) await flush()
  }
  await flush()
}

/** The next id is after the last one that was given out. */
const SET_SEQUENCES = `
  do $$ declare s record; begin
    for s in select t.relname as tab, a.attname as col, pg_get_serial_sequence(quote_ident(t.relname), a.attname) as seq
      from pg_class t join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = t.oid and a.attidentity <> ''
    loop
      execute format('select setval(%L, greatest((select coalesce(max(%I), 0) from public.%I) + 1, 1), false)', s.seq, s.col, s.tab);
    end loop;
  end $$`

async function fillDatabase(url: string, folder: string, manifest: format.Manifest) {
  const client = await connectToLeader(url, 'hooley-restore')
  try {
    await client.query('begin')
    const present = await format.tableNames(client)
    for (const { name, rows } of manifest.tables) {
      // Earlier versions had tables that were no longer used.
      if (!present.includes(name) && rows === 0) continue
      // Rows come back as they were: no trigger adds to them, and those that triggers wrote are in the backup too.
      await client.query(`alter table public."${name}" disable trigger user`)
      const { rowCount } = await client.query(`select 1 from public."${name}" limit 1`)
      if (rowCount) throw new Error(`The database is not empty (${name} has rows): a restore needs an empty one.`)
      await fillTable(client, name, join(folder, format.tableFile(name)))
    }
    for (const name of present) await client.query(`alter table public."${name}" enable trigger user`)
    await client.query(SET_SEQUENCES)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

export async function restore(options: { folder: string; databaseUrl: string; dataDir: string }) {
  const manifest = await verify(options.folder)
  // Up to the backup's own state, filled, then on to the newest: the road that an upgrade takes.
  const { length } = manifest.migrations
  await migrateUpTo(options.databaseUrl, manifest.format === 1 ? baselineOfBackup(length) : length)
  await fillDatabase(options.databaseUrl, options.folder, manifest)
  await migrateDatabase(options.databaseUrl)
  await format.copyFiles(join(options.folder, format.FILES), options.dataDir)
  return manifest
}

/** Every row of a table as it is written in the backup, whatever their order: a row more, less or different changes it. */
async function sumOf(lines: AsyncIterable<string>): Promise<{ rows: number; sum: bigint }> {
  let [rows, sum] = [0, 0n]
  for await (const line of lines) {
    rows++
    sum = (sum + createHash('sha256').update(line).digest().readBigUInt64BE()) % 2n ** 64n
  }
  return { rows, sum }
}

async function* storedLines(client: pg.Client, name: string): AsyncGenerator<string> {
  await client.query('begin')
  await client.query(`declare look no scroll cursor for select row_to_json(t)::text as line from public."${name}" t`)
  for (;;) {
    const page = await client.query<{ line: string }>(`fetch ${PAGE} from look`)
    if (page.rows.length === 0) break
    yield* page.rows.map(({ line }) => line)
  }
  await client.query('commit')
}

/** Before later migrations add to it: exactly what the backup says, in every table. */
async function compare(url: string, folder: string, manifest: format.Manifest) {
  const client = await connectToLeader(url, 'hooley-restore')
  try {
    for (const { name, rows } of manifest.tables) {
      if (rows === 0) continue
      const written = await sumOf(format.linesOf(join(folder, format.tableFile(name))))
      const stored = await sumOf(storedLines(client, name))
      if (stored.rows !== written.rows || stored.sum !== written.sum)
        throw new Error(`The table ${name} does not come back as it was: ${stored.rows} of ${written.rows} rows.`)
    }
  } finally {
    await client.end()
  }
}

/** Throws one sentence if the backup could not be restored by this version; `databaseUrl` is an empty database. */
export async function checkBackup({ folder, databaseUrl }: { folder: string; databaseUrl: string }) {
  const manifest = await verify(folder)
  const { length } = manifest.migrations
  await migrateUpTo(databaseUrl, manifest.format === 1 ? baselineOfBackup(length) : length)
  await fillDatabase(databaseUrl, folder, manifest)
  await compare(databaseUrl, folder, manifest)
  await migrateDatabase(databaseUrl)
  return manifest
}

/** An empty database beside the one of the address, for as long as `run` takes. */
async function withScratch<T>(url: string, run: (scratch: string) => Promise<T>): Promise<T> {
  const name = `hooley_check_${randomBytes(6).toString('hex')}`
  const client = await connectToLeader(url, 'hooley-restore')
  try {
    await client.query(`create database ${name}`).catch((cause: unknown) => {
      throw new Error('The database’s user may not create another database: alter role … createdb.', { cause })
    })
    try {
      const scratch = new URL(url)
      scratch.pathname = `/${name}`
      return await run(scratch.href)
    } finally {
      await client.query(`drop database if exists ${name} with (force)`)
    }
  } finally {
    await client.end()
  }
}

async function check(folder: string) {
  const config = readConfig()
  const dataDir = config.databaseUrl ? undefined : await mkdtemp(join(tmpdir(), 'hooley-check-'))
  // Away from the installation: nothing of it is touched, and it may be stopped.
  const local = dataDir ? await startLocalPostgres({ dataDir, log: () => undefined }) : undefined
  try {
    const url = local?.url ?? config.databaseDirectUrl ?? config.databaseUrl ?? ''
    const { tables, files, madeAt } = await withScratch(url, (databaseUrl) => checkBackup({ folder, databaseUrl }))
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `The backup of ${madeAt} is whole: ${rows} rows of ${tables.length} tables came back equal, ${files.length} files are undamaged.`,
    )
  } finally {
    await local?.stop()
    if (dataDir) await rm(dataDir, { recursive: true, force: true })
  }
}

async function requireEmpty(dataDir: string) {
  await mkdir(dataDir, { recursive: true })
  if ((await readdir(dataDir)).length > 0) {
    throw new Error(`${dataDir} is not empty: nothing is overwritten. Name an empty folder.`)
  }
}

async function main() {
  const isCheck = process.argv.includes('--check')
  const [folder, target] = process.argv.slice(2).filter((word) => word !== '--check')
  if (folder && isCheck) return check(resolve(folder))
  if (!folder)
    throw new Error(
      'Which backup? npm run restore -- <backup folder> [<data folder>], or npm run restore -- --check <backup folder>',
    )
  const config = readConfig()
  const dataDir = resolve(target ?? config.dataDir)
  await verify(resolve(folder))
  await requireEmpty(dataDir)
  const local = config.databaseUrl ? undefined : await startLocalPostgres({ dataDir, log: () => undefined })
  try {
    const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl ?? local?.url ?? ''
    const { tables, files, madeAt } = await restore({ folder: resolve(folder), databaseUrl, dataDir })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(`${rows} rows and ${files.length} files of ${madeAt} are restored in ${dataDir}.`)
  } finally {
    await local?.stop()
  }
}

if (import.meta.main) {
  await main().catch((error: unknown) => {
    console.error((error as Error).message)
    process.exitCode = 1
  })
}
