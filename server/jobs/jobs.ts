// deps.jobs: adds background work and runs it. A job is added in the transaction of what it belongs to; it is run by any
// process of the installation, once, and again if that process dies.
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { reasonOf } from './failure.ts'
import type { JobKind } from './job-kind.ts'
import type { Jobs, WorkRow } from './job.ts'
import { createLane, type Lane, type LaneSurroundings, type Result } from './lane.ts'
import { PRIORITY } from './priority.ts'
import { createQueue } from './queue.ts'
import { createScheduler, type Schedule } from './schedule.ts'

const SHARED_SLOTS = 4
const SCHEDULE_MS = 1_000

export interface JobsOptions {
  db: Db
  log: Logger
  /** Later than at once: jobs are made before the rest of what handlers get. */
  deps: () => Deps
  kinds: Record<string, JobKind>
  schedule: Schedule
  /** Lanes of other tables: emails, webhooks. */
  lanes?: ((surroundings: LaneSurroundings) => Lane)[]
  onResult?: (kind: string, result: Result) => void
  /** How long work is ours without a renewal; shorter in tests. */
  leaseSeconds?: number
}

export function createJobs(options: JobsOptions): Jobs {
  const { db, log, deps, kinds, schedule, lanes: others = [], onResult, leaseSeconds } = options
  const surroundings = { db, log, onResult }
  const queue = createQueue<WorkRow, 'done'>({ db, table: 'jobs', ending: () => sql`delete from jobs`, leaseSeconds })
  const laneOf = (names: string[], slots: number) =>
    createLane(
      {
        queue,
        slots,
        kinds: names,
        run: async ({ id, kind, payload, attempts }, lease) => {
          await kinds[kind]?.run(deps(), { id, payload, attempt: attempts, lease })
          return { is: 'over', as: 'done' }
        },
      },
      surroundings,
    )
  const shared = Object.keys(kinds).filter((kind) => !kinds[kind]?.slots)
  const own = Object.entries(kinds).filter(([, { slots }]) => slots)
  const lanes = [
    ...others.map((open) => open(surroundings)),
    laneOf(shared, SHARED_SLOTS),
    ...own.map(([kind, { slots = 1 }]) => laneOf([kind], slots)),
  ]
  const scheduler = createScheduler(db, () => deps().clock(), schedule)
  let timer: NodeJS.Timeout | undefined

  const nudge = () => lanes.forEach((lane) => lane.nudge())

  return {
    async add(tx, ...jobs) {
      const calls = jobs.map(
        ({ kind, payload = {}, runAt, priority = PRIORITY.normal, dedupeKey = null }) =>
          sql`add_job(${kind}, ${JSON.stringify(payload)}, ${priority}, coalesce(${runAt ?? null}, now()), ${dedupeKey})`,
      )
      if (calls.length > 0) await tx.execute(sql`select ${sql.join(calls, sql`, `)}`)
    },
    nudge,
    async runDue() {
      const done = await Promise.all(lanes.map((lane) => lane.runDue()))
      return done.reduce((sum, count) => sum + count, 0)
    },
    addScheduled: () => scheduler.addDue(),
    start() {
      lanes.forEach((lane) => lane.start())
      timer ??= setInterval(() => {
        scheduler.addDue().then(
          (isDue) => isDue && nudge(),
          (error: unknown) => log.debug({ reason: reasonOf(error) }, 'the schedule waits for the database'),
        )
      }, SCHEDULE_MS).unref()
    },
    async stop() {
      clearInterval(timer)
      timer = undefined
      await Promise.all(lanes.map((lane) => lane.stop()))
    },
  }
}
