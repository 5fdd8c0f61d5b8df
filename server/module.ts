// What a module gives the server. A new module is one folder and one line in modules.ts.
import type { FastifyInstance } from 'fastify'
import type { DescribedTable } from './access/personal-data.ts'
import type { Secrets } from './access/secrets.ts'
import type { ReadyBytes } from './cache/ready-bytes.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import type { Binding } from './http/bind.ts'
import type { Rate } from './http/rate-limits.ts'
import type { PolicyOptions } from './http/security.ts'
import type { PageOptions } from './http/ssr.ts'
import type { JobKind } from './jobs/job-kind.ts'
import type { Lane, LaneSurroundings } from './jobs/lane.ts'
import type { Schedule } from './jobs/schedule.ts'
import type { MailKind } from './mail/mail.ts'

/** What addresses outside /api need of the app beyond deps. */
export interface Site {
  ready: ReadyBytes
  /** What every answer carries. */
  headers: Record<string, string>
  policy: PolicyOptions
  pages: PageOptions
  /** Where `npm run build` has put the pages, if they are served. */
  buildDir?: string
}

export interface Module {
  /** The calls of the contract that it carries out. */
  routes?: (deps: Deps) => Binding[]
  /** Addresses outside /api. */
  http?: (app: FastifyInstance, deps: Deps, site: Site) => void | PromiseLike<unknown>
  /** Each kind of email that this module writes, and its template. */
  mails?: (config: Config, secrets: Secrets) => Record<string, MailKind>
  /** Each kind of background work that this module does. */
  jobs?: Record<string, JobKind>
  /** Work that waits in a table of the module's own. */
  lane?: (deps: () => Deps, surroundings: LaneSurroundings) => Lane
  /** Those of the jobs that recur. */
  schedule?: Schedule
  /** How often somebody may do what only this module counts: `deps.limits.take('name', key)`. */
  limits?: Record<string, Rate>
  /** Its tables with text or about people: what the download of somebody's data and the deletion of an account need to know. */
  tables?: DescribedTable[]
}
