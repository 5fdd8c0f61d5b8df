// A worker's side of its crew: what it is told to do, and what it leaves to the primary or to another worker.
import type { Config } from '../config.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import type { Jobs } from '../jobs/job.ts'
import type { Orders, ToPrimary, ToWorker } from './messages.ts'
import { askForLimits } from './shared-limits.ts'

// A transaction holds one, and what is read meanwhile takes another.
const LEAST_CONNECTIONS = 2

const tell = (message: ToPrimary) => {
  // Without its primary a worker ends by itself.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}

export interface Crewmate {
  orders: Orders
  /** Counted for all workers together. */
  limits: RateLimits
  /** `start` waits until background work is this worker's; until then a nudge goes to the one whose it is. */
  leaveToOne(jobs: Jobs): Jobs
  /** The figures of all workers. `own` are those of this one. */
  reportOfAll(own: () => Promise<string>): () => Promise<string>
  ready(line: string): void
}

/** What all workers share is divided among them: connections to the leader, and as many to a replica. */
export const shareOf = (config: Config): Config => ({
  ...config,
  databasePool: Math.max(LEAST_CONNECTIONS, Math.floor(config.databasePool / config.workers)),
})

/** What they may open at once, each with one that listens. Twice, for those who are replaced and not yet gone. */
export const connectionsOfAll = (config: Config): number => 2 * config.workers * (shareOf(config).databasePool + 1)

export async function joinCrew(): Promise<Crewmate> {
  const { promise: ordered, resolve: takeOrders } = Promise.withResolvers<Orders>()
  const { promise: appointed, resolve: appoint } = Promise.withResolvers<void>()
  const asking = askForLimits((calls) => tell({ kind: 'limits', calls }))
  const reports = new Map<number, (text: string) => void>()
  let ownReport = () => Promise.resolve('')
  let nudge: () => void = () => undefined
  let asked = 0

  process.on('message', (message: ToWorker) => {
    if (message.kind === 'orders') takeOrders(message)
    else if (message.kind === 'run-background') appoint()
    else if (message.kind === 'nudge') nudge()
    else if (message.kind === 'limits') asking.receive(message.answers)
    else if (message.kind === 'metrics') reports.get(message.id)?.(message.text)
    else void ownReport().then((text) => tell({ kind: 'own-metrics', id: message.id, text }))
  })
  tell({ kind: 'join' })

  return {
    orders: await ordered,
    limits: asking.limits,
    leaveToOne(jobs) {
      let isOurs = false
      nudge = () => jobs.nudge()
      return {
        ...jobs,
        nudge: () => (isOurs ? jobs.nudge() : tell({ kind: 'nudge' })),
        start: () =>
          void appointed.then(() => {
            isOurs = true
            jobs.start()
          }),
      }
    },
    reportOfAll(own) {
      ownReport = own
      return () =>
        new Promise((resolve) => {
          const id = ++asked
          reports.set(id, (text) => {
            reports.delete(id)
            resolve(text)
          })
          tell({ kind: 'metrics', id })
        })
    },
    ready: (line) => tell({ kind: 'ready', line }),
  }
}
