// What a module gives the server. A new module is one folder and one line in modules.ts.
import type { Secrets } from './access/secrets.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import type { Binding } from './http/bind.ts'
import type { JobKind } from './jobs/job-kind.ts'
import type { Schedule } from './jobs/schedule.ts'
import type { MailKind } from './mail/mail.ts'

export interface Module {
  routes?: (deps: Deps) => Binding[]
  /** Each kind of mail that this module writes, and its template. */
  mails?: (config: Config, secrets: Secrets) => Record<string, MailKind>
  /** Each kind of background work that this module does. */
  jobs?: Record<string, JobKind>
  /** Those of them that recur. */
  schedule?: Schedule
}
