// For commands that look into the installation's database, whether or not Hooley is running: DATABASE_URL, or the embedded
// one of DATA_DIR.
import { readConfig } from '../server/config.ts'
import { openDatabase, type Db } from '../server/db/client.ts'
import { startLocalPostgres } from '../server/db/embedded/postgres.ts'
import { migrateDatabase } from '../server/db/migrate.ts'

export async function withDatabase<T>(run: (db: Db) => Promise<T>): Promise<T> {
  const config = readConfig()
  const local = config.databaseUrl
    ? undefined
    : await startLocalPostgres({ dataDir: config.dataDir, log: () => undefined })
  try {
    const url = config.databaseUrl ?? local?.url ?? ''
    // An installation that was never started, or whose next version was just fetched.
    await migrateDatabase(url)
    const db = openDatabase(url, { poolSize: 1, onLost: () => undefined })
    try {
      return await run(db)
    } finally {
      await db.$client.end()
    }
  } finally {
    await local?.stop()
  }
}

/** One sentence, and a number that a shell understands. */
export function failWith(sentence: string) {
  console.error(sentence)
  process.exitCode = 1
}
