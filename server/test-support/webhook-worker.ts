// A process that delivers webhooks, for a test that kills it.
import { pino } from 'pino'
import { openSecrets } from '../access/secrets.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { webhookLane } from '../modules/webhooks/delivering.ts'
import { openOutside } from '../net/outside.ts'
import { PATIENT } from './patient.ts'

const [databaseUrl = '', networks = ''] = process.argv.slice(2)
const db = openDatabase(databaseUrl, { patience: 10 })
const { outgoingNetworks } = readConfig({ ...PATIENT, DATABASE_URL: databaseUrl, OUTGOING_NETWORKS: networks })
const deps = {
  db,
  clock: () => new Date(),
  secrets: await openSecrets(db),
  outside: openOutside(outgoingNetworks),
  jobs: { nudge: () => undefined },
} as unknown as Deps

webhookLane(() => deps, { db, log: pino({ level: 'silent' }) }, 2).start()
