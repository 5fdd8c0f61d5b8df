// SQL functions are files that can be edited (functions/*.sql, each CREATE OR REPLACE): applied whenever their text has
// changed. decisions/081 says how an older instance is kept from putting its own text back.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { sha256 } from './migration-files.ts'

export const FUNCTIONS = fileURLToPath(new URL('./functions', import.meta.url))

const VERSION = /^-- version (\d+)\s*$/

const APPLIED_TABLE = `
  create table if not exists drizzle.applied_functions (
    name text primary key, version int not null, hash text not null, applied_at timestamptz not null default now())`

async function readFunctions(folder: string) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      const version = VERSION.exec(text.split('\n', 1)[0] ?? '')?.[1]
      if (!version) throw new Error(`${name} must begin with a line such as "-- version 1".`)
      return { name, text, version: Number(version), hash: sha256(text) }
    }),
  )
}

/** Called with the migration lock held. */
export async function applyFunctions(client: pg.Client, folder = FUNCTIONS): Promise<void> {
  await client.query(APPLIED_TABLE)
  const { rows } = await client.query<{ name: string; version: number; hash: string }>(
    'select name, version, hash from drizzle.applied_functions',
  )
  const applied = new Map(rows.map((row) => [row.name, row]))
  for (const { name, text, version, hash } of await readFunctions(folder)) {
    const present = applied.get(name)
    if (present && (present.hash === hash || present.version > version)) continue
    await client.query('begin')
    try {
      await client.query(text)
      await client.query(
        `insert into drizzle.applied_functions (name, version, hash) values ($1, $2, $3)
         on conflict (name) do update set version = excluded.version, hash = excluded.hash, applied_at = now()`,
        [name, version, hash],
      )
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw error
    }
  }
}
