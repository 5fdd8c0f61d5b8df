// When the seats of an open order are given up. The job that does it asks the card provider first (settling.ts).
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import type { OrderRow } from './queries.ts'

export const HOLD_JOB = 'end-hold'

/** A job for each end of a hold: opening the checkout makes it later, and the job of the earlier one finds nothing to do. */
export const addHoldJob = (
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Tx,
  { id, holdUntil }: Pick<OrderRow, 'id' | 'holdUntil'>,
) =>
  jobs.add(tx, {
    kind: HOLD_JOB,
    payload: { orderId: id },
    runAt: holdUntil,
    priority: PRIORITY.soon,
    dedupeKey: `${id} ${holdUntil.getTime()}`,
  })
