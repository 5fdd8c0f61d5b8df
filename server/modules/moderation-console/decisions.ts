// Decisions as moderators read them, several at once.
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { Page } from '../../../contract/endpoint.ts'
import type { Decision } from '../../../contract/moderation.ts'
import type { PastDecision } from '../../../contract/moderation-console.ts'
import type { Db } from '../../db/client.ts'
import { events } from '../../db/schema/events.ts'
import { decisions } from '../../db/schema/moderation.ts'
import type { Deps } from '../../deps.ts'
import { readWords } from '../moderation/module.ts'
import { toDecision, type SubjectName } from '../moderation/queries.ts'
import { namesOf } from './shown.ts'

type Row = typeof decisions.$inferSelect

const PAGE = 50
const OPEN = 500

async function titlesOf(db: Db, ids: number[]): Promise<Map<number, SubjectName>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: events.id, name: events.title, language: events.language })
    .from(events)
    .where(inArray(events.id, ids))
  return new Map(rows.map(({ id, name, language }) => [id, { name, ...(language && { language }) }]))
}

const subjectIds = (rows: Row[], kind: Row['subjectKind']) =>
  rows.flatMap((row) => (row.subjectKind === kind && row.subjectId !== null ? [row.subjectId] : []))

async function toPast(db: Db, rows: Row[], userId: number): Promise<PastDecision[]> {
  const words = await readWords(
    db,
    rows.flatMap((row) => [row.wordsId, row.objectionWordsId, row.outcomeWordsId]),
  )
  const titles = await titlesOf(db, subjectIds(rows, 'event'))
  const names = await namesOf(db, [...subjectIds(rows, 'account'), ...rows.map(({ moderatorId }) => moderatorId)])
  const textOf = (id: number | null) => (id === null ? '' : (words.get(id) ?? ''))
  const nameOf = ({ subjectKind, subjectId, domain }: Row): SubjectName => {
    if (subjectKind === 'domain') return { name: domain ?? '' }
    const gone = { name: 'It is no longer there' }
    if (subjectKind === 'event') return titles.get(subjectId ?? 0) ?? gone
    return { name: names.get(subjectId ?? 0) ?? gone.name }
  }
  return rows.map((row) => ({
    reference: row.reference,
    act: row.act,
    reason: row.reason,
    isAutomated: row.isAutomated,
    subject: { kind: row.subjectKind, id: row.subjectId, ...nameOf(row) },
    text: textOf(row.wordsId),
    until: row.until?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    // For the person concerned, who reads it elsewhere.
    canObject: false,
    objection: row.objectedAt && {
      text: textOf(row.objectionWordsId),
      at: row.objectedAt.toISOString(),
      outcome: row.outcome,
      outcomeAt: row.outcomeAt?.toISOString() ?? null,
      answer: textOf(row.outcomeWordsId),
      isBySamePerson: row.outcomeBy !== null && row.outcomeBy === row.moderatorId,
    },
    moderator: row.moderatorId === null ? null : (names.get(row.moderatorId) ?? null),
    isOwn: row.moderatorId === userId,
  }))
}

const isObjected = and(isNotNull(decisions.objectedAt), isNull(decisions.outcome))
const isAtRest = or(isNull(decisions.objectedAt), isNotNull(decisions.outcome))

/** What somebody objects to waits for an answer, and comes first however old it is; then the newest. */
export async function listDecisions(db: Db, userId: number, cursor?: number): Promise<Page<PastDecision>> {
  const rows = await db
    .select()
    .from(decisions)
    .where(and(isAtRest, cursor === undefined ? undefined : lt(decisions.id, cursor)))
    .orderBy(desc(decisions.id))
    .limit(PAGE + 1)
  const open =
    cursor === undefined
      ? await db.select().from(decisions).where(isObjected).orderBy(asc(decisions.objectedAt)).limit(OPEN)
      : []
  const shown = rows.slice(0, PAGE)
  const next = rows.length > PAGE ? String(shown.at(-1)!.id) : null
  return { items: await toPast(db, [...open, ...shown], userId), next }
}

const OWN = 20

/** For the person concerned: nothing of who decided. */
export async function ownDecisions({ db, clock }: Deps, userId: number): Promise<Decision[]> {
  const isMine = eq(decisions.concernedId, userId)
  const rows = await db.select().from(decisions).where(isMine).orderBy(desc(decisions.id)).limit(OWN)
  return Promise.all(rows.map((row) => toDecision(db, row, clock())))
}

/** About an event or an account; of an account also those about its events. */
export async function decisionsAbout(db: Db, subject: { eventId?: number; accountId?: number }): Promise<Decision[]> {
  const { eventId, accountId } = subject
  const of = (kind: Row['subjectKind'], id: number) => and(eq(decisions.subjectKind, kind), eq(decisions.subjectId, id))
  const isIt =
    eventId === undefined
      ? or(of('account', accountId ?? 0), eq(decisions.concernedId, accountId ?? 0))
      : of('event', eventId)
  const rows = await db.select().from(decisions).where(isIt).orderBy(desc(decisions.id)).limit(PAGE)
  return toPast(db, rows, 0)
}
