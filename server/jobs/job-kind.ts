import type { Deps } from '../deps.ts'
import type { Job } from './job.ts'

/** Whatever it throws is retried with back-off, except GiveUp. It may run twice: a process can die before the end. */
export type JobHandler = (deps: Deps, job: Job) => Promise<unknown>

export interface JobKind {
  run: JobHandler
  /** How many may run at once in a process, however busy it is. Without it the kind shares slots with others. */
  slots?: number
}
