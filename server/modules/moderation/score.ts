// The score of events as it is now: what the rules (server/screening) look at is read for several at once. What is worth
// a look is remembered when an event is saved, by a job, so that nobody has to look through all of them later.
import { setImmediate as breathe } from 'node:timers/promises'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { openOnly } from '../../db/schema/event-status.ts'
import { events } from '../../db/schema/events.ts'
import { eventScores } from '../../db/schema/moderation.ts'
import { users } from '../../db/schema/users.ts'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { readBlocked } from '../../screening/blocked-links.ts'
import { scoreOf, type Score } from '../../screening/rules.ts'

// Short titles are alike by chance: Pub Quiz, Open Mic.
const TITLE_LENGTH = 15
const ALIKE = 0.8

const near = (interval: string) => sql.raw(`interval '${interval}'`)

/** Of those around it, because a series has one title, and one account. */
const othersWithTitle = sql<number>`case when length(${events.title}) < ${TITLE_LENGTH} then 0 else (
  select count(distinct o.creator_id)::int from events o
  where ${openOnly('o')} and o.title_folded % ${events.titleFolded} and o.creator_id <> ${events.creatorId}
    and o.created_at between ${events.createdAt} - ${near('7 days')} and ${events.createdAt} + ${near('7 days')}) end`

const madeThatHour = sql<number>`(
  select count(distinct coalesce(m.series_id, -m.id))::int from events m where m.creator_id = ${events.creatorId}
    and m.created_at between ${events.createdAt} - ${near('1 hour')} and ${events.createdAt} + ${near('1 hour')})`

/** A few milliseconds for each event whose text somebody made for this; others get their turn in between. */
const AT_A_TIME = 3

/** By the event's id; for some dozens. */
export async function scoreEvents(db: Db, ids: number[], now: Date): Promise<Map<number, Score>> {
  if (ids.length === 0) return new Map()
  const { id, title, description, venue, artistDescription, organizerDescription, bookingUrl } = events
  const rows = await db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local pg_trgm.similarity_threshold = ${ALIKE}`))
    return tx
      .select({
        id,
        title,
        description,
        venue,
        artistDescription,
        organizerDescription,
        bookingUrl,
        othersWithTitle,
        madeThatHour,
        createdAt: users.createdAt,
        emailConfirmedAt: users.emailConfirmedAt,
      })
      .from(events)
      .innerJoin(users, sql`${users.id} = ${events.creatorId}`)
      .where(inArray(events.id, ids))
  })
  const blocked = await readBlocked(db)
  const scores = new Map<number, Score>()
  for (const [at, { id, createdAt, emailConfirmedAt, ...event }] of rows.entries()) {
    if (at % AT_A_TIME === 0) await breathe()
    const creator = { createdAt, isConfirmed: emailConfirmedAt !== null }
    scores.set(id, scoreOf({ ...event, creator, blocked, now }))
  }
  return scores
}

/** From here on an event is worth a look. A newcomer without a confirmed address has three for nothing. */
const WORTH_A_LOOK = 4

/** The job after a save. A moderator who has looked at it sees it again only if its score rises. */
export async function rememberScore({ db, clock }: Deps, { payload }: Job): Promise<void> {
  const eventId = Number(payload.eventId)
  const score = (await scoreEvents(db, [eventId], clock())).get(eventId)?.score ?? 0
  if (score < WORTH_A_LOOK) return void (await db.delete(eventScores).where(eq(eventScores.eventId, eventId)))
  const lookedAt = sql`case when excluded.score > ${eventScores.score} then null else ${eventScores.lookedAt} end`
  await db
    .insert(eventScores)
    .values({ eventId, score, scoredAt: clock() })
    .onConflictDoUpdate({ target: eventScores.eventId, set: { score, scoredAt: clock(), lookedAt } })
}

const FORGOTTEN_AT_ONCE = 1_000

/** What is over is worth no look any more. */
export const forgetScores = ({ db, clock }: Deps) =>
  db.execute(sql`
    delete from event_scores where event_id in (
      select s.event_id from event_scores s join events e on e.id = s.event_id
      where e.end_time < ${clock().toISOString()}::timestamptz limit ${FORGOTTEN_AT_ONCE})`)
