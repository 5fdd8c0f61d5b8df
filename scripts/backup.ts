// `npm run backup -- <folder>`: database and files of DATA_DIR (or DATABASE_URL) into an empty folder, while it is in use.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { once } from 'node:events'
import type pg from 'pg'
import { readConfig, type Config } from '../server/config.ts'
import { connectToDatabase } from '../server/db/leader-client.ts'
import { startLocalPostgres } from '../server/db/embedded/postgres.ts'
import * as format from './backup-format.ts'

const PAGE = 1_000
const READ_ONLY = '25006'

/** Of anonymous surveys: until they are shuffled, rows lie in the order in which people answered. */
const SHUFFLED = new Set(['survey_participants', 'survey_ballots', 'survey_sheets'])

/** All rows as PostgreSQL itself writes them; a cursor, so that memory does not grow with the table. */
async function dumpTable(client: pg.Client, name: string, file: string) {
  const hash = createHash('sha256')
  const out = createWriteStream(file, { mode: 0o600 })
  let rows = 0
  const order = SHUFFLED.has(name) ? 'order by random()' : ''
  await client.query(
    `declare dump no scroll cursor for select row_to_json(t)::text as line from public."${name}" t ${order}`,
  )
  for (;;) {
    const page = await client.query<{ line: string }>(`fetch ${PAGE} from dump`)
    if (page.rows.length === 0) break
    rows += page.rows.length
    const text = page.rows.map(({ line }) => `${line}\n`).join('')
    hash.update(text)
    if (!out.write(text)) await once(out, 'drain')
  }
  await client.query('close dump')
  out.end()
  await once(out, 'finish')
  return { name, rows, sha256: hash.digest('hex') }
}

async function dumpDatabase(url: string, folder: string) {
  const client = await connectToDatabase(url, 'hooley-backup')
  try {
    // One snapshot for all tables, however long the writing takes and whatever is booked during it.
    await client.query('begin isolation level repeatable read, read only')
    const tables = []
    for (const name of await format.tableNames(client)) {
      tables.push(await dumpTable(client, name, join(folder, format.tableFile(name))))
    }
    return { tables, migrations: await format.appliedMigrations(client) }
  } finally {
    await client.end()
  }
}

export async function backUp(options: { databaseUrl: string; dataDir: string; folder: string }) {
  const folder = resolve(options.folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty: a backup needs an empty folder.`)

  const copyAll = async () => {
    for (const name of format.FILE_FOLDERS) {
      await format.copyFiles(join(options.dataDir, name), join(folder, format.FILES, name))
    }
  }
  // Before and after: what an event of the snapshot shows may be deleted in between, or have just arrived.
  await copyAll()
  const database = await dumpDatabase(options.databaseUrl, folder)
  await copyAll()

  const root = join(folder, format.FILES)
  const files = []
  for (const path of await format.listFiles(root)) files.push({ path, sha256: await format.hashFile(join(root, path)) })
  const manifest: format.Manifest = { format: 2, madeAt: new Date().toISOString(), ...database, files }
  // Last, and all at once: a folder without it is no backup.
  const half = join(folder, `${format.MANIFEST}.part`)
  await writeFile(half, JSON.stringify(manifest, null, 2), { mode: 0o600 })
  await rename(half, join(folder, format.MANIFEST))
  await noteBackup(options.databaseUrl, manifest.madeAt)
  return manifest
}

/** For the metric, the alert and `npm run doctor`. A standby cannot be written to: what watches its leader is told elsewhere. */
async function noteBackup(url: string, madeAt: string) {
  const client = await connectToDatabase(url, 'hooley-backup')
  try {
    await client.query(
      `insert into installation (name, value) values ('last-backup', $1) on conflict (name) do update set value = $1`,
      [madeAt],
    )
  } catch (error) {
    if ((error as { code?: string }).code !== READ_ONLY) throw error
  } finally {
    await client.end()
  }
}

/** What a person reads at the end; what is not in the folder is said as plainly as what is. */
export function reportOf({ tables, files }: format.Manifest, folder: string, { s3 }: Pick<Config, 's3'>): string[] {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const kept = `${rows} rows of ${tables.length} tables and ${files.length} files are in ${resolve(folder)}.`
  const elsewhere = `Pictures are in the bucket ${s3?.bucket} and not in this backup: copy it, or switch on its versioning.`
  return s3 ? [kept, elsewhere] : [kept]
}

async function main() {
  const [folder = `backup-${new Date().toISOString().replace(/[:.]/g, '-')}`] = process.argv.slice(2)
  const config = readConfig()
  const local = config.databaseUrl
    ? undefined
    : await startLocalPostgres({ dataDir: config.dataDir, log: () => undefined })
  try {
    const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl ?? local?.url ?? ''
    const manifest = await backUp({ databaseUrl, dataDir: config.dataDir, folder })
    for (const line of reportOf(manifest, folder, config)) console.log(line)
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
