import { inArray, sql } from 'drizzle-orm'
import type { QueueItem } from '../../../contract/moderation-console.ts'
import type { ReportKind } from '../../../contract/moderation-words.ts'
import type { Db } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import type { Deps } from '../../deps.ts'
import { explain } from './explain.ts'
import { namesOf } from './names.ts'
import { shownToModerators } from './pictures.ts'
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

export async function readQueue(deps: Deps): Promise<{ total: number; items: QueueItem[] }> {
  const { db, clock } = deps
  const waiting = await findWaiting(db)
  const eventIds = [...waiting.keys()].filter(isEvent).map(idOf)
  const rows = eventIds.length > 0 ? await db.select().from(events).where(inArray(events.id, eventIds)) : []
  const byId = new Map(rows.map((row) => [row.id, row]))
  const accountIds = [...waiting.keys()].filter((subject) => !isEvent(subject)).map(idOf)
  const names = await namesOf(db, [...accountIds, ...rows.map(({ creatorId }) => creatorId)])
  const explained = await explain(
    db,
    rows.map(({ id }) => id),
    clock(),
  )
  const items = [...waiting].flatMap(([subject, one]): QueueItem[] => {
    const id = idOf(subject)
    const row = isEvent(subject) ? byId.get(id) : null
    // An event that was deleted since.
    if (row === undefined) return []
    const byWhom = row ? row.creatorId : id
    const name = names.get(byWhom) ?? 'Deleted account'
    const reasons = [...reasonsOf(one), ...(explained.get(id) ?? []).filter(() => row !== null)]
    return [
      {
        subject: { kind: row ? 'event' : 'account', id, name: row ? row.title : name },
        event: row && shownToModerators(deps, row),
        by: { id: byWhom, name },
        isHidden: Boolean(row?.hiddenAt),
        isInReview: one.isInReview,
        reports: one.reports,
        said: null,
        objection: one.objection,
        since: one.since.toISOString(),
        points: pointsOf(reasons, one.since, clock()),
        reasons,
      },
    ]
  })
  items.sort((a, b) => b.points - a.points || a.since.localeCompare(b.since))
  const shown = items.slice(0, SHOWN)
  const keyOf = ({ subject }: QueueItem): Subject => `${subject.kind}:${subject.id}`
  const said = await findSaid(db, shown.map(keyOf))
  return { total: items.length, items: shown.map((item) => ({ ...item, said: said.get(keyOf(item)) ?? null })) }
}
