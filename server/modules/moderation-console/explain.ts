import type { Db } from '../../db/client.ts'
import type { EventRow } from '../events/queries.ts'
import type { Reason } from './urgency.ts'

/** What the rules of the score say about these events, by id. */
export const explain = (_db: Db, _rows: EventRow[], _now: Date): Promise<Map<number, Reason[]>> =>
  Promise.resolve(new Map<number, Reason[]>())
