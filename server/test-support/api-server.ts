// The API as a separate process, for tests of several instances and of crashes: tells its port to its parent.
import type { AddressInfo } from 'node:net'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../http/request-log.ts'
import { openDeps } from '../open-deps.ts'
import { PATIENT } from './patient.ts'

const config = readConfig({
  DATABASE_URL: process.env.DATABASE_URL,
  ...PATIENT,
  DATA_DIR: mkdtempSync(join(tmpdir(), 'hooley-api-')),
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'silent',
})
const { deps, ready } = await openDeps(config, config.databaseUrl ?? '', createLog(config.logLevel))
const app = await buildApp(deps, { ready })
await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.((app.server.address() as AddressInfo).port)
