// The database as it was after the first so many migrations: for restoring an older backup, and for testing upgrades.
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))

interface Journal {
  entries: { tag: string }[]
}

const readJournal = async () => JSON.parse(await readFile(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as Journal

export const migrationCount = async () => (await readJournal()).entries.length

export async function migrateUpTo(url: string, count: number): Promise<void> {
  const journal = await readJournal()
  if (count > journal.entries.length) throw new Error('This backup is of a newer Hooley: please update first.')
  const folder = await mkdtemp(join(tmpdir(), 'hooley-migrations-'))
  const client = new pg.Client({ connectionString: url })
  try {
    const entries = journal.entries.slice(0, count)
    await mkdir(join(folder, 'meta'))
    await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
    for (const { tag } of entries) await copyFile(join(MIGRATIONS, `${tag}.sql`), join(folder, `${tag}.sql`))
    await client.connect()
    await migrate(drizzle(client), { migrationsFolder: folder })
  } finally {
    await client.end()
    await rm(folder, { recursive: true, force: true })
  }
}
