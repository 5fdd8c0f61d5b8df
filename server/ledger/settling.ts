// Background work of the seat ledger: it is settled when something is due, once in the whole installation.
import { sql } from 'drizzle-orm'
import { AppError } from '../../contract/errors.ts'
import type { Deps } from '../deps.ts'
import type { Job } from '../jobs/job.ts'
import { PRIORITY } from '../jobs/priority.ts'
import { settleEvent } from './in-ledger.ts'
import { SETTLE_JOB } from './write.ts'

/** An event that has been deleted has nothing to settle. */
export const settleIfThere = (deps: Deps, eventId: number) =>
  settleEvent(deps, eventId).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'event_not_found')) throw error
  })

export const settleDue = (deps: Deps, { payload }: Job) => settleIfThere(deps, Number(payload.eventId))

const AT_ONCE = 1_000

/** A job that was given up, or lost with an old backup, must not keep seats held for ever. */
export const sweepLedgers = ({ db, clock }: Deps) =>
  db.execute(sql`
    select add_job(${SETTLE_JOB}, jsonb_build_object('eventId', id), ${PRIORITY.soon}, now(), id::text)
    from events where settle_at <= ${clock()} order by settle_at limit ${AT_ONCE}`)
