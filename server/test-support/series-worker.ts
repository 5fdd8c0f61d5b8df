// A process that makes the dates of all series again and again, for a test that kills it.
import { secretsFrom } from '../access/secrets.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { createMails } from '../mail/mails.ts'
import { extendSeries } from '../modules/series/extend.ts'
import { mailKinds } from '../modules.ts'
import { PATIENT } from './patient.ts'

const [databaseUrl = '', now = ''] = process.argv.slice(2)
const config = readConfig({ ...PATIENT, DATABASE_URL: databaseUrl, RATE_LIMITS: 'off' })
const deps = {
  config,
  db: openDatabase(databaseUrl, { patience: 10 }),
  clock: () => new Date(now),
  mails: createMails(mailKinds(config, secretsFrom('test'))),
  changes: { announceLists: () => Promise.resolve(() => undefined) },
  jobs: { nudge: () => undefined, add: () => Promise.resolve() },
} as unknown as Deps

const lease = { signal: new AbortController().signal, check: () => undefined }
while ((await extendSeries(deps, { payload: {}, lease })) > 0);
process.exit()
