import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prepare } from '../bench/booking-database.ts'
import { migrateDatabase } from '../server/db/migrate.ts'
import { startLocalPostgres } from '../server/db/embedded/postgres.ts'
import { crashRound } from './crash-bookings.ts'

// The command does 20 rounds; a PostgreSQL of its own, for it is killed.
test('kill -9 of server or database in the middle of a crowd loses and oversells nothing', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hooley-crash-'))
  const local = await startLocalPostgres({ dataDir, log: () => undefined })
  try {
    await migrateDatabase(local.url)
    const ground = await prepare(local.url)
    for (const victim of ['server', 'database'] as const) {
      const report = await crashRound({ url: local.url, dataDir }, ground, victim)
      expect(report.answered, 'some had their answer before the crash').toBeGreaterThan(0)
      // Requests with a key wait for the database to come back; what a killed server was doing gets no reply.
      if (victim === 'server') expect(report.uncertain, 'some were left without one').toBeGreaterThan(0)
    }
  } finally {
    await local.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
