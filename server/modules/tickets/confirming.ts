// Confirm or release: where the organiser asks for it, places that nobody confirmed go to those who wait, if there are any.
import { sql } from 'drizzle-orm'
import { DAY, HOUR } from '../../../contract/durations.ts'
import { openOnly } from '../../db/schema/event-status.ts'
import type { tickets } from '../../db/schema/tickets.ts'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { isNight, NOTHING_FREE } from '../../ledger/answer-times.ts'
import { fitRoom, seatsTooMany } from '../../ledger/extra-places.ts'
import { CONFIRMING } from '../../ledger/confirming.ts'
import { inLedger, type LedgerChange } from '../../ledger/in-ledger.ts'
import { release } from './returns.ts'

const EVENTS_AT_ONCE = 200
// One transaction: short, whatever the size of the event.
const TICKETS_AT_ONCE = 100
/** The mail server may accept the question a moment before our clock says that it is due. */
const EARLY = HOUR

/** Nothing is released once nobody could take it any more, and nothing long after the question: a job that was away for a day. */
const eventsDue = (now: Date) => sql`e.confirm and ${openOnly('e')} and e.admission = 'book'
  and e.start_time > ${new Date(now.getTime() + NOTHING_FREE)}
  and e.start_time <= ${new Date(now.getTime() + CONFIRMING.askedBeforeMs - CONFIRMING.answerMs + EARLY)}
  and (e.booking_closes_at is null or e.booking_closes_at > ${now})`

/**
 * Bookings that were sent the question about this start a day ago, and have not confirmed. Whom the email did not reach, or who
 * wants no reminders, was sent nothing. A booking with somebody inside is not released, nor are places of friends.
 */
const ticketsDue = (now: Date) => sql`t.user_id is not null and t.admitted = 0
  and t.number_of_tickets > (select count(*) from ticket_places p where p.ticket_id = t.id and p.taken_back_at is null)
  and (t.confirmed_at is null or t.confirmed_at < e.start_time - ${`${CONFIRMING.countsBeforeMs / DAY} days`}::interval)
  and exists (select from mails m where m.ticket_id = t.id and m.kind = 'reminder-confirm' and m.status = 'sent'
    and m.sent_at <= ${new Date(now.getTime() - CONFIRMING.answerMs)}
    and m.sent_at >= e.start_time - ${`${(CONFIRMING.askedBeforeMs + EARLY) / HOUR} hours`}::interval)`

const IN_LINE = sql`w.ended_at is null and w.resting_since is null`

/** How many more seats those in line would take than are free, offered to them or saved up for them. */
async function seatsWanted({ tx, ledger }: LedgerChange): Promise<number> {
  const { rows } = await tx.execute<{ seats: number }>(sql`
    select coalesce(sum(w.number_of_tickets - w.saved - coalesce(o.seats, 0)), 0)::int as seats
    from waiting_entries w left join offers o on o.entry_id = w.id and o.ended_at is null
    where w.event_id = ${ledger.event.id} and ${IN_LINE}`)
  return Number(rows[0]?.seats) - Math.max(0, ledger.open)
}

type DueRow = Pick<typeof tickets.$inferSelect, 'id' | 'eventId' | 'userId' | 'numberOfTickets' | 'firstQuantity'> & {
  seats: number
}

/**
 * Under the event's lock: the next of those that are due, one booking after the other, as long as those in line want more seats
 * than are free. Without anybody to take it a place is left to who has booked it: many who say nothing come.
 */
export async function releaseSome({ mails }: Pick<Deps, 'mails'>, change: LedgerChange): Promise<number> {
  const { tx, now, ledger } = change
  let wanted = Math.max(await seatsWanted(change), await seatsTooMany(change))
  if (wanted <= 0) return 0
  const { rows: due } = await tx.execute<DueRow>(sql`
    select t.id, t.event_id as "eventId", t.user_id as "userId", t.number_of_tickets as "numberOfTickets",
      t.first_quantity as "firstQuantity", t.number_of_tickets - (select count(*)::int from ticket_places p
        where p.ticket_id = t.id and p.taken_back_at is null) as seats
    from tickets t join events e on e.id = t.event_id
    where t.event_id = ${ledger.event.id} and ${eventsDue(now)} and ${ticketsDue(now)}
    order by t.id limit ${TICKETS_AT_ONCE} for no key update of t`)
  const rows = due.filter(({ seats }) => {
    const isWanted = wanted > 0
    wanted -= seats
    return isWanted
  })
  for (const row of rows)
    await release(change, row, {
      seats: row.seats,
      places: [],
      by: 'unconfirmed',
      reason: null,
      idempotencyKey: null,
      undoUntil: now,
    })
  ledger.hasStandby ||= rows.length > 0
  if (rows.length > 0) await fitRoom(change)
  await mails.addAll(
    tx,
    rows.map(({ id, userId, seats }) => ({ kind: 'place-released', userId, ticketId: id, payload: { seats } })),
  )
  return rows.length
}

/** Of one event, whatever time it is there. */
export async function releasePlacesOf(
  deps: Deps,
  eventId: number,
  check: () => void = () => undefined,
): Promise<number> {
  let count = 0
  for (let released = TICKETS_AT_ONCE; released === TICKETS_AT_ONCE; count += released) {
    check()
    released = await inLedger(deps, eventId, (change) => releaseSome(deps, change))
  }
  return count
}

/** May run twice, on two instances, or die in the middle: each place is released once. Never at night where the event is. */
export async function releaseUnconfirmed(deps: Deps, { lease }: Pick<Job, 'lease'>): Promise<number> {
  const now = deps.clock()
  const { rows } = await deps.db.execute<{ id: number; timeZone: string }>(sql`
    select e.id, e.time_zone as "timeZone" from events e
    where ${eventsDue(now)} and exists (select from tickets t where t.event_id = e.id and ${ticketsDue(now)})
      and (e.tickets_sold + e.held > e.room_size or exists (select from waiting_entries w where w.event_id = e.id and ${IN_LINE}))
    order by e.start_time, e.id limit ${EVENTS_AT_ONCE}`)
  let count = 0
  for (const { id, timeZone } of rows)
    if (!isNight(now, timeZone)) count += await releasePlacesOf(deps, id, () => lease.check())
  return count
}
