// Notifies guests of a changed event: recorded in the transaction of the change, emailed by a job when it is due.
import { and, asc, eq, gt, inArray, lt, or, sql } from 'drizzle-orm'
import { DAY } from '../../../contract/durations.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Notice } from '../../../contract/notices.ts'
import type { Tx } from '../../db/client.ts'
import { announcements, pendingChanges, type KnownToGuests } from '../../db/schema/event-states.ts'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import { whenText } from '../../mail/when-text.ts'
import { notify } from '../../notices/notify.ts'
import {
  announceAt,
  changeableAt,
  changeBetween,
  HEADINGS,
  isOff,
  isSame,
  knownToGuests,
  type Change,
} from './changes.ts'
import { entrantsOf, findConcerning, findEvent, findWithBrowsers, savedBy, type EventRow } from './queries.ts'

type Pending = typeof pendingChanges.$inferSelect

async function findPendingChanges(tx: Tx, eventIds: number[]) {
  const rows = await tx
    .select()
    .from(pendingChanges)
    .where(inArray(pendingChanges.eventId, eventIds))
    .orderBy(asc(pendingChanges.eventId))
    .for('update')
  return new Map(rows.map((row) => [row.eventId, row]))
}

/** When changes of these events were announced in the last 24 hours, in order. */
async function findAnnounced(tx: Tx, eventIds: number[], now: Date): Promise<Map<number, Date[]>> {
  const since = gt(announcements.announcedAt, new Date(now.getTime() - DAY))
  const rows = await tx
    .select({ eventId: announcements.eventId, at: announcements.announcedAt })
    .from(announcements)
    .where(and(inArray(announcements.eventId, eventIds), since))
    .orderBy(asc(announcements.announcedAt))
  const byEvent = new Map<number, Date[]>()
  for (const { eventId, at } of rows) byEvent.set(eventId, [...(byEvent.get(eventId) ?? []), at])
  return byEvent
}

export interface ChangeDetails {
  note?: string
  isCallingOff?: boolean
}

interface Changed {
  before: EventRow
  after: EventRow
}

/** When it is announced. A change too many is refused. */
function dueOf(
  { before, after }: Changed,
  pending: Pending | undefined,
  announced: Date[],
  now: Date,
  isCallingOff: boolean,
) {
  const known = pending?.before ?? knownToGuests(before)
  const changeable = changeableAt(announced)
  if (changeable && after.status === 'published')
    throw new AppError('change_limit', { retryAfterSeconds: (changeable.getTime() - now.getTime()) / 1000 })
  const starts = [new Date(known.startTime), after.startTime]
  const paced = announceAt({ isCallingOff, starts, firstAt: pending?.firstAt ?? now, now, announced })
  // An edit must not delay the news that the event is off.
  const isHurried = pending && !isCallingOff && after.status !== 'published' && pending.dueAt < paced
  return isHurried ? pending.dueAt : paced
}

/** Called by whatever changes events, under their locks. A change that was taken back is not announced. */
export async function rememberChanges(
  deps: Deps,
  tx: Tx,
  all: Changed[],
  { note, isCallingOff = false }: ChangeDetails = {},
) {
  const isNews = ({ before, after }: Changed) =>
    before.status !== 'draft' && !isSame(knownToGuests(before), knownToGuests(after))
  const changes = all.filter(isNews)
  if (changes.length === 0) return
  const ids = changes.map(({ after }) => after.id)
  const pending = await findPendingChanges(tx, ids)
  const unknown = ids.filter((id) => !pending.has(id))
  const concerning = unknown.length > 0 ? await findConcerning(deps, tx, unknown) : new Set<number>()
  const told = changes.filter(({ after: { id } }) => pending.has(id) || concerning.has(id))
  const isTakenBack = ({ after }: Changed) => {
    const known = pending.get(after.id)?.before
    return known !== undefined && isSame(known, knownToGuests(after))
  }
  const takenBack = told.filter(isTakenBack).map(({ after }) => after.id)
  if (takenBack.length > 0) await tx.delete(pendingChanges).where(inArray(pendingChanges.eventId, takenBack))
  const toAnnounce = told.filter((change) => !isTakenBack(change))
  if (toAnnounce.length === 0) return
  const now = deps.clock()
  const announced = await findAnnounced(tx, ids, now)
  const rows = toAnnounce.map((change) => {
    const { before, after } = change
    const earlier = pending.get(after.id)
    return {
      eventId: after.id,
      before: earlier?.before ?? knownToGuests(before),
      note: note || earlier?.note || null,
      firstAt: earlier?.firstAt ?? now,
      dueAt: dueOf(change, earlier, announced.get(after.id) ?? [], now, isCallingOff),
    }
  })
  await tx
    .insert(pendingChanges)
    .values(rows)
    .onConflictDoUpdate({
      target: pendingChanges.eventId,
      set: {
        before: sql`excluded.before`,
        note: sql`excluded.note`,
        firstAt: sql`excluded.first_at`,
        dueAt: sql`excluded.due_at`,
      },
    })
  // One job for each moment: the one that finds its row due does the work, the others find nothing to do.
  await deps.jobs.add(
    tx,
    ...rows.map(({ eventId, dueAt }) => ({
      kind: 'tell-of-change',
      payload: { eventId },
      runAt: dueAt,
      priority: PRIORITY.soon,
      dedupeKey: `${eventId} ${dueAt.getTime()}`,
    })),
  )
}

/** Changes of one series that are due so soon after each other are announced together. */
const TOGETHER = 30 * 60_000

