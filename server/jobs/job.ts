import type { Tx } from '../db/client.ts'
import type { Deps } from '../deps.ts'

/** A claimed row of a table that holds work. */
export interface WorkRow {
  id: number
  kind: string
  payload: Record<string, unknown>
  priority: number
  /** Including this one. */
  attempts: number
  leaseToken: string
}

export interface Lease {
  /** Aborted when the process ends or somebody else may have taken the work over. Long work passes it on. */
  signal: AbortSignal
  /** Throws when the lease has run out. For the last moment before something that cannot be undone. */
  check(): void
}

export type Outcome<Ending extends string> =
  /** `also` is written in the transaction that ends the work. */
  | { is: 'over'; as: Ending; also?: (tx: Tx) => Promise<unknown> }
  /** Not now; costs no attempt. */
  | { is: 'later'; seconds: number }

export interface Job {
  id: number
  payload: Record<string, unknown>
  attempt: number
  lease: Lease
}

/** Whatever it throws is retried with back-off, except GiveUp. It may run twice: a process can die before the end. */
export type JobHandler = (deps: Deps, job: Job) => Promise<unknown>

/** Trying again would not help. The reason is kept and logged: a code, no personal data. */
export class GiveUp extends Error {
  override name = 'GiveUp'
}

export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** The process stops; whoever claims the work next begins it again. */
export class Stopping extends Error {
  override name = 'Stopping'
}
