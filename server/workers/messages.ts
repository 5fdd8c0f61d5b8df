// What the primary and its workers tell each other.
import type { LimitAnswer, LimitCall } from './shared-limits.ts'

/** In the command line of a worker of ours: a process manager may run us as a worker of its own. */
export const WORKER_FLAG = '--worker'

export interface Orders {
  kind: 'orders'
  /** From 1; the one who replaces a dead worker has its number. */
  worker: number
  /** The embedded database, which the primary has started; undefined: as the settings say. */
  databaseUrl: string | undefined
  /** Nobody else of this crew listens on the port yet. */
  isFirst: boolean
}

export type ToWorker =
  | Orders
  /** From now on background work is yours. */
  | { kind: 'run-background' }
  | { kind: 'nudge' }
  | { kind: 'limits'; answers: LimitAnswer[] }
  | { kind: 'own-metrics'; id: number }
  | { kind: 'metrics'; id: number; text: string }

export type ToPrimary =
  | { kind: 'join' }
  /** It serves. The line is what a single process would say now. */
  | { kind: 'ready'; line: string }
  /** Work was added, for the worker that runs background work. */
  | { kind: 'nudge' }
  | { kind: 'limits'; calls: LimitCall[] }
  | { kind: 'metrics'; id: number }
  | { kind: 'own-metrics'; id: number; text: string }