/** Of this event; of a series' date also those of its other dates. Locked in the order of ids. */
async function lockDue(tx: Tx, eventId: number, now: Date) {
  const sameSeries = sql`${pendingChanges.eventId} in (
    select other.id from events one join events other on other.series_id = one.series_id where one.id = ${eventId})`
  const rows = await tx
    .select()
    .from(pendingChanges)
    .where(or(eq(pendingChanges.eventId, eventId), sameSeries))
    .orderBy(asc(pendingChanges.eventId))
    .for('update')
  const isDue = rows.some((row) => row.eventId === eventId && row.dueAt <= now)
  return isDue ? rows.filter(({ dueAt }) => dueAt.getTime() <= now.getTime() + TOGETHER) : []
}

interface News {
  event: EventRow
  change: Change
  details: { change: Change; before: KnownToGuests; note: string | null }
}

/** The emails are written and the rows are removed in one transaction: nobody is notified twice, and nobody is left out. */
export async function announceChange(deps: Deps, { payload }: Job) {
  await deps.db.transaction(async (tx) => {
    const due = await lockDue(tx, Number(payload.eventId), deps.clock())
    const news: News[] = []
    for (const { eventId, before, note } of due) {
      const event = await findEvent(tx, eventId)
      // A hidden event sends nothing: this is announced once the event is restored (modules/moderation/hiding.ts).
      if (event?.hiddenAt) continue
      const change = event && changeBetween(before, knownToGuests(event))
      if (change) news.push({ event, change, details: { change, before, note } })
      await tx.delete(pendingChanges).where(eq(pendingChanges.eventId, eventId))
    }
    const several = news.length > 1 ? await writeGathered(tx, news) : new Set<number>()
    for (const { event, change, details } of news) {
      await writeMails(deps, tx, event.id, details, several)
      await notifyConcerned(deps, tx, event, change, several)
      await rememberAnnounced(tx, event.id, deps.clock())
    }
    const [first] = news
    if (first && several.size > 0) await notifyGathered(tx, first.event, [...several])
  })
  deps.jobs.nudge()
}

/** One email for each person whom several of these dates concern; who they are. */
async function writeGathered(tx: Tx, news: News[]): Promise<Set<number>> {
  const ids = sql.param(news.map(({ event }) => event.id))
  const details = sql.param(news.map((one) => JSON.stringify(one.details)))
  const { rows } = await tx.execute<{ userId: number }>(sql`
    insert into mails (kind, user_id, payload, priority)
    select 'dates-change', user_id, jsonb_build_object('dates', jsonb_agg(
      news.details::jsonb || jsonb_build_object('eventId', event_id, 'ticketId', ticket_id) order by event_id, ticket_id)),
      ${PRIORITY.soon}
    from (
      select user_id, event_id, id as ticket_id from tickets
      where event_id = any (${ids}::int[]) and number_of_tickets > 0 and user_id is not null
      union all
      select user_id, event_id, null from waiting_entries where event_id = any (${ids}::int[]) and ended_at is null
    ) as concerned join unnest(${ids}::int[], ${details}::text[]) as news (id, details) on news.id = event_id
    group by user_id having count(distinct event_id) > 1
    returning user_id as "userId"`)
  return new Set(rows.map(({ userId }) => userId))
}

async function notifyGathered(tx: Tx, event: EventRow, userIds: number[]) {
  const messages = userIds.map((userId) => ({
    userId,
    notice: 'change' as const,
    title: 'Several dates have changed',
    body: event.title,
    path: '/my-bookings',
    tag: `series-${event.seriesId}`,
  }))
  for (let at = 0; at < messages.length; at += AT_ONCE) await notify(tx, messages.slice(at, at + AT_ONCE))
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
async function writeMails(deps: Deps, tx: Tx, eventId: number, details: object, except: ReadonlySet<number>) {
  const others = sql`(user_id is null or user_id <> all (${sql.param([...except])}::int[]))`
  await tx.execute(sql`
    insert into mails (kind, user_id, ticket_id, payload, priority)
    select 'event-change', user_id, id, ${JSON.stringify(details)}::jsonb, ${PRIORITY.soon} from tickets
    where event_id = ${eventId} and number_of_tickets > 0 and (user_id is not null or wants_mail) and ${others}`)
  await tx.execute(sql`
    insert into mails (kind, user_id, payload, priority)
    select 'event-change-waiting', user_id, ${JSON.stringify({ ...details, eventId })}::jsonb, ${PRIORITY.soon}
    from (
      select user_id from waiting_entries where event_id = ${eventId} and ended_at is null
      union
      select user_id from booking_requests where event_id = ${eventId} and ended_at is null
      union
      select user_id from (${entrantsOf([eventId])}) as entrants
    ) as hopeful where ${others}`)
  await tx.execute(sql`
    insert into mails (kind, user_id, payload, priority)
    select 'event-change-saved', user_id, ${JSON.stringify({ ...details, eventId })}::jsonb, ${PRIORITY.soon}
    from (${savedBy(deps, [eventId])}) as savers where mail`)
}

function noticeFor(change: Change, hasSaved: boolean): Notice {
  if (hasSaved) return 'saved'
  return isOff(change) ? 'cancellation' : 'change'
}

// Rows per statement.
const AT_ONCE = 500

/** In their browsers once for each person, however many bookings they have. A cancelled event is mentioned by its name only. */
async function notifyConcerned(deps: Deps, tx: Tx, event: EventRow, change: Change, except: ReadonlySet<number>) {
  const people = (await findWithBrowsers(deps, tx, event.id)).filter(({ userId }) => !except.has(userId))
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
