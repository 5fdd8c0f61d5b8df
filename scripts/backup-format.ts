// What a backup is made of: one line of JSON for each row, written by PostgreSQL and read by PostgreSQL, so that no
// value passes through a number or date of JavaScript; the migrations that were applied; and the files.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { cp, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { readMigrations } from '../server/db/migration-files.ts'

export interface Manifest {
  /** 1: from before the baseline (server/db/baseline.ts). */
  format: 1 | 2
  madeAt: string
  /** Hashes of the applied migrations in their order, from the baseline on: a restore applies exactly these before it fills the tables. */
  migrations: string[]
  tables: { name: string; rows: number; sha256: string }[]
  files: { path: string; sha256: string }[]
}

export const MANIFEST = 'manifest.json'
export const FILES = 'files'
export const tableFile = (name: string) => `table-${name}.jsonl`

/** What lies beside the database in the data folder and is worth keeping. */
export const FILE_FOLDERS = ['uploads', 'outbox']

/** Our tables, each after those that it refers to. */
export async function tableNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; refers_to: string[] }>(
    `select c.relname as name, array(
       select r.relname::text from pg_constraint k join pg_class r on r.oid = k.confrelid
       where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as refers_to
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r' order by 1`,
  )
  const ordered: string[] = []
  while (ordered.length < rows.length) {
    const next = rows.filter(
      ({ name, refers_to: parents }) => !ordered.includes(name) && parents.every((parent) => ordered.includes(parent)),
    )
    if (next.length === 0) throw new Error('Tables refer to each other in a circle.')
    ordered.push(...next.map(({ name }) => name))
  }
  return ordered
}

export async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const [baseline] = await readMigrations()
  const { rows } = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations where created_at >= $1 order by created_at',
    [baseline?.when],
  )
  return rows.map(({ hash }) => hash)
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Paths of all whole files below a folder; what is still being written ends in .part. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()
}

/** A file's bytes never change, so that copying once and again for what is new gives a whole picture. */
export async function copyFiles(from: string, to: string) {
  for (const path of await listFiles(from)) {
    const target = join(to, path)
    if (await stat(target).catch(() => null)) continue
    await mkdir(join(target, '..'), { recursive: true })
    // Gone since it was listed: deleted by its owner, and so not wanted back.
    await cp(join(from, path), target, { preserveTimestamps: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
}

export const readManifest = async (folder: string) =>
  JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as Manifest

/** Lines of a file. Not readline: it would also break at U+2028, which may stand in a text. */
export async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(file, { encoding: 'utf8' })) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
