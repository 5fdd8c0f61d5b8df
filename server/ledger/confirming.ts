// Events whose organiser asks people to confirm: when they are asked, until when they can say so, and who is on standby.
import { sql } from 'drizzle-orm'
import { DAY, HOUR } from '../../contract/durations.ts'
import type { Db, Tx } from '../db/client.ts'
import { afterNight } from './answer-times.ts'

/** Asked so long before the start, with so long to answer. What was said more than seven days before counts nothing. */
export const CONFIRMING = { askedBeforeMs: 48 * HOUR, answerMs: 24 * HOUR, countsBeforeMs: 7 * DAY }

interface Confirmable {
  confirm: boolean
  startTime: Date
  bookedAt: Date
  confirmedAt: Date | null
}

const before = ({ startTime }: Pick<Confirmable, 'startTime'>, ms: number) => new Date(startTime.getTime() - ms)

/** Booked before the question is asked: the others know that they come. */
export const isAsked = (booking: Confirmable) =>
  booking.confirm && booking.bookedAt < before(booking, CONFIRMING.askedBeforeMs)

/** "Coming", said in the last seven days. */
export const isConfirmed = (booking: Confirmable) =>
  booking.confirmedAt !== null && booking.confirmedAt >= before(booking, CONFIRMING.countsBeforeMs)

/** Pressing Coming keeps the place now: earlier it would count nothing. */
export const canConfirm = (booking: Confirmable, now: Date) =>
  isAsked(booking) && !isConfirmed(booking) && now >= before(booking, CONFIRMING.countsBeforeMs)

/** Until when somebody who is asked now can confirm without losing the place. */
export function confirmUntil(booking: Confirmable & { timeZone: string }, now: Date): Date {
  const asked = Math.max(now.getTime(), before(booking, CONFIRMING.askedBeforeMs).getTime())
  return afterNight(new Date(asked + CONFIRMING.answerMs), booking.timeZone)
}

export interface Standby {
  /** The return that it is about. */
  returnId: number
  seats: number
  /** From 1: who is let in first when there is room. */
  position: number
}

/**
 * Of returns r of tickets t: how many of the released seats are not in by now. Somebody who has booked again has a place.
 * Seats that were neither given back nor released come first.
 */
export const standbySeats = `case when r.by = 'unconfirmed' and r.undone_at is null
    and not exists (select from tickets o where o.event_id = t.event_id and o.user_id = t.user_id and o.id > t.id and o.number_of_tickets > 0)
    and not exists (select from ticket_returns o where o.ticket_id = t.id and o.by = 'organiser' and o.undone_at is null)
  then greatest(0, r.seats - greatest(0, t.admitted - greatest(0, coalesce(t.first_quantity, t.number_of_tickets)
    - (select coalesce(sum(g.seats), 0)::int from ticket_returns g where g.ticket_id = t.id and g.undone_at is null)))) else 0 end`

/** The order at the door is that of losing the place, and that is the order of booking. */
export async function findStandby(db: Db | Tx, ticketId: number): Promise<Standby | null> {
  const { rows } = await db.execute<{ returnId: number; seats: number; position: number }>(sql`
    select own.id as "returnId", own.seats,
      (select count(*)::int from ticket_returns r join tickets t on t.id = r.ticket_id
        where r.event_id = own.event_id and r.by = 'unconfirmed' and r.id <= own.id and ${sql.raw(standbySeats)} > 0) as position
    from (select r.id, r.event_id, ${sql.raw(standbySeats)} as seats from ticket_returns r join tickets t on t.id = r.ticket_id
      where r.ticket_id = ${ticketId} and r.by = 'unconfirmed' and r.undone_at is null order by r.id desc limit 1) own
    where own.seats > 0`)
  return rows[0] ?? null
}
