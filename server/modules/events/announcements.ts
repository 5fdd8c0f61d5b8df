// Notifies guests of a changed event: recorded in the transaction of the change, emailed by a job when it is due.
import { and, asc, eq, gt, lt, sql } from 'drizzle-orm'
import { DAY } from '../../../contract/durations.ts'
import type { Notice } from '../../../contract/notices.ts'
import type { Tx } from '../../db/client.ts'
import { announcements, pendingChanges } from '../../db/schema/event-states.ts'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import { whenText } from '../../mail/when-text.ts'
import { notify } from '../../notices/notify.ts'
import { changeBetween, HEADINGS, isOff, isSame, knownToGuests, announceAt, type Change } from './changes.ts'
import { countConcerned, findEvent, findWithBrowsers, savedBy, type EventRow } from './queries.ts'

async function findPendingChange(tx: Tx, eventId: number) {
  const [row] = await tx.select().from(pendingChanges).where(eq(pendingChanges.eventId, eventId)).for('update')
  return row ?? null
}

/** When changes of this event were announced in the last 24 hours, in order. */
async function findAnnounced(tx: Tx, eventId: number, now: Date): Promise<Date[]> {
  const since = gt(announcements.announcedAt, new Date(now.getTime() - DAY))
  const rows = await tx
    .select({ at: announcements.announcedAt })
    .from(announcements)
    .where(and(eq(announcements.eventId, eventId), since))
    .orderBy(asc(announcements.announcedAt))
  return rows.map(({ at }) => at)
}

export interface ChangeDetails {
  note?: string
  isCallingOff?: boolean
}

/** Called by whatever changes an event, under its lock. A change that was taken back is not announced. */
export async function rememberChange(
  deps: Deps,
  tx: Tx,
  before: EventRow,
  after: EventRow,
  change: ChangeDetails = {},
) {
  if (before.status === 'draft' || isSame(knownToGuests(before), knownToGuests(after))) return
  const pending = await findPendingChange(tx, after.id)
  if (!pending && (await countConcerned(deps, tx, after.id)) === 0) return
  const known = pending?.before ?? knownToGuests(before)
  if (isSame(known, knownToGuests(after))) {
    await tx.delete(pendingChanges).where(eq(pendingChanges.eventId, after.id))
    return
  }
  const now = deps.clock()
  const firstAt = pending?.firstAt ?? now
  const { isCallingOff = false } = change
  const starts = [new Date(known.startTime), after.startTime]
  const announced = await findAnnounced(tx, after.id, now)
  const paced = announceAt({ isCallingOff, starts, firstAt, now, announced })
  // An edit must not delay the news that the event is off.
  const isHurried = pending && !isCallingOff && after.status !== 'published' && pending.dueAt < paced
  const dueAt = isHurried ? pending.dueAt : paced
  const row = { before: known, note: change.note || pending?.note || null, firstAt, dueAt }
  await tx
    .insert(pendingChanges)
    .values({ eventId: after.id, ...row })
    .onConflictDoUpdate({ target: pendingChanges.eventId, set: row })
  // One job for each moment: the one that finds its row due does the work, the others find nothing to do.
  await deps.jobs.add(tx, {
    kind: 'tell-of-change',
    payload: { eventId: after.id },
    runAt: dueAt,
    priority: PRIORITY.soon,
    dedupeKey: `${after.id} ${dueAt.getTime()}`,
  })
}

/** The emails are written and the row is removed in one transaction: nobody is notified twice, and nobody is left out. */
export async function announceChange(deps: Deps, { payload }: Job) {
  const eventId = Number(payload.eventId)
  await deps.db.transaction(async (tx) => {
    const pending = await findPendingChange(tx, eventId)
    if (!pending || pending.dueAt > deps.clock()) return
    const event = await findEvent(tx, eventId)
    // A hidden event sends nothing: this is announced once the event is restored (modules/moderation/hiding.ts).
    if (event?.hiddenAt) return
    const change = event && changeBetween(pending.before, knownToGuests(event))
    if (change) {
      await writeMails(deps, tx, eventId, { change, before: pending.before, note: pending.note })
      await notifyConcerned(deps, tx, event, change)
      await rememberAnnounced(tx, eventId, deps.clock())
    }
    await tx.delete(pendingChanges).where(eq(pendingChanges.eventId, eventId))
  })
  deps.jobs.nudge()
}

/** Only announcements of the last day are kept: they are only used for the daily limit. */
async function rememberAnnounced(tx: Tx, eventId: number, now: Date) {
  const old = lt(announcements.announcedAt, new Date(now.getTime() - DAY))
  await tx.delete(announcements).where(and(eq(announcements.eventId, eventId), old))
  await tx.insert(announcements).values({ eventId, announcedAt: now }).onConflictDoNothing()
}

/**
 * One for each booking, because each is its own entry in a calendar; and one for each who waits, or saved it and
 * agreed. A guest added by name is notified if they asked for emails.
 */
async function writeMails(deps: Deps, tx: Tx, eventId: number, details: Record<string, unknown>) {
  await tx.execute(sql`
    insert into mails (kind, user_id, ticket_id, payload, priority)
    select 'event-change', user_id, id, ${JSON.stringify(details)}::jsonb, ${PRIORITY.soon} from tickets
    where event_id = ${eventId} and number_of_tickets > 0 and (user_id is not null or wants_mail)`)
  await tx.execute(sql`
    insert into mails (kind, user_id, payload, priority)
    select 'event-change-waiting', user_id, ${JSON.stringify({ ...details, eventId })}::jsonb, ${PRIORITY.soon}
    from (
      select user_id from waiting_entries where event_id = ${eventId} and ended_at is null
      union
      select user_id from booking_requests where event_id = ${eventId} and ended_at is null
    ) as hopeful`)
  await tx.execute(sql`
    insert into mails (kind, user_id, payload, priority)
    select 'event-change-saved', user_id, ${JSON.stringify({ ...details, eventId })}::jsonb, ${PRIORITY.soon}
    from (${savedBy(deps, eventId)}) as savers where mail`)
}

function noticeFor(change: Change, hasSaved: boolean): Notice {
  if (hasSaved) return 'saved'
  return isOff(change) ? 'cancellation' : 'change'
}

// Rows per statement.
const AT_ONCE = 500

/** In their browsers once for each person, however many bookings they have. A cancelled event is mentioned by its name only. */
async function notifyConcerned(deps: Deps, tx: Tx, event: EventRow, change: Change) {
  const people = await findWithBrowsers(deps, tx, event.id)
  const messages = people.map(({ userId, ticketId, hasSaved }) => ({
    userId,
    notice: noticeFor(change, hasSaved),
    title: HEADINGS[change],
    body: isOff(change) ? event.title : `${event.title}, ${whenText(event)}`,
    path: ticketId === null ? `/events/${event.id}` : `/my-bookings/${ticketId}`,
    tag: `change-${event.id}`,
  }))
  for (let at = 0; at < messages.length; at += AT_ONCE) await notify(tx, messages.slice(at, at + AT_ONCE))
}
