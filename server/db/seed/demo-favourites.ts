// What the demo guest has saved: soon, later, almost full, abroad, and one that is over.
import { HOUR } from '../../../contract/durations.ts'
import type { Tx } from '../client.ts'
import { favourites } from '../schema/favourites.ts'
import type { DemoEvent } from './demo-event.ts'

const SAVED: readonly (string | null)[] = ['lighthouse', 'short-films', 'surf', 'northern-lights', 'record-fair']

export async function insertFavourites(
  tx: Tx,
  demoEvents: DemoEvent[],
  made: { id: number }[],
  userId: number,
  now: Date,
) {
  const rows = demoEvents.flatMap(({ poster }, at) => {
    const turn = poster === null ? -1 : SAVED.indexOf(poster)
    const savedAt = new Date(now.getTime() - (turn + 1) * HOUR)
    return turn < 0 ? [] : [{ userId, eventId: made[at]!.id, savedAt }]
  })
  await tx.insert(favourites).values(rows)
}
