// What commands get. Everything from outside comes in here, so that a test can hand in its own clock or transport.
import type { Logger } from 'pino'
import type { PersonalTable } from './access/personal-data.ts'
import type { Secrets } from './access/secrets.ts'
import type { Config } from './config.ts'
import type { Db } from './db/client.ts'
import type { Replica } from './db/replica.ts'
import type { EventChanges } from './cache/event-changes.ts'
import type { Jobs } from './jobs/job.ts'
import type { Mails } from './mail/mails.ts'
import type { Metrics } from './http/metrics.ts'
import type { RateLimits } from './http/rate-limits.ts'
import type { Outside } from './net/outside.ts'
import type { PaymentProvider } from './payments/provider.ts'
import type { PushService } from './push/push-service.ts'
import type { Storage } from './storage/storage.ts'

export interface Deps {
  config: Config
  db: Db
  /** Where public reads may be made as well; only with DATABASE_REPLICA_URL. */
  replica?: Replica
  clock: () => Date
  log: Logger
  secrets: Secrets
  jobs: Jobs
  mails: Mails
  outside: Outside
  push: PushService
  /** Null: nothing is paid by card here. */
  payments: PaymentProvider | null
  storage: Storage
  changes: EventChanges
  limits: RateLimits
  metrics: Metrics
  /** Of all modules. */
  personalTables: PersonalTable[]
  /** Whether the database would commit a write now. */
  isWritable: () => Promise<boolean>
}
