// Writes down who did what to an event, in the transaction of what was done. Read by modules/team.
import type { ManagerAct } from '../../contract/team.ts'
import type { Db, Tx } from '../db/client.ts'
import { eventHistory } from '../db/schema/team.ts'

interface Line {
  eventId: number
  userId: number
  act: ManagerAct
  at: Date
}

export const writeHistory = async (tx: Db | Tx, ...lines: Line[]): Promise<void> =>
  void (await tx.insert(eventHistory).values(lines))
