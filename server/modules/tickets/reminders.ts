// Reminders: about 5 days before the start and 24 hours before it, and 48 hours before it the question of an organiser who asks
// people to confirm; each booking once by each. A reminder is for those who had
// booked when its moment came; who books later knows. The rule follows the event's time of now, so an event that is moved,
// cancelled or hidden is not reminded of at its old time.
import { sql, type SQL } from 'drizzle-orm'
import { DAY, HOUR } from '../../../contract/durations.ts'
import type { Db } from '../../db/client.ts'
import { openOnly } from '../../db/schema/event-status.ts'
import { REMINDERS, type Reminder } from '../../db/schema/reminders.ts'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import { CONFIRMING } from '../../ledger/confirming.ts'
import { notify } from '../../notices/notify.ts'
import { whenText } from '../../mail/when-text.ts'

interface Window {
  /** How long before the start it is due. */
  beforeMs: number
  /** Not sent later than this before the start: after a long outage the late reminder is enough. */
  untilMs: number
}

export const WINDOWS: Record<Reminder, Window> = {
  early: { beforeMs: 5 * DAY, untilMs: 2 * DAY },
  // Later than this, what is released would be too late for those who wait.
  confirm: { beforeMs: CONFIRMING.askedBeforeMs, untilMs: 36 * HOUR },
  late: { beforeMs: DAY, untilMs: 0 },
}

const EVENTS_AT_ONCE = 200
// One transaction: short, whatever the size of the event.
const TICKETS_AT_ONCE = 500

interface DueEvent {
  id: number
  title: string
  timeZone: string
  startTime: Date
  endTime: Date
  /** The start to the microsecond: what tells a moved event from this one. */
  start: string
}

/** Events whose reminder is due and whose round is not over. */
async function findDue(db: Db, which: Reminder, now: Date): Promise<DueEvent[]> {
  const { beforeMs, untilMs } = WINDOWS[which]
  const [from, to] = [untilMs, beforeMs].map((ms) => new Date(now.getTime() + ms))
  const { rows } = await db.execute<Record<keyof DueEvent, string> & { id: number }>(sql`
    select e.id, e.title, e.time_zone as "timeZone", e.start_time as "startTime", e.end_time as "endTime", e.start_time::text as start
    from events e
    where ${openOnly('e')} ${which === 'confirm' ? sql`and e.confirm` : sql``} and e.start_time > ${from} and e.start_time <= ${to}
      and not exists (
        select 1 from reminder_rounds r where r.event_id = e.id and r.which = ${which} and r.start_time = e.start_time)
    order by e.start_time, e.id limit ${EVENTS_AT_ONCE}`)
  return rows.map((row) => ({ ...row, startTime: new Date(row.startTime), endTime: new Date(row.endTime) }))
}

const isStillSo = ({ id, start }: DueEvent) =>
  sql`e.id = ${id} and e.start_time = ${start}::timestamptz and ${openOnly('e')}`

interface Reminded {
  ticketId: number
  userId: number
  isNew: boolean
}

/**
 * Those who can lose their place are asked; a guest by name cannot, nor whom the waiting list booked less than a day ago.
 * Who was asked and has not confirmed loses it at this moment, and is sent that instead of a reminder.
 */
const isMeant: Record<Reminder, SQL> = {
  early: sql`true`,
  confirm: sql`e.confirm and t.user_id is not null and not (t.created_at > e.start_time - interval '72 hours' and exists (
    select from mails m where m.ticket_id = t.id and m.kind = 'booked-for-you'))
    and (t.confirmed_at is null or t.confirmed_at < e.start_time - interval '7 days')`,
  late: sql`not (e.confirm and (t.confirmed_at is null or t.confirmed_at < e.start_time - interval '7 days') and exists (
    select from mails m where m.ticket_id = t.id and m.kind = 'reminder-confirm' and m.status = 'sent'))`,
}

/** Who wants no reminders is not asked to confirm either. */
export const noticeOf = (which: Reminder) => (which === 'early' ? 'reminder-early' : 'reminder-late')

/** The next bookings of the event: noted and mailed in one statement, so that neither is there without the other. */
async function remindSome(db: Db, event: DueEvent, which: Reminder, after: number, most: number): Promise<Reminded[]> {
  const bookedBefore = new Date(event.startTime.getTime() - WINDOWS[which].beforeMs)
  const priority = which === 'early' ? PRIORITY.normal : PRIORITY.soon
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ ticketId: number; userId: number; isNew: boolean }>(sql`
      with due as (
        select t.id, t.user_id from tickets t join events e on e.id = t.event_id
        where ${isStillSo(event)} and t.event_id = ${event.id} and t.id > ${after}
          and t.number_of_tickets > 0 and t.created_at < ${bookedBefore} and ${isMeant[which]}
        order by t.id limit ${most}
      ), noted as (
        insert into reminders (ticket_id, which) select id, ${which} from due on conflict do nothing returning ticket_id
      ), mailed as (
        insert into mails (kind, user_id, ticket_id, priority)
        select ${`reminder-${which}`}, due.user_id, due.id, ${priority}::int from due join noted on noted.ticket_id = due.id
      )
      select due.id as "ticketId", due.user_id as "userId", noted.ticket_id is not null as "isNew"
      from due left join noted on noted.ticket_id = due.id order by due.id`)
    await notify(
      tx,
      rows
        .filter(({ isNew }) => isNew)
        .map(({ ticketId, userId }) => ({
          userId,
          notice: noticeOf(which),
          title: which === 'confirm' ? `Please confirm: ${event.title}` : event.title,
          body: whenText(event),
          path: `/my-bookings/${ticketId}`,
          tag: `reminder-${ticketId}`,
          until: event.startTime,
        })),
    )
    return rows
  })
}

const endRound = (db: Db, event: DueEvent, which: Reminder) =>
  db.execute(sql`
    insert into reminder_rounds (event_id, which, start_time)
    select e.id, ${which}, e.start_time from events e where ${isStillSo(event)} on conflict do nothing`)

async function remindEvent({ db }: Deps, event: DueEvent, which: Reminder, check: () => void, most: number) {
  let count = 0
  for (let after = 0; ;) {
    check()
    const some = await remindSome(db, event, which, after, most)
    count += some.filter(({ isNew }) => isNew).length
    after = some.at(-1)?.ticketId ?? after
    if (some.length < most) break
  }
  await endRound(db, event, which)
  return count
}

export interface RemindOptions {
  ticketsAtOnce?: number
}

/** May run twice, on two instances, or die in the middle: each booking is reminded once all the same. */
export async function sendReminders(
  deps: Deps,
  { lease }: Pick<Job, 'lease'>,
  { ticketsAtOnce = TICKETS_AT_ONCE }: RemindOptions = {},
): Promise<number> {
  let count = 0
  for (const which of REMINDERS) {
    const seen = new Set<number>()
    for (;;) {
      const due = await findDue(deps.db, which, deps.clock())
      // One that is moved under our hands stays without its round until the next time.
      const fresh = due.filter(({ id }) => !seen.has(id))
      for (const event of fresh) {
        seen.add(event.id)
        count += await remindEvent(deps, event, which, () => lease.check(), ticketsAtOnce)
      }
      if (due.length < EVENTS_AT_ONCE || fresh.length === 0) break
    }
  }
  if (count > 0) deps.jobs.nudge()
  return count
}
