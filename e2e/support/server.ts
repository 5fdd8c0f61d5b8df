// The product as `npm start` gives it, on a data folder of its own that is thrown away.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const port = process.argv[2] ?? '4173'
const dataDir = mkdtempSync(join(tmpdir(), 'hooley-e2e-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))

Object.assign(process.env, {
  PORT: port,
  // Passkeys want a name.
  PUBLIC_URL: process.env.E2E_PUBLIC_URL ?? `http://127.0.0.1:${port}`,
  DATA_DIR: dataDir,
  // Unlike production: all journeys come from one address, more often than any person does. The limits have tests of their
  // own (server/http/rate-limits.test.ts).
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
})

await import('../../server/main.ts')
