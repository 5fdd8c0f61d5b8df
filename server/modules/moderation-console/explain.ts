import type { Db } from '../../db/client.ts'
import { scoreEvents } from '../moderation/module.ts'
import type { Reason } from './urgency.ts'

/** What the rules of the score say about these events, by id. */
export async function explain(db: Db, eventIds: number[], now: Date): Promise<Map<number, Reason[]>> {
  const scores = await scoreEvents(db, eventIds, now)
  const pointed = ({ weight: points, sentence }: { weight: number; sentence: string }) => ({ points, sentence })
  return new Map([...scores].map(([id, { reasons }]) => [id, reasons.map(pointed)]))
}
