import { eq, inArray, sql } from 'drizzle-orm'
import type { QueueItem } from '../../../contract/moderation-console.ts'
import type { ReportKind } from '../../../contract/moderation-words.ts'
import type { Db } from '../../db/client.ts'
import { openOnly } from '../../db/schema/event-status.ts'
import { events } from '../../db/schema/events.ts'
import { eventScores } from '../../db/schema/moderation.ts'
import type { Deps } from '../../deps.ts'
import { explain, namesOf, shownToModerators } from './shown.ts'
import { pointsOf, reasonsOf, type Waiting } from './urgency.ts'

/** What is shown at once; what is decided makes room. And so much of each kind is looked at, the oldest first. */
const SHOWN = 50
const LOOKED_AT = 500
const SAID = 280

type Kind = QueueItem['subject']['kind']
type Subject = `${Kind}:${number}`

const idOf = (subject: Subject) => Number(subject.split(':')[1])
const isEvent = (subject: Subject) => subject.startsWith('event:')

type ReportedRow = { kind: ReportKind; eventId: number | null; creatorId: number; people: number; since: string }
type ReviewRow = { id: number; since: string }
type ObjectionRow = { reference: string; kind: string; id: number | null; concernedId: number | null; since: string }

/** One person or address counts once. What an account took away with it when it was deleted counts by itself. */
const findReported = (db: Db) =>
  db.execute<ReportedRow>(sql`
    select kind, event_id as "eventId", creator_id as "creatorId", min(created_at) as since,
      count(distinct coalesce(encode(sender_hash, 'hex'), reference))::int as people
    from reports
    where decision_id is null and dismissed_at is null and (event_id is not null or creator_id is not null)
    group by kind, event_id, creator_id order by since limit ${LOOKED_AT}`)

/** What the oldest report of each of them says, as far as a card has room for it. */
async function findSaid(db: Db, subjects: Subject[]): Promise<Map<Subject, string>> {
  const ids = (kind: Kind) => subjects.filter((subject) => subject.startsWith(`${kind}:`)).map(idOf)
  const { rows } = await db.execute<{ eventId: number | null; creatorId: number; said: string }>(sql`
    select distinct on (r.event_id, r.creator_id) r.event_id as "eventId", r.creator_id as "creatorId", left(w.text, ${SAID}) as said
    from reports r join moderation_words w on w.id = r.words_id
    where r.decision_id is null and r.dismissed_at is null and w.text is not null
      and (r.event_id = any (${sql.param(ids('event'))}::int[]) or r.creator_id = any (${sql.param(ids('account'))}::int[]))
    order by r.event_id, r.creator_id, r.created_at`)
  return new Map(
    rows.map(({ eventId, creatorId, said }) => [eventId === null ? `account:${creatorId}` : `event:${eventId}`, said]),
  )
}

const findInReview = (db: Db) =>
  db.execute<ReviewRow>(sql`
    select id, coalesce(review_since, created_at) as since from events where review is not null
    order by since limit ${LOOKED_AT}`)

const findObjections = (db: Db) =>
  db.execute<ObjectionRow>(sql`
    select reference, subject_kind as kind, subject_id as id, concerned_id as "concernedId", objected_at as since
    from decisions where objected_at is not null and outcome is null order by objected_at limit ${LOOKED_AT}`)

/** All that waits, by what it is about. */
async function findWaiting(db: Db): Promise<Map<Subject, Waiting>> {
  const all = new Map<Subject, Waiting>()
  const at = (subject: Subject, since: string): Waiting => {
    const time = new Date(since)
    const known = all.get(subject) ?? { reports: [], isInReview: false, objection: null, since: time }
    if (time < known.since) known.since = time
    all.set(subject, known)
    return known
  }
  const [reported, inReview, objections] = await Promise.all([findReported(db), findInReview(db), findObjections(db)])
  for (const { kind, eventId, creatorId, people, since } of reported.rows)
    at(eventId === null ? `account:${creatorId}` : `event:${eventId}`, since).reports.push({ kind, people })
  for (const { id, since } of inReview.rows) at(`event:${id}`, since).isInReview = true
  for (const { reference, kind, id, concernedId, since } of objections.rows) {
    const account = kind === 'account' ? id : concernedId
    const subject: Subject | null =
      kind === 'event' ? `event:${id ?? 0}` : account === null ? null : `account:${account}`
    if (subject) at(subject, since).objection = reference
  }
  return all
}

