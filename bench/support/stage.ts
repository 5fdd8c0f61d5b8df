// What the benchmarks play on: a fresh data folder, an embedded PostgreSQL, demo data and 10,000 generated events.
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../../server/config.ts'
import { NODE_FLAGS } from '../../scripts/start-line.ts'
import { openDatabase } from '../../server/db/client.ts'
import { migrateDatabase } from '../../server/db/migrate.ts'
import { startLocalPostgres } from '../../server/db/embedded/postgres.ts'
import { seedDemo } from '../../server/db/seed/seed.ts'
import { openStorage } from '../../server/storage/open.ts'
import { startChild, type Child } from './messages.ts'
import type { ProductOptions } from './product.ts'
import { seed, type SeedSize } from './seed.ts'

export type Server = Child<AddressInfo> & { url: string }

export interface Stage {
  databaseUrl: string
  dataDir: string
  product: (options?: Partial<ProductOptions>, nodeOptions?: string[]) => Promise<Server>
  bare: () => Promise<Server>
  /** Ends what a benchmark has started, also when it failed half-way. */
  stopServers: () => Promise<void>
  close: () => Promise<void>
}

export const SIZE: SeedSize = { events: 10_000, tickets: 100_000, people: 2_000 }

/** The start line, and what main.ts imports first. */
const LIKE_START = [
  ...NODE_FLAGS,
  '--import',
  fileURLToPath(new URL('../../server/runtime/resolve-drizzle-files.ts', import.meta.url)),
]

const withUrl = (child: Child<AddressInfo>): Server => ({ ...child, url: `http://127.0.0.1:${child.ready.port}` })

export async function openStage(size: SeedSize = SIZE): Promise<Stage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hooley-bench-'))
  const postgres = await startLocalPostgres({ dataDir, log: () => undefined })
  const databaseUrl = postgres.url
  await migrateDatabase(databaseUrl)
  const db = openDatabase(databaseUrl)
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
  await seedDemo(db, await openStorage(config, db), new Date())
  await db.$client.end()
  await seed(databaseUrl, size)
  const children: Server[] = []
  const stopServers = async () => {
    for (const child of children.splice(0)) await child.stop().catch(() => undefined)
  }
  const started = async (child: Promise<Child<AddressInfo>>) => {
    const server = withUrl(await child)
    children.push(server)
    return server
  }
  return {
    databaseUrl,
    dataDir,
    product: (options = {}, nodeOptions = []) =>
      started(
        startChild(new URL('./product.ts', import.meta.url), { databaseUrl, dataDir, ...options }, [
          ...LIKE_START,
          ...nodeOptions,
        ]),
      ),
    bare: () => started(startChild(new URL('./bare.ts', import.meta.url))),
    stopServers,
    async close() {
      await stopServers()
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
