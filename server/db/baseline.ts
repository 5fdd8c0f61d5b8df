// The first migration, the baseline, replaced 59 earlier ones. A database that has all of those is as the baseline makes it,
// but for things that only versions before the first release needed; it is compared, and marked as having the baseline.
import type pg from 'pg'
import { SettingError } from '../config.ts'
import { readCatalog } from './catalog.ts'
import { sha256, type Migration } from './migration-files.ts'

/** `whens`: the hash of when each was generated, in order. `commit`: the last one that had them. */
const EARLIER = {
  count: 59,
  whens: '285b29f9c859eafb80981203f1330a90bb659a1ba201185bd3ccb5dbc3185b8b',
  commit: 'ad868b8370a798aa9c350a2f39cad58d1f2f641c',
}

const START_EARLIER = `This database or backup is from an earlier version of Hooley: start or restore it once with commit ${EARLIER.commit}, then with this version.`

const SCRATCH = 'hooley_baseline'

/** Made in a schema that is rolled back, because PostgreSQL words an expression in its own way. */
async function catalogOf(client: pg.Client, { statements }: Migration): Promise<string[]> {
  await client.query(`create schema ${SCRATCH}`)
  await client.query(`set local search_path = ${SCRATCH}, public`)
  for (const statement of statements) await client.query(statement.replaceAll('"public".', `"${SCRATCH}".`))
  return readCatalog(client, SCRATCH)
}

/** Checks that were added without reading all rows count; so does a trigger of the same name. Later migrations mend both. */
const comparable = (line: string) =>
  line.startsWith('trigger ') ? line.split(' ', 2).join(' ') : line.replace(/ NOT VALID$/, '')

async function missingFrom(client: pg.Client, baseline: Migration): Promise<string[]> {
  await client.query('begin')
  try {
    const present = new Set((await readCatalog(client)).map(comparable))
    return (await catalogOf(client, baseline)).map(comparable).filter((line) => !present.has(line))
  } finally {
    await client.query('rollback').catch(() => undefined)
  }
}

/** For a database with migrations that are not ours: marks it as having the baseline, or says what to do first. */
export async function adoptBaseline(client: pg.Client, baseline: Migration, applied: number[]): Promise<void> {
  const whens = sha256(applied.toSorted((a, b) => a - b).join(','))
  if (applied.length !== EARLIER.count || whens !== EARLIER.whens) throw new SettingError(START_EARLIER)
  const [first] = await missingFrom(client, baseline)
  if (first)
    throw new SettingError(`This database lacks what all earlier migrations made (${first.slice(0, 200)}): restore it.`)
  const { hash, when } = baseline
  await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, when])
}

/** How many of our migrations the tables of an earlier version's backup stand for. */
export function baselineOfBackup(migrations: number): number {
  if (migrations !== EARLIER.count) throw new SettingError(START_EARLIER)
  return 1
}
