// An offer is sent by email and push in its own transaction. What goes to everybody on a list is one job in that
// transaction: the list may be thousands long, and the event is locked.
import { formOf } from '../../contract/counted.ts'
import { eq, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { events } from '../db/schema/events.ts'
import type { Deps } from '../deps.ts'
import type { Job } from '../jobs/job.ts'
import { PRIORITY } from '../jobs/priority.ts'
import { notify } from '../notices/notify.ts'
import { isClosed, isTimeOf } from './bookable.ts'
import type { Ledger, Offer, Broadcast } from './ledger.ts'
import { standbySeats } from './confirming.ts'
import { eventColumns } from './open.ts'

export const NOTIFY_WAITING_JOB = 'tell-waiting'

const pushOf = (eventId: number, userId: number) =>
  ({ userId, notice: 'offer', path: `/events/${eventId}`, tag: `offer-${eventId}` }) as const

export async function notifyOfOffers(mails: Deps['mails'], tx: Tx, { event, entries }: Ledger, made: Offer[]) {
  const userOf = new Map(entries.flatMap(({ offer, userId }) => (offer ? [[offer, userId] as const] : [])))
  const notified = made.flatMap((offer) => {
    const userId = userOf.get(offer)
    return userId === undefined ? [] : [{ ...offer, userId }]
  })
  if (notified.length === 0) return
  await mails.addAll(
    tx,
    notified.map(({ id, userId, toldAt }) => ({ kind: 'offer', userId, payload: { offerId: id }, sendAt: toldAt })),
  )
  const [row] = await tx.select({ title: events.title }).from(events).where(eq(events.id, event.id))
  await notify(
    tx,
    notified.map(({ userId, seats, toldAt, expiresAt }) => ({
      ...pushOf(event.id, userId),
      body: row?.title ?? '',
      sendAt: toldAt,
      until: expiresAt,
      title: formOf(seats, 'A place is yours', `${seats} places are yours`),
    })),
  )
}

export async function addBroadcasts(tx: Tx, { event, broadcasts }: Ledger) {
  for (const broadcast of broadcasts.splice(0)) await addBroadcast(tx, event.id, broadcast)
}

const addBroadcast = (tx: Pick<Tx, 'execute'>, eventId: number, { kind, since }: Broadcast, later?: Date) =>
  tx.execute(sql`select add_job(${NOTIFY_WAITING_JOB}, ${JSON.stringify({ eventId, kind, since })}, ${PRIORITY.soon},
    ${later ? sql`greatest(${later}, now() + interval '1 second')` : sql`now()`}, ${`${eventId} ${kind} ${since.getTime()}`})`)

/** The most emails about last places that one entry gets. */
const LAST_PLACES = { everyMinutes: 10, times: 3 }

interface Rule {
  /** Of entries w, those that this broadcast has not reached yet. */
  isPending: SQL
  /** Of these, those that may be notified now. */
  mayBeNotified: SQL
  note: SQL
}

const ruleOf = ({ kind, since }: Broadcast, isShut: boolean, now: Date): Rule =>
  kind === 'nothing-free'
    ? {
        isPending: sql`w.nothing_free_at is null and (${isShut} or w.created_at <= ${since})`,
        mayBeNotified: sql`true`,
        note: sql`nothing_free_at = ${now}`,
      }
    : {
        isPending: sql`(w.last_places_at is null or w.last_places_at < ${since})
          and w.last_places_times < ${LAST_PLACES.times}`,
        mayBeNotified: sql`coalesce(w.last_places_at <= ${now}::timestamptz - ${`${LAST_PLACES.everyMinutes} minutes`}::interval, true)`,
        note: sql`last_places_at = greatest(${now}, ${since}::timestamptz), last_places_times = last_places_times + 1`,
      }

const AT_ONCE = 500

/**
 * Notifies the next `AT_ONCE` people after this turn, without the event's lock. An entry is marked in the statement that
 * writes its email, so that it is notified once however often this runs. Entries that somebody is changing are left for later:
 * a transaction that never waits cannot deadlock.
 */
async function notifySome(tx: Tx, eventId: number, { kind, since }: Broadcast, now: Date, after: number) {
  const [event] = await tx
    .select({ ...eventColumns, title: events.title })
    .from(events)
    .where(eq(events.id, eventId))
  if (!event || !isTimeOf[kind](event, now)) return null
  if (kind === 'last-places' && event.capacity - event.sold - event.held <= 0) return null
  const { isPending, mayBeNotified, note } = ruleOf({ kind, since }, isClosed(event, now), now)
  const isInLine = sql`w.event_id = ${eventId} and w.ended_at is null and w.resting_since is null
    and not exists (select from offers o where o.entry_id = w.id and o.ended_at is null)`
  const { rows } = await tx.execute<{ userId: number; turn: number }>(sql`
    with chosen as (
      select w.id from waiting_entries w
      where ${isInLine} and ${isPending} and ${mayBeNotified} and w.turn > ${after}
      order by w.turn limit ${AT_ONCE} for no key update skip locked
    ), notified as (
      update waiting_entries w set ${note} from chosen where w.id = chosen.id returning w.id, w.user_id, w.turn
    ), written as (
      insert into mails (kind, user_id, payload, priority)
      select ${kind}, user_id, jsonb_build_object('entryId', id), ${PRIORITY.soon} from notified order by turn
    )
    select user_id as "userId", turn from notified order by turn`)
  // Only last places are worth a push notification.
  if (kind === 'last-places')
    await notify(
      tx,
      rows.map(({ userId }) => ({
        ...pushOf(eventId, userId),
        body: event.title,
        until: event.startTime,
        title: 'A last-minute place: the first tap wins',
      })),
    )
  if (rows.length === AT_ONCE) return { after: rows.at(-1)?.turn ?? after, later: null }
  const standbyLater = kind === 'last-places' && event.confirm ? await notifyStandby(tx, event, since, now) : null
  const left = await tx.execute<{ later: string | null }>(sql`
    select min(case when ${mayBeNotified} then now()
      else w.last_places_at + ${`${LAST_PLACES.everyMinutes} minutes`}::interval end) as later
    from waiting_entries w where ${isInLine} and ${isPending}`)
  const laters = [left.rows[0]?.later, standbyLater].flatMap((at) => (at ? [new Date(at).getTime()] : []))
  return { after: null, later: laters.length > 0 ? new Date(Math.min(...laters)) : null }
}

/** Those on standby are notified of last places as those who wait are. Returns when there is more to do. */
async function notifyStandby(
  tx: Tx,
  event: { id: number; title: string; startTime: Date },
  since: Date,
  now: Date,
): Promise<string | null> {
  const interval = sql`${`${LAST_PLACES.everyMinutes} minutes`}::interval`
  const isLeft = sql`r.event_id = ${event.id} and r.by = 'unconfirmed' and r.undone_at is null
    and (r.last_places_at is null or r.last_places_at < ${since}) and r.last_places_times < ${LAST_PLACES.times}
    and ${sql.raw(standbySeats)} > 0 and not exists (select from waiting_entries w
      where w.event_id = r.event_id and w.user_id = t.user_id and w.ended_at is null)`
  const mayBeNotified = sql`coalesce(r.last_places_at <= ${now}::timestamptz - ${interval}, true)`
  const { rows } = await tx.execute<{ userId: number; ticketId: number }>(sql`
    with chosen as (
      select r.id, r.ticket_id, t.user_id from ticket_returns r join tickets t on t.id = r.ticket_id
      where ${isLeft} and ${mayBeNotified} order by r.id limit ${AT_ONCE} for no key update of r skip locked
    ), notified as (
      update ticket_returns r set last_places_at = greatest(${now}, ${since}::timestamptz), last_places_times = r.last_places_times + 1
      from chosen where r.id = chosen.id
    ), written as (
      insert into mails (kind, user_id, ticket_id, priority)
      select 'last-places', user_id, ticket_id, ${PRIORITY.soon} from chosen order by id
    )
    select user_id as "userId", ticket_id as "ticketId" from chosen order by id`)
  await notify(
    tx,
    rows.map(({ userId, ticketId }) => ({
      ...pushOf(event.id, userId),
      path: `/my-bookings/${ticketId}`,
      body: event.title,
      until: event.startTime,
      title: 'A last-minute place: the first tap wins',
    })),
  )
  const left = await tx.execute<{ later: string | null }>(sql`
    select min(case when ${mayBeNotified} then now() else r.last_places_at + ${interval} end) as later
    from ticket_returns r join tickets t on t.id = r.ticket_id where ${isLeft}`)
  return left.rows[0]?.later ?? null
}

export async function notifyWaiting({ db, clock, jobs }: Deps, { payload, lease }: Pick<Job, 'payload' | 'lease'>) {
  const eventId = Number(payload.eventId)
  const broadcast: Broadcast = { kind: payload.kind as Broadcast['kind'], since: new Date(String(payload.since)) }
  let after: number | null = 0
  while (after !== null) {
    lease.check()
    const from: number = after
    const notified = await db.transaction((tx) => notifySome(tx, eventId, broadcast, clock(), from))
    jobs.nudge()
    after = notified?.after ?? null
    if (notified?.later) await addBroadcast(db, eventId, broadcast, notified.later)
  }
}
