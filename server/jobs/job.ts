import type { Db, Tx } from '../db/client.ts'

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
  /** Aborted when the process stops or another process may have taken over. Pass it to anything slow. */
  signal: AbortSignal
  /** Throws when the lease has expired. Call it right before something that cannot be undone. */
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

export interface JobToAdd {
  kind: string
  payload?: Record<string, unknown>
  runAt?: Date
  priority?: number
  /** While one with this key waits, another one is not added. */
  dedupeKey?: string
}

/** What the rest of the server sees of background work: deps.jobs. */
export interface Jobs {
  /** However many they are, with one statement. */
  add(tx: Db | Tx, ...jobs: JobToAdd[]): Promise<void>
  /** Something was added and committed: look now instead of at the next poll. */
  nudge(): void
  /** Runs everything that is due, emails included, and returns how much of it was done. For tests and scripts. */
  runDue(): Promise<number>
  /** Adds the recurring work that is due. The running server does this by itself. */
  addScheduled(): Promise<boolean>
  start(): void
  stop(): Promise<void>
}

/** Trying again would not help. The reason is kept and logged: a code, no personal data. */
export class GiveUp extends Error {
  override name = 'GiveUp'
}

export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** The process is stopping; the next process to claim the work starts it again. */
export class Stopping extends Error {
  override name = 'Stopping'
}
