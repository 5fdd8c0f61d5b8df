// The database of the Hooley under test, for what takes days: journeys move the times that are stored, never the clock.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Member } from './test.ts'

/** Of every Hooley that journeys have started on this machine. */
function urls(): string[] {
  return readdirSync(tmpdir())
    .filter((name) => name.startsWith('hooley-e2e-'))
    .flatMap((name) => {
      const folder = join(tmpdir(), name, 'postgres')
      const pidFile = join(folder, 'cluster', 'postmaster.pid')
      if (!existsSync(pidFile)) return []
      const password = readFileSync(join(folder, 'password'), 'utf8').trim()
      const port = readFileSync(pidFile, 'utf8').split('\n')[3]
      return [`postgres://hooley:${password}@127.0.0.1:${port}/hooley`]
    })
}

/** Runs the statement where this person has an account. */
export async function inDatabaseOf({ email }: Pick<Member, 'email'>, statement: string, values: unknown[] = []) {
  for (const connectionString of urls()) {
    const client = new pg.Client({ connectionString })
    // A run that was killed may leave one behind that answers nobody.
    const isThere = await client.connect().then(
      () => true,
      () => false,
    )
    try {
      if (!isThere) continue
      const { rowCount } = await client.query('select 1 from users where email = $1', [email])
      if (rowCount) return (await client.query<Record<string, unknown>>(statement, values)).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  throw new Error('no Hooley has this account')
}
