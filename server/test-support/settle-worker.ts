// A process that settles events when they are due, for a test that kills it.
import { createMails } from '../mail/mails.ts'
import { mailKinds } from '../modules.ts'
import { pino } from 'pino'
import { secretsFrom } from '../access/secrets.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { createJobs } from '../jobs/jobs.ts'
import { SETTLE_JOB } from '../ledger/write.ts'
import { settleDue } from '../ledger/settling.ts'
import { PATIENT } from './patient.ts'

const [databaseUrl = ''] = process.argv.slice(2)
const db = openDatabase(databaseUrl, { patience: 10 })
const config = readConfig({ ...PATIENT, DATABASE_URL: databaseUrl, RATE_LIMITS: 'off' })
const deps = {
  db,
  clock: () => new Date(),
  mails: createMails(mailKinds(config, secretsFrom('test'))),
  changes: { changed: () => undefined, counted: () => undefined },
  jobs: { nudge: () => undefined },
} as unknown as Deps

createJobs({
  db,
  log: pino({ level: 'silent' }),
  deps: () => deps,
  schedule: {},
  leaseSeconds: 2,
  kinds: { [SETTLE_JOB]: { run: settleDue } },
}).start()
