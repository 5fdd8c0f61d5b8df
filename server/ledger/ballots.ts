// What a ballot does to the seats of its event: all of them are held while it runs, and those who were drawn are then served
// by the waiting list's allocator, in the order of the draw.
import { eq, sql } from 'drizzle-orm'
import type { EventBallot } from '../../contract/ballot-rules.ts'
import { events } from '../db/schema/events.ts'
import type { LedgerChange } from './in-ledger.ts'

/** Settling holds the seats, or lets them go. */
export async function setBallotOfEvent({ tx, ledger }: LedgerChange, ballot: EventBallot | null): Promise<void> {
  await tx.update(events).set({ ballot }).where(eq(events.id, ledger.event.id))
  ledger.event = { ...ledger.event, ballot }
}

/**
 * Everybody who has entered and not left waits in the order of the draw; settling makes the offers. One statement, however many
 * they are: nobody can do anything else with these seats until it is done. Nobody was waiting before.
 */
export async function queueDrawn(change: LedgerChange, ballotId: number): Promise<void> {
  const { tx, ledger, now } = change
  await tx.execute(sql`
    insert into waiting_entries (event_id, user_id, number_of_tickets, at_least, turn, created_at)
    select ${ledger.event.id}, n.user_id, n.seats, n.seats, row_number() over (order by n.position), ${now}
    from ballot_entries n join users u on u.id = n.user_id
    where n.ballot_id = ${ballotId} and n.left_at is null and u.deletion_at is null`)
  await setBallotOfEvent(change, 'drawn')
  // As it was read, nobody was there.
  ledger.hasOthers = true
  ledger.isWhole = false
}
