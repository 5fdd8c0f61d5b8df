// The product as `npm start` gives it, on its own data folder that is thrown away. `full`: with every feature, and
// with a provider in Google's place.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FULL_PORT, FULL_SITE, GOOGLE_PORT, PORT, SITE } from './sites.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'hooley-e2e-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))

Object.assign(process.env, {
  PORT,
  PUBLIC_URL: SITE,
  DATA_DIR: dataDir,
  // Unlike production: all journeys come from one address, more often than any person does. The limits have tests of their
  // own (server/http/rate-limits.test.ts).
  RATE_LIMITS: 'off',
  // A busy machine is not a database that is away.
  DATABASE_PATIENCE: '10',
  LOG_LEVEL: 'error',
})

if (process.argv[2] === 'full') {
  const { CLIENT, startIdentityProvider } = await import('./identity-provider.ts')
  await startIdentityProvider(GOOGLE_PORT, `${FULL_SITE}/auth/google/callback`)
  Object.assign(process.env, {
    PORT: FULL_PORT,
    PUBLIC_URL: FULL_SITE,
    FEATURES: 'all',
    GOOGLE_CLIENT_ID: CLIENT.id,
    GOOGLE_CLIENT_SECRET: CLIENT.secret,
    GOOGLE_ISSUER: `http://127.0.0.1:${GOOGLE_PORT}`,
  })
}

// Built by scripts/setup.mjs, or by `npm run build:program`.
const program = new URL('../../build/program/main.js', import.meta.url)
await import(program.href)
