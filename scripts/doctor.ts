// `npm run doctor [-- --json]`: looks at everything that an installation needs, says what to do, and changes nothing. Ends
// with 1 if something does not work.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Check } from '../contract/installation.ts'
import { readConfig, SettingError, type Config } from '../server/config.ts'
import { startLocalPostgres } from '../server/db/embedded/postgres.ts'
import { connectToDatabase } from '../server/db/leader-client.ts'
import { checkAll } from '../server/modules/installation/checks.ts'
import { BUILD } from '../server/runtime/build.ts'

const SIGNS = { ok: '✓', warning: '!', failed: '✗' }

/** The installation's own, shared with a running Hooley; none before the first start. */
async function openLocal(config: Config) {
  if (!existsSync(join(config.dataDir, 'postgres', 'cluster'))) return undefined
  return startLocalPostgres({ dataDir: config.dataDir, log: () => undefined })
}

async function examine(config: Config): Promise<Check[]> {
  const local = config.databaseUrl ? undefined : await openLocal(config).catch(() => undefined)
  const url = config.databaseDirectUrl ?? config.databaseUrl ?? local?.url
  const client = url
    ? await connectToDatabase(url, 'hooley-doctor').catch((error: unknown) => error as Error)
    : undefined
  // The checks run side by side, and a connection takes one statement at a time.
  let last: Promise<unknown> = Promise.resolve()
  try {
    return await checkAll({
      config,
      async ask<T>(statement: string) {
        if (!client) throw new Error('there is no database yet')
        if (client instanceof Error) throw client
        const asked = last.catch(() => undefined).then(() => client.query(statement))
        last = asked
        return (await asked).rows as T[]
      },
    })
  } finally {
    if (client && !(client instanceof Error)) await client.end()
    await local?.stop()
  }
}

async function diagnose(): Promise<Check[]> {
  try {
    return await examine(readConfig())
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    return [{ name: 'settings', state: 'failed', sentence: error.message }]
  }
}

const checks = await diagnose()
if (process.argv.includes('--json')) {
  console.log(JSON.stringify({ version: BUILD.version, commit: BUILD.commit, checks }, null, 2))
} else {
  console.log(`Hooley ${BUILD.version} (${BUILD.commit})`)
  for (const { name, state, sentence } of checks) console.log(`${SIGNS[state]} ${name.padEnd(10)} ${sentence}`)
}
process.exitCode = checks.some(({ state }) => state === 'failed') ? 1 : 0
