// The migrations as drizzle-kit writes them: a journal, and a file of SQL for each entry.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))

export interface Migration {
  tag: string
  /** Its identity in the database: when it was generated. */
  when: number
  hash: string
  statements: string[]
  /** For CREATE INDEX CONCURRENTLY and the like, which PostgreSQL refuses inside one. */
  isTransactional: boolean
}

interface Journal {
  entries: { tag: string; when: number }[]
}

// The first line of a file that must not run inside a transaction.
const NO_TRANSACTION = /^-- no transaction\s*$/m

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

function parseMigration(tag: string, when: number, text: string): Migration {
  return {
    tag,
    when,
    hash: sha256(text),
    statements: text.split('--> statement-breakpoint'),
    isTransactional: !NO_TRANSACTION.test(text.split('\n', 1)[0] ?? ''),
  }
}

export async function readMigrations(folder = MIGRATIONS): Promise<Migration[]> {
  const journal = JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8')) as Journal
  return Promise.all(
    journal.entries.map(async ({ tag, when }) =>
      parseMigration(tag, when, await readFile(join(folder, `${tag}.sql`), 'utf8')),
    ),
  )
}