/** So that 500 events with long texts are not read, and looked at, for the 50 that are shown. */
async function mostUrgent(db: Db, waiting: Map<Subject, Waiting>, now: Date) {
  const ids = [...waiting.keys()].filter(isEvent).map(idOf)
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id: events.id, score: eventScores.score })
          .from(events)
          .leftJoin(eventScores, eq(eventScores.eventId, events.id))
          .where(inArray(events.id, ids))
  const scores = new Map(rows.map(({ id, score }) => [id, score ?? 0]))
  // Without those of an event that was deleted since.
  const there = [...waiting].filter(([subject]) => !isEvent(subject) || scores.has(idOf(subject)))
  const sorted = there
    .map(([subject, one]) => {
      const known = isEvent(subject) ? (scores.get(idOf(subject)) ?? 0) : 0
      return { subject, one, points: pointsOf(reasonsOf(one), one.since, now) + known }
    })
    .toSorted((a, b) => b.points - a.points || a.one.since.getTime() - b.one.since.getTime())
  return { total: sorted.length, shown: sorted.slice(0, SHOWN) }
}

const NOTHING_WAITS = { reports: [], isInReview: false, objection: null }

/** As moderators read them, with what the rules say about them now. */
async function describe(deps: Deps, shown: { subject: Subject; one: Waiting }[]): Promise<QueueItem[]> {
  const { db, clock } = deps
  const eventIds = shown.filter(({ subject }) => isEvent(subject)).map(({ subject }) => idOf(subject))
  const rows = eventIds.length > 0 ? await db.select().from(events).where(inArray(events.id, eventIds)) : []
  const byId = new Map(rows.map((row) => [row.id, row]))
  const accountIds = shown.filter(({ subject }) => !isEvent(subject)).map(({ subject }) => idOf(subject))
  const names = await namesOf(db, [...accountIds, ...rows.map(({ creatorId }) => creatorId)])
  const explained = await explain(db, [...byId.keys()], clock())
  const said = await findSaid(
    db,
    shown.map(({ subject }) => subject),
  )
  const items = shown.flatMap(({ subject, one }): QueueItem[] => {
    const id = idOf(subject)
    const row = isEvent(subject) ? byId.get(id) : null
    if (row === undefined) return []
    const byWhom = row ? row.creatorId : id
    const name = names.get(byWhom) ?? 'Deleted account'
    const reasons = [...reasonsOf(one), ...(row ? (explained.get(id) ?? []) : [])]
    return [
      {
        subject: {
          kind: row ? 'event' : 'account',
          id,
          name: row ? row.title : name,
          ...(row?.language && { language: row.language }),
        },
        event: row && shownToModerators(deps, row),
        by: { id: byWhom, name },
        isHidden: Boolean(row?.hiddenAt),
        isInReview: one.isInReview,
        reports: one.reports,
        said: said.get(subject) ?? null,
        objection: one.objection,
        since: one.since.toISOString(),
        points: pointsOf(reasons, one.since, clock()),
        reasons,
      },
    ]
  })
  return items.toSorted((a, b) => b.points - a.points || a.since.localeCompare(b.since))
}

export async function readQueue(deps: Deps): Promise<{ total: number; items: QueueItem[] }> {
  const { total, shown } = await mostUrgent(deps.db, await findWaiting(deps.db), deps.clock())
  return { total, items: await describe(deps, shown) }
}

/** Listed events that the rules find doubtful, and nobody has looked at or reported. Nothing of it is held back. */
export async function readWorthALook(deps: Deps): Promise<{ items: QueueItem[] }> {
  const { rows } = await deps.db.execute<{ id: number; since: string }>(sql`
    select e.id, s.scored_at as since
    from (select * from event_scores where looked_at is null order by score desc, event_id desc limit ${LOOKED_AT}) s
    join events e on e.id = s.event_id
    where ${openOnly('e')} and e.review is null and e.end_time > ${deps.clock().toISOString()}::timestamptz
      and not exists (
        select from reports r where r.event_id = e.id and r.decision_id is null and r.dismissed_at is null)
    order by s.score desc, e.id desc limit ${SHOWN}`)
  const shown = rows.map(({ id, since }) => ({
    subject: `event:${id}` as const,
    one: { ...NOTHING_WAITS, since: new Date(since) },
  }))
  return { items: await describe(deps, shown) }
}
